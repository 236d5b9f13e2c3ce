// Access to the views' tables: a separate pool, int8 as safe numbers, commits that do not wait for the disk.

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { charge, STATEMENT_UNITS } from '../../api/load/index.ts';
import type { ViewsDatabase } from './tables/tables.ts';

/** The schema that holds every view; a rebuild drops it whole. */
export const VIEWS_SCHEMA = 'views';

const INT8 = 20;
/** OID of `numeric`. Only whole totals parse; a fraction throws. */
const NUMERIC = 1700;
const CONNECT_TIMEOUT = 10_000;
/** Timeout of a read statement, ms. */
const READ_TIMEOUT = 10_000;
/** Timeout of a projection statement, ms: a migration or a big batch. */
const FOLD_TIMEOUT = 120_000;

/** Parses int8. The columns hold words of the core, at most 2^52. @throws for anything a double cannot hold. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new Error(`views: expected a whole number within ±2^53 in an int8 column, got ${text}`);
  return value;
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? parseInt8
      : oid === NUMERIC && format !== 'binary'
        ? BigInt
        : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * Users' reads must use an index in their order, so that a limit ends them early. A sort or a bitmap scan would read
 * all matching rows before the first. A single read must not use several cores either.
 */
const READ_PLANS =
  ' -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off -c jit=off -c max_parallel_workers_per_gather=0';

export interface PoolPurpose {
  /** `fold` writes, `read` answers users. */
  readonly use: 'fold' | 'read';
  /** Maximum number of connections. */
  readonly most: number;
  readonly schema?: string;
}

/** Opens a pool whose statements find the views' tables first. The caller ends it. */
export function viewsPool(connection: pg.PoolConfig, purpose: PoolPurpose): pg.Pool {
  const schema = purpose.schema ?? VIEWS_SCHEMA;
  if (!/^[a-z_]{1,40}$/.test(schema))
    throw new Error(`views: expected a schema of lower-case letters, got "${schema}"`);
  const own = `-c search_path=${schema} -c synchronous_commit=off${purpose.use === 'read' ? READ_PLANS : ''}`;
  const pool = new pg.Pool({
    ...connection,
    options: connection.options === undefined ? own : `${connection.options} ${own}`,
    max: purpose.most,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: purpose.use === 'read' ? READ_TIMEOUT : FOLD_TIMEOUT,
    types,
    application_name: `vitrine-views-${purpose.use}`,
  });
  surviveLoss(pool);
  return pool;
}

/**
 * Keeps a lost connection from ending the process, with listeners on the pool (idle connections) and on each client
 * (those in use). The statement that used it fails, or its next use does; that retries or answers 503.
 */
export function surviveLoss(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
}

/** Kysely over such a pool; each statement is charged to whoever asked. `destroy()` ends the pool too. */
export function viewsDatabase(pool: pg.Pool): Kysely<ViewsDatabase> {
  return new Kysely<ViewsDatabase>({ dialect: new PostgresDialect({ pool }), log: () => charge(STATEMENT_UNITS) });
}
