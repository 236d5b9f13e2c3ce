// `npm run check` leaves out a step whose every input is as it was when the step last passed.
import { mkdirSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, root } from './ensure.mjs';

const folder = join(root, 'node_modules', '.cache', 'passed');
/** What decides about every package's tests. */
const common = ['package-lock.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools'];
/** The packages a package's tests read, itself included. */
const reads = {
  core: ['core'],
  'core-mocked': ['core'],
  contract: ['contract', 'core'],
  ui: ['ui', 'web/lingui.config.ts'],
  web: ['web', 'ui', 'contract', 'core/src'],
  desk: ['desk', 'ui', 'contract', 'core/src'],
};

const stampOf = (name) => join(folder, name);
const now = (name) => fingerprint([...common, ...reads[name]], { tests: true });

/** Which of the packages changed since their tests last passed; one not listed in `reads` always counts as changed. */
export function changed(names) {
  return names.filter((name) => {
    if (!(name in reads)) return true;
    const stamp = stampOf(name);
    return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now(name);
  });
}

/** Notes that the tests of the packages passed as they are now, or forgets that they ever did. */
export function note(names, passed) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    if (!(name in reads)) continue;
    if (passed) writeFileSync(stampOf(name), now(name));
    else rmSync(stampOf(name), { force: true });
  }
}
