// The private PostgreSQL of a data folder: created if missing, started under a supervisor, kept running, stopped with
// this process.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from './address.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, clusterOf, DATABASE_USER, makeCluster } from './cluster.ts';
import { adviceFor, findRights, startAs } from './rights.ts';
import { SOCKET_PORT } from './socket-port.ts';
import type { Orders, Report } from './supervisor.ts';

/** Name of the database that every first start creates. */
export const DATABASE_NAME = 'vitrine';
/** How long a start may take, ms, including crash recovery after a hard kill. */
const START_TIMEOUT = 120_000;
/** Pause before a supervisor that died is replaced, ms. */
const REPLACE_PAUSE = 100;
/** How long the supervisor may take to stop the server, ms; its own stop stages end before that. */
const STOP_TIMEOUT = 35_000;

/** Server options. Command-line options override any file in the folder. */
const OPTIONS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Logs errors without the rows and keys concerned, because they contain personal data.
  log_error_verbosity: 'terse',
};

export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Called once the server process is starting. */
  readonly onAsked?: () => void;
  /** Called at each change: the server was lost, runs again, or could not be started. */
  readonly onReport?: (report: Report) => void;
  /** Further server options (tests). */
  readonly options?: Readonly<Record<string, string>>;
  /** The folder is deleted at the end: initdb need not sync, and the supervisor removes it (tests). */
  readonly temporary?: boolean;
}

/** A running private server. */
export interface Embedded {
  readonly address: DatabaseAddress;
  /** Process number of the server as last reported. */
  readonly pid: () => number;
  /** Process number of the supervisor. */
  readonly supervisorPid: () => number;
  /** Stops the server and its supervisor; resolves once both have ended. */
  stop(): Promise<void>;
}

type Supervisor = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts the PostgreSQL of a data folder, or adopts a running one. It ends when `stop` is called or this process ends.
 * @throws if it cannot be created or started; the message says why and what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const binaries = await findBinaries();
  const rights = await findRights();
  const cluster = clusterOf(options.dataFolder);
  await makeCluster(cluster, binaries, rights, { sync: options.temporary !== true });

  const args = ['-D', cluster.data, '-p', String(SOCKET_PORT), '-k', cluster.sockets];
  for (const [name, value] of Object.entries({ ...OPTIONS, ...options.options })) args.push('-c', `${name}=${value}`);
  const orders: Orders = {
    start: startAs(rights, binaries.postgres, args),
    data: cluster.data,
    log: cluster.log,
    sockets: cluster.sockets,
    ...(options.temporary === true ? { remove: options.dataFolder } : {}),
  };
  const guard = new Guard(orders, options.onReport ?? (() => undefined));
  options.onAsked?.();
  try {
    await guard.ready(START_TIMEOUT);
  } catch (error) {
    await guard.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PostgreSQL did not start: ${reason} (its log: ${cluster.log}).${adviceFor(rights, cluster.data)}`,
      {
        cause: error,
      },
    );
  }
  return {
    address: addressOf(cluster),
    pid: () => guard.serverPid,
    supervisorPid: () => guard.pid,
    stop: () => guard.stop(),
  };
}

function addressOf(cluster: Cluster): DatabaseAddress {
  return { kind: 'socket', folder: cluster.sockets, user: DATABASE_USER, database: DATABASE_NAME };
}

/** Controls the supervisor: receives its reports, replaces it if it dies, stops it with this process. */
class Guard {
  serverPid = 0;
  pid = 0;
  readonly #orders: Orders;
  readonly #tell: (report: Report) => void;
  #supervisor: Supervisor;
  #stopped = false;
  #waiting: ((report: Report) => void) | undefined;

  constructor(orders: Orders, tell: (report: Report) => void) {
    this.#orders = orders;
    this.#tell = tell;
    this.#supervisor = this.#spawn();
  }

  /** Resolves at the first report that the server is ready; rejects at the first failure. */
  ready(timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready after ${timeout} ms`)), timeout);
      this.#waiting = (report) => {
        if (report.state === 'lost') return;
        clearTimeout(timer);
        this.#waiting = undefined;
        if (report.state === 'ready') resolve();
        else reject(new Error(report.reason));
      };
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const supervisor = this.#supervisor;
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => supervisor.kill('SIGKILL'), STOP_TIMEOUT);
      supervisor.once('exit', () => {
        clearTimeout(timer);
        resolve();
      });
      supervisor.stdin.end();
    });
  }

  #spawn(): Supervisor {
    const file = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    const supervisor = spawn(process.execPath, [file, String(process.pid), JSON.stringify(this.#orders)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // In a separate session, so that Ctrl-C at the terminal reaches only this process.
      detached: true,
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    });
    this.pid = supervisor.pid ?? 0;
    supervisor.stdin.on('error', () => undefined);
    createInterface({ input: supervisor.stdout }).on('line', (line) => this.#hear(JSON.parse(line) as Report));
    supervisor.once('error', (error) => this.#hear({ state: 'failed', reason: String(error) }));
    supervisor.once('exit', () => {
      if (this.#stopped) return;
      this.#hear({ state: 'lost' });
      setTimeout(() => {
        if (!this.#stopped) this.#supervisor = this.#spawn();
      }, REPLACE_PAUSE);
    });
    return supervisor;
  }

  #hear(report: Report): void {
    if (report.state === 'ready') this.serverPid = report.pid;
    this.#waiting?.(report);
    this.#tell(report);
  }
}
