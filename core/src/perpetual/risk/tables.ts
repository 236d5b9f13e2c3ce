// The tables of risk, in the order in which they are registered: it is part of a state's digest.

import { type Registry, table } from '../../state/index.ts';

/** Rows that one round of work passes over without examining a wallet: each examined one is a step beside. */
export const LOOKS = 10_000;
const MAX_MARKETS = 65_535;
const MAX_CONTRACT_WALLETS = 9_000_000;

export class RiskTables {
  /** By market, `moved`: `MOVED` while its mark has moved and who it reaches was not yet looked at, `LISTED`, or 0. */
  readonly ticked;
  /**
   * By wallet (a contract wallet's row): 1 while it is in the list of those to be examined at the next tick; the list. Empty since
   * rules `workInSteps`.
   */
  readonly due;
  readonly list;
  /**
   * By market: 1 while its price does not count; the next position to be looked at because of it, 0: all are. Empty under
   * the first rules.
   */
  readonly unpriced;
  /** The next wallet whose bounds are made anew by the index, 0: none. Empty before rules `indexLiquidates`. */
  readonly rejudged;

  constructor(registry: Registry) {
    this.ticked = registry.add(table('contractTicks', { moved: 'i32' }, MAX_MARKETS));
    this.due = registry.add(table('pursesDue', { waits: 'i32' }, MAX_CONTRACT_WALLETS));
    this.list = registry.add(
      table('pursesListed', { contractWallet: 'i32' }, MAX_CONTRACT_WALLETS, true, {
        recorded: { contractWallet: 'purse' },
      }),
    );
    this.unpriced = registry.add(table('contractsUnpriced', { missing: 'i32', next: 'i32' }, MAX_MARKETS));
    this.rejudged = registry.add(table('pursesRejudged', { next: 'i32' }, 1));
  }
}
