// Halted withdrawals by coin and network: stored, and read from memory at every request.

import { sql } from 'kysely';
import type { Halt } from '../types/index.ts';
import type { CustodyDatabase } from '../tables.ts';

/** Most coins on networks halted at once: more than there are. */
const MAX_STANDING = 1_000;
/** Cause of a shortage found by reconciliation. */
export const LOOK = 'look';

export interface Halts {
  /** The first active halt; its reason says how many there are. */
  standing(network: string, coin: string): Halt | undefined;
  /** For a cause that is already active: no change. */
  halt(network: string, coin: string, reason: string, by: string | null, now: number, cause?: string): Promise<void>;
  /** Lifts the first one, which `standing` returns; others remain. Returns its cause; undefined: there is none. */
  lift(network: string, coin: string, now: number): Promise<string | undefined>;
  /** Loads other processes' changes. */
  refresh(): Promise<void>;
}

interface Row {
  readonly network: string;
  readonly coin: string;
  readonly reason: string;
  readonly by_person: string | null;
  readonly since: string;
  readonly cases: string;
}

export async function openHalts(db: CustodyDatabase): Promise<Halts> {
  let known = new Map<string, Halt>();
  /** Counts changes, so that an older read never replaces a newer halt. */
  let changes = 0;

  async function refresh(): Promise<void> {
    const before = changes;
    const { rows } = await sql<Row>`
      select distinct on (network, coin) network, coin, reason, by_person, since,
        count(*) over (partition by network, coin) as cases
      from custody_halts where lifted_at is null order by network, coin, id limit ${MAX_STANDING}`.execute(db);
    if (before !== changes) return refresh();
    known = new Map(
      rows.map(({ network, coin, reason, by_person: by, since, cases }) => [
        `${network} ${coin}`,
        { network, coin, reason: ofCases(reason, cases), by, since: Number.parseInt(since, 10) },
      ]),
    );
  }

  await refresh();
  return {
    refresh,
    standing: (network, coin) => known.get(`${network} ${coin}`),
    async halt(network, coin, reason, by, now, cause = '') {
      const place = `${network} ${coin}`;
      const own = { network, coin, reason, by, since: now };
      changes += 1;
      // In force before it is stored, so that a slow database delays no halt.
      if (!known.has(place)) known.set(place, own);
      await sql`insert into custody_halts (network, coin, reason, by_person, since, cause)
        values (${network}, ${coin}, ${reason}, ${by}, ${now}, ${cause})
        on conflict (network, coin, cause) where lifted_at is null do nothing`.execute(db);
      await refresh();
    },
    async lift(network, coin, now) {
      const { rows } = await sql<{ cause: string }>`
        update custody_halts set lifted_at = ${now} where id = (
          select id from custody_halts where network = ${network} and coin = ${coin} and lifted_at is null
          order by id limit 1 for update
        ) and lifted_at is null returning cause`.execute(db);
      changes += 1;
      await refresh();
      return rows[0]?.cause;
    },
  };
}

/** Text for the first of several halts. */
function ofCases(reason: string, cases: string): string {
  return cases === '1' ? reason : `${reason} (The first of ${cases} cases; each is lifted by itself.)`;
}
