// Rows for contracts, margin and second contracts: the products' part of the projection handler, into pending rows.

import { MARKET_TYPE, ORDER_STATUS, SECOND_RESULT, SECOND_STATUS } from '@vitrine/core/enum';
import {
  type Debt,
  type DebtRecord,
  type FoldState,
  type OrderRow,
  type PositionStep,
  positionStepNumber,
  type Second,
  type ProjectionHandler,
  type Stake,
  type StakeChange,
} from '../../handlers/index.ts';
import type { PendingRows } from './pending.ts';
import type { ViewsMemory } from './rows.ts';
import {
  debtDayRow,
  debtRow,
  fundSliceRow,
  paymentRow,
  positionDayRow,
  positionRow,
  recordRow,
  secondRow,
  stakeRow,
  stepRow,
  swapRow,
} from './product-row-of.ts';

type Products =
  | 'fundingRate'
  | 'funding'
  | 'position'
  | 'positionStep'
  | 'debt'
  | 'debtRecord'
  | 'second'
  | 'stake'
  | 'swap'
  | 'link'
  | 'fundSlice'
  | 'settlement';

/** Number of lines in each numbered table. */
export interface Lines {
  steps: number;
  payments: number;
  records: number;
}

/** The pending rows and the current journal row. */
export interface At {
  readonly rows: PendingRows;
  readonly row: number;
  /** Time of its batch, ms UTC. */
  readonly time: number;
}

const DAY = 86_400_000;

/** The start of a time's UTC day, ms. */
export function dayOf(time: number): number {
  return time - (time % DAY);
}

/** Kinds of `DebtRecord` that clear a debt. */
const STILL = 2;
const LIQUIDATION = 4;
/** Unit of lots ÷ price: an average of any number of steps is exact to a millionth of a cent. */
export const OPENING_UNIT = 10n ** 36n;

/** The products' part of the projection handler. `at` returns the target at each call. */
export function productSink(memory: ViewsMemory, at: () => At): Pick<ProjectionHandler, Products> {
  const { lines } = memory;
  return {
    fundingRate: (rate) => void at().rows.fundingRates.push({ ...rate }),
    funding: (payment) => {
      lines.payments += 1;
      at().rows.payments.push(paymentRow(payment, lines.payments));
    },
    position: (position) => {
      const { rows, time } = at();
      rows.positions.set(position.position, positionRow(position));
      const day = dayOf(time);
      rows.positionDays.set(`${position.position}:${day}`, positionDayRow(position, day));
    },
    positionStep: (step) => {
      lines.steps += 1;
      const { rows } = at();
      rows.steps.push(stepRow(step, lines.steps));
      noteOpening(rows, step, memory.state.markets.get(step.market)?.type === MARKET_TYPE.linear);
    },
    debt: (debt) => {
      const { rows, time } = at();
      rows.debts.set(nameOf(debt), debtRow(debt));
      const day = dayOf(time);
      rows.debtDays.set(`${nameOf(debt)}:${day}`, debtDayRow(debt, day));
      if (debt.principal === 0 && debt.interest === 0) endDebt(rows, debt);
    },
    debtRecord: (record) => {
      const { rows } = at();
      const name = nameOf(record);
      lines.records += 1;
      const row = recordRow(record, lines.records, rows.ending.delete(name));
      rows.records.push(row);
      rows.lastRecord.set(name, row);
    },
    second: (second) => {
      const { rows, row, time } = at();
      // The first journal row that mentions it contains its order; SQL keeps that row when later ones come.
      const first = rows.seconds.get(second.second)?.row ?? row;
      rows.seconds.set(
        second.second,
        secondRow(second, first, closeSeqOf(memory, second), second.status < SECOND_STATUS.settled ? 0 : time),
      );
      if (second.status === SECOND_STATUS.settled) noteResult(rows, second);
    },
    stake: (stake, change) => {
      const { rows } = at();
      rows.stakes.set(stake.stake, stakeRow(stake));
      addTotals(rows, stake, change);
    },
    swap: (swap) => void at().rows.swaps.set(swap.swap, swapRow(swap)),
    link: ({ user, other, state, from, time, seq }) =>
      void at().rows.links.push({ user_id: user, other, state, counts: from, time, seq }),
    fundSlice: (slice) => void at().rows.fundSlices.push(fundSliceRow(slice)),
    settlement: () => undefined,
  };
}

