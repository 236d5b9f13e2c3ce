// Sources by the seed version of their key. The first version is never written, so that older stored plans keep their
// meaning.

import type { Source } from './face.ts';

/** Default seed version. */
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
