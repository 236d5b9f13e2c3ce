// Customers' alerts: stored in SQL, watched over the live projection, sent once when reached (calls §6).

import { type Alert, MAX_ALERTS, type ParsedOf } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type Kysely, sql } from 'kysely';
import { refuse, refuseField } from '../../api/call/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { listingAt, listingOf } from '../../markets/index.ts';
import type { Messages } from '../../account/messages/index.ts';
import { shownOf, watchedOf } from './row.ts';
import type { AlertTables } from './tables.ts';
import { readValue } from './value.ts';
import { Watch } from './watch.ts';
import type { Firing } from './watched.ts';

/** Rows loaded per query at the start. */
const PAGE = 1_000;

export interface AlertParts {
  readonly db: Kysely<AlertTables>;
  readonly live: Live;
  readonly messages: Pick<Messages, 'notice'>;
  /** ms UTC. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

/** The owner of alerts: user id of identity and of the exchange. */
export interface AlertOwner {
  readonly userId: string;
  readonly coreUser: number;
}

/** Alerts of one customer that a batch reached, in their new state. */
export interface AlertsFired {
  readonly coreUser: number;
  readonly alerts: readonly Alert[];
}

export interface Alerts {
  /** Newest first. */
  list(owner: AlertOwner): Promise<Alert[]>;
  /**
   * Creates an alert, or changes an own one and switches it on again. @throws {Refusal} 400, 404 for another's id,
   * 2002.
   */
  save(owner: AlertOwner, input: ParsedOf<'alert.save'>): Promise<Alert>;
  /** @throws {Refusal} 404 if it is not the user's own. */
  del(owner: AlertOwner, id: string): Promise<void>;
  /**
   * Calls `listener` within the batch that reached them, at most once per batch and customer. Returns a function that
   * stops it.
   */
  onFired(listener: (fired: AlertsFired) => void): () => void;
  /** Resolves once everything reached so far is written and passed to the mail. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** An alert's row from a customer's request; checks that the market exists. */
function rowOf(live: Live, input: ParsedOf<'alert.save'>) {
  const { kind, type } = input;
  const listing = input.symbol === undefined ? undefined : listingOf(input.symbol);
  if (input.symbol !== undefined) {
    const market =
      listing &&
      (type === MARKET_TYPE.spot
        ? live.marketOf(MARKET_TYPE.spot, listing.base, listing.quote)
        : live.contractOf(type, listing.instrument));
    if (market === undefined) throw refuse('market.unknown', { symbol: input.symbol });
  } else if (kind === 'above' || kind === 'below' || kind === 'funding') throw refuseField('symbol', 'required');
  if (kind === 'funding' && type === MARKET_TYPE.spot) throw refuseField('type', 'range');
  if (kind === 'liquidation' && type === MARKET_TYPE.spot && listing !== undefined) throw refuseField('type', 'range');
  if (kind === 'fill') {
    if (input.value !== undefined) throw refuseField('value', 'range');
  } else {
    if (input.value === undefined) throw refuseField('value', 'required');
    const value = readValue(live, kind, listing?.instrument ?? null, input.value);
    if (typeof value === 'string') throw refuseField('value', value);
  }
  return {
    ...{ kind, type },
    instrument: listing?.instrument ?? null,
    value: input.value ?? null,
    channels: [...new Set(input.channels)].join(','),
    repeats: input.repeat,
    state: 'on' as const,
  };
}

/** Parses an id. @throws {Refusal} 404 if it cannot be one. */
function idOf(text: string): string {
  if (!/^[0-9]{1,15}$/.test(text)) throw refuse('request.notFound');
  return text;
}

/** Loads the active alerts and watches them. */
export async function createAlerts(parts: AlertParts): Promise<Alerts> {
  const { db, live, messages, now = Date.now, onFault } = parts;
  const watch = new Watch(live);
  const listeners = new Set<(fired: AlertsFired) => void>();
  let writing: Promise<void> = Promise.resolve();

  for (let last = '0'; ;) {
    const rows = await db
      .selectFrom('alerts')
      .selectAll()
      .where('state', '=', 'on')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const watched = watchedOf(live, row);
      watch.put(watched, watched.shown.firedTime ?? undefined);
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }

  /** Records that it fired, then sends the mail, so that an alert deleted meanwhile sends none. */
  async function write({ alert, instrument, seen, time }: Firing): Promise<void> {
    const row = await db
      .updateTable('alerts')
      .set({ fired_at: String(time), fired_value: seen, ...(alert.repeat ? {} : { state: 'fired' as const }) })
      .where('id', '=', alert.id)
      .where('state', '=', 'on')
      .returningAll()
      .executeTakeFirst();
    if (row === undefined || !alert.shown.channels.includes('mail')) return;
    const symbol = listingAt(instrument)?.name ?? '';
    await messages.notice(alert.userId, { kind: 'alert', what: alert.kind, symbol, value: row.value, seen, time });
  }

  const stopFollowing = live.onChange((change) => {
    const firings = watch.take(change);
    if (firings.length === 0) return;
    writing = writing.then(async () => {
      for (const firing of firings) await write(firing).catch(onFault);
    });
    const shown = firings.filter(({ alert }) => alert.shown.channels.includes('page'));
    for (const [coreUser, own] of Map.groupBy(shown, ({ alert }) => alert.coreUser)) {
      const alerts = own.map(({ alert, seen, time }): Alert => {
        const state = alert.repeat ? 'on' : 'fired';
        return { ...alert.shown, state, firedTime: time, firedValue: seen };
      });
      for (const listener of listeners) listener({ coreUser, alerts });
    }
  });

  return {
    async list({ userId }) {
      // Alerts that fired a moment ago must already be in the list.
      await writing;
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(MAX_ALERTS)
        .execute();
      return rows.map(shownOf);
    },

    async save({ userId, coreUser }, input) {
      const row = rowOf(live, input);
      // Stops watching the old condition before changing it, so that it cannot fire on an outdated one.
      if (input.id !== undefined && watch.owner(input.id) === userId) watch.remove(input.id);
      await writing;
      const saved = await db.transaction().execute(async (tx) => {
        // Serialises one customer's saves: two at once could both take the last free place.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${userId}`}, 0))`.execute(tx);
        if (input.id !== undefined)
          return await tx
            .updateTable('alerts')
            .set(row)
            .where('id', '=', idOf(input.id))
            .where('user_id', '=', userId)
            .returningAll()
            .executeTakeFirst();
        const { count } = await tx
          .selectFrom('alerts')
          .select((one) => one.fn.countAll<string>().as('count'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= MAX_ALERTS) throw refuseField('id', 'range');
        return await tx
          .insertInto('alerts')
          .values({ ...row, user_id: userId, core_user: String(coreUser), created_at: String(now()) })
          .returningAll()
          .executeTakeFirst();
      });
      if (saved === undefined) throw refuse('request.notFound');
      watch.put(watchedOf(live, saved));
      return shownOf(saved);
    },

    async del({ userId }, id) {
      const gone = await db
        .deleteFrom('alerts')
        .where('id', '=', idOf(id))
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (gone === undefined) throw refuse('request.notFound');
      watch.remove(gone.id);
    },

    onFired(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settled: () => writing,
    async stop() {
      stopFollowing();
      await writing;
    },
  };
}
