// Money outside the exchange: one account per rail and asset, below 0 by what came in. Practice money has rail 0.

import { ACCOUNT_CLASS } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import { MAX_WORD } from '../schema/index.ts';
import type { Rails } from './rails.ts';

const PRACTICE_RAIL = 0;

export class Outside {
  private readonly ledger: Ledger;
  private readonly rails: Rails;

  constructor(ledger: Ledger, rails: Rails) {
    this.ledger = ledger;
    this.rails = rails;
  }

  /** The account of a rail (0: practice). The account's market column holds the rail (core §4). */
  account(rail: number, asset: number): number {
    return this.ledger.open(ACCOUNT_CLASS.outside, 0, 0, asset, rail);
  }

  /** Sum of all rails' accounts of an asset, atoms; 0 or below. Rails are never removed. */
  sum(asset: number): number {
    const { rows } = this.rails;
    let sum = this.of(PRACTICE_RAIL, asset);
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.asset[row] === asset) sum += this.of(rows.rail[row] as number, asset);
    return sum;
  }

  /** Atoms of an asset that may still come in, up to a total of 2^52. Only `outside` can raise a total (money §1). */
  headroom(asset: number): number {
    return MAX_WORD + this.sum(asset);
  }

  private of(rail: number, asset: number): number {
    const account = this.ledger.find(ACCOUNT_CLASS.outside, 0, 0, asset, rail);
    return account === 0 ? 0 : (this.ledger.accounts.available[account] as number);
  }
}