/** Adds a change of a stake to the totals of its product and of its buyer. */
function addTotals({ earnTotals, earnBuyers }: PendingRows, stake: Stake, change: StakeChange): void {
  const { user, product, kind, asset } = stake;
  const key = `${user}:${product}`;
  const own = earnBuyers.get(key);
  const bought = (own?.bought ?? 0) + change.bought;
  const paid = (own?.paid ?? 0n) + BigInt(change.paid);
  earnBuyers.set(key, { user_id: user, product, kind, asset, bought, paid });
  const known = earnTotals.get(product);
  earnTotals.set(product, {
    product,
    bought: (known?.bought ?? 0) + change.bought,
    sold: (known?.sold ?? 0n) + BigInt(change.sold),
    promised: (known?.promised ?? 0n) + BigInt(change.promised),
    paid: (known?.paid ?? 0n) + BigInt(change.paid),
    returned: (known?.returned ?? 0n) + BigInt(change.returned),
    penalties: (known?.penalties ?? 0n) + BigInt(change.penalties),
  });
}

/** Adds a settled second contract, emitted once, to its customer's totals. */
function noteResult({ secondNets }: PendingRows, { user, asset, result, paid, amount }: Second): void {
  const key = `${user}:${asset}`;
  const known = secondNets.get(key) ?? { user_id: user, asset, net: 0n, staked: 0n, won: 0, lost: 0, tied: 0 };
  known.net += BigInt(paid - amount);
  known.staked += BigInt(amount);
  if (result === SECOND_RESULT.won) known.won += 1;
  else if (result === SECOND_RESULT.lost) known.lost += 1;
  else known.tied += 1;
  secondNets.set(key, known);
}

/** Adds an opening or increasing step to the position's average entry price. */
function noteOpening({ openings }: PendingRows, step: PositionStep, linear: boolean): void {
  const opens = step.step === positionStepNumber('open') || step.step === positionStepNumber('increase');
  if (!opens || step.price <= 0) return;
  const lots = BigInt(step.lots);
  const price = BigInt(step.price);
  const { position } = step;
  const known = openings.get(position) ?? { position, lots: 0n, weight: 0n };
  known.lots += lots;
  known.weight += linear ? lots * price : (lots * OPENING_UNIT) / price;
  openings.set(position, known);
}

function nameOf({ user, wallet, market, asset }: Pick<Debt, 'user' | 'wallet' | 'market' | 'asset'>): string {
  return `${user}:${wallet}:${market}:${asset}`;
}

/**
 * Nothing is owed any more: marks the record that cleared the debt. A repayment is emitted before the debt, the
 * insurance fund's payment after it.
 */
function endDebt(rows: PendingRows, debt: Pick<DebtRecord, 'user' | 'wallet' | 'market' | 'asset' | 'seq'>): void {
  const name = nameOf(debt);
  const last = rows.lastRecord.get(name);
  if (last !== undefined && last.seq === debt.seq && (last.kind === STILL || last.kind === LIQUIDATION))
    last.ended = true;
  else rows.ending.add(name);
}

/**
 * The command of the tick that settles a second contract: the last valid one of its instrument. The walk knows it too,
 * but loses it at a restart; SQL keeps it.
 */
function closeSeqOf({ state, valid }: ViewsMemory, second: Second): number {
  const tick = valid.get(state.secondMarkets.get(second.market)?.instrument ?? 0);
  return second.closeTick !== 0 && tick?.number === second.closeTick ? tick.seq : 0;
}

/**
 * Notes what the row of a take-profit or stop-loss order has beside its order: whether it is for the whole position,
 * and whether it was triggered.
 */
export function noteGuard(state: FoldState, rows: PendingRows, order: OrderRow): void {
  if (order.guard === 0) return;
  if (order.status === ORDER_STATUS.waiting) rows.fired.add(order.order);
  if (order.status !== ORDER_STATUS.trigger || order.seq !== order.lastSeq || rows.guards.has(order.order)) return;
  rows.guards.add(order.order);
  // One for the whole position is emitted with the position's current lots.
  if (state.positions.get(order.position)?.lots === order.lots) rows.whole.add(order.order);
}
