// What positions and purses are worth at the last valid marks (money §3): equity, maintenance, what may be spent.

import { initialMargin, maintenanceAt, tierValue, unrealisedAt, valueAt } from '../formula/index.ts';
import { UP } from '../number/index.ts';
import { CROSS, ISOLATED } from './contracts.ts';
import { profitCounts } from './priced.ts';
import type { PerpetualRoom } from './room.ts';

/** Profit not realised of a position at its market's mark, settle atoms, rounded down. */
export function unrealised(room: PerpetualRoom, slot: number): number {
  const p = room.positions.rows;
  return unrealisedAs(room, slot, p.lots[slot] as number, p.cost[slot] as number);
}

/** The same, with other lots and cost. */
export function unrealisedAs(room: PerpetualRoom, slot: number, lots: number, cost: number): number {
  if (lots === 0) return 0;
  const p = room.positions.rows;
  const c = room.contracts.rows;
  const market = p.market[slot] as number;
  return unrealisedAt(
    c.type[market] as number,
    p.side[slot] as number,
    c.perLot[market] as number,
    lots,
    cost,
    c.mark[market] as number,
  );
}

/** What is not realised of a position as its wallet's equity counts it: a profit at a price that does not count is 0. */
export function counted(room: PerpetualRoom, slot: number): number {
  const p = room.positions.rows;
  return countedAs(room, slot, p.lots[slot] as number, p.cost[slot] as number);
}

/** The same, with other lots and cost. */
export function countedAs(room: PerpetualRoom, slot: number, lots: number, cost: number): number {
  const profit = unrealisedAs(room, slot, lots, cost);
  return profit > 0 && !profitCounts(room, room.positions.rows.market[slot] as number) ? 0 : profit;
}

/** Value of lots at the mark of a market, settle atoms, rounded up. */
export function markValue(room: PerpetualRoom, market: number, lots: number): number {
  const c = room.contracts.rows;
  return valueAt(c.type[market] as number, c.perLot[market] as number, lots, c.mark[market] as number, UP);
}

/** What picks the tier of lots of a market: linear settle atoms at the mark, inverse whole USD. */
export function tierValueOf(room: PerpetualRoom, market: number, lots: number): number {
  const c = room.contracts.rows;
  return tierValue(
    c.type[market] as number,
    c.perLot[market] as number,
    c.face[market] as number,
    lots,
    c.mark[market] as number,
  );
}

/** Maintenance of `lots` lots of a market at its mark, settle atoms, rounded up. */
export function maintenanceAs(room: PerpetualRoom, market: number, lots: number): number {
  const { contracts } = room;
  const c = contracts.rows;
  return maintenanceAt(
    c.type[market] as number,
    c.perLot[market] as number,
    c.face[market] as number,
    contracts.tiers,
    contracts.firstTier(market),
    c.count[market] as number,
    lots,
    c.mark[market] as number,
  );
}

/** Maintenance of a position at the mark. */
export function maintenance(room: PerpetualRoom, slot: number): number {
  const p = room.positions.rows;
  return maintenanceAs(room, p.market[slot] as number, p.lots[slot] as number);
}

/** Initial margin of a position at the mark: value ÷ leverage, rounded up. */
export function initial(room: PerpetualRoom, slot: number): number {
  const p = room.positions.rows;
  const lots = p.lots[slot] as number;
  return lots === 0 ? 0 : initialMargin(markValue(room, p.market[slot] as number, lots), p.leverage[slot] as number);
}

/** Equity of an isolated position: its margin and what is not realised. */
export function equity(room: PerpetualRoom, slot: number): number {
  return room.positions.marginOf(slot) + unrealised(room, slot);
}

/** Atoms in a purse's wallet. */
export function balance(room: PerpetualRoom, purse: number): number {
  return room.ledger.accounts.available[room.positions.purses.account[purse] as number] as number;
}

/** Σ unrealised of a purse's cross positions, as its equity counts it. */
export function crossProfit(room: PerpetualRoom, purse: number): number {
  const { rows, purses } = room.positions;
  let sum = 0;
  // Bounded by two positions a market.
  for (let slot = purses.first[purse] as number; slot !== 0; slot = rows.next[slot] as number)
    if (rows.mode[slot] === CROSS) sum += counted(room, slot);
  return sum;
}

/**
 * What a purse has left to open with: balance − cross initial margins − order margins − unrealised losses (money §3).
 * Below 0 while the marks stand against it. Profit not realised counts nowhere.
 */
export function left(room: PerpetualRoom, purse: number): number {
  const { rows, purses } = room.positions;
  let sum = balance(room, purse) - (purses.ordered[purse] as number);
  for (let slot = purses.first[purse] as number; slot !== 0; slot = rows.next[slot] as number) {
    if (rows.mode[slot] === ISOLATED) continue;
    const profit = unrealised(room, slot);
    sum -= initial(room, slot) + (profit < 0 ? 0 - profit : 0);
  }
  return sum;
}

/** What may be spent or leave: `left`, at least 0. */
export function spendable(room: PerpetualRoom, purse: number): number {
  const atoms = left(room, purse);
  return atoms > 0 ? atoms : 0;
}
