// The signer's own settings: written at its first start, changed only by its keeper.

import { join } from 'node:path';
import { z } from 'zod';
import { type OwnFile, readOwn, shownOf, unexpected, writeWhole } from '../../shared/own-file/index.ts';
import { CHAINS, type ChainName } from '../rail/index.ts';
import { checkLimits, type SignerLimits } from './policy.ts';

/** File in the signer's folder. */
export const SETTINGS = 'policy.json';

const LIMITS_FILE: OwnFile = {
  expected: "the signer's limits, as docs/operate/custody-keys.md describes them",
  remedy: 'Correct it, or put back the backup. Nothing is signed without them.',
};

const units = z.string().regex(/^[0-9]{1,60}$/);
const chains = z.enum(CHAINS);
/** Settings of a signer's folder. `versions`: the seed of a chain's addresses; default: the first. */
// Other fields of the keeper are preserved when the version changes.
const SETTINGS_SHAPE = z.looseObject({
  coins: z.record(z.string(), z.looseObject({ transaction: units, hour: units, day: units, fee: units })),
  cold: z.partialRecord(chains, z.string()),
  bumps: z.int().nonnegative(),
  versions: z.partialRecord(chains, z.int().positive()).optional(),
});
export interface OwnSettings extends SignerLimits {
  readonly versions?: Readonly<Partial<Record<ChainName, number>>> | undefined;
}

/** @throws naming the file, what was expected and what was found; the file stays unchanged. */
export function readSettings(path: string, text: string): OwnSettings {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    const inJson = { ...LIMITS_FILE, expected: `${LIMITS_FILE.expected}, in JSON` };
    throw unexpected(path, inJson, shownOf(text), error);
  }
  const read = SETTINGS_SHAPE.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const got = `${issue?.path.join('.') || 'all of it'}: ${issue?.message ?? 'another shape'}`;
  throw unexpected(path, LIMITS_FILE, got, read.error);
}

/** Settings of a folder; at its first start the given ones. */
export async function settingsOf(folder: string, given: SignerLimits): Promise<OwnSettings> {
  const path = join(folder, SETTINGS);
  const content = await readOwn(path, LIMITS_FILE);
  if (content !== undefined) return readSettings(path, content.toString('utf8'));
  checkLimits(given);
  await writeWhole(path, `${JSON.stringify(given, null, 2)}\n`, true);
  return given;
}
