// A withdrawal's row: its stages, and how customers see it.

import {
  asDecimal,
  FUNDS_STATUS,
  FUNDS_REASON,
  type FundsReason,
  NETWORKS,
  type NetworkName,
  TURN_ASIDE,
  type Withdrawal,
  WITHDRAWAL_STAGE,
  type WithdrawalStage,
  type WithdrawalTurn,
} from '@vitrine/contract';
import type { Selectable } from 'kysely';
import { decimalText } from '../../api/wire/index.ts';
import { CONFIRMATIONS } from '../chain/index.ts';
import type { Turn } from '../exchange/index.ts';
import { CHAINS, type ChainName } from '../rail/index.ts';
import type { CustodyDatabase, CustodyTransaction, TransactionsTable, WithdrawalsTable } from '../tables.ts';
import type { WithdrawalContext } from './parts.ts';

export type Row = Selectable<WithdrawalsTable>;
export type Sent = Selectable<TransactionsTable>;
export type Sql = CustodyDatabase | CustodyTransaction;

/** Statuses of the exchange's withdrawal (WITHDRAWAL in the core). */
export const CORE = {
  review: 1,
  approved: 2,
  signed: 3,
  broadcast: 4,
  confirmed: 5,
  refused: 6,
  failed: 7,
  cancelled: 8,
} as const;
const STAGES: readonly (WithdrawalStage | undefined)[] = [
  undefined,
  'review',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'refused',
  'failed',
  'cancelled',
];
/** Order of stages: a stage is only followed by a later one. */
const ORDER: Readonly<Record<string, number>> = {
  asking: 0,
  ...{ review: 1, approved: 2, signed: 3, broadcast: 4 },
  ...{ confirmed: 9, refused: 9, failed: 9, cancelled: 9 },
};

/** The stage of a status in the exchange. @throws for an unknown status. */
export function stageOf(status: number): WithdrawalStage {
  const stage = STAGES[status];
  if (stage === undefined) throw new Error(`expected a withdrawal's status of 1 to 8, got ${status}`);
  return stage;
}

export function isStage(text: string): text is WithdrawalStage {
  return WITHDRAWAL_STAGE.some((one) => one === text);
}

export function isChain(network: string): network is ChainName {
  return CHAINS.some((one) => one === network);
}

/** Whole number of the driver's int8 text. */
export function whole(text: string): number {
  const value = Number.parseInt(text, 10);
  if (!Number.isSafeInteger(value)) throw new Error(`expected a whole number within ±2^53, got ${text}`);
  return value;
}

interface Step {
  readonly stage: WithdrawalStage;
  readonly time: number;
}

