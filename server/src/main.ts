// The program behind `npm start`: reads the settings, starts PostgreSQL while it loads and opens the exchange, prints
// the URLs, closes everything on Ctrl-C.

import closeWithGrace from 'close-with-grace';
import type { RunningExchange } from './app/exchange/index.ts';
import { openLog } from './shared/log/index.ts';
import { readSettings, type Settings, SettingsError, withoutPassword } from './app/settings/index.ts';
import { beginDatabases, setupLine } from './app/start/index.ts';

/** How long closing may take before the process is ended anyway, ms. */
const CLOSE_DELAY = 60_000;

/** Ends the process with a message for the operator. */
function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Vitrine does not start. ${withoutPassword(message)}\n`);
  process.exit(1);
}

function settingsOrEnd(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingsError) refuse(error);
    throw error;
  }
}

const settings = settingsOrEnd();
const log = openLog(settings);
/** An unrecoverable error: the exit code reports it to whatever supervises the process. */
let failed = false;
let house: RunningExchange | undefined;
let opening: Promise<RunningExchange> | undefined;

const grace = closeWithGrace({ delay: CLOSE_DELAY, logger: false }, async ({ err, signal }) => {
  if (err !== undefined) log.fatal({ err }, 'the exchange stops');
  else log.info({ signal }, 'the exchange stops');
  // Ctrl-C during the start waits for what is being opened, so that it can be closed.
  house ??= await opening?.catch(() => undefined);
  await house?.close();
  log.info('the exchange has stopped');
  if (failed) process.exit(1);
});

if (settings.endWithStdin) {
  // The reader of our output may end together with our parent: a broken pipe is no error then.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.stdin.resume().once('end', () => grace.close());
}

async function open(): Promise<RunningExchange> {
  const { asked, databases } = beginDatabases(settings, log);
  await asked;
  // Loading blocks this thread while PostgreSQL starts.
  const { openExchange } = await import('./app/exchange/index.ts');
  return openExchange(
    settings,
    log,
    (error) => {
      log.fatal({ err: error }, 'the exchange cannot go on');
      failed = true;
      grace.close();
    },
    databases,
  );
}

opening = open();
opening.then(
  (opened) => {
    house = opened;
    const { url, desk, notTaking } = opened;
    process.stdout.write(`Vitrine (${settings.mode}) is open at ${url}\n`);
    if (notTaking !== undefined) process.stdout.write(`Attention: ${notTaking}\n`);
    // The link never appears in our logs.
    process.stdout.write(
      setupLine({
        ...{ url: desk.url, setup: desk.setup, mode: settings.mode },
        ...{ terminal: process.stdout.isTTY, dataFolder: settings.dataFolder },
      }),
    );
  },
  (error: unknown) => refuse(error),
);
