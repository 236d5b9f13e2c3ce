// A dead man's switch (calls §3, `cancel/after`): one row per customer holds the time at which all their open orders
// are cancelled, unless they arm it again before. The row stays until the exchange has cancelled them, so that a crash
// loses nothing.

import { type MarketId, type Millis, type UserId } from '@vitrine/core';
import { CLOSE_REASON } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import { CODE } from '@vitrine/contract';
import { type ExchangeLink, IntakeError } from '../../engine/sequencer/index.ts';
import type { CancelAfterTables } from './tables.ts';

/** Most customers handled per read; the rest follows at once. */
const BATCH = 500;
/** Commands of one run in flight at the same time. */
const AT_ONCE = 16;
/** Pause after a failure, ms. */
const RETRY = 1_000;
/** The longest sleep of the timer, ms: what another process arms is noticed within it. */
const LONGEST = 10_000;

export interface CancelAfterOptions {
  readonly db: Kysely<CancelAfterTables>;
  readonly link: Pick<ExchangeLink, 'submit'>;
  /** ms UTC. */
  readonly now: () => number;
  /** Receives the error of a failed run; the next run tries again. */
  readonly onFault: (error: unknown) => void;
}

export interface CancelAfter {
  /**
   * Arms the switch of a user for `ms` from now, replacing an earlier time; 0 disarms it. Returns the time, ms UTC;
   * null: disarmed.
   */
  arm(user: UserId, ms: number): Promise<number | null>;
  /** When a user's switch fires, ms UTC; null: never. */
  at(user: UserId): Promise<number | null>;
  /** Fires every due switch; a timer calls it too. Returns how many. */
  run(): Promise<number>;
  /** The clock was moved: fires every due switch now and sleeps until the next. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** The switch over `db`. Fires what became due while nothing ran before it resolves. */
export async function createCancelAfter({ db, link, now, onFault }: CancelAfterOptions): Promise<CancelAfter> {
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = 0;
  let running: Promise<number> | undefined;
  let stopped = false;

  /** Cancels a user's orders; deletes the row unless it was armed again meanwhile. */
  async function act(user: UserId, actsAt: string): Promise<void> {
    const noKey = { keyTime: 0 as Millis, keyHigh: 0, keyLow: 0, bodyHash: 0 };
    const all = { wallet: 0, market: 0 as MarketId, reason: CLOSE_REASON.gone };
    const { code } = await link.submit({ name: 'order.clear', user, ...noKey, ...all }, user);
    // A permanent rejection (the exchange does not know the user) would be retried for ever.
    if (code !== CODE.ok) onFault(new Error(`expected user ${user}'s orders to be cancelled, got ${code}`));
    await db.deleteFrom('gone').where('core_user', '=', String(user)).where('acts_at', '=', actsAt).execute();
  }

  async function actForAll(): Promise<number> {
    let acted = 0;
    for (;;) {
      const due = await db
        .selectFrom('gone')
        .selectAll()
        .where('acts_at', '<=', String(now()))
        .orderBy('acts_at')
        .limit(BATCH)
        .execute();
      for (let from = 0; from < due.length; from += AT_ONCE) {
        const part = due.slice(from, from + AT_ONCE);
        await Promise.all(part.map((row) => act(Number.parseInt(row.core_user, 10) as UserId, row.acts_at)));
        acted += part.length;
      }
      if (due.length < BATCH) return acted;
    }
  }

  /** One run at a time: a call during a run starts another one after it. */
  async function run(): Promise<number> {
    while (running !== undefined) await running.catch(() => 0);
    running = actForAll().finally(() => (running = undefined));
    return running;
  }

  async function next(): Promise<number | undefined> {
    const row = await db
      .selectFrom('gone')
      .select(sql<string | null>`min(acts_at)`.as('first'))
      .executeTakeFirst();
    return row?.first === null || row?.first === undefined ? undefined : Number.parseInt(row.first, 10);
  }

  function sleep(ms: number): void {
    if (stopped) return;
    clearTimeout(timer);
    wakesAt = now() + ms;
    timer = setTimeout(() => void wake(), ms);
    timer.unref();
  }

  async function wake(): Promise<void> {
    try {
      await run();
      const first = await next();
      sleep(first === undefined ? LONGEST : Math.min(LONGEST, Math.max(0, first - now())));
    } catch (error) {
      // The exchange accepts no commands for the moment: no fault, and nothing was done.
      if (!(error instanceof IntakeError)) onFault(error);
      sleep(RETRY);
    }
  }

  await wake();

  return {
    run,
    look: wake,
    async at(user) {
      const row = await db
        .selectFrom('gone')
        .select('acts_at')
        .where('core_user', '=', String(user))
        .executeTakeFirst();
      return row === undefined ? null : Number.parseInt(row.acts_at, 10);
    },
    async arm(user, ms) {
      const name = String(user);
      if (ms === 0) {
        await db.deleteFrom('gone').where('core_user', '=', name).execute();
        return null;
      }
      const actsAt = now() + ms;
      await db
        .insertInto('gone')
        .values({ core_user: name, acts_at: String(actsAt) })
        .onConflict((conflict) => conflict.column('core_user').doUpdateSet({ acts_at: String(actsAt) }))
        .execute();
      if (actsAt < wakesAt) sleep(ms);
      return actsAt;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running?.catch(() => 0);
    },
  };
}