/** Advances a row to a stage, unless it is there or beyond; returns whether it did. */
export async function setStage(
  db: Sql,
  row: Row,
  stage: WithdrawalStage,
  now: number,
  more: Partial<Pick<Row, 'seq' | 'reason' | 'note' | 'review'>> = {},
): Promise<boolean> {
  if ((ORDER[row.stage] ?? 0) >= (ORDER[stage] ?? 0)) return false;
  const steps = [...(JSON.parse(row.steps) as Step[]), { stage, time: now }];
  const result = await db
    .updateTable('custody_withdrawals')
    .set({ stage, steps: JSON.stringify(steps), changed_at: String(now), ...more })
    .where('id', '=', row.id)
    .where('stage', '=', row.stage)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether the customer may still cancel. A card is paid manually: once approved somebody may be paying it. */
export function cancellable({ stage, network }: Pick<Row, 'stage' | 'network'>): boolean {
  return stage === 'review' || (stage === 'approved' && isChain(network));
}

const REASONS: readonly string[] = FUNDS_REASON;
const NAMES: readonly string[] = NETWORKS;

function reasonOf(text: string | null): FundsReason | null {
  return text !== null && REASONS.includes(text) ? (text as FundsReason) : null;
}

export function networkOf(text: string): NetworkName {
  if (!NAMES.includes(text)) throw new Error(`expected a network of ours, got ${text}`);
  return text as NetworkName;
}

/** Rows as customers see them, with chain data and the labels of their book. */
export async function shownOf(
  { parts, height, funds }: WithdrawalContext,
  rows: readonly Row[],
): Promise<Withdrawal[]> {
  if (rows.length === 0) return [];
  const { db, live } = parts;
  const ids = rows.map(({ id }) => id);
  const sent = await db
    .selectFrom('custody_transactions')
    .select(['withdrawal_id', 'txid', 'height', 'state', 'round'])
    .where('withdrawal_id', 'in', ids)
    .where('txid', 'is not', null)
    .orderBy('round')
    .orderBy('attempt')
    .execute();
  const users = [...new Set(rows.map((row) => row.user_id))];
  const labels = await db
    .selectFrom('custody_book')
    .select(['user_id', 'network', 'address', 'label'])
    .where('user_id', 'in', users)
    .execute();
  return rows.map((row) => {
    const own = sent.filter(({ withdrawal_id: of, round }) => of === row.id && round === row.round);
    // The confirmed one, else the newest in a block, else the newest.
    const tx =
      own.find(({ state }) => state === 'confirmed') ?? own.findLast(({ height }) => height !== null) ?? own.at(-1);
    const scale = live.assetByCode(row.coin)?.scale ?? 0;
    const stage = isStage(row.stage) ? row.stage : 'review';
    const onChain = isChain(row.network);
    const head = isChain(row.network) ? height(row.network) : undefined;
    const included = tx?.height ?? null;
    const deep = included === null || head === undefined ? 0 : Math.max(0, head - included + 1);
    const label = labels.find(
      (one) => one.user_id === row.user_id && one.network === row.network && one.address === row.address,
    );
    return {
      ...{ id: row.id, orderNo: `W${row.id}`, time: whole(row.created_at), stage },
      status: statusOf(stage),
      ...{ coin: row.coin, network: networkOf(row.network), address: row.shown, label: label?.label ?? null },
      amount: asDecimal(decimalText(BigInt(row.atoms), scale)),
      fee: asDecimal(decimalText(BigInt(row.fee), scale)),
      txid: tx?.txid ?? null,
      confirmations: stage === 'confirmed' && onChain ? CONFIRMATIONS : Math.min(CONFIRMATIONS, deep),
      needed: onChain ? CONFIRMATIONS : 0,
      ...{ reason: reasonOf(row.reason), note: row.note, cancellable: cancellable(row) },
      steps: JSON.parse(row.steps) as Step[],
      turn: stage === 'approved' && row.core_id !== null ? turnOf(funds.turn(whole(row.core_id))) : null,
      seq: row.seq === null ? 0 : whole(row.seq),
    };
  });
}

function turnOf(turn: Turn | undefined): WithdrawalTurn | null {
  if (turn === undefined) return null;
  const { place, of, until, why } = turn;
  return { place, of, until: until === 0 ? null : until, why: TURN_ASIDE[why - 1] ?? null };
}

/** Status in the specification's lists for a stage. */
export function statusOf(stage: string): number {
  if (stage === 'confirmed') return FUNDS_STATUS.passed;
  return (ORDER[stage] ?? 0) > 4 ? FUNDS_STATUS.failed : FUNDS_STATUS.underReview;
}

/** Sends a withdrawal's current state to the customer's sockets. */
export async function tell(context: WithdrawalContext, id: string): Promise<void> {
  const row = await context.parts.db
    .selectFrom('custody_withdrawals')
    .selectAll()
    .where('id', '=', id)
    .where('stage', '<>', 'asking')
    .executeTakeFirst();
  if (row === undefined) return;
  context.news(whole(row.core_user), { recharges: [], withdrawals: await shownOf(context, [row]) });
}
