// The uploads that are being read: places and memory for all of them, shares of each session and address, and who is ended
// when either runs short. Whoever sends nothing gives its place up; nobody can fill all places with uploads that never end.

import { refuse } from '../call/index.ts';

export interface ReadingLimits {
  /** Uploads read at once, and the bytes that they hold. */
  readonly places: number;
  readonly bytes: number;
  /** Uploads of one session: a page sends three photos together; and of one address. */
  readonly session: number;
  readonly address: number;
  /** The least that must come in each so many ms, bytes. */
  readonly least: number;
  readonly every: number;
}

/** Where an upload comes from. */
export interface Sender {
  readonly session: string;
  readonly address: string;
  /** Bytes that have come on its connection. */
  readonly arrived: () => number;
  /** Ends its connection. */
  readonly end: () => void;
}

/** An upload that is being read. */
export interface Reading {
  /** Counts bytes that it holds. @throws {Refusal} 503 when it is this one that has to go. */
  hold(bytes: number): void;
  /** It is read, or was given up. */
  close(): void;
}

interface Open {
  readonly sender: Sender;
  readonly began: number;
  held: number;
  /** Ended for another's sake, or because nothing came. */
  ended: boolean;
  timer: NodeJS.Timeout | undefined;
}

export class Readings {
  readonly #limits: ReadingLimits;
  readonly #open = new Set<Open>();
  #held = 0;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  /** @throws {Refusal} 429 of a session or address that sends its share already. */
  begin(sender: Sender): Reading {
    const { session, address, places } = this.#limits;
    if (this.#count((one) => one.sender.session === sender.session) >= session) throw refuse(429, { seconds: '1' });
    if (this.#count((one) => one.sender.address === sender.address) >= address) throw refuse(429, { seconds: '1' });
    if (this.#open.size >= places) this.#end(this.#slowest());
    const one: Open = { sender, began: performance.now(), held: 0, ended: false, timer: undefined };
    this.#open.add(one);
    this.#watch(one);
    return {
      hold: (bytes) => {
        if (one.ended) throw refuse(503);
        one.held += bytes;
        this.#held += bytes;
        while (this.#held > this.#limits.bytes) {
          const largest = this.#largest();
          if (largest === one) throw refuse(503);
          this.#end(largest);
        }
      },
      close: () => this.#forget(one),
    };
  }

  #count(matches: (one: Open) => boolean): number {
    let count = 0;
    for (const one of this.#open) if (matches(one)) count += 1;
    return count;
  }

  /** Ends one that does not come in. */
  #watch(one: Open): void {
    let arrived = one.sender.arrived();
    one.timer = setInterval(() => {
      const now = one.sender.arrived();
      if (now - arrived < this.#limits.least) this.#end(one);
      arrived = now;
    }, this.#limits.every);
    one.timer.unref();
  }

  /** The one that comes in most slowly, of the address that has most places. */
  #slowest(): Open | undefined {
    const now = performance.now();
    const speed = (one: Open) => one.sender.arrived() / (now - one.began + 1);
    return least(
      this.#ofGreatest(() => 1),
      speed,
    );
  }

  /** The one that holds most, of the address that holds most. */
  #largest(): Open | undefined {
    return least(
      this.#ofGreatest((one) => one.held),
      (one) => -one.held,
    );
  }

  /** The uploads of the address whose sum of `weight` is greatest. */
  #ofGreatest(weight: (one: Open) => number): readonly Open[] {
    const byAddress = Map.groupBy(this.#open, (one) => one.sender.address);
    const sum = (all: readonly Open[]) => all.reduce((total, one) => total + weight(one), 0);
    return least([...byAddress.values()], (all) => -sum(all)) ?? [];
  }

  #end(one: Open | undefined): void {
    if (one === undefined) return;
    one.ended = true;
    this.#forget(one);
    one.sender.end();
  }

  #forget(one: Open): void {
    clearInterval(one.timer);
    this.#held -= one.held;
    one.held = 0;
    this.#open.delete(one);
  }
}

/** The element with the least value, the first of equals. */
function least<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  let found: T | undefined;
  for (const one of all) if (found === undefined || value(one) < value(found)) found = one;
  return found;
}
