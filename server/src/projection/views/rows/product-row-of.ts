// Positions, debts and second contracts as rows of their tables, and back.

import type {
  Debt,
  DebtRecord,
  FundingPayment,
  FundSlice,
  FundingRate,
  Mark,
  Position,
  PositionStep,
  Second,
  Stake,
  SwapOrder,
} from '../../handlers/index.ts';
import type { RowOf } from '../tables/tables.ts';

/** A position, open or closed. */
export function positionRow(position: Position): RowOf<'positions'> {
  return {
    position: position.position,
    user_id: position.user,
    market: position.market,
    side: position.side,
    margin_mode: position.marginMode,
    leverage: position.leverage,
    lots: position.lots,
    can_close: position.canClose,
    cost: position.cost,
    margin: position.margin,
    price_profit: position.priceProfit,
    fee_profit: position.feeProfit,
    funding_profit: position.fundingProfit,
    liquidation: position.liquidation,
    created: position.created,
    updated: position.updated,
    closed: position.closed,
    seq: position.seq,
    last_seq: position.lastSeq,
  };
}

/** A row of `positions` as the projection's type. */
export function positionOf(row: RowOf<'positions'>): Position {
  return {
    position: row.position,
    user: row.user_id,
    market: row.market,
    side: row.side,
    marginMode: row.margin_mode,
    leverage: row.leverage,
    lots: row.lots,
    canClose: row.can_close,
    cost: row.cost,
    margin: row.margin,
    priceProfit: row.price_profit,
    feeProfit: row.fee_profit,
    fundingProfit: row.funding_profit,
    liquidation: row.liquidation,
    created: row.created,
    updated: row.updated,
    closed: row.closed,
    seq: row.seq,
    lastSeq: row.last_seq,
  } as Position;
}

/** A position at the end of the UTC day that starts at `day`. */
export function positionDayRow(position: Position, day: number): RowOf<'position_days'> {
  const { market, side, lots, cost, margin } = position;
  return { position: position.position, day, user_id: position.user, market, side, lots, cost, margin };
}

/** One step of a position; `line` numbers them. */
export function stepRow(step: PositionStep, line: number): RowOf<'position_steps'> {
  const { user, order, ...rest } = step;
  return { line, user_id: user, order_id: order, ...rest };
}

/** A row of `position_steps` as the projection's type. */
export function stepOf({ line: _line, user_id, order_id, ...rest }: RowOf<'position_steps'>): PositionStep {
  return { user: user_id, order: order_id, ...rest } as PositionStep;
}

/** One funding payment; `line` numbers them. */
export function paymentRow({ user, ...rest }: FundingPayment, line: number): RowOf<'funding_payments'> {
  return { line, user_id: user, ...rest };
}

/** A row of `funding_payments` as the projection's type. */
export function paymentOf({ line: _line, user_id, ...rest }: RowOf<'funding_payments'>): FundingPayment {
  return { user: user_id, ...rest } as FundingPayment;
}

/** A row of `funding_rates` as the projection's type. */
export function rateOf(row: RowOf<'funding_rates'>): FundingRate {
  return { ...row } as FundingRate;
}

/** A row of `marks` as the projection's type. */
export function markOf(row: RowOf<'marks'>): Mark {
  return { ...row } as Mark;
}

/** A current debt. */
export function debtRow({ user, ...rest }: Debt): RowOf<'debts'> {
  return { user_id: user, ...rest };
}

/** A debt at the end of the UTC day that starts at `day`. */
export function debtDayRow(debt: Debt, day: number): RowOf<'debt_days'> {
  const { user, wallet, market, asset, principal, interest } = debt;
  return { user_id: user, wallet, market, asset, day, owed: principal + interest };
}

/** A row of `debts` as the projection's type. */
export function debtOf({ user_id, ...rest }: RowOf<'debts'>): Debt {
  return { user: user_id, ...rest } as Debt;
}

/** A record of borrowing; `line` numbers them; `ended`: it cleared the debt. */
export function recordRow({ user, ...rest }: DebtRecord, line: number, ended: boolean): RowOf<'debt_records'> {
  return { line, user_id: user, ...rest, ended };
}

/** A row of `debt_records` as the projection's type. */
export function recordOf({ line: _line, ended: _ended, user_id, ...rest }: RowOf<'debt_records'>): DebtRecord {
  return { user: user_id, ...rest } as DebtRecord;
}

