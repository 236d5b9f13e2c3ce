// Reconciles a chain: the coins at our newest block against the books.

import type { Addresses } from '../types/index.ts';
import { expectCost } from '../chain/index.ts';
import type { Chain } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import { readPlan } from '../withdrawal/index.ts';
import { type TreasuryCoin, unitsOf } from './coin.ts';
import { keepHoldings, knowHoldings, lookAtHoldings, touched } from './holdings.ts';
import type { LedgerView } from './ledger.ts';
import { addDeposit, addTransaction, noSums, ownOf, type Sums } from './moments.ts';
import { oldHot } from './old-hot.ts';
import { atBlock, type Included, mapFew, type NodeLook } from './node-look.ts';
import { type DepositRecord, readRecords, type Records, type TransactionRecord } from './records.ts';

const REVERSED = 'reversed';
const ENDED: ReadonlySet<string> = new Set(['belowMinimum', 'refused']);
const CREDITABLE: ReadonlySet<string> = new Set(['confirming', 'credited', 'doubted']);
/** Blocks below the last reconciliation in which addresses are searched again. */
const BACK = 200;

/** Result for one coin, in units of the chain. */
export interface CoinLook {
  readonly coin: TreasuryCoin;
  readonly hot: bigint;
  readonly cold: bigint;
  readonly unswept: bigint;
  readonly sums: Sums;
  /** Expected by the books, minus costs of our own transfers and deposits whose block was replaced. */
  readonly expected: bigint;
  /** Surplus over that; negative: coins are missing. */
  readonly own: bigint;
  /** Coins on the chain that cover the books' liabilities: for the proof of reserves. */
  readonly reserve: bigint;
}

export interface LookOptions {
  readonly db: CustodyDatabase;
  readonly chain: Chain;
  readonly coins: readonly TreasuryCoin[];
  readonly addresses: Pick<Addresses, 'hot' | 'cold' | 'all'>;
  /** Read before the tables: rows newer than it are recognised by their command's number. */
  readonly view: LedgerView;
  /** What changed from then on is checked row by row, ms UTC. */
  readonly since: number;
  /** Height of the last good reconciliation; 0: none. */
  readonly lastHeight: number;
  readonly now: number;
}

/** @throws {Unknown} with the reason as text if nothing can be concluded. */
export async function lookAt(
  options: LookOptions,
): Promise<{ readonly height: number; readonly coins: readonly CoinLook[] }> {
  const { db, chain, coins, addresses, view, since, lastHeight, now } = options;
  const records = await readRecords(db, chain.name, since);
  const busy = touched(chain, records, addresses);
  const also = known(addresses, chain, gasTargets(chain, records));
  await knowHoldings(
    db,
    chain,
    addresses.hot(chain.name),
    Math.max(0, Math.min(lastHeight, records.height) - BACK),
    also,
  );
  const worth = new Map(coins.map((coin) => [coin.coin, unitsOf(coin, coin.terms.sweep)]));
  const hot = addresses.hot(chain.name);
  const cold = addresses.cold(chain.name);

  const found = await atBlock(chain, records, hashAt(db, chain), async (look) => {
    const holdings = await lookAtHoldings(db, chain, look, busy, (coin) => worth.get(coin) ?? 0n);
    const own = await mapFew(coins, async ({ coin }) => ({
      ...{ coin, hot: await look.balance(hot, coin) },
      cold: cold === undefined ? 0n : await look.balance(cold, coin),
    }));
    return { holdings, own, included: await includedIn(chain, records, look) };
  });
  await keepHoldings(db, chain, found.holdings.asked, now);

  const sums = new Map<string, Sums>(chain.coins.map(({ coin }) => [coin, noSums()]));
  const sumsOf = (coin: string): Sums => {
    const of = sums.get(coin);
    if (of === undefined) throw new Error(`expected a coin of ${chain.name}, got ${coin}`);
    return of;
  };
  for (const [coin, units] of records.dust) sumsOf(coin).dust += units;
  for (const [coin, units] of records.costs) sumsOf(coin).costs += units;
  const factors = new Map(coins.map((coin) => [coin.coin, coin.factor]));
  for (const deposit of records.deposits) {
    const ended = ENDED.has(deposit.stage);
    addDeposit(sumsOf(deposit.coin), {
      ...{ onChain: deposit.height !== null, ended, units: BigInt(deposit.units) },
      ...booksHave(view, chain.rail, deposit),
      creditable: BigInt(deposit.atoms) * (factors.get(deposit.coin) ?? 1n),
    });
  }
  for (const record of counted(records.transactions, found.included))
    addTransaction(sumsOf, {
      ...{ kind: record.kind, coin: record.coin, units: BigInt(record.units), included: found.included.get(record.id) },
      inBooks: record.core_id !== null && (view.confirmed(Number.parseInt(record.core_id, 10)) ?? true),
      recorded:
        record.state === 'confirmed' && record.cost !== null && record.cost_coin !== null
          ? { cost: BigInt(record.cost), costCoin: record.cost_coin }
          : undefined,
    });

  const looked = coins.map((coin): CoinLook => {
    const there = found.own.find((one) => one.coin === coin.coin) ?? { hot: 0n, cold: 0n };
    const unswept = found.holdings.sums.get(coin.coin) ?? 0n;
    const of = sumsOf(coin.coin);
    const books = view.expected(chain.rail, coin.asset) * coin.factor;
    const all = there.hot + there.cold + unswept;
    return {
      ...{ coin, hot: there.hot, cold: there.cold, unswept, sums: of, expected: books - of.missing - of.costs },
      own: ownOf(all, books, of),
      reserve: all + of.left - of.returned - of.arriving - of.dust,
    };
  });
  return { height: records.height, coins: looked };
}

