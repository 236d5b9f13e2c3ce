// Prepares a checkout: installs the packages of the lock file, which include Node 24.
// Plain JavaScript, because it must run on any Node >= 20.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const NODE_MAJOR = 24;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function digest(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Installs packages if there are none or the lock file changed since the last install. */
export function ensurePackages() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Vitrine needs Node 20 or newer to begin with; this is ${process.version}.`);
  const stamp = join(root, 'node_modules', '.vitrine-lock');
  const wanted = digest('package-lock.json', 'package.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages (once; about a minute) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  if (result.status !== 0) fail(`'npm install' ended with ${result.status}. Correct what it says above and try again.`);
  // This npm may have rewritten the lock file, so the digest is taken after the install.
  writeFileSync(stamp, digest('package-lock.json', 'package.json'));
}

/** The path of Node 24: from the packages, else the system's if it is new enough. */
export function node() {
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  for (const candidate of [own, process.execPath]) {
    if (!existsSync(candidate)) continue;
    const found = spawnSync(candidate, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    if (Number(found.slice(1).split('.')[0]) >= NODE_MAJOR) return candidate;
  }
  return fail(
    `Vitrine runs on Node ${NODE_MAJOR}. It comes with the packages for Linux and Windows; here install Node ${NODE_MAJOR} or newer and try again (found ${process.version}).`,
  );
}

/** A path of node_modules/.bin. */
export function bin(name) {
  return join(root, 'node_modules', '.bin', name);
}

/** The environment for child processes: the packages' programs first in PATH, browser downloads off. */
export function environment(extra = {}) {
  const sep = process.platform === 'win32' ? ';' : ':';
  return {
    ...process.env,
    PATH: join(root, 'node_modules', '.bin') + sep + process.env.PATH,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    // No colours in a file or a pipe.
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
    ...extra,
  };
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
/** How long a child may take to end after a signal, ms. */
const GRACE = 20_000;
const children = new Set();
/** The signal that asked this process to end; set only after `endOnSignals`. */
let asked;

/** Makes SIGHUP, SIGINT and SIGTERM end the children, then this process. No further step begins. */
export function endOnSignals() {
  for (const signal of Object.keys(SIGNALS)) {
    process.on(signal, () => {
      asked ??= signal;
      setTimeout(() => [...children].map((child) => child.kill('SIGKILL')), GRACE).unref();
      endWhenAlone();
    });
  }
}

function endWhenAlone() {
  if (children.size === 0) process.exit(128 + SIGNALS[asked]);
}

/**
 * Resolves to the exit code of a child (1 for a signal); passes signals on to it.
 * @param {'exit' | 'close'} event `close`: also waits until its output is read
 * @returns {Promise<number>}
 */
export function exitCode(child, event = 'exit') {
  return new Promise((done) => {
    children.add(child);
    const listeners = Object.keys(SIGNALS).map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, listener] of listeners) process.on(signal, listener);
    const end = (code) => {
      children.delete(child);
      for (const [signal, listener] of listeners) process.off(signal, listener);
      if (asked === undefined) done(code);
      else endWhenAlone();
    };
    child.on('error', (error) => {
      console.error(`Could not run ${child.spawnargs[0]}: ${error.message}`);
      end(1);
    });
    child.on(event, (code) => end(code ?? 1));
  });
}

/** Runs a program to its end on our terminal; resolves to its exit code. */
export function run(command, args, options = {}) {
  return exitCode(spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options }));
}

/** Folders written by installs and builds. They are not build inputs. */
const MADE = ['node_modules', 'dist', 'maps'];

/** The start of the names of what the lint tests write between the sources for a moment. It is no input of anything. */
const PLANTED = 'zz-planted';
const isInput = (name) => !MADE.includes(name) && !name.startsWith('.') && !name.startsWith(PLANTED);

/** A hash over the names and contents of files and folders; `tests` includes folders named `test`. */
export function fingerprint(folders, { tests = false } = {}) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(join(root, path));
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) {
        if (isInput(name) && (tests || name !== 'test')) walk(`${path}/${name}`);
      }
    } else hash.update(path).update(readFileSync(join(root, path)));
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return hash.digest('hex');
}

/** The sources of each page. */
const pages = {
  web: ['web', 'ui', 'contract', 'core/src/formula', 'core/src/number', 'package-lock.json'],
  desk: ['desk', 'ui', 'contract', 'core/src/formula', 'core/src/number', 'package-lock.json'],
};

/** The sources of the server bundle. */
const server = ['server/src', 'server/bin/bundle.ts', 'core/src', 'contract/src', 'package-lock.json'];
/** Server bundles kept besides those in use. */
const PROGRAMS = 4;
/**
 * Bounds the young generation of each thread, MiB, so that short-lived objects stay in the processor's cache. Compared
 * with 16, the exchange uses half the memory in the same time.
 */
export const YOUNG_GENERATION = ['--max-semi-space-size=4'];

/** The pages: the retail client and the operators' console. */
export const PAGES = Object.keys(pages);

/** Builds each page whose sources changed since its last build. Resolves to an exit code. */
export async function ensureBuilt() {
  for (const page of PAGES) {
    const code = await ensurePage(page);
    if (code !== 0) return code;
  }
  return 0;
}

/** Builds one page if its sources changed since its last build. Resolves to an exit code. */
export async function ensurePage(page) {
  const wanted = fingerprint(pages[page]);
  const stamp = join(root, page, 'dist', '.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.log(`Building the page of ${page}/ …`);
  const code = await run(
    node(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    // Vitest sets NODE_ENV to test; the page must be built for production.
    { cwd: join(root, page), env: environment({ NODE_ENV: 'production' }) },
  );
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
  return code;
}

/** The server bundle, built if the sources changed since the last build; undefined if the build failed. */
export async function ensureServer() {
  const shelf = join(root, 'server', 'dist');
  // The bundle contains the path of its sources, so the path is part of its name.
  const name = createHash('sha256').update(root).update(fingerprint(server)).digest('hex').slice(0, 16);
  const folder = join(shelf, name);
  if (!isWhole(folder)) {
    try {
      mkdirSync(shelf, { recursive: true });
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      console.error(`Expected to write the server's program to ${shelf}: ${error.message}`);
      return undefined;
    }
    const beside = mkdtempSync(join(shelf, 'making-'));
    console.log('Building the server …');
    const code = await run(node(), ['server/bin/bundle.ts', beside]);
    if (code === 0) seal(beside);
    // Another start may have built it meanwhile.
    if (code === 0 && !existsSync(folder)) renameSync(beside, folder);
    else rmSync(beside, { recursive: true, force: true });
    if (code !== 0) return undefined;
  }
  // Marks the bundle as in use first, so that no other process removes it. If one was already removing it, the check
  // fails and the bundle is built again.
  tryHold(folder, process.pid);
  if (!isWhole(folder)) return ensureServer();
  whereWritable(() => {
    const now = new Date();
    utimesSync(folder, now, now);
    keepNewest(shelf, PROGRAMS);
  });
  return join(folder, 'main.js');
}

