// A reader of numbered frames as a first-class client is one: it uses what follows, passes over repeats, and asks again
// from where it stands when something is missing or its copy no longer fits the checksum.

import { bookChecksum } from '@vitrine/contract';

export interface DepthFrame {
  readonly type: 'snapshot' | 'delta';
  readonly seq: number;
  readonly prev: number;
  readonly data: { bids: [string, string, string][]; asks: [string, string, string][]; checksum: number };
}

export class ReferenceClient {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  last = -1;
  /** What it would send as `since`; undefined: it wants a snapshot. */
  readonly #ask: (since: number | undefined) => void;
  asked = 0;

  constructor(ask: (since: number | undefined) => void) {
    this.#ask = ask;
  }

  receive(text: string): void {
    const frame = JSON.parse(text) as DepthFrame;
    if (frame.type === 'snapshot') {
      if (frame.seq < this.last) return;
      this.bids.clear();
      this.asks.clear();
    } else {
      if (this.last >= 0 && frame.seq <= this.last) return;
      if (this.last < 0 || frame.prev !== this.last) return this.again(this.last < 0 ? undefined : this.last);
    }
    for (const [price, quantity] of frame.data.bids) put(this.bids, price, quantity);
    for (const [price, quantity] of frame.data.asks) put(this.asks, price, quantity);
    this.last = frame.seq;
    if (this.checksum() !== frame.data.checksum) {
      this.last = -1;
      this.again(undefined);
    }
  }

  again(since: number | undefined): void {
    this.asked += 1;
    this.#ask(since);
  }

  levels(): { bids: [string, string][]; asks: [string, string][] } {
    const sorted = (side: Map<string, string>, way: 1 | -1) =>
      [...side].sort(([a], [b]) => way * (Number(a) - Number(b)));
    return { bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }

  private checksum(): number {
    const { bids, asks } = this.levels();
    return bookChecksum(bids, asks);
  }
}

function put(side: Map<string, string>, price: string, quantity: string): void {
  // Deleting a level that is not there harms nothing.
  if (quantity === '0') side.delete(price);
  else side.set(price, quantity);
}
