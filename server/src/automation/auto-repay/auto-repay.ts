// Repays a margin wallet's debt from an order's proceeds, fill by fill (calls §3, autoRepay).
//
// Repayments are counted by the order's running total, net of fees. Each one is recorded (`pending`) before its command
// is sent, under an idempotency key made of order and total. After a crash the same command is sent again without
// effect. It pays at most what is owed in the received coin and available; the rest of the proceeds stays with the
// customer.

import { hash } from 'node:crypto';
import { type AssetId, type Atoms, type MarketId, type Millis, type UserId, rejects } from '@vitrine/core';
import { SIDE, WALLET } from '@vitrine/core/enum';
import type { Kysely, Selectable } from 'kysely';
import { CODE } from '@vitrine/contract';
import type { Order } from '../../projection/handlers/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { type ExchangeLink, IntakeError } from '../../engine/sequencer/index.ts';
import type { AutoRepaysTable, AutoRepayTables } from './tables.ts';

/** Statuses of a closed order. */
const OVER: ReadonlySet<number> = new Set([1, 2, 5]);
/** Pause after a rejected command or an unknown outcome, ms. */
const RETRY = 1_000;
/** A row outlives its order by this, ms: longer than any request can be repeated under its key. */
const KEPT = 25 * 3_600_000;
/** Bytes of a key's word. */
const WORD_BYTES = 6;

/** An order whose proceeds repay a debt. */
export interface Repaying {
  readonly order: number;
  readonly user: number;
  readonly wallet: number;
  readonly market: number;
  /** The asset it receives. */
  readonly asset: number;
}

