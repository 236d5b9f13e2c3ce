// What is outside the house: one account a rail and asset, below 0 by what came in. Practice money has rail 0.

import { CLASS, type Ledger } from '../ledger/index.ts';
import { MAX_WORD } from '../schema/index.ts';

/** Rails a house may have. */
export const MAX_RAIL = 255;

export class Outside {
  private readonly ledger: Ledger;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
  }

  /** The account of a rail (0: practice), which stands in the account's market column (core §4). */
  account(rail: number, asset: number): number {
    return this.ledger.open(CLASS.outside, 0, 0, asset, rail);
  }

  /** All rails' accounts of an asset together, atoms; 0 or below. */
  sum(asset: number): number {
    const { ledger } = this;
    let sum = 0;
    for (let rail = 0; rail <= MAX_RAIL; rail += 1) {
      const account = ledger.find(CLASS.outside, 0, 0, asset, rail);
      if (account !== 0) sum += ledger.accounts.available[account] as number;
    }
    return sum;
  }

  /** Atoms of an asset that may still come in: only outside can raise a total, to 2^52 (money §1). */
  headroom(asset: number): number {
    return MAX_WORD + this.sum(asset);
  }
}
