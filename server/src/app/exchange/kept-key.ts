// The master key of an exchange: the folder's or the setting's, if it is the one that the database was sealed with.

import { type CustodyDatabase, keepKeyCheck, readKeyCheck } from '../../custody/index.ts';
import { createVault, keyMark, masterKey, type Vault } from '../../account/vault/index.ts';

/** Of a journal. */
const FIRST_ROW = 1;

export interface KeyPlaces {
  readonly dataFolder: string;
  /** Of the settings, 64 hexadecimal digits. */
  readonly given: string | undefined;
  readonly db: CustodyDatabase;
  /** Hash of a journal row, hex; undefined: there is none. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

export interface KeptKey {
  readonly vault: Vault;
  /** Leaves the key's mark in the database, once its tables are there. */
  keep(): Promise<void>;
}

/** Reads the database only. @throws where its key is another, or gone: a new one is drawn for an empty database alone. */
export async function keptKey({ dataFolder, given, db, rowHash }: KeyPlaces): Promise<KeptKey> {
  const key = await masterKey(dataFolder, given, {
    mark: await readKeyCheck(db),
    used: (await rowHash(FIRST_ROW)) !== undefined,
  });
  const mark = keyMark(key);
  const vault = createVault(key);
  return { vault, keep: () => keepKeyCheck(db, mark) };
}
