// Transactions that a key of ours signed and custody did not make: they halt their chain once, and what they used is passed
// over after two people have looked.

import type { ChainFollower, Treasury } from '../face.ts';
import type { CustodyParts } from '../parts.ts';
import type { Chain } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { BURIED } from './parts.ts';

type Halting = Pick<Treasury, 'halted' | 'halt'>;

/** Why a chain's coins rest, for the desk. */
export function foreignWords(txid: string, what: string): string {
  return `Transaction ${txid} used ${what}. Our key signed it and custody does not know it: somebody else may have the key, or an older signer or database was used.`;
}

/** Whether two people have lifted a halt of the same words: they have looked at it. */
async function wasLifted(db: CustodyDatabase, network: string, coin: string, reason: string): Promise<boolean> {
  const lifted = await db
    .selectFrom('custody_halts')
    .select('id')
    .where('network', '=', network)
    .where('coin', '=', coin)
    .where('reason', '=', reason)
    .where('lifted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return lifted !== undefined;
}

/** Halts all coins of a chain until two people have looked, once for the same words. */
export async function haltForeign(db: CustodyDatabase, treasury: Halting, chain: Chain, why: string): Promise<void> {
  for (const { coin } of chain.coins)
    if (treasury.halted(chain.name, coin) === undefined && !(await wasLifted(db, chain.name, coin, why)))
      await treasury.halt(chain.name, coin, why, null);
}

/**
 * A claim was used in a block before custody planned with it. Halts its chain; once it is buried and two people have opened
 * every coin, planning passes it over.
 * @throws {NodeFault}
 */
export async function meetForeign(
  { db, now }: Pick<CustodyParts, 'db' | 'now'>,
  treasury: Halting,
  chain: Chain,
  follower: Pick<ChainFollower, 'confirmations'>,
  claim: string,
): Promise<void> {
  const rival = await chain.node.rival?.([claim]);
  if (rival === undefined) return;
  const depth = await follower.confirmations(rival.height, rival.blockHash);
  if (depth === 0) return;
  await haltForeign(db, treasury, chain, foreignWords(rival.txid, `${claim}, which no payment has`));
  if (depth < BURIED || chain.coins.some(({ coin }) => treasury.halted(chain.name, coin) !== undefined)) return;
  await db
    .insertInto('custody_foreign')
    .values({ chain: chain.name, claim, txid: rival.txid, height: rival.height, taken_at: String(now()) })
    .onConflict((conflict) => conflict.columns(['chain', 'claim']).doNothing())
    .execute();
}