/**
 * A second contract. `row`: the journal row of its order; `closeSeq`: the command of the tick that settled it; `ended`:
 * when it was settled or voided, 0 while it runs.
 */
export function secondRow(second: Second, row: number, closeSeq: number, ended: number): RowOf<'seconds'> {
  return {
    second: second.second,
    user_id: second.user,
    market: second.market,
    asset: second.asset,
    direction: second.direction,
    seconds: second.seconds,
    amount: second.amount,
    odds: second.odds,
    win: second.win,
    version: second.version,
    opens_from: second.opensFrom,
    status: second.status,
    open_tick: second.openTick,
    open_seq: second.openSeq,
    open_price: second.openPrice,
    open_time: second.openTime,
    matures: second.matures,
    close_tick: second.closeTick,
    close_price: second.closePrice,
    close_time: second.closeTime,
    close_seq: closeSeq,
    result: second.result,
    reason: second.reason,
    paid: second.paid,
    created: second.created,
    seq: second.seq,
    last_seq: second.lastSeq,
    ended,
    row,
  };
}

/** A row of `seconds` as the projection's type. */
export function secondOf(row: RowOf<'seconds'>): Second {
  return {
    second: row.second,
    user: row.user_id,
    market: row.market,
    asset: row.asset,
    direction: row.direction,
    seconds: row.seconds,
    amount: row.amount,
    odds: row.odds,
    win: row.win,
    version: row.version,
    opensFrom: row.opens_from,
    status: row.status,
    openTick: row.open_tick,
    openSeq: row.open_seq,
    openPrice: row.open_price,
    openTime: row.open_time,
    matures: row.matures,
    closeTick: row.close_tick,
    closeSeq: row.close_seq,
    closePrice: row.close_price,
    closeTime: row.close_time,
    result: row.result,
    reason: row.reason,
    paid: row.paid,
    created: row.created,
    seq: row.seq,
    lastSeq: row.last_seq,
  } as Second;
}

/** A purchase of staking or finance. */
export function stakeRow({ user, lastSeq, ...rest }: Stake): RowOf<'stakes'> {
  return { user_id: user, last_seq: lastSeq, ...rest };
}

/** A row of `stakes` as the projection's type. */
export function stakeOf({ user_id, last_seq, ...rest }: RowOf<'stakes'>): Stake {
  return { user: user_id, lastSeq: last_seq, ...rest } as Stake;
}

/** A slice that the insurance fund unwound. */
export function fundSliceRow({ order, index, ...one }: FundSlice): RowOf<'fund_slices'> {
  return { order_id: order, index_price: index, ...one };
}

/** A row of `fund_slices` as the projection's type. */
export function fundSliceOf({ order_id, index_price, ...row }: RowOf<'fund_slices'>): FundSlice {
  return { order: order_id, index: index_price, ...row } as FundSlice;
}

/** A waiting or finished swap. */
export function swapRow(one: SwapOrder): RowOf<'swaps'> {
  const { swap, user, from, to, amount, least, receive, code, worth, fromLeg, toLeg, created, ended, seq } = one;
  return {
    ...{ swap, user_id: user, given: from, got: to, amount, least, receive, code, worth },
    ...{ from_tick: fromLeg.tick, from_price: fromLeg.price, from_flow: fromLeg.flow },
    ...{ from_range: fromLeg.range, from_half: fromLeg.half },
    ...{ to_tick: toLeg.tick, to_price: toLeg.price, to_flow: toLeg.flow },
    ...{ to_range: toLeg.range, to_half: toLeg.half },
    ...{ created, ended, seq },
  };
}

/** A row of `swaps` as the projection's type. */
export function swapOf(row: RowOf<'swaps'>): SwapOrder {
  const { swap, user_id, given, got, amount, least, receive, code, worth, created, ended, seq } = row;
  return {
    ...{ swap, user: user_id, from: given, to: got, amount, least, receive, code, worth },
    fromLeg: {
      ...{ tick: row.from_tick, price: row.from_price, flow: row.from_flow },
      ...{ range: row.from_range, half: row.from_half },
    },
    toLeg: {
      ...{ tick: row.to_tick, price: row.to_price, flow: row.to_flow },
      ...{ range: row.to_range, half: row.to_half },
    },
    ...{ created, ended, seq },
  } as SwapOrder;
}
