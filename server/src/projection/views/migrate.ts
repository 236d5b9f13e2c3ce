// Migrates a database. Each domain of the server keeps its migrations in `<domain>/migrations`, numbered and append
// only. A table per domain records which have run.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { surviveLoss, VIEWS_SCHEMA, viewsPool } from './database.ts';

const SOURCE = join(import.meta.dirname, '../..');
/**
 * The folder under `src` of each domain with migrations. The names are recorded in databases (tables and migrations by
 * domain) and never change; the folders may.
 */
export const MIGRATED_FOLDERS: { readonly [domain: string]: string } = {
  alert: 'automation/alerts',
  appeal: 'otc/appeals',
  'auto-repay': 'automation/auto-repay',
  'bond-claim': 'otc/bond-claims',
  content: 'content',
  custody: 'custody',
  desk: 'desk',
  file: 'account/files',
  gone: 'automation/cancel-after',
  idempotency: 'api/idempotency',
  identity: 'account/identity',
  kyc: 'account/kyc',
  'otc-chat': 'otc/chat',
  views: 'projection/views',
};
const folderOf = (domain: string): string => join(SOURCE, MIGRATED_FOLDERS[domain] ?? domain, 'migrations');
/** A migration's file: four digits, a word or more. */
const FILE = /^\d{4}-[a-z0-9-]+\.ts$/;

/** Domains of the server that have migrations, by recorded name. */
export function migratedDomains(): Promise<string[]> {
  return Promise.resolve(Object.keys(MIGRATED_FOLDERS).sort());
}

/** The migrations of a domain by name, in running order. */
async function namesOf(domain: string): Promise<string[]> {
  const files = (await readdir(folderOf(domain))).sort();
  for (const file of files)
    if (!FILE.test(file))
      throw new Error(`migrations: expected files like 0001-name.ts in ${domain}/migrations, got ${file}`);
  return files.map((file) => file.slice(0, -'.ts'.length));
}

async function migrationsOf(domain: string): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {};
  for (const name of await namesOf(domain)) {
    const file = `${name}.ts`;
    const loaded: { up?: Migration['up'] } = await import(join(folderOf(domain), file));
    if (typeof loaded.up !== 'function')
      throw new Error(`migrations: ${domain}/migrations/${file} exports no function up`);
    found[name] = { up: loaded.up };
  }
  return found;
}

async function run(pool: pg.Pool, domain: string, schema: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(db);
    const migrations = await migrationsOf(domain);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: schema,
      migrationTableName: `migrations_${domain}`,
      migrationLockTableName: `migrations_${domain}_lock`,
    });
    const { error, results } = await migrator.migrateToLatest();
    const failed = results?.find((result) => result.status === 'Error');
    if (error !== undefined) {
      throw new Error(
        `migrations: ${domain}${failed === undefined ? '' : `, ${failed.migrationName}`} failed; the database is as before it`,
        {
          cause: error,
        },
      );
    }
  } finally {
    await db.destroy();
  }
}

/** The migrations that have run, by domain, in name order; domains without tables are left out. */
async function ranOf(
  connection: pg.PoolConfig,
  domains: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const ran = new Map<string, readonly string[]>();
    for (const domain of domains) {
      const table = `${pg.escapeIdentifier(schemaOf(domain))}.${pg.escapeIdentifier(`migrations_${domain}`)}`;
      const { rows: there } = await client.query('select to_regclass($1) as found', [table]);
      if (there[0].found === null) continue;
      const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
      ran.set(
        domain,
        rows.map(({ name }) => name),
      );
    }
    return ran;
  } finally {
    await client.end();
  }
}

/** Domains whose migrations have all run, with no unknown ones: they need nothing. */
async function upToDate(ran: ReadonlyMap<string, readonly string[]>): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  for (const [domain, names] of ran) if (names.join() === (await namesOf(domain)).join()) done.add(domain);
  return done;
}

/**
 * Checks that this release or an earlier one migrated a database; writes nothing.
 * @returns the domains that are up to date, for `migrateAll`
 * @throws naming what a newer release did to it
 */
export async function expectKnownMigrations(connection: pg.PoolConfig): Promise<ReadonlySet<string>> {
  const ran = await ranOf(connection, await migratedDomains());
  for (const [domain, names] of ran) {
    const known = await namesOf(domain);
    const newer = names.find((name) => !known.includes(name));
    if (newer !== undefined)
      throw new Error(
        `The database is of a newer release: it has ${domain}/${newer}, which this one does not know. Nothing was written; start that release, or restore a copy from before it (docs/operate/recovery.md).`,
      );
  }
  return upToDate(ran);
}

const schemaOf = (domain: string): string => (domain === 'views' ? VIEWS_SCHEMA : 'public');

/** Migrates the views' tables in one schema; creates the schema if absent. */
export async function migrateViews(connection: pg.PoolConfig, schema: string = VIEWS_SCHEMA): Promise<void> {
  if (schema === VIEWS_SCHEMA && (await upToDate(await ranOf(connection, ['views']))).has('views')) return;
  await run(viewsPool(connection, { use: 'fold', most: 2, schema }), 'views', schema);
}

/**
 * Migrates the tables of every domain: the views in their own schema, all others in `public`.
 * @param found the domains known to need nothing, if already checked
 * @throws naming the migration that failed; it is rolled back, earlier ones stay.
 */
export async function migrateAll(connection: pg.PoolConfig, found?: ReadonlySet<string>): Promise<void> {
  const domains = await migratedDomains();
  const done = found ?? (await upToDate(await ranOf(connection, domains)));
  for (const domain of domains) {
    if (done.has(domain)) continue;
    if (domain === 'views') await migrateViews(connection);
    else {
      const pool = new pg.Pool({ ...connection, max: 2 });
      surviveLoss(pool);
      await run(pool, domain, 'public');
    }
  }
}
