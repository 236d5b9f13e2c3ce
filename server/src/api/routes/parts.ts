// What the routes stand on, and the few things most of them need.

import { setTimeout as pause } from 'node:timers/promises';
import type { Alerts } from '../../automation/alerts/index.ts';
import type { AutoRepays } from '../../automation/auto-repay/index.ts';
import type { BondClaims } from '../../otc/bond-claims/index.ts';
import type { CoreFunds, Custody } from '../../custody/index.ts';
import type { RequestKeys } from '../idempotency/index.ts';
import type { Live } from '../../projection/live/index.ts';
import type { OtcChat } from '../../otc/chat/index.ts';
import type { People } from '../../account/users/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { ViewsReads } from '../../projection/views/index.ts';

/** Everything a route may ask. */
export interface RouteParts {
  readonly link: ExchangeLink;
  readonly live: Live;
  readonly reads: ViewsReads;
  readonly people: People;
  readonly alerts: Alerts;
  readonly repays: AutoRepays;
  readonly custody: Custody;
  readonly otcChat: OtcChat;
  readonly bondClaims: BondClaims;
  /** Keys of requests that the journal does not keep. */
  readonly requestKeys: Pick<RequestKeys, 'find' | 'void'>;
  /** Withdrawals that have not ended hold money; limits and rules of withdrawals. */
  readonly funds: Pick<CoreFunds, 'underWay' | 'limits' | 'rules'>;
  readonly mode: 'practice' | 'live';
  /** Where prices come from, for the Practice frame. */
  readonly prices: 'simulated' | 'replayed';
  /** SHA-256 of the simulator's seed, hex, as journalled; undefined without a simulator. */
  readonly seedHash: string | undefined;
}

/** How long a list of history waits for a command one has made, ms. */
export const HISTORY_WAIT = 2_000;
const POLL = 10;

interface Asked {
  readonly at: number;
  readonly seq: Promise<number>;
}
/** The last look at what SQL shows, shared by all that wait. */
const looks = new WeakMap<ViewsReads, Asked>();

/** The last command that SQL shows, as of at most 10 ms ago. */
function foldedSeq(reads: ViewsReads): Promise<number> {
  const known = looks.get(reads);
  const at = performance.now();
  if (known !== undefined && at - known.at < POLL) return known.seq;
  const seq = reads.folded().then((row) => row.seq);
  looks.set(reads, { at, seq });
  return seq;
}

/** Waits until SQL shows the command `seq`, at most 2 s; 0 asks for nothing. */
export async function waitForHistory(reads: ViewsReads, seq: number): Promise<void> {
  if (seq === 0) return;
  for (let waited = 0; waited < HISTORY_WAIT; waited += POLL) {
    if ((await foldedSeq(reads)) >= seq) return;
    await pause(POLL);
  }
}