/** The same, including former hot addresses. */
function known(
  addresses: LookOptions['addresses'],
  chain: Chain,
  targets: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const old = oldHot(addresses, chain.name).map(({ address }) => address);
  const hot = addresses.hot(chain.name);
  const all = ({ coin }: { readonly coin: string }) =>
    new Set([...(targets.get(coin) ?? []), ...old].filter((address) => address !== hot));
  return new Map(chain.coins.map((coin) => [coin.coin, all(coin)]));
}

/** Deposit addresses that got the chain's own coin for a sweep: they keep what the sweep did not use. */
function gasTargets(chain: Chain, { transactions }: Records): ReadonlyMap<string, ReadonlySet<string>> {
  const targets = transactions.filter(({ kind }) => kind === 'gas').map(({ to_address: to }) => to);
  return new Map(targets.length === 0 ? [] : [[chain.feeCoin, new Set(targets)]]);
}

function hashAt(db: CustodyDatabase, chain: Chain): (height: number) => Promise<string | undefined> {
  return async (height) => {
    const row = await db
      .selectFrom('custody_blocks')
      .select('hash')
      .where('chain', '=', chain.name)
      .where('height', '=', height)
      .executeTakeFirst();
    return row?.hash;
  };
}

/**
 * Whether a deposit's credit is in the books of the view. Uncertain if an earlier process requested the credit or
 * reversal, and ended before it recorded the answer.
 */
function booksHave(
  view: LedgerView,
  rail: number,
  { txid, position, stage, seq, asked, reversing }: DepositRecord,
): { readonly inBooks: boolean; readonly unsure: boolean } {
  const heard = txid === null ? undefined : view.deposit(rail, txid, position);
  if (heard !== undefined) return { inBooks: heard.credited && !heard.reversed, unsure: false };
  // The number of its command is written first, the stage afterwards.
  if (CREDITABLE.has(stage) && seq !== null)
    return { inBooks: Number.parseInt(seq, 10) <= view.seq, unsure: reversing };
  return { inBooks: false, unsure: asked && !ENDED.has(stage) && stage !== REVERSED };
}

/**
 * Which of our transactions are in the block or below, by row: as recorded if our journal still has that block, else as
 * the node says.
 */
async function includedIn(
  chain: Chain,
  { transactions, hashes, height }: Records,
  look: NodeLook,
): Promise<ReadonlyMap<string, Pick<Included, 'done' | 'cost' | 'costCoin'>>> {
  const included = new Map<string, Pick<Included, 'done' | 'cost' | 'costCoin'>>();
  await mapFew(
    transactions.filter(({ txid }) => txid !== null),
    async ({ id, txid, plan, state, height: at, block_hash: hash, cost, cost_coin: costCoin }) => {
      if ((state === 'confirmed' || state === 'reverted') && at !== null && cost !== null && costCoin !== null)
        if (at <= height && hashes.get(at) === hash) {
          included.set(id, { done: state === 'confirmed', cost: BigInt(cost), costCoin });
          return;
        }
      const status = txid === null ? undefined : await look.status(txid);
      if (txid === null || status === undefined) return;
      expectCost(chain, readPlan(plan), txid, status);
      included.set(id, status);
    },
  );
  return included;
}

/**
 * The attempt of each withdrawal that counts: the included one, else the one seen confirmed, else the newest. Attempts
 * that only had a cost, and all other transfers, count separately.
 */
function counted(
  records: readonly TransactionRecord[],
  included: ReadonlyMap<string, Pick<Included, 'done'>>,
): readonly TransactionRecord[] {
  const chosen = new Map<string, TransactionRecord>();
  const rank = (record: TransactionRecord) =>
    included.get(record.id)?.done === true ? 2 : record.state === 'confirmed' ? 1 : 0;
  const rest: TransactionRecord[] = [];
  for (const record of records) {
    if (record.txid === null || record.state === 'planned') continue;
    const { withdrawal_id: of } = record;
    if (record.kind !== 'withdrawal' || of === null || included.get(record.id)?.done === false) {
      // A replaced transfer had no effect.
      rest.push(record);
      continue;
    }
    const best = chosen.get(of);
    if (best === undefined || rank(record) >= rank(best)) chosen.set(of, record);
  }
  return [...rest, ...chosen.values()];
}
