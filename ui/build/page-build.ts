// For the builds of both pages: source maps kept beside a build and never served, and the name of the build that pages
// report their faults with.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

export { unreadVariables } from './unread-variables.ts';

const MAP = /\.map$/;

/** Moves the maps out of the served folder into `folder`, which keeps those of earlier builds: their pages are still open. */
export function privateMaps(folder: string): Plugin {
  let served = 'dist';
  return {
    name: 'vitrine-private-maps',
    apply: 'build',
    configResolved(config) {
      served = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        await mkdir(folder, { recursive: true });
        for (const name of await readdir(served, { recursive: true }))
          if (MAP.test(name)) await rename(join(served, name), join(folder, basename(name)));
      },
    },
  };
}

const ROOT = join(import.meta.dirname, '../..');

/** `0.1.0+7b197a0c12`, as the server names its own build (server/src/shared/build). */
export function releaseName(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    if (git('rev-parse', '--show-prefix') !== '') return version;
    return `${version}+${git('describe', '--always', '--abbrev=10', '--exclude=*', '--dirty=.changed')}`;
  } catch {
    // No checkout, or no git: the release says enough.
    return version;
  }
}
