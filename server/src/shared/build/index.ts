// Identifies the build: the release, and in a git checkout its commit. Recorded in every journal row.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../../../..');
const GIT_PATIENCE = 2_000;

/** The release from `package.json`. */
export const RELEASE = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version;

let known: string | undefined;

/** `0.1.0+7b197a0c12`, with the suffix `.changed` if the checkout has changes; without a checkout only the release. */
export function buildName(): string {
  known ??= [RELEASE, commit()].filter((part) => part !== undefined).join('+');
  return known;
}

function commit(): string | undefined {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: GIT_PATIENCE,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    // A subfolder of another repository's checkout is not this project's checkout.
    if (git('rev-parse', '--show-prefix') !== '') return undefined;
    return git('describe', '--always', '--abbrev=10', '--exclude=*', '--dirty=.changed');
  } catch {
    // No checkout or no git: the release is enough.
    return undefined;
  }
}
