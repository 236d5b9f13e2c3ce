// Checks before anything is written that the signer has the keys of the stored addresses.

import type { AccountKey, Signer } from '../types/index.ts';
import { type ChainName, type Codec, depositSource, FIRST_VERSION } from '../rail/index.ts';
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
  if (made !== row.address)
    throw new Error(
      `expected ${row.address} at ${row.chain} 0/${row.index}, the signer's key ${row.key_version} gives ${made}`,
    );
}

/** Checks the first and the newest address of each chain. @throws if the signer's keys differ. */
export async function expectOwnKeys(
  db: CustodyDatabase,
  codecs: readonly Codec[],
  signer: AccountSigner,
): Promise<void> {
  for (const codec of codecs) {
    const keys = versionedKeys(await accountsOf(signer, codec.chain));
    for (const order of ['asc', 'desc'] as const) {
      const row = await db
        .selectFrom('custody_addresses')
        .select(['chain', 'address', 'index', 'key_version'])
        .where('chain', '=', codec.chain)
        .orderBy('address', order)
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) expectMade(row, codec, keys);
    }
  }
}
