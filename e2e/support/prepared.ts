// The initial state of every exchange in the journeys, made once: prices to replay, and a data folder after a first
// start and a clean stop, so that copies start fast.
// Rebuilt when the server's sources change, and every few hours, so that copies have little time to catch up.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Turn } from './planted.ts';
import { freePorts } from './ports.ts';
import { copyFolder, scratchFolder } from './scratch.ts';
import { root, startServer, withoutOurs } from './server.ts';

const SOURCES = ['server/src', 'server/bin', 'core/src', 'contract/src', 'package-lock.json'];
const TURN_FILE = 'turn.json';
/** Its path, for the workers of a run. */
const PLACE = 'VITRINE_TEST_PREPARED';
const SHELF = join(root, 'node_modules', '.cache', 'exchange');
const MOST_AGE_MS = 3 * 3_600_000;
const DAYS_OF_CANDLES = '720';
/** The seed of every exchange in the journeys; its hash is in the prepared journal. */
export const SEED = '5eed';

export interface Prepared {
  /** The server bundle (`server/bin/bundle.ts`). */
  readonly program: string;
  /** The data folder to copy. */
  readonly data: string;
  /** Generated candles of BTC and ETH. */
  readonly candles: string;
  /** Prices that move at known moments (`planted.ts`). */
  readonly planted: string;
  readonly turn: Turn;
}

/** The prepared folder for the current sources; created if missing. All workers of a run use the same. */
export async function prepared(): Promise<Prepared> {
  const place = process.env[PLACE] ?? (await made());
  process.env[PLACE] = place;
  // Marks it as used, so that other runs do not remove it.
  touch(place);
  return {
    program: join(place, 'server', 'main.js'),
    data: join(place, 'data'),
    candles: join(place, 'candles'),
    planted: join(place, 'planted'),
    turn: JSON.parse(readFileSync(join(place, TURN_FILE), 'utf8')) as Turn,
  };
}

async function made(): Promise<string> {
  mkdirSync(SHELF, { recursive: true });
  sweep(SHELF);
  const mark = fingerprint();
  const found = usable(SHELF, mark);
  if (found !== undefined) return found;
  const beside = mkdtempSync(join(SHELF, 'making-'));
  const scratch = scratchFolder();
  try {
    await make(scratch);
    copyFolder(`${scratch}/.`, beside);
    runTool('server/bin/bundle.ts', join(beside, 'server'));
    const place = join(SHELF, `${mark}.${Date.now()}`);
    renameSync(beside, place);
    return place;
  } finally {
    for (const folder of [beside, scratch]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes folders unused for hours. A folder's time is that of its last use. */
export function sweep(shelf: string): void {
  for (const name of readdirSync(shelf)) {
    const used = statSync(join(shelf, name), { throwIfNoEntry: false })?.mtimeMs;
    if (used !== undefined && Date.now() - used > MOST_AGE_MS)
      rmSync(join(shelf, name), { recursive: true, force: true });
  }
}

/** The newest folder for these sources, unless it is too old or its time is in the future because of a wrong clock. */
export function usable(shelf: string, mark: string): string | undefined {
  const times = readdirSync(shelf).flatMap((name) => {
    const [of, time] = name.split('.');
    return of === mark ? [Number(time)] : [];
  });
  const now = Date.now();
  const newest = Math.max(...times.filter((time) => time <= now && now - time <= MOST_AGE_MS));
  if (!Number.isFinite(newest)) return undefined;
  const place = join(shelf, `${mark}.${newest}`);
  touch(place);
  return place;
}

function touch(place: string): void {
  const now = new Date();
  utimesSync(place, now, now);
}

async function make(folder: string): Promise<void> {
  for (const symbol of ['BTC/USDT', 'ETH/USDT'])
    runTool('server/bin/candles.ts', join(folder, 'candles'), symbol, DAYS_OF_CANDLES);
  writeFileSync(join(folder, TURN_FILE), runTool('server/bin/planted.ts', join(folder, 'planted')));
  const { port, deskPort } = await freePorts();
  const settings = {
    PORT: String(port),
    DESK_PORT: String(deskPort),
    VITRINE_HOST: '127.0.0.1',
    VITRINE_DATA: join(folder, 'data'),
    VITRINE_SEED: SEED,
    VITRINE_PRACTICE_TRADERS: 'off',
  };
  const server = await startServer('server/src/main.ts', `http://127.0.0.1:${port}`, settings, {
    lines: [],
    setupLink: '',
  });
  await server.end('SIGTERM');
  // Takes a snapshot, so that starts replay nothing.
  runTool('server/bin/snapshot.ts', join(folder, 'data'));
}

function runTool(...args: readonly string[]): string {
  const env = withoutOurs(process.env);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A hash over names and contents of the folder's inputs. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const walk = (path: string): void => {
    const whole = join(root, path);
    if (statSync(whole).isDirectory()) for (const name of readdirSync(whole).toSorted()) walk(`${path}/${name}`);
    else hash.update(path).update(readFileSync(whole));
  };
  for (const path of SOURCES) walk(path);
  return hash.digest('hex').slice(0, 16);
}
