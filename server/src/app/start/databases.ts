// The first step of a start: the data folder and its PostgreSQL, which takes long to start. The rest of the program
// loads meanwhile, so nothing else is imported here.

import type { Logger } from 'pino';
import { type DatabaseAddress, type Postgres, startPostgres } from '../postgres/index.ts';
import type { Settings } from '../settings/index.ts';
import { makeDataFolder } from './data-folder.ts';
import { holdFolder } from './hold-folder.ts';

/** The main database and the journal's: the same, unless the settings name a separate one. */
export interface Databases {
  readonly main: Postgres;
  readonly journal: DatabaseAddress;
  stop(): Promise<void>;
}

/** A starting PostgreSQL. */
export interface Beginning {
  /** Resolves once only waiting is left, or it failed: this thread may block from then on. */
  readonly asked: Promise<void>;
  /** Resolves once both databases are usable; the caller stops them. */
  readonly databases: Promise<Databases>;
}

/** Starts or connects to the databases of the settings. */
export function beginDatabases(settings: Settings, log: Logger): Beginning {
  let tellAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const databases = openDatabases(settings, log, tellAsked).finally(tellAsked);
  // The failure reaches whoever awaits the databases, possibly later.
  databases.catch(() => undefined);
  return { asked, databases };
}

async function openDatabases(settings: Settings, log: Logger, onAsked: () => void): Promise<Databases> {
  const { dataFolder } = settings;
  await makeDataFolder(dataFolder);
  const held = await holdFolder(dataFolder);
  try {
    const opened = await open(settings, log, onAsked);
    return {
      ...opened,
      async stop() {
        await opened.stop();
        held.release();
      },
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

async function open(
  { dataFolder, databaseUrl, journalUrl }: Settings,
  log: Logger,
  onAsked: () => void,
): Promise<Databases> {
  const main = await startPostgres({
    dataFolder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    onAsked,
    onReport: (report) =>
      log[report.state === 'ready' ? 'info' : 'error']({ module: 'postgres', ...report }, 'postgres'),
  });
  const stop = () => main.stop();
  if (journalUrl === undefined) return { main, journal: main.address, stop };
  try {
    const own = await startPostgres({ dataFolder, databaseUrl: journalUrl });
    return { main, journal: own.address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
