// Which coins' withdrawals rest, on which network: stored, and known from memory at every request.

import { sql } from 'kysely';
import type { Halt } from '../face.ts';
import type { CustodyDatabase } from '../tables.ts';

/** Halts that stand at a time: more than there are coins and networks. */
const MAX_STANDING = 1_000;

export interface Halts {
  standing(network: string, coin: string): Halt | undefined;
  /** Stands already: stays as it is. */
  halt(network: string, coin: string, reason: string, by: string | null, now: number): Promise<void>;
  /** Gives what was lifted. */
  lift(network: string, coin: string, now: number): Promise<Halt | undefined>;
  /** Takes in what another process did. */
  refresh(): Promise<void>;
}

export async function openHalts(db: CustodyDatabase): Promise<Halts> {
  let known = new Map<string, Halt>();
  /** Counts changes, so that an older read never takes the place of a newer halt. */
  let changes = 0;

  async function refresh(): Promise<void> {
    const before = changes;
    const rows = await db
      .selectFrom('custody_halts')
      .selectAll()
      .where('lifted_at', 'is', null)
      .limit(MAX_STANDING)
      .execute();
    if (before !== changes) return refresh();
    known = new Map(
      rows.map(({ network, coin, reason, by_person: by, since }) => [
        `${network} ${coin}`,
        { network, coin, reason, by, since: Number.parseInt(since, 10) },
      ]),
    );
  }

  await refresh();
  return {
    refresh,
    standing: (network, coin) => known.get(`${network} ${coin}`),
    async halt(network, coin, reason, by, now) {
      const place = `${network} ${coin}`;
      const own = { network, coin, reason, by, since: now };
      changes += 1;
      // In force before it is stored: a database that is slow stops no halt.
      if (!known.has(place)) known.set(place, own);
      await sql`insert into custody_halts (network, coin, reason, by_person, since)
        values (${network}, ${coin}, ${reason}, ${by}, ${now})
        on conflict (network, coin) where lifted_at is null do nothing`.execute(db);
      await refresh();
    },
    async lift(network, coin, now) {
      const row = await db
        .updateTable('custody_halts')
        .set({ lifted_at: String(now) })
        .where('network', '=', network)
        .where('coin', '=', coin)
        .where('lifted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      changes += 1;
      await refresh();
      return row === undefined
        ? undefined
        : { network, coin, reason: row.reason, by: row.by_person, since: Number.parseInt(row.since, 10) };
    },
  };
}
