// `npm run trace -- [FILE]`: serves a journey's trace, by default the newest, at an address for any browser.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages, node, root, run } from './ensure.mjs';

/** The newest trace of the last journeys below `folder`; undefined if there is none. */
export function newestTrace(folder) {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zip'))
    .map((name) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

if (import.meta.main) {
  ensurePackages();
  const trace = process.argv[2] ?? newestTrace(join(root, 'node_modules', '.cache', 'journeys'));
  if (trace === undefined) {
    console.error('No trace: only failed journeys keep one, or those run with --trace on.');
    process.exit(1);
  }
  console.log(trace);
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  process.exit(await run(node(), [playwright, 'show-trace', '--host', '127.0.0.1', '--port', '0', trace]));
}
