// What the house itself sends to a deposit address so that its tokens can be swept: no deposit of anybody's. A withdrawal to
// another customer's address is one all the same, so it is told by our own transaction, not by who paid.

import type { QueryExecutorProvider } from 'kysely';
import { sql } from 'kysely';

/** Which of these transactions are our gas; their ids are stored before they are sent. */
export async function ownGas(
  within: QueryExecutorProvider,
  chain: string,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (txids.length === 0) return new Set();
  const { rows } = await sql<{ txid: string }>`
    select txid from custody_transactions
    where chain = ${chain} and kind = 'gas' and txid = any(${[...new Set(txids)]})`.execute(within);
  return new Set(rows.map(({ txid }) => txid));
}
