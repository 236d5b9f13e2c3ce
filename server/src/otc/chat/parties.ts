// Projects the parties of over-the-counter orders from the exchange's committed events into SQL. The exchange forgets
// an ended order, but its parties may still read their messages.

import { decodeEvents, type ExchangeEvent } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import { retriedWriter } from '../../app/postgres/index.ts';
import { type ExchangeLink, followLink } from '../../engine/sequencer/index.ts';
import type { OtcChatTables } from './tables.ts';

/** Order states in the core that are final: released, cancelled. */
const ENDED: readonly number[] = [2, 3];
/** Most orders per statement. */
const WRITTEN_AT_ONCE = 1_000;
/** Most orders that may wait for SQL. The next start's seed emits again what is still open beyond that. */
const MOST_WAITING = 100_000;

/** An order's two parties, users of the exchange. */
export interface OrderParties {
  readonly buyer: number;
  readonly seller: number;
  /** ms UTC; null while it is open. */
  readonly endedAt: number | null;
}

interface PartiesChange extends OrderParties {
  readonly order: number;
  readonly row: number;
}

export interface Parties {
  /** Resolves once SQL has everything followed so far. @throws if it cannot be written. */
  settled(): Promise<void>;
  find(order: string): Promise<OrderParties | undefined>;
  stop(): Promise<void>;
}

function changeOf(event: ExchangeEvent, row: number, time: number): PartiesChange | undefined {
  if (event.name !== 'deal.changed') return undefined;
  const { deal: order, buyer, seller, state } = event;
  return { order, buyer, seller, endedAt: ENDED.includes(state) ? time : null, row };
}

/** Follows from the current state. Orders that ended while nothing followed count as ended now. */
export async function followParties(
  db: Kysely<OtcChatTables>,
  link: Pick<ExchangeLink, 'seed' | 'onBatch'>,
  onFault: (error: unknown) => void,
): Promise<Parties> {
  /** The newest state of each order that SQL does not have yet. */
  const waiting = new Map<number, PartiesChange>();

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const part = [...waiting.values()].slice(0, WRITTEN_AT_ONCE);
      await db
        .insertInto('otc_chats')
        .values(
          part.map(({ order, buyer, seller, endedAt, row }) => ({
            ...{ order_id: String(order), buyer: String(buyer), seller: String(seller), told_row: String(row) },
            ended_at: endedAt === null ? null : String(endedAt),
          })),
        )
        // Another process may have written a later row already: an ended order stays ended.
        .onConflict((conflict) =>
          conflict.column('order_id').doUpdateSet({
            ended_at: sql`coalesce(otc_chats.ended_at, excluded.ended_at)`,
            told_row: sql`greatest(otc_chats.told_row, excluded.told_row)`,
          }),
        )
        .execute();
      for (const one of part) if (waiting.get(one.order) === one) waiting.delete(one.order);
    }
  }

  const writer = retriedWriter(writeAll, () => waiting.size > 0, onFault);

  function put(change: PartiesChange): void {
    if (waiting.size >= MOST_WAITING && !waiting.has(change.order))
      onFault(new Error(`expected at most ${MOST_WAITING} orders to wait for SQL; order ${change.order} is left out`));
    else waiting.set(change.order, change);
  }

  const unfollow = await followLink(
    link,
    async (seed) => {
      for (const event of decodeEvents(seed.events)) {
        const change = changeOf(event, seed.row, seed.time);
        if (change !== undefined) put(change);
      }
      await writer.write();
      // The seed emits all open orders. One open in SQL and in no event since has ended unseen.
      await db
        .updateTable('otc_chats')
        .set({ ended_at: String(seed.time) })
        .where('ended_at', 'is', null)
        .where('told_row', '<', String(seed.row))
        .execute();
    },
    (batch) => {
      for (const event of decodeEvents(batch.events)) {
        const change = changeOf(event, batch.row, batch.time);
        if (change === undefined) continue;
        put(change);
        writer.wake();
      }
    },
  );

  return {
    settled: () => writer.settled(),
    async find(order) {
      const row = await db.selectFrom('otc_chats').selectAll().where('order_id', '=', order).executeTakeFirst();
      return (
        row && {
          buyer: Number.parseInt(row.buyer, 10),
          seller: Number.parseInt(row.seller, 10),
          endedAt: row.ended_at === null ? null : Number.parseInt(row.ended_at, 10),
        }
      );
    },
    stop() {
      unfollow();
      return writer.stop();
    },
  };
}
