// Deposit addresses that may hold coins, and their balances at the last check. Those with activity or worth a sweep are
// checked each time; small leftovers in turn.

import { sql } from 'kysely';
import type { Addresses } from '../types/index.ts';
import { type Chain, type Source, versionOf } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { readPlan } from '../withdrawal/plan-text.ts';
import { mapFew, type NodeLook } from './node-look.ts';
import { oldHot } from './old-hot.ts';
import { type Records, type TransactionRecord, Unknown } from './records.ts';

/** Most addresses queried per check. */
const MAX_ASKED = 2_000;
/** Leftovers queried in turn per check and coin. */
const IN_TURN = 20;

export interface Holding {
  readonly coin: string;
  readonly address: string;
  readonly units: bigint;
}

/** Addresses, by coin, with a deposit or a transaction of ours in progress. */
export function touched(
  chain: Chain,
  records: Records,
  addresses: Pick<Addresses, 'all' | 'hot'>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>(chain.coins.map(({ coin }) => [coin, new Set<string>()]));
  const add = (coin: string, address: string | undefined | null) => {
    if (address !== undefined && address !== null) found.get(coin)?.add(address);
  };
  for (const { coin, address } of records.deposits) add(coin, address);
  // A former hot address is swept like a deposit address, and checked each time, since unexpected payments there are
  // rare.
  for (const { address } of oldHot(addresses, chain.name)) for (const { coin } of chain.coins) add(coin, address);
  const moves = records.transactions.filter(({ kind }) => kind === 'sweep' || kind === 'gas');
  if (moves.length === 0) return found;
  const bySource = new Map<string, string>();
  for (const { address, source } of addresses.all(chain.name)) bySource.set(placeOf(source), address);
  for (const move of moves)
    for (const coin of new Set([move.coin, chain.feeCoin])) add(coin, addressOf(move, bySource));
  return found;
}

/** The deposit address or former hot address of a transfer. */
function addressOf(move: TransactionRecord, bySource: ReadonlyMap<string, string>): string | undefined {
  if (move.kind === 'gas') return move.to_address;
  return bySource.get(placeOf(readPlan(move.plan).source));
}

function placeOf(source: Source): string {
  return source.kind === 'hot' ? `hot ${versionOf(source)}` : `${source.index} ${versionOf(source)}`;
}

/** Records addresses with deposits since a height, before they are queried. `hot` is counted separately. */
export async function knowHoldings(
  db: CustodyDatabase,
  chain: Chain,
  hot: string,
  fromHeight: number,
  also: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  // An older key was made active again.
  await db.deleteFrom('custody_holdings').where('chain', '=', chain.name).where('address', '=', hot).execute();
  await sql`insert into custody_holdings (chain, coin, address, units, looked_at)
    select distinct network, coin, address, 0::numeric, 0::bigint from custody_deposits
    where network = ${chain.name} and height >= ${fromHeight} and address is not null
    union select distinct chain, coin, address, 0::numeric, 0::bigint from custody_own_arrivals
    where chain = ${chain.name} and height >= ${fromHeight}
    on conflict do nothing`.execute(db);
  const rows = [...also].flatMap(([coin, addresses]) =>
    [...addresses].map((address) => ({ chain: chain.name, coin, address, units: '0', looked_at: '0' })),
  );
  for (let from = 0; from < rows.length; from += MAX_ASKED)
    await db
      .insertInto('custody_holdings')
      .values(rows.slice(from, from + MAX_ASKED))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Balances of all deposit addresses in each coin at the block of `look`; nothing is written. `worth`: units from which
 * an address is queried each time.
 */
export async function lookAtHoldings(
  db: CustodyDatabase,
  chain: Chain,
  look: NodeLook,
  hot: ReadonlyMap<string, ReadonlySet<string>>,
  worth: (coin: string) => bigint,
): Promise<{ readonly sums: ReadonlyMap<string, bigint>; readonly asked: readonly Holding[] }> {
  const sums = new Map<string, bigint>();
  const asked: Holding[] = [];
  for (const { coin } of chain.coins) {
    const now = [...(hot.get(coin) ?? [])];
    const of = db.selectFrom('custody_holdings').where('chain', '=', chain.name).where('coin', '=', coin);
    const fixed = await of
      .select(['address', 'units'])
      .where((which) =>
        which.or([
          which('looked_at', '=', '0'),
          which('units', '>=', worth(coin).toString()),
          which('address', 'in', now.length === 0 ? [''] : now),
        ]),
      )
      .orderBy('looked_at')
      .limit(MAX_ASKED + 1)
      .execute();
    if (fixed.length > MAX_ASKED)
      throw new Unknown(`more than ${MAX_ASKED} deposit addresses of ${coin} are to be looked at`);
    const turn = await of
      .select(['address', 'units'])
      .where('units', '>', '0')
      .orderBy('looked_at')
      .limit(IN_TURN)
      .execute();
    const whole = await of.select(sql<string>`coalesce(sum(units), 0)`.as('sum')).executeTakeFirstOrThrow();
    const ask = new Map([...fixed, ...turn].map(({ address, units }) => [address, BigInt(units)]));
    const answers = await mapFew([...ask.keys()], async (address) => ({
      ...{ coin, address },
      units: await look.balance(address, coin),
    }));
    let sum = BigInt(whole.sum);
    for (const { address, units } of answers) sum += units - (ask.get(address) ?? 0n);
    sums.set(coin, sum);
    asked.push(...answers);
  }
  return { sums, asked };
}

/** Stores the result. */
export async function keepHoldings(
  db: CustodyDatabase,
  chain: Chain,
  asked: readonly Holding[],
  now: number,
): Promise<void> {
  for (const { coin, address, units } of asked)
    await db
      .updateTable('custody_holdings')
      .set({ units: units.toString(), looked_at: String(now) })
      .where('chain', '=', chain.name)
      .where('coin', '=', coin)
      .where('address', '=', address)
      .execute();
}
