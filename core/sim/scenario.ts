// What an actor can see: its random numbers, the events so far (through the auditor's books), the time, the prices.

import type { Books } from './auditor/books.ts';
import type { Prices } from './prices.ts';
import type { Random } from './random.ts';

/** Behaviours of users: they determine what a user does, and how often. */
export const BEHAVIOURS = ['maker', 'gambler', 'borrower', 'hoarder', 'clumsy', 'attacker', 'trader'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

type Key = { readonly keyTime: number; readonly keyHigh: number; readonly keyLow: number; readonly bodyHash: number };
const NO_KEY: Key = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
/** One command in so many carries a stored key. */
const KEYED = 6;

export class Scenario {
  readonly random: Random;
  readonly books: Books;
  readonly prices: Prices;
  /** Time of the batch being built. */
  time = 0;

  constructor(random: Random, books: Books, prices: Prices) {
    this.random = random;
    this.books = books;
    this.prices = prices;
  }

  /** Number of users, including the market maker. */
  get people(): number {
    return this.books.auditor.people.users.length - 1;
  }

  /** Any user. */
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

  /** An unused key. */
  freshKey(): Key {
    const { random } = this;
    return { keyTime: this.time, keyHigh: random.bits48(), keyLow: random.bits48(), bodyHash: random.bits48() };
  }

  /** A user's available atoms, according to events. */
  free(user: number, asset: number, wallet = 1, market = 0): number {
    const { accounts } = this.books.auditor;
    return Math.max(0, accounts.free[accounts.wallet(user, wallet, asset, market)] ?? 0);
  }

  /** A random part of a balance: usually some, sometimes all, sometimes more than all. At least 1. */
  partOf(atoms: number): number {
    const { random } = this;
    const kind = random.below(12);
    if (kind === 0) return Math.max(1, atoms);
    if (kind === 1) return Math.max(1, atoms + random.from(1, 50));
    return Math.max(1, Math.floor(atoms * random.part() * (kind < 5 ? 1 : 0.1)));
  }
}

/** One act of a user; undefined when it is not possible now. */
export interface Act {
  readonly name: string;
  /** Frequency by behaviour; others never do it. */
  readonly weights: Partial<Readonly<Record<Behaviour, number>>>;
  readonly make: (stage: Scenario, user: number) => Float64Array | undefined;
}

/** An act of custody, the markets or the desk, in one batch of `every`. */
export interface OperatorAct {
  readonly every: number;
  readonly make: (stage: Scenario) => Float64Array | undefined;
}
