// The tables of risk. The order of their registration is part of a state's digest.

import { type Registry, table } from '../../state/index.ts';

/** Rows that one round of work skips without checking a wallet. Each checked wallet uses a step in addition. */
export const LOOKS = 10_000;
const MAX_MARKETS = 65_535;
const MAX_CONTRACT_WALLETS = 9_000_000;

export class RiskTables {
  /** By market, `moved`: `MOVED` while what its moved mark reaches is not yet listed, `LISTED`, or 0. */
  readonly ticked;
  /**
   * By wallet (row of a contract wallet): 1 while it is in the list for the next tick; the list. Empty since rules
   * `workInSteps`.
   */
  readonly due;
  readonly list;
  /**
   * By market: 1 while its price is unusable; the next position to check because of it, 0 when done. Empty under the
   * first rules.
   */
  readonly unpriced;
  /** The next wallet whose bounds are recomputed by the index, 0 none. Empty before rules `indexLiquidates`. */
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
