// Figures shown for a position, computed from whole numbers only. The server's answers and the page's live figures use
// the same function, and agree to the last digit. Settle atoms, cents and millionths; every rounding is named (money
// §3).

import { MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '../enum/index.ts';
import { gainsBy, maintenanceAt, unrealisedAt, valueAt } from './contract.ts';
import { ceiling, floor, type Fraction, fraction, minus, over, plain, plus, times } from './fraction.ts';
import { shownTrigger, type Terms } from './liquidation.ts';
import { initialMargin } from './tiers.ts';
import { DOWN, MILLION, mulDiv, UP } from '../number/index.ts';

const CENTS = 100;
/** No price is beyond this: marks are words below it. */
const FARTHEST = 2n ** 52n;

/** A position as in its last event. */
export interface PositionWords {
  /** 1 long, 2 short. */
  readonly side: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  readonly lots: number;
  /** Σ fill values, settle atoms. */
  readonly cost: number;
  /** Isolated: the position's own account; cross: 0. */
  readonly margin: number;
  /** Running totals of realised profit: by price, by fees, by funding. */
  readonly priceProfit: number;
  readonly feeProfit: number;
  readonly fundingProfit: number;
  /** The liquidation price (cents) in the event; 0 none. */
  readonly liquidation: number;
}

/** A cross position's wallet, with all its cross positions at the prices that liquidate, settle atoms. */
export interface CrossWallet {
  readonly balance: number;
  readonly unrealised: number;
  readonly maintenance: number;
}

/** Figures shown for a position; prices in cents, 0: none. Undefined: no mark yet. */
export interface PositionFigures {
  /** At the mark, rounded up. */
  readonly value: number | undefined;
  /** Unrealised PnL, rounded down. */
  readonly unrealised: number;
  /** Isolated: its margin. Cross: its required margin at the mark. */
  readonly margin: number;
  /** Value ÷ leverage, rounded up. */
  readonly required: number;
  /** At the price that liquidates, rounded up. */
  readonly maintenance: number;
  /** At the price that liquidates. Isolated: its own; cross: the wallet's. */
  readonly equity: number;
  /** Maintenance ÷ equity (cross: the wallet's), millionths, rounded up. At 1, its maximum, it is liquidated. */
  readonly ratio: number | undefined;
  /** Average entry price, rounded against the owner: up for a long, down for a short. */
  readonly average: number;
  /** Realised and unrealised together. */
  readonly priceProfit: number;
  readonly feeProfit: number;
  readonly fundingProfit: number;
  /** Their sum. */
  readonly profit: number;
  /** The worst price at which closing everything, taker fee included, makes no loss. */
  readonly breakEven: number;
  /** Liquidation price, never later than the liquidation. Cross: as the wallet was at its last event. */
  readonly liquidation: number;
}

/**
 * All figures at a mark and at the price that liquidates, cents, 0: none yet.
 * @param risk the price that liquidates: the index, under earlier rules the mark
 * @param takerRate fee rate of the closing order, millionths
 * @param cross the wallet of a cross position
 */
export function positionFigures(
  terms: Terms,
  position: PositionWords,
  mark: number,
  risk: number,
  takerRate: number,
  wallet: CrossWallet | undefined,
): PositionFigures {
  const { type, perLot } = terms;
  const { side, lots, cost, leverage, feeProfit, fundingProfit } = position;
  const open = mark > 0 && lots > 0;
  const value = mark > 0 ? valueAt(type, perLot, lots, mark, UP) : undefined;
  const unrealised = open ? unrealisedAt(type, side, perLot, lots, cost, mark) : 0;
  const required = initialMargin(value ?? cost, leverage);
  const isolated = position.marginMode === MARGIN_MODE.isolated;
  const maintenance = maintenanceOf(terms, lots, risk);
  const isStandalone = isolated || wallet === undefined;
  const equity = isStandalone
    ? position.margin + standingAt(terms, position, risk).unrealised
    : wallet.balance + wallet.unrealised;
  const priceProfit = position.priceProfit + unrealised;
  return {
    value,
    unrealised,
    margin: isolated ? position.margin : required,
    required,
    maintenance,
    equity,
    ratio: open ? ratioOf(isStandalone ? maintenance : wallet.maintenance, equity) : undefined,
    average: averagePrice(type, perLot, side, lots, cost),
    priceProfit,
    feeProfit,
    fundingProfit,
    profit: priceProfit + feeProfit + fundingProfit,
    breakEven: breakEvenPrice(terms, position, takerRate),
    liquidation: isolated ? shownTrigger(terms, side, lots, cost, position.margin) : position.liquidation,
  };
}

/** What one position adds to its wallet: unrealised PnL and maintenance at a price; nothing without a price. */
export function standingAt(
  terms: Terms,
  position: Pick<PositionWords, 'side' | 'lots' | 'cost'>,
  price: number,
): { readonly unrealised: number; readonly maintenance: number } {
  const { side, lots, cost } = position;
  const priced = price > 0 && lots > 0;
  return {
    unrealised: priced ? unrealisedAt(terms.type, side, terms.perLot, lots, cost, price) : 0,
    maintenance: maintenanceOf(terms, lots, price),
  };
}

function maintenanceOf({ type, perLot, face, tiers, first, count }: Terms, lots: number, price: number): number {
  return price > 0 ? maintenanceAt(type, perLot, face, tiers, first, count, lots, price) : 0;
}

/** Maintenance ÷ equity in millionths, rounded up; 1 when it is to be liquidated. */
function ratioOf(maintenance: number, equity: number): number {
  return equity <= maintenance ? MILLION : mulDiv(maintenance, MILLION, equity, UP);
}

/** Average price (cents) of lots with cost `cost`, rounded against a position of that side; 0: none. */
export function averagePrice(type: number, perLot: number, side: number, lots: number, cost: number): number {
  if (lots === 0 || cost === 0) return 0;
  const direction = side === POSITION_SIDE.long ? UP : DOWN;
  return type === MARKET_TYPE.linear
    ? mulDiv(cost, CENTS, lots * perLot, direction)
    : mulDiv(lots, perLot * CENTS, cost, direction);
}

/**
 * The worst price (cents) at which closing all lots with the taker fee leaves price, fee and funding profit together at
 * 0 or above: rounded up for a long, down for a short. 0: every price does, or none.
 */
export function breakEvenPrice(
  { type, perLot }: Pick<Terms, 'type' | 'perLot'>,
  position: Omit<PositionWords, 'marginMode' | 'leverage' | 'margin' | 'liquidation'>,
  takerRate: number,
): number {
  const { side, lots, cost } = position;
  if (lots === 0) return 0;
  const realised = fraction(position.priceProfit + position.feeProfit + position.fundingProfit);
  const rate = fraction(takerRate, MILLION);
  // When a higher value is better: value − cost + realised − rate × value = 0; else cost − value + realised − rate ×
  // value.
  const gains = gainsBy(type, side) === 1;
  const paid = gains ? minus(fraction(cost), realised) : plus(fraction(cost), realised);
  const kept = gains ? minus(fraction(1), rate) : plus(fraction(1), rate);
  if (paid.num <= 0n || kept.num <= 0n) return 0;
  const price = priceWorth(type, perLot, lots, over(paid, kept));
  const cents = side === POSITION_SIDE.long ? ceiling(price) : floor(price);
  return cents > FARTHEST ? 0 : plain(cents);
}

/** The exact price (cents) at which the lots have a value of `value`, above 0. */
function priceWorth(type: number, perLot: number, lots: number, value: Fraction): Fraction {
  const size = fraction(BigInt(lots) * BigInt(perLot));
  const cents = fraction(CENTS);
  return type === MARKET_TYPE.linear ? over(times(value, cents), size) : over(times(size, cents), value);
}
