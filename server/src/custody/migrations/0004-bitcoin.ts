// Bitcoin: our own journal of our outputs, where they are and where they were spent.

import { type Kysely, sql } from 'kysely';

const statements = [
  `create table bitcoin_blocks (
    height int primary key,
    hash text not null
  )`,
  `create table bitcoin_outputs (
    txid text not null,
    position int not null,
    address text not null,
    units numeric(60) not null check (units >= 0),
    height int not null,
    spent_by text,
    spent_height int,
    primary key (txid, position)
  )`,
  `create index bitcoin_outputs_address on bitcoin_outputs (address, height)`,
  `create index bitcoin_outputs_height on bitcoin_outputs (height)`,
  `create index bitcoin_outputs_spent on bitcoin_outputs (spent_height) where spent_height is not null`,
  `create table bitcoin_spends (
    txid text primary key,
    height int not null,
    cost numeric(60) not null
  )`,
  `create index bitcoin_spends_height on bitcoin_spends (height)`,
];

export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  for (const table of ['bitcoin_spends', 'bitcoin_outputs', 'bitcoin_blocks'])
    await sql`drop table ${sql.id(table)}`.execute(db);
}
