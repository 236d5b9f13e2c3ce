// Transactions signed with our key that custody did not make: they halt their chain once; planning skips what they used
// after two people have checked.

import type { ChainFollower, Treasury } from '../types/index.ts';
import type { CustodyParts } from '../parts.ts';
import { type Chain, NodeFault, type Rival } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { BURIED } from './parts.ts';

type Halting = Pick<Treasury, 'halted' | 'halt'>;

/** Reason of a chain's halt, for the desk. */
export function foreignWords(txid: string, what: string): string {
  return `Transaction ${txid} used ${what}. Our key signed it and custody does not know it: somebody else may have the key, or an older signer or database was used.`;
}

/** Whether a transaction was named here before: it halts, or two people have checked it. */
async function wasNamed(db: CustodyDatabase, network: string, coin: string, txid: string): Promise<boolean> {
  const named = await db
    .selectFrom('custody_halts')
    .select('id')
    .where('network', '=', network)
    .where('coin', '=', coin)
    .where('cause', '=', txid)
    .limit(1)
    .executeTakeFirst();
  return named !== undefined;
}

/** Halts all coins of a chain until two people have checked, once per transaction, whatever else halts them. */
export async function haltForeign(
  db: CustodyDatabase,
  treasury: Pick<Treasury, 'halt'>,
  chain: Pick<Chain, 'name' | 'coins'>,
  txid: string,
  why: string,
): Promise<void> {
  for (const { coin } of chain.coins)
    if (!(await wasNamed(db, chain.name, coin, txid))) await treasury.halt(chain.name, coin, why, null, txid);
}

/**
 * Claims were used in blocks before custody planned with them. Halts their chain, one case each; once deep enough and
 * every coin reopened by two people, planning skips them.
 * @throws {NodeFault}
 */
export async function meetForeign(
  { db, now }: Pick<CustodyParts, 'db' | 'now'>,
  treasury: Halting,
  chain: Chain,
  follower: Pick<ChainFollower, 'confirmations'>,
  claims: readonly string[],
): Promise<void> {
  const buried: { readonly claim: string; readonly txid: string; readonly height: number }[] = [];
  let fault: NodeFault | undefined;
  for (const claim of claims) {
    let rival: Rival | undefined;
    try {
      rival = await chain.node.rival?.([claim]);
    } catch (error) {
      // An old one is searched for long: a newer one that is found halts the chain meanwhile.
      if (!(error instanceof NodeFault)) throw error;
      fault ??= error;
    }
    if (rival === undefined) continue;
    const depth = await follower.confirmations(rival.height, rival.blockHash);
    if (depth === 0) continue;
    const { txid, height } = rival;
    await haltForeign(db, treasury, chain, txid, foreignWords(txid, `${claim}, which no payment has`));
    if (depth >= BURIED) buried.push({ claim, txid, height });
  }
  if (fault !== undefined) throw fault;
  if (buried.length === 0 || chain.coins.some(({ coin }) => treasury.halted(chain.name, coin) !== undefined)) return;
  await db
    .insertInto('custody_foreign')
    .values(buried.map((one) => ({ ...one, chain: chain.name, taken_at: String(now()) })))
    .onConflict((conflict) => conflict.columns(['chain', 'claim']).doNothing())
    .execute();
}
