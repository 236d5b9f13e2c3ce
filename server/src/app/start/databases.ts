// What a start asks for first: the data folder and its PostgreSQL, which takes long to come up. The rest of the program is
// loaded in the meantime, so nothing else is imported here.

import type { Logger } from 'pino';
import { type DatabaseAddress, type Postgres, startPostgres } from '../postgres/index.ts';
import type { Settings } from '../settings/index.ts';
import { makeDataFolder } from './data-folder.ts';
import { holdFolder } from './hold-folder.ts';

/** Our database, and where the journal's is: the same, unless the settings name one of its own. */
export interface Databases {
  readonly main: Postgres;
  readonly journal: DatabaseAddress;
  stop(): Promise<void>;
}

/** PostgreSQL on its way. */
export interface Beginning {
  /** Resolves once waiting is all that is left to do, or it failed: this thread may be busy from then on. */
  readonly asked: Promise<void>;
  /** Resolves when both databases can be used; whoever asked stops them. */
  readonly databases: Promise<Databases>;
}

/** Asks for the databases of the settings. */
export function beginDatabases(settings: Settings, log: Logger): Beginning {
  let tellAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const databases = openDatabases(settings, log, tellAsked).finally(tellAsked);
  // A failure is told to whoever waits for the databases, which may be later.
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
