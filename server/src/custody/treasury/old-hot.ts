// Hot addresses of earlier keys: their balance moves to the hot address after all payments still due from there.

import { sql } from 'kysely';
import type { Addresses } from '../types/index.ts';
import {
  type Chain,
  type ChainName,
  depositSource,
  FIRST_VERSION,
  type Payment,
  type Source,
  versionOf,
} from '../rail/index.ts';
import type { CustodyTransaction } from '../tables.ts';

/** Former hot addresses with their sources. */
export function oldHot(
  addresses: Pick<Addresses, 'all' | 'hot'>,
  chain: ChainName,
): readonly { readonly address: string; readonly source: Source }[] {
  const hot = addresses.hot(chain);
  return addresses.all(chain).filter(({ address, source }) => source.kind === 'hot' && address !== hot);
}

/** Source of payments from one of our addresses: a customer's, or a former hot one. */
export function sourceOf(
  addresses: Pick<Addresses, 'all' | 'hot' | 'owner'>,
  chain: ChainName,
  address: string,
): Source | undefined {
  const owner = addresses.owner(chain, address);
  if (owner !== undefined) return depositSource(owner.index, owner.version ?? FIRST_VERSION);
  return oldHot(addresses, chain).find((one) => one.address === address)?.source;
}

/**
 * Whether the balance of a former hot address is still needed there: a withdrawal, gas payment or transfer to cold from
 * it is in progress; or, for the fee coin, any transfer. Call under the chain's planning lock.
 */
export async function needed(
  trx: Pick<CustodyTransaction, 'selectFrom'>,
  chain: Chain,
  { payment, source }: { readonly payment: Payment; readonly source: Source },
): Promise<boolean> {
  if (source.kind !== 'hot') return false;
  let query = trx
    .selectFrom('custody_transactions')
    .select('id')
    .where('chain', '=', chain.name)
    .where('state', 'in', ['planned', 'signed', 'broadcast'])
    .where(sql<boolean>`plan::json -> 'source' ->> 'kind' = 'hot'`)
    .where(sql<boolean>`coalesce((plan::json -> 'source' ->> 'version')::int, 1) = ${versionOf(source)}`)
    .limit(1);
  if (payment.coin !== chain.feeCoin) query = query.where('kind', '<>', 'sweep');
  return (await query.executeTakeFirst()) !== undefined;
}
