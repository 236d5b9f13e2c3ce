// Exact standing of positions and wallets at the prices that liquidate (`riskPrice`) (money §3): equity, maintenance,
// liquidation price.

import { MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '../../enum/index.ts';
import {
  exact,
  exactMaintenance,
  exactProfit,
  type Fraction,
  inverseLiquidation,
  type Leg,
  legAt,
  linearLiquidation,
  type Terms,
  triggerOf,
} from '../../formula/index.ts';
import { DOWN, mulDiv, quotient } from '../../number/index.ts';
import { balance, equity as equityOf, maintenance as maintenanceOf } from '../position/valuation.ts';
import { NOW, type Prices, riskPrice } from '../priced.ts';
import type { PerpetualContext } from '../context.ts';

const { fraction, minus, plus, ZERO } = exact;
/** Resolution of equity ÷ maintenance. */
const HEALTH_PARTS = 1_000_000_000;
/** Ratios above this are all treated as equal. */
const MOST_HEALTH = 4_000_000;
const FARTHEST = 2 ** 52;

/** Equity and maintenance, settle atoms. Endangered: equity ≤ maintenance. */
export interface Standing {
  readonly equity: Fraction;
  readonly maintenance: Fraction;
}

/** A contract's terms for the exact formulas. */
export function termsOf(context: PerpetualContext, market: number): Terms {
  const { contracts } = context;
  const c = contracts.rows;
  return {
    type: c.type[market] as number,
    perLot: c.perLot[market] as number,
    face: c.face[market] as number,
    tiers: contracts.tiers,
    first: contracts.firstTier(market),
    count: c.count[market] as number,
  };
}

/** A position as a leg, with the maintenance tier of its value there. */
export function legOfPosition(context: PerpetualContext, slot: number, at: Prices = NOW): Leg {
  const p = context.positions.rows;
  const market = p.market[slot] as number;
  return legAt(
    termsOf(context, market),
    p.side[slot] as number,
    p.lots[slot] as number,
    p.cost[slot] as number,
    at.price(context, market),
  );
}

/** Unrealised PnL of a position. */
export function profitOf(context: PerpetualContext, slot: number): Fraction {
  const market = context.positions.rows.market[slot] as number;
  const c = context.contracts.rows;
  return exactProfit(c.type[market] as number, legOfPosition(context, slot), riskPrice(context, market));
}

/** The same as it counts for its wallet's equity: a profit at an unusable price counts as 0. */
function countedOf(context: PerpetualContext, market: number, leg: Leg, at: Prices): Fraction {
  const c = context.contracts.rows;
  const profit = exactProfit(c.type[market] as number, leg, at.price(context, market));
  return profit.num > 0n && !at.counts(context, market) ? ZERO : profit;
}

/** Maintenance of a position. */
export function needOf(context: PerpetualContext, slot: number): Fraction {
  const market = context.positions.rows.market[slot] as number;
  const c = context.contracts.rows;
  return exactMaintenance(c.type[market] as number, legOfPosition(context, slot), riskPrice(context, market));
}

/** Standing of an isolated position. */
export function standingOf(context: PerpetualContext, slot: number, at: Prices = NOW): Standing {
  const market = context.positions.rows.market[slot] as number;
  const c = context.contracts.rows;
  const type = c.type[market] as number;
  const price = at.price(context, market);
  const leg = legOfPosition(context, slot, at);
  return {
    equity: plus(fraction(context.positions.marginOf(slot)), exactProfit(type, leg, price)),
    maintenance: exactMaintenance(type, leg, price),
  };
}

/** Standing of a wallet with all its cross positions. */
export function statusOfContractWallet(context: PerpetualContext, contractWallet: number, at: Prices = NOW): Standing {
  const { rows: p, contractWallets } = context.positions;
  const c = context.contracts.rows;
  let equity = fraction(balance(context, contractWallet));
  let maintenance = ZERO;
  // Bounded by two positions per market.
  for (let slot = contractWallets.first[contractWallet] as number; slot !== 0; slot = p.next[slot] as number) {
    if (p.mode[slot] !== MARGIN_MODE.cross || p.lots[slot] === 0) continue;
    const market = p.market[slot] as number;
    const type = c.type[market] as number;
    const price = at.price(context, market);
    const leg = legOfPosition(context, slot, at);
    equity = plus(equity, countedOf(context, market, leg, at));
    maintenance = plus(maintenance, exactMaintenance(type, leg, price));
  }
  return { equity, maintenance };
}

export function endangered(standing: Standing): boolean {
  return exact.compare(standing.equity, standing.maintenance) <= 0;
}

/** Whether an isolated position is at or below maintenance: by whole atoms, and exactly where rounding could matter. */
export function positionEndangered(context: PerpetualContext, slot: number): boolean {
  // Equity is rounded down and maintenance up, so the exact difference is at least this and less than two atoms more.
  const surplus = equityOf(context, slot) - maintenanceOf(context, slot);
  if (surplus > 0) return false;
  return surplus <= -2 || endangered(standingOf(context, slot));
}

/** Equity ÷ maintenance in 10⁻⁹, from whole atoms, rounded down: the lowest is liquidated first. */
export function healthKey(equity: number, maintenance: number): number {
  const least = maintenance > 0 ? maintenance : 1;
  const whole = quotient(equity, least);
  if (whole >= MOST_HEALTH) return MOST_HEALTH * HEALTH_PARTS;
  return whole <= -MOST_HEALTH ? 0 - MOST_HEALTH * HEALTH_PARTS : mulDiv(equity, HEALTH_PARTS, least, DOWN);
}

/** Equity in whole atoms, rounded down. */
export function wholeEquity(standing: Standing): number {
  return exact.plain(exact.floor(standing.equity));
}

/** Maintenance in whole atoms, rounded up. */
export function wholeMaintenance(standing: Standing): number {
  return exact.plain(exact.ceiling(standing.maintenance));
}

/** The liquidation trigger of an isolated position, cents, 0 none. */
export function isolatedTrigger(context: PerpetualContext, slot: number): number {
  const p = context.positions.rows;
  return triggerOf(
    termsOf(context, p.market[slot] as number),
    p.side[slot] as number,
    p.lots[slot] as number,
    p.cost[slot] as number,
    context.positions.marginOf(slot),
  );
}

/**
 * The price of a position's market at which its wallet would be liquidated while all other prices stay, cents, 0 none:
 * an estimate, with the present maintenance tiers. `standing`: the wallet's present one.
 */
export function crossTrigger(context: PerpetualContext, slot: number, standing: Standing): number {
  const { rows: p, holdings: h } = context.positions;
  const c = context.contracts.rows;
  const market = p.market[slot] as number;
  const type = c.type[market] as number;
  const price = riskPrice(context, market);
  if (p.lots[slot] === 0 || price === 0) return 0;
  const holding = p.holding[slot] as number;
  const here: Leg[] = [];
  let net = ZERO;
  // The wallet's surplus without this market.
  let free = minus(standing.equity, standing.maintenance);
  for (const side of [h.long[holding] as number, h.short[holding] as number]) {
    if (side === 0 || p.mode[side] !== MARGIN_MODE.cross || p.lots[side] === 0) continue;
    const leg = legOfPosition(context, side);
    here.push(leg);
    net = leg.side === POSITION_SIDE.long ? plus(net, leg.quantity) : minus(net, leg.quantity);
    free = minus(free, minus(countedOf(context, market, leg, NOW), exactMaintenance(type, leg, price)));
  }
  const found = type === MARKET_TYPE.linear ? linearLiquidation(free, here) : inverseLiquidation(free, here);
  if (found === undefined) return 0;
  const cents = net.num > 0n ? exact.floor(found) : exact.ceiling(found);
  return cents > BigInt(FARTHEST) ? 0 : Number(cents);
}
