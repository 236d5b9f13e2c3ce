// Projects claims and claimable deals from the exchange's committed events into SQL, because the exchange forgets both
// and the parties and the desk read them later.

import { decodeEvents, type EventOf, type ExchangeEvent } from '@vitrine/core';
import { type Kysely, sql } from 'kysely';
import { retriedWriter } from '../../app/postgres/index.ts';
import { type ExchangeLink, followLink } from '../../engine/sequencer/index.ts';
import type { BondClaimTables } from './tables.ts';

/** States of a claim in the exchange. */
export const CLAIM_STATE = { notice: 1, paid: 2, refused: 3, lapsed: 4 } as const;
/** Most rows per statement. */
const WRITTEN_AT_ONCE = 1_000;

type Ended = EventOf<'deal.ended'>;
interface ClaimChange {
  readonly event: EventOf<'claim.changed'>;
  readonly row: number;
  readonly time: number;
}

export interface FollowedClaims {
  /** Resolves with the last followed row once SQL has it. @throws if it cannot be written. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Follows from the current state; `changed` is called after SQL has a claim's new state. */
export async function followClaims(
  db: Kysely<BondClaimTables>,
  link: Pick<ExchangeLink, 'seed' | 'onBatch'>,
  changed: () => void,
  onFault: (error: unknown) => void,
): Promise<FollowedClaims> {
  /** The newest state of each that SQL does not have yet. */
  const deals = new Map<number, Ended>();
  const claims = new Map<number, ClaimChange>();
  const waits = (): boolean => deals.size > 0 || claims.size > 0;

  async function writeDeals(): Promise<void> {
    const part = [...deals.values()].slice(0, WRITTEN_AT_ONCE);
    if (part.length === 0) return;
    await db
      .insertInto('bond_deals')
      .values(
        part.map(({ deal, merchant, user, asset, value, until }) => ({
          ...{ deal: String(deal), merchant: String(merchant), harmed: String(user), asset },
          ...{ value: String(value), until: String(until) },
        })),
      )
      .onConflict((conflict) => conflict.column('deal').doNothing())
      .execute();
    for (const one of part) if (deals.get(one.deal) === one) deals.delete(one.deal);
  }

  async function writeClaims(): Promise<void> {
    const part = [...claims.values()].slice(0, WRITTEN_AT_ONCE);
    if (part.length === 0) return;
    await db
      .insertInto('bond_claims')
      .values(
        part.map(({ event, row, time }) => ({
          ...{ claim: String(event.claim), deal: String(event.deal), merchant: String(event.merchant) },
          ...{ harmed: String(event.user), asset: event.asset, amount: String(event.amount), state: event.state },
          ...{ notice_until: String(event.from), until: String(event.until), changed_at: String(time) },
          ...{ told_row: String(row), noticed: 0, answer: null, answered_at: null },
        })),
      )
      // Another process may have written a later state already: a closed claim stays closed.
      .onConflict((conflict) =>
        conflict.column('claim').doUpdateSet({
          state: sql`greatest(bond_claims.state, excluded.state)`,
          changed_at: sql`case when excluded.state > bond_claims.state then excluded.changed_at else bond_claims.changed_at end`,
          told_row: sql`greatest(bond_claims.told_row, excluded.told_row)`,
        }),
      )
      .execute();
    for (const one of part) if (claims.get(one.event.claim) === one) claims.delete(one.event.claim);
    changed();
  }

  async function writeAll(): Promise<void> {
    while (waits()) {
      await writeDeals();
      await writeClaims();
    }
  }

  const writer = retriedWriter(writeAll, waits, onFault);

  function take(event: ExchangeEvent, row: number, time: number): boolean {
    if (event.name === 'deal.ended') deals.set(event.deal, event);
    else if (event.name === 'claim.changed') claims.set(event.claim, { event, row, time });
    else return false;
    return true;
  }

  /**
   * The seed emits all open claims. A claim open in SQL and in no event since was settled unseen: it was paid if more
   * of its deal is paid than SQL knows of.
   */
  async function settleUnseen(paid: ReadonlyMap<number, number>, row: number, time: number): Promise<void> {
    const unseen = await db
      .selectFrom('bond_claims')
      .select(['claim', 'deal'])
      .where('state', '=', CLAIM_STATE.notice)
      .where('told_row', '<', String(row))
      .execute();
    for (const { claim, deal } of unseen) {
      const known = await db
        .selectFrom('bond_claims')
        .select((of) => of.fn.coalesce(of.fn.sum<string>('amount'), sql<string>`0`).as('sum'))
        .where('deal', '=', deal)
        .where('state', '=', CLAIM_STATE.paid)
        .executeTakeFirstOrThrow();
      const state = (paid.get(Number(deal)) ?? 0) > Number(known.sum) ? CLAIM_STATE.paid : CLAIM_STATE.refused;
      await db
        .updateTable('bond_claims')
        .set({ state, changed_at: String(time), told_row: String(row) })
        .where('claim', '=', claim)
        .execute();
    }
  }

  const unfollow = await followLink(
    link,
    async (seed) => {
      const paid = new Map<number, number>();
      for (const event of decodeEvents(seed.events)) {
        take(event, seed.row, seed.time);
        if (event.name === 'deal.ended') paid.set(event.deal, event.paid);
      }
      await writer.write();
      await settleUnseen(paid, seed.row, seed.time);
    },
    (batch) => {
      let any = false;
      for (const event of decodeEvents(batch.events)) any = take(event, batch.row, batch.time) || any;
      if (any) writer.wake();
    },
  );

  return {
    settled: () => writer.settled(),
    stop() {
      unfollow();
      return writer.stop();
    },
  };
}
