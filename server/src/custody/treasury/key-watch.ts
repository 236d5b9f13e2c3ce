// Detects whether somebody else pays with a hot key of ours: checked at every reconciliation, whether anything is
// planned or not.

import type { Addresses, ChainFollower, Treasury } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import { type Chain, ForeignClaim, type Source } from '../rail/index.ts';
import { sqlClaims } from '../withdrawal/claims.ts';
import { meetForeign } from '../withdrawal/foreign.ts';
import { oldHot } from './old-hot.ts';

export interface KeyWatchOptions {
  readonly parts: Pick<CustodyParts, 'db' | 'now' | 'onFault'>;
  readonly chain: Chain;
  readonly follower: ChainFollower;
  readonly addresses: Pick<Addresses, 'all' | 'hot' | 'hotSource'>;
  readonly treasury: Pick<Treasury, 'halted' | 'halt'>;
}

/**
 * Returns a check that rotates through the active and former hot addresses, one per call. It costs one query to the
 * node while only our plans have paid. Anything else halts the chain (`meetForeign`). A check never throws: failures
 * are reported.
 */
export function createKeyWatch({ parts, chain, follower, addresses, treasury }: KeyWatchOptions): () => Promise<void> {
  let round = 0;
  /** The last foreign use that was logged: it persists for as long as two people need. */
  let logged: string | undefined;

  return async () => {
    // A failing node is reported elsewhere.
    if (chain.planner.expectOwn === undefined || follower.fault() !== null) return;
    const active: Source = addresses.hotSource?.(chain.name) ?? { kind: 'hot' };
    const sources = [active, ...oldHot(addresses, chain.name).map(({ source }) => source)];
    const source = sources[round % sources.length] ?? active;
    round += 1;
    try {
      await chain.planner.expectOwn(source, sqlClaims(parts.db, chain.name));
    } catch (error) {
      if (!(error instanceof ForeignClaim)) return parts.onFault(error);
      if (logged !== error.message) parts.onFault(error);
      logged = error.message;
      try {
        await meetForeign(parts, treasury, chain, follower, error.claims);
      } catch (fault) {
        parts.onFault(fault);
      }
    }
  };
}