export interface AutoRepayParts {
  readonly db: Kysely<AutoRepayTables>;
  readonly link: Pick<ExchangeLink, 'submit' | 'ask'>;
  readonly live: Live;
  /** A user's own order from history, if the projection no longer has it. */
  readonly order: (user: number, order: number) => Promise<Order | undefined>;
  /** ms UTC. */
  readonly now?: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

export interface AutoRepays {
  /** From now on this order's proceeds repay, including earlier ones. Idempotent. */
  watch(order: Repaying): Promise<void>;
  /** Resolves once everything received so far is repaid. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Resumes orders watched before and repayments in progress. */
export async function createAutoRepays(parts: AutoRepayParts): Promise<AutoRepays> {
  const { db, link, live, now = Date.now, onFault } = parts;
  const watched = new Set<number>();
  const waiting = new Set<number>();
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Atoms an order has received, net of fees. */
  function received(order: Order): number {
    const market = live.market(order.market);
    if (market === undefined) return 0;
    const gross = order.side === SIDE.buy ? order.dealtLots * market.baseAtomsPerLot : order.dealtValue;
    return gross - order.fee;
  }

  /** The amount of a repayment: what is owed and available in the coin, at most what was received. */
  async function payable(row: Selectable<AutoRepaysTable>, most: number): Promise<number> {
    const all = await link.ask(commandOf(row, 0, keyOf(row, 0)));
    const owed = all.code === CODE.ok ? (all.numbers[0] ?? 0) + (all.numbers[1] ?? 0) : all.expected;
    if (all.code !== CODE.ok && all.code !== rejects['balance.insufficient']) return 0;
    return Math.min(most, owed, all.code === CODE.ok ? owed : all.got);
  }

  /** Repays what an order received since the last repayment. */
  async function repay(order: number): Promise<void> {
    const found = await db
      .selectFrom('auto_repays')
      .selectAll()
      .where('order_id', '=', String(order))
      .executeTakeFirst();
    if (found === undefined || found.done_at !== null) {
      watched.delete(order);
      return;
    }
    const user = Number.parseInt(found.core_user, 10);
    const known = live.order(order) ?? (await parts.order(user, order));
    if (known === undefined) return;
    const row = found.pending === null ? await begin(found, received(known)) : found;
    if (row.pending !== null) await finish(row);
    // It may have been filled further meanwhile; then it is handled again.
    if (OVER.has(known.status) && received(known) <= Number.parseInt(row.pending ?? row.handled, 10)) {
      await db
        .updateTable('auto_repays')
        .set({ done_at: String(now()) })
        .where('order_id', '=', String(order))
        .execute();
      watched.delete(order);
    }
  }

  /** Records that everything up to `total` is being repaid. */
  async function begin(row: Selectable<AutoRepaysTable>, total: number): Promise<Selectable<AutoRepaysTable>> {
    if (total <= Number.parseInt(row.handled, 10)) return row;
    return await db
      .updateTable('auto_repays')
      .set({ pending: String(total), pending_at: String(now()) })
      .where('order_id', '=', row.order_id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async function finish(row: Selectable<AutoRepaysTable>): Promise<void> {
    const total = Number.parseInt(row.pending ?? row.handled, 10);
    const amount = await payable(row, total - Number.parseInt(row.handled, 10));
    // A rejection (too much, too little available, key too old) leaves the money where it is: nothing is repaid twice
    // or guessed. A command that ran before a crash gets its old answer, whatever could be paid now.
    if (amount > 0) await link.submit(commandOf(row, amount, keyOf(row, total)), Number.parseInt(row.core_user, 10));
    await db
      .updateTable('auto_repays')
      .set({ handled: String(total), pending: null, pending_at: null })
      .where('order_id', '=', row.order_id)
      .execute();
  }

  function enqueue(order: number): void {
    if (stopped || waiting.has(order)) return;
    waiting.add(order);
    working = working.then(async () => {
      waiting.delete(order);
      await repay(order).catch((error: unknown) => {
        if (!(error instanceof IntakeError)) onFault(error);
        later(order);
      });
    });
  }

  /** Retries a rejected command or an unknown outcome under the same key. */
  function later(order: number): void {
    retry.add(order);
    if (stopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const again = [...retry];
      retry.clear();
      for (const one of again) enqueue(one);
    }, RETRY);
  }
  const retry = new Set<number>();

  // Bounded by the orders that are open now or were open at the last stop.
  for (const { order_id } of await db
    .selectFrom('auto_repays')
    .select('order_id')
    .where('done_at', 'is', null)
    .execute()) {
    const order = Number.parseInt(order_id, 10);
    watched.add(order);
    enqueue(order);
  }
  const stopFollowing = live.onChange(({ orders }) => {
    if (watched.size === 0) return;
    for (const { order } of orders) if (watched.has(order.order)) enqueue(order.order);
  });

  return {
    async watch({ order, user, wallet, market, asset }) {
      await db
        .deleteFrom('auto_repays')
        .where('done_at', '<', String(now() - KEPT))
        .execute();
      await db
        .insertInto('auto_repays')
        .values({ order_id: String(order), core_user: String(user), wallet, market, asset })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      watched.add(order);
      enqueue(order);
    },
    async settled() {
      for (let seen: Promise<void> | undefined; seen !== working;) {
        seen = working;
        await seen;
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      stopFollowing();
      await working;
    },
  };
}

function commandOf(row: Selectable<AutoRepaysTable>, amount: number, key: ReturnType<typeof keyOf>) {
  return {
    name: 'debt.repay' as const,
    user: Number.parseInt(row.core_user, 10) as UserId,
    ...key,
    wallet: row.wallet,
    market: (row.wallet === WALLET.isolatedMargin ? row.market : 0) as MarketId,
    asset: row.asset as AssetId,
    amount: amount as Atoms,
  };
}

/** The key of the repayment that brings an order's total to `total`; zeros if none is in progress. */
function keyOf({ order_id, pending_at }: Selectable<AutoRepaysTable>, total: number) {
  if (pending_at === null || total === 0) return { keyTime: 0 as Millis, keyHigh: 0, keyLow: 0, bodyHash: 0 };
  const digest = hash('sha256', `auto-repay:${order_id}:${total}`, 'buffer');
  const word = (at: number) => digest.readUIntBE(at * WORD_BYTES, WORD_BYTES);
  return {
    keyTime: Number.parseInt(pending_at, 10) as Millis,
    keyHigh: word(0),
    keyLow: word(1),
    bodyHash: word(2),
  };
}
