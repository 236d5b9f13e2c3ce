// Which build this is: the release, and where the code is a checkout, its commit. Written into every journal row.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../../../..');
const GIT_PATIENCE = 2_000;

/** The release, as `package.json` says it. */
export const RELEASE = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version;

let known: string | undefined;

/** `0.1.0+7b197a0c12`, with `.changed` behind it where the checkout has changes; without a checkout the release alone. */
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
    // A folder inside somebody else's checkout is not that checkout.
    if (git('rev-parse', '--show-prefix') !== '') return undefined;
    return git('describe', '--always', '--abbrev=10', '--exclude=*', '--dirty=.changed');
  } catch {
    // No checkout, or no git: the release says enough.
    return undefined;
  }
}
