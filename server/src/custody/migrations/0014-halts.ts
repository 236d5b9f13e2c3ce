// A coin may be halted for several causes at once; each is lifted separately. `cause`: the transaction that custody did
// not make, `look` for a shortage found by reconciliation, else empty.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table custody_halts add column cause text not null default ''`.execute(db);
  // Matches reconciliation's wording, so that lifting one of these keeps its meaning.
  await sql`update custody_halts set cause = 'look' where by_person is null and lifted_at is null
    and (reason like '% and no record tells of it:%' or reason like '% are missing on %')`.execute(db);
  // Lifted or not, a transaction that was already named does not halt a second time.
  await sql`update custody_halts set cause = substring(reason from '^Transaction ([0-9a-f]{64}) used ')
    where by_person is null and reason ~ '^Transaction [0-9a-f]{64} used '`.execute(db);
  await sql`drop index custody_halts_standing`.execute(db);
  await sql`create unique index custody_halts_standing on custody_halts (network, coin, cause) where lifted_at is null`.execute(
    db,
  );
  await sql`create index custody_halts_cause on custody_halts (cause) where cause <> ''`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`delete from custody_halts later using custody_halts first
    where later.lifted_at is null and first.lifted_at is null and later.id > first.id
      and later.network = first.network and later.coin = first.coin`.execute(db);
  await sql`drop index custody_halts_standing`.execute(db);
  await sql`drop index custody_halts_cause`.execute(db);
  await sql`alter table custody_halts drop column cause`.execute(db);
  await sql`create unique index custody_halts_standing on custody_halts (network, coin) where lifted_at is null`.execute(
    db,
  );
}
