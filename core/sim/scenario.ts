// What an actor may look at: its own dice, the events so far (by the auditor's books), the time, the markets' prices.

import type { Books } from './auditor/books.ts';
import type { Prices } from './prices.ts';
import type { Random } from './random.ts';

/** How people differ: what they do, and how often, is up to this. */
export const BEHAVIOURS = ['maker', 'gambler', 'borrower', 'hoarder', 'clumsy', 'attacker', 'trader'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

type Key = { readonly keyTime: number; readonly keyHigh: number; readonly keyLow: number; readonly bodyHash: number };
const NO_KEY: Key = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
/** One command in so many carries a key that is kept. */
const KEYED = 6;

export class Scenario {
  readonly random: Random;
  readonly books: Books;
  readonly prices: Prices;
  /** Of the batch that is being made. */
  time = 0;

  constructor(random: Random, books: Books, prices: Prices) {
    this.random = random;
    this.books = books;
    this.prices = prices;
  }

  /** Users there are, the house included. */
  get people(): number {
    return this.books.auditor.people.users.length - 1;
  }

  /** Any customer. */
  someone(): number {
    return this.random.from(2, Math.max(2, this.people));
  }

  key(): Key {
    const { random } = this;
    if (!random.once(KEYED)) return NO_KEY;
    return {
      keyTime: this.time - random.below(3_000),
      keyHigh: random.bits48(),
      keyLow: random.bits48(),
      bodyHash: random.bits48(),
    };
  }

  /** A key that was never used. */
  freshKey(): Key {
    const { random } = this;
    return { keyTime: this.time, keyHigh: random.bits48(), keyLow: random.bits48(), bodyHash: random.bits48() };
  }

  /** A user's free atoms, as far as told. */
  free(user: number, asset: number, wallet = 1, market = 0): number {
    const { accounts } = this.books.auditor;
    return Math.max(0, accounts.free[accounts.wallet(user, wallet, asset, market)] ?? 0);
  }

  /** A part of what one has: mostly some, at times all, at times more than all. At least 1. */
  partOf(atoms: number): number {
    const { random } = this;
    const kind = random.below(12);
    if (kind === 0) return Math.max(1, atoms);
    if (kind === 1) return Math.max(1, atoms + random.from(1, 50));
    return Math.max(1, Math.floor(atoms * random.part() * (kind < 5 ? 1 : 0.1)));
  }
}

/** One thing that someone does; undefined: nothing to do it with just now. */
export interface Act {
  readonly name: string;
  /** How often, by temper; those not named never do it. */
  readonly weights: Partial<Readonly<Record<Behaviour, number>>>;
  readonly make: (stage: Scenario, user: number) => Float64Array | undefined;
}

/** What custody, the markets' side and the desk send: in one batch of so many. */
export interface HouseAct {
  readonly every: number;
  readonly make: (stage: Scenario) => Float64Array | undefined;
}
