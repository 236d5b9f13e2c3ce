// Checks before anything is written that the signer has the keys of the stored addresses.

import type { AccountKey, Signer } from '../types/index.ts';
import { sql } from 'kysely';
import { type ChainName, type Codec, depositSource, FIRST_VERSION, hotSource } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { type AccountKeys, versionedKeys } from './account.ts';

/** The parts of a signer that return account keys; one without versions has one key. */
export type AccountSigner = Pick<Signer, 'account'> & Partial<Pick<Signer, 'accounts'>>;

/** By version, the active one last. */
export async function accountsOf(signer: AccountSigner, chain: ChainName): Promise<readonly AccountKey[]> {
  return (await signer.accounts?.(chain)) ?? [{ version: FIRST_VERSION, xpub: await signer.account(chain) }];
}

export interface StoredAddress {
  readonly chain: string;
  readonly address: string;
  readonly index: number;
  readonly key_version: number;
}

/** @throws unless these keys give the address: coins would go where nobody has keys. */
export function expectMade(row: StoredAddress, codec: Codec, keys: AccountKeys): void {
  const made = codec.address(keys(depositSource(row.index, row.key_version)));
  expectSame(row.address, made, `${row.chain} 0/${row.index}`, row.key_version);
}

/**
 * Checks of each chain and each version of the seed the hot address, if it was active, and the first and last customer's
 * address. Reads only, of any release's database.
 * @throws if the signer's keys differ or one is missing.
 */
export async function expectOwnKeys(
  db: CustodyDatabase,
  codecs: readonly Codec[],
  signer: AccountSigner,
): Promise<void> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('custody_hot_addresses') is not null as there`.execute(db);
  for (const codec of codecs) {
    const keys = versionedKeys(await accountsOf(signer, codec.chain));
    if (tables[0]?.there === true) await expectHotMade(db, codec, keys);
    const { rows } = await sql<StoredAddress>`
      with recursive versions (version) as (
        select min(key_version) from custody_addresses where chain = ${codec.chain}
        union all
        select (select min(key_version) from custody_addresses where chain = ${codec.chain} and key_version > version)
        from versions where version is not null
      )
      select a.chain, a.address, a.index, a.key_version
      from versions, lateral (
        (select * from custody_addresses where chain = ${codec.chain} and key_version = version order by address limit 1)
        union all
        (select * from custody_addresses where chain = ${codec.chain} and key_version = version
          order by address desc limit 1)
      ) a where version is not null`.execute(db);
    for (const row of rows) expectMade(row, codec, keys);
  }
}

/** Keeps the hot address of a chain's active version. @throws if another one or another version's is kept already. */
export async function keepHot(db: CustodyDatabase, codec: Codec, keys: AccountKeys, active: number): Promise<void> {
  const address = codec.address(keys(hotSource(active)));
  await db
    .insertInto('custody_hot_addresses')
    .values({ chain: codec.chain, key_version: active, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await expectHotMade(db, codec, keys);
}

async function expectHotMade(db: CustodyDatabase, codec: Codec, keys: AccountKeys): Promise<void> {
  const { chain } = codec;
  const rows = await db.selectFrom('custody_hot_addresses').selectAll().where('chain', '=', chain).execute();
  for (const { key_version: version, address } of rows)
    expectSame(address, codec.address(keys(hotSource(version))), `${chain} 1/0`, version);
}

function expectSame(stored: string, made: string, place: string, version: number): void {
  if (made !== stored)
    throw new Error(
      `expected ${stored} at ${place}, the signer's key ${version} gives ${made}: restore the seed that made it`,
    );
}
