// Values of positions and contract wallets at the last valid marks and indexes (money §3): equity, maintenance,
// spendable balance. `by` selects mark or index.

import { MARGIN_MODE } from '../../enum/index.ts';
import { maintenanceAt, openingLoss, openingMargin, tierValue, unrealisedAt, valueAt } from '../../formula/index.ts';
import { UP } from '../../number/index.ts';
import { bothCount, indexOf, markOf, type PriceOf, profitCounts, riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

/** Unrealised PnL of a position with other lots and cost, settle atoms, rounded down. */
export function unrealisedAs(context: PerpetualContext, slot: number, lots: number, cost: number, by: PriceOf): number {
  if (lots === 0) return 0;
  const p = context.positions.rows;
  const c = context.contracts.rows;
  const market = p.market[slot] as number;
  return unrealisedAt(
    c.type[market] as number,
    p.side[slot] as number,
    c.perLot[market] as number,
    lots,
    cost,
    by(context, market),
  );
}

/** Unrealised PnL of a position. */
export function unrealised(context: PerpetualContext, slot: number, by: PriceOf): number {
  const p = context.positions.rows;
  return unrealisedAs(context, slot, p.lots[slot] as number, p.cost[slot] as number, by);
}

/** Unrealised PnL as it counts for its wallet's equity: a profit at an unusable price counts as 0. */
export function counted(context: PerpetualContext, slot: number, by: PriceOf): number {
  const p = context.positions.rows;
  return countedAs(context, slot, p.lots[slot] as number, p.cost[slot] as number, by);
}

/** The same with other lots and cost. */
export function countedAs(context: PerpetualContext, slot: number, lots: number, cost: number, by: PriceOf): number {
  const profit = unrealisedAs(context, slot, lots, cost, by);
  return profit > 0 && !profitCounts(context, context.positions.rows.market[slot] as number) ? 0 : profit;
}

/** Value of lots of a market, settle atoms, rounded up. */
function valueBy(context: PerpetualContext, market: number, lots: number, by: PriceOf): number {
  const c = context.contracts.rows;
  return valueAt(c.type[market] as number, c.perLot[market] as number, lots, by(context, market), UP);
}

/** Value of lots of a market at the index, settle atoms, rounded up. */
export function indexValue(context: PerpetualContext, market: number, lots: number): number {
  return valueBy(context, market, lots, indexOf);
}

/** Value of lots to be opened, settle atoms, rounded up: at the mark or the index, whichever is higher. */
export function openValue(context: PerpetualContext, market: number, lots: number): number {
  const value = valueBy(context, market, lots, markOf);
  return bothCount(context) ? Math.max(value, valueBy(context, market, lots, indexOf)) : value;
}

/** The value that selects the tier of a market's lots: linear settle atoms, inverse whole USD. */
export function tierValueOf(context: PerpetualContext, market: number, lots: number, by: PriceOf): number {
  const c = context.contracts.rows;
  return tierValue(
    c.type[market] as number,
    c.perLot[market] as number,
    c.face[market] as number,
    lots,
    by(context, market),
  );
}

/** The same for lots to be opened: at the mark or the index, whichever is higher. */
export function openTierValue(context: PerpetualContext, market: number, lots: number): number {
  const value = tierValueOf(context, market, lots, markOf);
  return bothCount(context) ? Math.max(value, tierValueOf(context, market, lots, indexOf)) : value;
}

/** Opening loss of a fill of `value`, settle atoms: against the mark or the index, whichever is more. */
export function openLoss(context: PerpetualContext, market: number, side: number, lots: number, value: number): number {
  const c = context.contracts.rows;
  const type = c.type[market] as number;
  const perLot = c.perLot[market] as number;
  const loss = openingLoss(type, side, perLot, lots, value, markOf(context, market));
  return bothCount(context)
    ? Math.max(loss, openingLoss(type, side, perLot, lots, value, indexOf(context, market)))
    : loss;
}

/** Maintenance of `lots` lots of a market, settle atoms, rounded up. */
export function maintenanceAs(context: PerpetualContext, market: number, lots: number, by: PriceOf): number {
  const { contracts } = context;
  const c = contracts.rows;
  return maintenanceAt(
    c.type[market] as number,
    c.perLot[market] as number,
    c.face[market] as number,
    contracts.tiers,
    contracts.firstTier(market),
    c.count[market] as number,
    lots,
    by(context, market),
  );
}

/** Maintenance of a position at the price that liquidates. */
export function maintenance(context: PerpetualContext, slot: number): number {
  const p = context.positions.rows;
  return maintenanceAs(context, p.market[slot] as number, p.lots[slot] as number, riskPrice);
}

/**
 * Initial margin of a position at a leverage: value ÷ leverage, rounded up, and at least what its closing rate
 * requires.
 */
export function initialAs(context: PerpetualContext, slot: number, leverage: number, by: PriceOf): number {
  const p = context.positions.rows;
  const market = p.market[slot] as number;
  const lots = p.lots[slot] as number;
  if (lots === 0) return 0;
  return openingMargin(valueBy(context, market, lots, by), leverage, context.closingRates.inForce(market));
}

/** Equity of an isolated position at the price that liquidates: its margin and unrealised PnL. */
export function equity(context: PerpetualContext, slot: number): number {
  return context.positions.marginOf(slot) + unrealised(context, slot, riskPrice);
}

/** Balance of a contract wallet, atoms. */
export function balance(context: PerpetualContext, contractWallet: number): number {
  return context.ledger.accounts.available[
    context.positions.contractWallets.account[contractWallet] as number
  ] as number;
}

/** Σ unrealised PnL of a contract wallet's cross positions, as it counts for its equity. */
export function crossProfit(context: PerpetualContext, contractWallet: number, by: PriceOf): number {
  const { rows, contractWallets } = context.positions;
  let sum = 0;
  // Bounded by two positions per market.
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = rows.next[slot] as number)
    if (rows.mode[slot] === MARGIN_MODE.cross) sum += counted(context, slot, by);
  return sum;
}

/**
 * What a contract wallet can spend on opening: balance − cross initial margins − order margins − unrealised losses
 * (money §3). Since rules `indexLiquidates` at the marks or at the indexes, whichever leaves less. Below 0 when they
 * exceed the balance. Unrealised profit never counts.
 */
export function left(context: PerpetualContext, contractWallet: number): number {
  const atMarks = leftBy(context, contractWallet, markOf);
  return bothCount(context) ? Math.min(atMarks, leftBy(context, contractWallet, indexOf)) : atMarks;
}

function leftBy(context: PerpetualContext, contractWallet: number, by: PriceOf): number {
  const { rows, contractWallets } = context.positions;
  let sum = balance(context, contractWallet) - (contractWallets.ordered[contractWallet] as number);
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = rows.next[slot] as number) {
    if (rows.mode[slot] === MARGIN_MODE.isolated) continue;
    const profit = unrealised(context, slot, by);
    sum -= initialAs(context, slot, rows.leverage[slot] as number, by) + (profit < 0 ? 0 - profit : 0);
  }
  return sum;
}

/** What may be spent or withdrawn: `left`, at least 0. */
export function spendable(context: PerpetualContext, contractWallet: number): number {
  const atoms = left(context, contractWallet);
  return atoms > 0 ? atoms : 0;
}
