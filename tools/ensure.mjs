// Makes a checkout ready: packages as the lock file says, and Node 24 from among them. Plain JavaScript, for it
// runs on whatever Node (>= 20) the machine has.
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

/** Installs packages when there are none or the lock file changed since the last install. */
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
  // The lock may have been normalised by this npm: remember what stands there now.
  writeFileSync(stamp, digest('package-lock.json', 'package.json'));
}

/** The path of Node 24: the one from the packages, else the machine's own if it is new enough. */
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

/** The environment for children: the packages' programs first, the browser never downloaded. */
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
/** How long a child has to end after a signal, ms. */
const GRACE = 20_000;
const children = new Set();
/** The signal that asked this process to end, where `endOnSignals` was called. */
let asked;

/** From now on SIGHUP, SIGINT and SIGTERM end the children, then this process; no further step begins. */
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
 * The exit code of a child (a signal counts as 1); signals are passed on to it.
 * @param {'exit' | 'close'} event `close`: when its output is read too
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

/** Runs a program to its end with our terminal; gives its exit code. */
export function run(command, args, options = {}) {
  return exitCode(spawn(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options }));
}

/** Folders that installing and building write: what is built does not depend on them. */
const MADE = ['node_modules', 'dist', 'maps'];

/** A hash over the names and contents of files and folders; `tests` counts the folders named `test` too. */
export function fingerprint(folders, { tests = false } = {}) {
  const hash = createHash('sha256');
  const walk = (path) => {
    const stat = statSync(join(root, path));
    if (stat.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) {
        if (!MADE.includes(name) && (tests || name !== 'test') && !name.startsWith('.')) walk(`${path}/${name}`);
      }
    } else hash.update(path).update(readFileSync(join(root, path)));
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(folder);
  return hash.digest('hex');
}

/** What each page is built from. */
const pages = {
  web: ['web', 'ui', 'contract', 'core/src/formula', 'core/src/number', 'package-lock.json'],
  desk: ['desk', 'ui', 'contract', 'core/src/formula', 'core/src/number', 'package-lock.json'],
};

/** What the server's program is put together from. */
const server = ['server/src', 'server/bin/bundle.ts', 'core/src', 'contract/src', 'package-lock.json'];
/** Programs that are kept beside those in use. */
const PROGRAMS = 4;
/**
 * Bounds the young generation of each thread, MiB: short-lived objects then stay in the processor's cache. Beside 16 the
 * exchange takes half of the memory, and no more time.
 */
export const YOUNG_GENERATION = ['--max-semi-space-size=4'];

/** The pages: the retail client's, the operators' console's. */
export const PAGES = Object.keys(pages);

/** Builds each page that was not built from what stands in the tree now. Gives an exit code. */
export async function ensureBuilt() {
  for (const page of PAGES) {
    const code = await ensurePage(page);
    if (code !== 0) return code;
  }
  return 0;
}

/** Builds one page, when it was not built from what stands in the tree now. Gives an exit code. */
export async function ensurePage(page) {
  const wanted = fingerprint(pages[page]);
  const stamp = join(root, page, 'dist', '.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.log(`Building the page of ${page}/ …`);
  const code = await run(
    node(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    // Vitest says that this is a test; the page is the one for customers all the same.
    { cwd: join(root, page), env: environment({ NODE_ENV: 'production' }) },
  );
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, wanted);
  }
  return code;
}

/** The server's program in JavaScript, put together where it was not from what stands in the tree now; undefined: it could not be. */
export async function ensureServer() {
  const shelf = join(root, 'server', 'dist');
  // The place of the sources stands in the program.
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
    // Another start may have made it meanwhile.
    if (code === 0 && !existsSync(folder)) renameSync(beside, folder);
    else rmSync(beside, { recursive: true, force: true });
    if (code !== 0) return undefined;
  }
  // Held first: from here on nobody removes it. Who was just doing so is found out, and it is built again.
  tryHold(folder, process.pid);
  if (!isWhole(folder)) return ensureServer();
  whereWritable(() => {
    const now = new Date();
    utimesSync(folder, now, now);
    keepNewest(shelf, PROGRAMS);
  });
  return join(folder, 'main.js');
}

/** What a program's folder holds, written last: a power cut may leave files empty or cut. */
const SEAL = 'whole.json';

/** Notes the length of each file of a program that was just built, all of it on the disk and readable by whoever runs it. */
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

/** Whether a program's folder is as it was built. */
export function isWhole(folder) {
  try {
    const lengths = JSON.parse(readFileSync(join(folder, SEAL), 'utf8'));
    return Object.entries(lengths).every(([name, length]) => statSync(join(folder, name)).size === length);
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw error;
  }
}

/** In a program's folder, before the number of a process that runs it: the thread or child it starts next is read from there. */
const HELD = 'held-';

/** Keeps a program's folder for as long as a process lives. */
export function hold(folder, pid) {
  // Of earlier starts nothing piles up.
  isHeld(folder);
  writeFileSync(join(folder, `${HELD}${pid}`), '');
}

/** The same for a program that was built in a checkout that nothing may be written to: nobody removes it there. */
export function tryHold(folder, pid) {
  whereWritable(() => hold(folder, pid));
}

function whereWritable(act) {
  try {
    act();
  } catch (error) {
    // A folder that was just removed is built again.
    if (!['EROFS', 'EACCES', 'EPERM', 'ENOENT'].includes(error.code)) throw error;
  }
}

/** Whether a process that holds a program's folder still lives; what is left of others is removed. */
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
    // Somebody else's is alive too.
    return error.code === 'EPERM';
  }
}

/** Builds that were cut off are removed after this, ms. */
const LEFT_OVER_MS = 3_600_000;

/** Removes all but the programs used last and those in use, and what interrupted builds left. */
export function keepNewest(shelf, count, now = Date.now()) {
  const used = readdirSync(shelf).map((name) => [statSync(join(shelf, name)).mtimeMs, name]);
  const isLeft = ([time, name]) => name.startsWith('making-') && now - time > LEFT_OVER_MS;
  const programs = used.filter(([, name]) => !name.startsWith('making-')).sort(([a], [b]) => b - a);
  const old = programs.slice(count).filter(([, name]) => !isHeld(join(shelf, name)));
  for (const [, name] of [...old, ...used.filter(isLeft)]) rmSync(join(shelf, name), { recursive: true, force: true });
}
