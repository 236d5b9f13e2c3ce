// One call gives a PostgreSQL that is there, has our database and keeps what it acknowledges: ours or yours.

import type pg from 'pg';
import { type DatabaseAddress, poolConfig } from './address.ts';
import { checkDatabase, makeDatabase } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import type { Report } from './supervisor.ts';

/** How long a server of yours may take to answer, ms. */
const URL_PATIENCE = 3_000;

export interface StartOptions {
  /** The embedded server lives in its folder `postgres`. */
  readonly dataFolder: string;
  /** Your PostgreSQL instead. */
  readonly databaseUrl?: string;
  /** Told once waiting for the server is all that is left to do. */
  readonly onAsked?: () => void;
  /** Told when the embedded server was lost, runs again or could not be started. */
  readonly onReport?: (report: Report) => void;
  /** Further options of the embedded server (tests). */
  readonly options?: Readonly<Record<string, string>>;
  /** The folder is removed at the end (tests). */
  readonly temporary?: boolean;
}

/** A PostgreSQL to work with. */
export interface Postgres {
  /** Plain data, may be sent to other threads; `clientConfig` and `poolConfig` make options of it. */
  readonly address: DatabaseAddress;
  readonly connection: pg.PoolConfig;
  /** Process number of the embedded server as last reported; undefined with a server of your own. */
  readonly pid: () => number | undefined;
  /** Process number of the embedded server's supervisor. */
  readonly supervisorPid: () => number | undefined;
  /** Stops the embedded server; leaves yours alone. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of the data folder, or takes the one named by the URL. A server that ends while it is
 * being taken is waited for: ours is replaced by its supervisor, yours by you.
 * @throws when it cannot be reached or would lose acknowledged data (`fsync`, `synchronous_commit`).
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
