// One deposit as its customer and the desk see it.

import { asDecimal, FUNDS_REASON, FUNDS_STATUS, NETWORKS, RECHARGE_STAGE, type Recharge } from '@vitrine/contract';
import { sql } from 'kysely';
import { printUnits } from '../amount.ts';
import { CONFIRMATIONS } from '../chain/index.ts';
import type { CustodyParts } from '../parts.ts';
import { CHAINS } from '../rail/index.ts';
import type { CustodyDatabase } from '../tables.ts';
import type { DepositRow } from './parts.ts';

/** Stages by status of the specification's lists. `doubted` is credited, but not settled. */
export const STAGES_OF: Readonly<Record<number, readonly string[]>> = {
  [FUNDS_STATUS.underReview]: ['seen', 'confirming', 'review', 'doubted'],
  [FUNDS_STATUS.passed]: ['credited'],
  [FUNDS_STATUS.failed]: ['belowMinimum', 'refused', 'reversed'],
};
const MANUAL = 'bank';

/** Rows as records, with their current confirmations. */
export async function shownOf(
  { db, live }: Pick<CustodyParts, 'db' | 'live'>,
  rows: readonly DepositRow[],
): Promise<Recharge[]> {
  if (rows.length === 0) return [];
  const tops = await topsOf(db);
  return rows.map((row) => {
    const stage = oneOf(RECHARGE_STAGE, row.stage);
    const network = oneOf(NETWORKS, row.network);
    const top = tops.get(row.network);
    const deep = row.height === null || top === undefined ? 0 : Math.max(0, top - row.height + 1);
    const again = stage === 'reversed' && row.height !== null;
    const needed = network === MANUAL ? 0 : again ? 2 * CONFIRMATIONS : CONFIRMATIONS;
    const credited = row.seq !== null && ['credited', 'doubted', 'reversed'].includes(stage);
    return {
      id: row.id,
      orderNo: `D${row.id}`,
      time: whole(row.seen_at),
      status: statusOf(stage),
      stage,
      coin: row.coin,
      network,
      amount: asDecimal(printUnits(BigInt(row.atoms), live.assetByCode(row.coin)?.scale ?? 0)),
      img: row.img,
      address: row.address,
      txid: network === MANUAL ? null : row.txid,
      confirmations: stage === 'credited' ? needed : Math.min(needed, deep),
      needed,
      reason: row.reason === null ? null : oneOf(FUNDS_REASON, row.reason),
      note: row.note,
      creditedTime: credited && row.credited_at !== null ? whole(row.credited_at) : null,
      seq: credited && row.seq !== null ? whole(row.seq) : null,
    };
  });
}

function statusOf(stage: string): number {
  if (stage === 'credited') return FUNDS_STATUS.passed;
  return STAGES_OF[FUNDS_STATUS.failed]?.includes(stage) === true ? FUNDS_STATUS.failed : FUNDS_STATUS.underReview;
}

/** Heights of our journals by chain. */
async function topsOf(db: CustodyDatabase): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ chain: string; top: number | null }>`
    select chain, (select max(height) from custody_blocks b where b.chain = c.chain) as top
    from unnest(${[...CHAINS]}::text[]) as c (chain)`.execute(db);
  return new Map(found.rows.flatMap(({ chain, top }) => (top === null ? [] : [[chain, top] as const])));
}

/** A count or time that SQL returns as text. */
export function whole(text: string): number {
  return Number.parseInt(text, 10);
}

/** A value that the table's check constraint allows. */
function oneOf<T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new Error(`expected one of ${known.join(', ')}, got ${text}`);
  return found;
}
