// Starts or connects to a PostgreSQL that has the database and keeps what it acknowledges: embedded or external.

import type pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { checkDatabase, makeDatabase } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import type { Report } from './supervisor.ts';

/** How long an external server may take to answer, ms. */
const URL_PATIENCE = 3_000;

export interface StartOptions {
  /** The embedded server uses its subfolder `postgres`. */
  readonly dataFolder: string;
  /** URL of an external PostgreSQL. */
  readonly databaseUrl?: string;
  /** Called once only waiting for the server is left. */
  readonly onAsked?: () => void;
  /** Called when the embedded server was lost, runs again or could not be started. */
  readonly onReport?: (report: Report) => void;
  /** Further options of the embedded server (tests). */
  readonly options?: Readonly<Record<string, string>>;
  /** The folder is removed at the end (tests). */
  readonly temporary?: boolean;
}

/** A usable PostgreSQL. */
export interface Postgres {
  /** Plain data that other threads can receive; `clientConfig` and `poolConfig` make options from it. */
  readonly address: DatabaseAddress;
  readonly connection: pg.PoolConfig;
  /** Process id of the embedded server as last reported; undefined with an external one. */
  readonly pid: () => number | undefined;
  /** Process number of the embedded server's supervisor. */
  readonly supervisorPid: () => number | undefined;
  /** Stops the embedded server; an external one keeps running. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of the data folder, or connects to the one named by the URL. Waits for a server that
 * ends meanwhile: the supervisor replaces the embedded one, the operator an external one.
 * @throws if it cannot be reached or could lose acknowledged data (`fsync`, `synchronous_commit`).
 */
export async function startPostgres(options: StartOptions): Promise<Postgres> {
  const { databaseUrl, ...embeddedOptions } = options;
  if (databaseUrl !== undefined) {
    const address: DatabaseAddress = { kind: 'url', url: databaseUrl };
    options.onAsked?.();
    await checkDatabase(address, URL_PATIENCE);
    return {
      address,
      connection: poolConfig(address, 'server'),
      pid: () => undefined,
      supervisorPid: () => undefined,
      stop: async () => undefined,
    };
  }
  const embedded = await startEmbedded(embeddedOptions);
  try {
    await makeDatabase(embedded.address);
    await checkDatabase(embedded.address);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return {
    address: embedded.address,
    connection: poolConfig(embedded.address, 'server'),
    pid: embedded.pid,
    supervisorPid: embedded.supervisorPid,
    stop: () => embedded.stop(),
  };
}