/** Lists a bundle's files; written last, because a power failure may leave files empty or truncated. */
const SEAL = 'whole.json';

/**
 * Records the length of each file of a new bundle, syncs all files to disk and makes them readable for the user that
 * runs it.
 */
export function seal(folder) {
  chmodSync(folder, 0o755);
  const lengths = Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
  writeFileSync(join(folder, SEAL), JSON.stringify(lengths));
  for (const name of [...Object.keys(lengths), SEAL]) {
    chmodSync(join(folder, name), 0o644);
    const file = openSync(join(folder, name), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}

/** Whether a bundle's files match its record. */
export function isWhole(folder) {
  try {
    const lengths = JSON.parse(readFileSync(join(folder, SEAL), 'utf8'));
    return Object.entries(lengths).every(([name, length]) => statSync(join(folder, name)).size === length);
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Prefix of the files that name the processes using a bundle: their later threads and children load code from it. */
const HELD = 'held-';

/** Keeps a bundle until a process ends. */
export function hold(folder, pid) {
  // Also removes the marks of processes that ended.
  isHeld(folder);
  writeFileSync(join(folder, `${HELD}${pid}`), '');
}

/** Like `hold`, but tolerates a checkout that is read-only: bundles are not removed there. */
export function tryHold(folder, pid) {
  whereWritable(() => hold(folder, pid));
}

function whereWritable(act) {
  try {
    act();
  } catch (error) {
    // A bundle that was just removed is built again.
    if (!['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(error.code)) throw error;
  }
}

/** Whether a process that uses a bundle is still alive; removes the marks of dead ones. */
function isHeld(folder) {
  let held = false;
  for (const name of readdirSync(folder).filter((one) => one.startsWith(HELD))) {
    if (isAlive(Number(name.slice(HELD.length)))) held = true;
    else rmSync(join(folder, name), { force: true });
  }
  return held;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error.code === 'EPERM';
  }
}

/** Age at which interrupted builds are removed, ms. */
const LEFT_OVER_MS = 3_600_000;

/** Removes interrupted builds and all bundles except the most recently used and those in use. */
export function keepNewest(shelf, count, now = Date.now()) {
  const used = readdirSync(shelf).map((name) => [statSync(join(shelf, name)).mtimeMs, name]);
  const isLeft = ([time, name]) => name.startsWith('making-') && now - time > LEFT_OVER_MS;
  const programs = used.filter(([, name]) => !name.startsWith('making-')).sort(([a], [b]) => b - a);
  const old = programs.slice(count).filter(([, name]) => !isHeld(join(shelf, name)));
  for (const [, name] of [...old, ...used.filter(isLeft)]) rmSync(join(shelf, name), { recursive: true, force: true });
}
