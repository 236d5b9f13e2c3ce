// Checks before anything is written to a database: that it is current, and that the signer matches it.

import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { isCode } from '../app/postgres/index.ts';
import type { CustodySettings } from '../app/settings/index.ts';
import { expectOwnKeys } from './address/index.ts';
import { type Anchor, expectHistory, openAnchor } from './anchor/index.ts';
import { chosen } from './chosen.ts';
import type { CustodyParts } from './parts.ts';
import type { RunningSigner } from './signer/index.ts';
import type { CustodyDatabase } from './tables.ts';

/** Default file in the data folder. */
const ANCHOR = 'anchor.log';

export interface OwnDatabase extends Pick<CustodyParts, 'mode'> {
  readonly db: CustodyDatabase;
  readonly settings: CustodySettings;
  readonly dataFolder: string;
  readonly signer: RunningSigner;
  /** Hash of a journal row, hex; undefined: no such row. */
  readonly rowHash: (row: number) => Promise<string | undefined>;
}

/** Storage of journal heads outside the database. */
export function anchorOf({ settings, dataFolder }: Pick<OwnDatabase, 'settings' | 'dataFolder'>): Anchor {
  return openAnchor(settings.anchor ?? { place: join(dataFolder, ANCHOR) });
}

/**
 * Sets the data folder's own anchor aside where the settings name another: what it tells grows old, and a restore without
 * the setting would go by it. Done once the database was looked at.
 */
export async function setOwnAnchorAside({ settings, dataFolder }: Pick<OwnDatabase, 'settings' | 'dataFolder'>) {
  const own = resolve(dataFolder, ANCHOR);
  if (settings.anchor === undefined || resolve(settings.anchor.place) === own) return;
  try {
    await rename(own, `${own}.${Date.now()}`);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/**
 * Reads only.
 * @throws {HistoryError} when the database is older than what was signed, or has another history; {AnchorFault}; when stored
 * addresses were made from another key than the signer's.
 */
export async function expectOwnDatabase(options: OwnDatabase): Promise<void> {
  const { db, signer, rowHash } = options;
  await expectHistory({ db, signer, anchor: anchorOf(options), rowHash });
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('custody_addresses') is not null and exists (select from pg_attribute
      where attrelid = to_regclass('custody_addresses') and attname = 'key_version') as there`.execute(db);
  if (rows[0]?.there === true) await expectOwnKeys(db, chosen(options).codecs, signer);
}
