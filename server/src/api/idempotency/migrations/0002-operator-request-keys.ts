// Idempotency keys of desk requests, in a separate table: an operator may have the same number as a customer.

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table operator_request_keys (like request_keys including all)`.execute(db);
}

export async function down(db: Kysely<never>): Promise<void> {
  await sql`drop table operator_request_keys`.execute(db);
}
