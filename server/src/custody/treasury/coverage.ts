// The hourly proof of reserves: liabilities to customers in each coin at one journal command, the reserves for them,
// and a digest over every balance counted.

import { createHash } from 'node:crypto';
import type { Coverage, Page } from '@vitrine/contract';
import type { Seed } from '../../engine/sequencer/index.ts';
import { decimalText, power10, ratio } from '../../api/wire/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import type { LedgerView } from './ledger.ts';

const OPENED = 110;
const ENTRY = 111;
const FIELDS = 6;
/** Decimals of the ratio, and its displayed maximum. */
const RATIO_DECIMALS = 6;
const RATIO_UNIT = power10(RATIO_DECIMALS);

/** Proof of one coin, atoms. */
export interface Proof {
  readonly coin: string;
  readonly liabilities: bigint;
  /** On all chains, in the bank's book, and practice money. */
  readonly reserves: bigint;
  readonly practice: bigint;
}

/**
 * SHA-256, hex, over every account of the seed in opening order: `account class user wallet asset market available
 * held`, one per line. Two equal copies of the journal give the same digest.
 */
export function digestOf({ events, seq }: Pick<Seed, 'events' | 'seq'>): string {
  const hash = createHash('sha256').update(`vitrine balances 1 ${seq}\n`);
  let open: readonly number[] | undefined;
  let balance: readonly [number, number] = [0, 0];
  const close = () => {
    if (open !== undefined) hash.update(`${open.join(' ')} ${balance[0]} ${balance[1]}\n`);
    balance = [0, 0];
  };
  for (let at = 0; at < events.length; at += events[at + 1] ?? events.length) {
    if (events[at] === OPENED) {
      close();
      open = [...events.subarray(at + 2, at + 2 + FIELDS)];
    } else if (events[at] === ENTRY && open !== undefined && events[at + 2] === open[0])
      balance = [events[at + 3] ?? 0, events[at + 4] ?? 0];
  }
  close();
  return hash.digest('hex');
}

/** Reserves of a coin outside its chains: practice money, and the bank's book. */
export function besides(view: LedgerView, asset: number, bankRail: number): { practice: bigint; bank: bigint } {
  return { practice: view.practice(asset), bank: view.expected(bankRail, asset) };
}

export async function keepProofs(
  db: CustodyDatabase,
  proofs: readonly Proof[],
  at: { readonly time: number; readonly seq: number; readonly digest: string },
): Promise<void> {
  if (proofs.length === 0) return;
  await db
    .insertInto('custody_coverage')
    .values(
      proofs.map(({ coin, liabilities, reserves, practice }) => ({
        ...{ time: String(at.time), coin, liabilities: liabilities.toString(), reserves: reserves.toString() },
        ...{ practice: practice.toString(), covered: reserves >= liabilities, seq: String(at.seq), digest: at.digest },
      })),
    )
    // If two processes run in the same hour, the first one's proof counts.
    .onConflict((conflict) => conflict.columns(['time', 'coin']).doNothing())
    .execute();
}

/** Whether there is a proof of an hour, by the time of its start, ms UTC. Later ones may be of a clock that was wrong. */
export async function hasProof(db: CustodyDatabase, time: number): Promise<boolean> {
  const row = await db
    .selectFrom('custody_coverage')
    .select('time')
    .where('time', '=', String(time))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Newest first. `scaleOf`: the ledger's decimals of a coin. */
export async function listProofs(
  db: CustodyDatabase,
  scaleOf: (coin: string) => number,
  filter: { readonly coin?: string | undefined; readonly current: number; readonly size: number },
): Promise<Page<Coverage>> {
  const { coin, current, size } = filter;
  let of = db.selectFrom('custody_coverage');
  if (coin !== undefined) of = of.where('coin', '=', coin);
  const { total } = await of.select((which) => which.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await of
    .selectAll()
    .orderBy('time', 'desc')
    .orderBy('coin')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  const records = rows.map((row): Coverage => {
    const scale = scaleOf(row.coin);
    const [owed, there] = [BigInt(row.liabilities), BigInt(row.reserves)];
    return {
      ...{ time: Number.parseInt(row.time, 10), coin: row.coin, liabilities: decimalText(owed, scale) },
      ...{ reserves: decimalText(there, scale), practice: decimalText(BigInt(row.practice), scale) },
      ratio: owed > 0n ? decimalText(ratio(there, RATIO_UNIT, owed), RATIO_DECIMALS) : null,
      ...{ covered: row.covered, seq: Number.parseInt(row.seq, 10), digest: row.digest },
    };
  });
  return { records, total: Number.parseInt(total, 10), size, current };
}
