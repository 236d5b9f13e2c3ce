// What every exchange of the journeys begins with, made once: a data folder after a first start and a clean stop, so that
// copies of it are there at once, and prices to replay. Made anew when the server's sources change, and every few hours,
// so that no copy has long to catch up.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from './bundle.ts';
import type { Turn } from './planted.ts';
import { freePort } from './ports.ts';
import { copyFolder, scratchFolder } from './scratch.ts';
import { root, startServer } from './server.ts';

const SOURCES = ['server/src', 'server/bin', 'core/src', 'contract/src', 'e2e/support/bundle.ts', 'package-lock.json'];
const TURN_FILE = 'turn.json';
/** Where it is, for the workers of a run. */
const PLACE = 'VITRINE_TEST_PREPARED';
const MOST_AGE_MS = 3 * 3_600_000;
const DAYS_OF_CANDLES = '720';
/** Of every exchange of the journeys; its hash stands in the prepared journal. */
export const SEED = '5eed';

export interface Prepared {
  /** The server's program, put together (`bundle.ts`). */
  readonly program: string;
  /** To be copied. */
  readonly data: string;
  /** Made candles of BTC and ETH. */
  readonly candles: string;
  /** Prices that move at known moments (`planted.ts`). */
  readonly planted: string;
  readonly turn: Turn;
}

/** The prepared folder of what stands in the tree now; made where it is missing. All workers of a run take the same. */
export async function prepared(): Promise<Prepared> {
  const place = process.env[PLACE] ?? (await made());
  process.env[PLACE] = place;
  return {
    program: join(place, 'server', 'main.js'),
    data: join(place, 'data'),
    candles: join(place, 'candles'),
    planted: join(place, 'planted'),
    turn: JSON.parse(readFileSync(join(place, TURN_FILE), 'utf8')) as Turn,
  };
}

async function made(): Promise<string> {
  const shelf = join(root, 'node_modules', '.cache', 'exchange');
  mkdirSync(shelf, { recursive: true });
  // Another run may still work in one: it goes when it is old.
  for (const name of readdirSync(shelf))
    if (Date.now() - statSync(join(shelf, name)).mtimeMs > MOST_AGE_MS)
      rmSync(join(shelf, name), { recursive: true, force: true });
  const place = join(shelf, fingerprint());
  if (existsSync(place)) return place;
  const folder = await make();
  const beside = `${place}.${process.pid}`;
  copyFolder(folder, beside);
  rmSync(folder, { recursive: true, force: true });
  await bundleServer(root, join(beside, 'server'));
  const now = new Date();
  utimesSync(beside, now, now);
  try {
    renameSync(beside, place);
  } catch (error) {
    // Another run was quicker.
    if (!existsSync(place)) throw error;
    rmSync(beside, { recursive: true, force: true });
  }
  return place;
}

async function make(): Promise<string> {
  const folder = scratchFolder();
  for (const symbol of ['BTC/USDT', 'ETH/USDT'])
    runTool('server/bin/candles.ts', join(folder, 'candles'), symbol, DAYS_OF_CANDLES);
  writeFileSync(join(folder, TURN_FILE), runTool('server/bin/planted.ts', join(folder, 'planted')));
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DESK_PORT: String(await freePort()),
    VITRINE_HOST: '127.0.0.1',
    VITRINE_DATA: join(folder, 'data'),
    VITRINE_SEED: SEED,
  };
  const server = await startServer('server/src/main.ts', `http://127.0.0.1:${port}`, settings, {
    lines: [],
    setupLink: '',
  });
  await server.end('SIGTERM');
  return folder;
}

function runTool(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** A hash over names and contents of what the folder depends on. */
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
