// Pending transactions of the practice chain: highest fee first, each sender's in nonce order.

import type { Carried } from './block.ts';
import type { PracticeState } from './state.ts';
import { spent } from './transaction.ts';

/** Most pending transactions; then no more are accepted. */
export const MAX_WAITING = 5_000;
/** How far a sender's nonce may be ahead of the chain. */
const MAX_AHEAD = 1_000;
/** A replacement pays a tenth more than what it replaces. */
const RAISE = 10n;

export type Verdict =
  | { readonly state: 'taken'; readonly replaced: Carried | undefined }
  | { readonly state: 'refused'; readonly why: string };

export class Pool {
  private readonly waiting = new Map<string, Carried>();
  /** Transactions by sender and nonce. */
  private readonly places = new Map<string, Carried>();

  /** An independent copy. */
  copy(): Pool {
    const copy = new Pool();
    for (const [txid, carried] of this.waiting) copy.waiting.set(txid, carried);
    for (const [at, carried] of this.places) copy.places.set(at, carried);
    return copy;
  }

  has(txid: string): boolean {
    return this.waiting.has(txid);
  }

  get(txid: string): Carried | undefined {
    return this.waiting.get(txid);
  }

  all(): IterableIterator<Carried> {
    return this.waiting.values();
  }

  /** Whether a transaction would be accepted; changes nothing. Its signature was verified. */
  verdict({ transaction }: Carried, state: PracticeState): Verdict {
    const { from, coin, fee, nonce } = transaction;
    const due = state.nonce(from);
    if (nonce < due) return { state: 'refused', why: `nonce too low: expected at least ${due}, got ${nonce}` };
    if (nonce >= due + MAX_AHEAD) return { state: 'refused', why: `nonce too high: expected below ${due + MAX_AHEAD}` };
    if (fee < coin.leastFee) return { state: 'refused', why: `fee too low: expected at least ${coin.leastFee}` };
    if (state.balance(from, coin.coin) < spent(transaction)) return { state: 'refused', why: 'insufficient funds' };
    const replaced = this.places.get(place(from, nonce));
    if (replaced === undefined)
      return this.waiting.size < MAX_WAITING
        ? { state: 'taken', replaced }
        : { state: 'refused', why: `too many wait: at most ${MAX_WAITING}` };
    return fee * RAISE >= replaced.transaction.fee * (RAISE + 1n) && coin === replaced.transaction.coin
      ? { state: 'taken', replaced }
      : { state: 'refused', why: `replacement underpriced: expected a tenth above ${replaced.transaction.fee}` };
  }

  add(carried: Carried): void {
    const { from, nonce } = carried.transaction;
    const replaced = this.places.get(place(from, nonce));
    if (replaced !== undefined) this.waiting.delete(replaced.txid);
    this.waiting.set(carried.txid, carried);
    this.places.set(place(from, nonce), carried);
  }

  remove({ txid, transaction }: Carried): void {
    this.waiting.delete(txid);
    const at = place(transaction.from, transaction.nonce);
    if (this.places.get(at)?.txid === txid) this.places.delete(at);
  }

  /** The first free nonce of a sender after its pending ones. */
  nextNonce(address: string, state: PracticeState): number {
    let nonce = state.nonce(address);
    while (this.places.has(place(address, nonce))) nonce += 1;
    return nonce;
  }

  /** Applies up to `most` to `state`, highest fee first, and returns them. They stay here until they are removed. */
  fill(state: PracticeState, most: number): Carried[] {
    const chosen: Carried[] = [];
    const senders = new Set([...this.waiting.values()].map(({ transaction }) => transaction.from));
    while (chosen.length < most) {
      let best: Carried | undefined;
      for (const from of senders) {
        const next = this.places.get(place(from, state.nonce(from)));
        if (next === undefined || !state.takes(next.transaction)) continue;
        if (best === undefined || dearer(next, best)) best = next;
      }
      if (best === undefined) break;
      state.apply(best.transaction);
      chosen.push(best);
    }
    return chosen;
  }

  /** Transactions whose nonce was used meanwhile: they can never be included. */
  stale(state: PracticeState): Carried[] {
    return [...this.waiting.values()].filter(({ transaction }) => transaction.nonce < state.nonce(transaction.from));
  }
}

function place(from: string, nonce: number): string {
  return `${from}:${nonce}`;
}

/** By fee in multiples of the coin's minimum fee; ties by id, so that every run chooses the same. */
function dearer(a: Carried, b: Carried): boolean {
  const left = a.transaction.fee * b.transaction.coin.leastFee;
  const right = b.transaction.fee * a.transaction.coin.leastFee;
  return left === right ? a.txid < b.txid : left > right;
}
