// Sources by the version of the seed their key comes from. The first version is never written, so that plans stored
// before there was another mean what they meant.

import type { Source } from './face.ts';

/** Seed version of what names none. */
export const FIRST_VERSION = 1;

export function hotSource(version: number): Source {
  return version === FIRST_VERSION ? { kind: 'hot' } : { kind: 'hot', version };
}

export function depositSource(index: number, version: number): Source {
  return version === FIRST_VERSION ? { kind: 'deposit', index } : { kind: 'deposit', index, version };
}

export function versionOf({ version }: Source): number {
  return version ?? FIRST_VERSION;
}
