// Dependencies of the routes, and shared helpers.

import { setTimeout as pause } from 'node:timers/promises';
import type { Alerts } from '../../automation/alerts/index.ts';
import type { AutoRepays } from '../../automation/auto-repay/index.ts';
import type { BondClaims } from '../../otc/bond-claims/index.ts';
import type { Content } from '../../content/index.ts';
import type { CoreFunds, Custody } from '../../custody/index.ts';
import type { RequestKeys } from '../idempotency/index.ts';
import type { Live } from '../../projection/live/index.ts';
import type { Past } from '../../markets/index.ts';
import type { OtcChat } from '../../otc/chat/index.ts';
import type { PracticeFigures } from '../../practice/index.ts';
import type { People } from '../../account/users/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { ViewsReads } from '../../projection/views/index.ts';

/** Everything a route may use. */
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
  readonly content: Content;
  /** Keys of requests that are not in the journal. */
  readonly requestKeys: Pick<RequestKeys, 'find' | 'void'>;
  /** Withdrawals in progress, which hold money; limits and rules of withdrawals. */
  readonly funds: Pick<CoreFunds, 'underWay' | 'limits' | 'rules'>;
  readonly mode: 'practice' | 'live';
  /** Index candles from before the first tick; undefined in live mode. */
  readonly past: Past | undefined;
  /** What is of practice traders in the exchange's figures; undefined: there are none. */
  readonly practice?: Pick<PracticeFigures, 'traders' | 'volume' | 'openInterest'> | undefined;
  /** Price source, for the Practice frame. */
  readonly prices: 'simulated' | 'replayed';
  /** SHA-256 of the simulator's seed, hex, as recorded in the journal; undefined without a simulator. */
  readonly seedHash: string | undefined;
}

/** How long a history list waits for the caller's own command, ms. */
export const HISTORY_WAIT = 2_000;
const POLL = 10;

interface Asked {
  readonly at: number;
  readonly seq: Promise<number>;
}
/** The last check of what SQL includes, shared by all that wait. */
const looks = new WeakMap<ViewsReads, Asked>();

/** The last command in SQL, as of at most 10 ms ago. */
function foldedSeq(reads: ViewsReads): Promise<number> {
  const known = looks.get(reads);
  const at = performance.now();
  if (known !== undefined && at - known.at < POLL) return known.seq;
  const seq = reads.folded().then((row) => row.seq);
  looks.set(reads, { at, seq });
  return seq;
}

/** Waits until SQL includes the command `seq`, at most 2 s; 0 does not wait. */
export async function waitForHistory(reads: ViewsReads, seq: number): Promise<void> {
  if (seq === 0) return;
  for (let waited = 0; waited < HISTORY_WAIT; waited += POLL) {
    if ((await foldedSeq(reads)) >= seq) return;
    await pause(POLL);
  }
}
