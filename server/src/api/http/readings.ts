// Uploads being read: places and memory for all, shares of each session and address, and which one is ended when either
// runs short. A stalled upload loses its place, so nobody can fill all places with uploads that never end.

import { refuse } from '../call/index.ts';

export interface ReadingLimits {
  /** Most uploads at once, and the bytes they hold. */
  readonly places: number;
  readonly bytes: number;
  /** Most uploads per session (a page sends three photos together) and per address. */
  readonly session: number;
  readonly address: number;
  /** Minimum bytes that must arrive in each period, and the period, ms. */
  readonly least: number;
  readonly every: number;
}

/** Sender of an upload. */
export interface Sender {
  readonly session: string;
  readonly address: string;
  /** Bytes that have arrived on its connection. */
  readonly arrived: () => number;
  /** Closes its connection. */
  readonly end: () => void;
}

/** An upload being read. */
export interface Reading {
  /** Counts bytes that it holds. @throws {Refusal} 503 if this upload must be ended. */
  hold(bytes: number): void;
  /** It was read or abandoned. */
  close(): void;
}

interface Open {
  readonly sender: Sender;
  readonly began: number;
  held: number;
  /** Ended in favour of another, or because it stalled. */
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

  /** @throws {Refusal} 429 if the session or address has reached its share. */
  begin(sender: Sender): Reading {
    const { session, address, places } = this.#limits;
    if (this.#count((one) => one.sender.session === sender.session) >= session)
      throw refuse('request.tooFrequent', { seconds: '1' });
    if (this.#count((one) => one.sender.address === sender.address) >= address)
      throw refuse('request.tooFrequent', { seconds: '1' });
    if (this.#open.size >= places) this.#end(this.#slowest());
    const one: Open = { sender, began: performance.now(), held: 0, ended: false, timer: undefined };
    this.#open.add(one);
    this.#watch(one);
    return {
      hold: (bytes) => {
        if (one.ended) throw refuse('server.notTaking');
        one.held += bytes;
        this.#held += bytes;
        while (this.#held > this.#limits.bytes) {
          const largest = this.#largest();
          if (largest === one) throw refuse('server.notTaking');
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

  /** Ends an upload that stalls. */
  #watch(one: Open): void {
    let arrived = one.sender.arrived();
    one.timer = setInterval(() => {
      const now = one.sender.arrived();
      if (now - arrived < this.#limits.least) this.#end(one);
      arrived = now;
    }, this.#limits.every);
    one.timer.unref();
  }

  /** The slowest upload of the address with most places. */
  #slowest(): Open | undefined {
    const now = performance.now();
    const speed = (one: Open) => one.sender.arrived() / (now - one.began + 1);
    return least(
      this.#ofGreatest(() => 1),
      speed,
    );
  }

  /** The largest upload of the address that holds most. */
  #largest(): Open | undefined {
    return least(
      this.#ofGreatest((one) => one.held),
      (one) => -one.held,
    );
  }

  /** The uploads of the address with the greatest sum of `weight`. */
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
