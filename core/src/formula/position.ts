// What is shown of a position, from whole numbers alone: the server's answers and the page's live figures are the same
// function of the same words, to the last digit. Settle atoms, cents and millionths; every rounding is named (money §3).

import { gainsBy, LINEAR, LONG, maintenanceAt, unrealisedAt, valueAt } from './contract.ts';
import { ceiling, floor, type Fraction, fraction, minus, over, plain, plus, times } from './fraction.ts';
import { shownTrigger, type Terms } from './liquidation.ts';
import { initialMargin } from './tiers.ts';
import { DOWN, MILLION, mulDiv, UP } from '../number/index.ts';

const CENTS = 100;
/** Margin modes. */
const ISOLATED = 2;
/** Prices beyond this are none: marks are words below it. */
const FARTHEST = 2n ** 52n;

/** A position as its last event told it. */
export interface PositionWords {
  /** 1 long, 2 short. */
  readonly side: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  readonly lots: number;
  /** Σ fill values, settle atoms. */
  readonly cost: number;
  /** Isolated: its own account; cross 0. */
  readonly margin: number;
  /** Running totals of what was realised: by price, by fees, by funding. */
  readonly priceProfit: number;
  readonly feeProfit: number;
  readonly fundingProfit: number;
  /** The price (cents) that it was told to be liquidated at; 0 none. */
  readonly liquidation: number;
}

/** What a cross position stands on: its wallet with all its cross positions at the prices that liquidate, settle atoms. */
export interface CrossWallet {
  readonly balance: number;
  readonly unrealised: number;
  readonly maintenance: number;
}

/** What is shown of a position; prices in cents, 0: none. Undefined: there is no mark yet. */
export interface PositionFigures {
  /** At the mark, rounded up. */
  readonly value: number | undefined;
  /** Not realised, rounded down. */
  readonly unrealised: number;
  /** Isolated: its margin. Cross: what it requires at the mark. */
  readonly margin: number;
  /** Value ÷ leverage, rounded up. */
  readonly required: number;
  /** At the price that liquidates, rounded up. */
  readonly maintenance: number;
  /** At the price that liquidates. Isolated: its own; cross: the wallet's. */
  readonly equity: number;
  /** Maintenance ÷ equity (cross: the wallet's), millionths, rounded up, at most 1: it is liquidated. */
  readonly ratio: number | undefined;
  /** What it was opened at on average, rounded against its owner: a long's up, a short's down. */
  readonly average: number;
  /** Realised and not realised together. */
  readonly priceProfit: number;
  readonly feeProfit: number;
  readonly fundingProfit: number;
  /** Their sum. */
  readonly profit: number;
  /** The worst price at which closing all of it, the taker's fee paid, leaves no loss. */
  readonly breakEven: number;
  /** Price at which it is liquidated, told no later than it happens. Cross: as its wallet stood at its last event. */
  readonly liquidation: number;
}

/**
 * All figures at a mark and at the price that liquidates (`risk`: the index, under earlier rules the mark), cents, 0: none
 * yet, for one who pays `takerRate` (millionths) to close; cross: in its wallet.
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
  const isolated = position.marginMode === ISOLATED;
  const maintenance = maintenanceOf(terms, lots, risk);
  const stands = isolated || wallet === undefined;
  const equity = stands
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
    ratio: open ? ratioOf(stands ? maintenance : wallet.maintenance, equity) : undefined,
    average: averagePrice(type, perLot, side, lots, cost),
    priceProfit,
    feeProfit,
    fundingProfit,
    profit: priceProfit + feeProfit + fundingProfit,
    breakEven: breakEvenPrice(terms, position, takerRate),
    liquidation: isolated ? shownTrigger(terms, side, lots, cost, position.margin) : position.liquidation,
  };
}

/** What one position adds to its wallet: profit not realised and maintenance at a price; without a price nothing. */
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

/** Maintenance ÷ equity in millionths, rounded up; 1 where it is endangered. */
function ratioOf(maintenance: number, equity: number): number {
  return equity <= maintenance ? MILLION : mulDiv(maintenance, MILLION, equity, UP);
}

/** Average price (cents) of lots that cost `cost`, rounded against a position of that side; 0: none. */
export function averagePrice(type: number, perLot: number, side: number, lots: number, cost: number): number {
  if (lots === 0 || cost === 0) return 0;
  const direction = side === LONG ? UP : DOWN;
  return type === LINEAR
    ? mulDiv(cost, CENTS, lots * perLot, direction)
    : mulDiv(lots, perLot * CENTS, cost, direction);
}

/**
 * The worst price (cents) at which closing all lots with the taker's fee leaves price, fee and funding profit together
 * not below 0: a long's rounded up, a short's down. 0: at every price, or at none.
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
  // Where a greater value is better: value − cost + realised − rate × value = 0; else cost − value + realised − rate × value.
  const gains = gainsBy(type, side) === 1;
  const paid = gains ? minus(fraction(cost), realised) : plus(fraction(cost), realised);
  const kept = gains ? minus(fraction(1), rate) : plus(fraction(1), rate);
  if (paid.num <= 0n || kept.num <= 0n) return 0;
  const price = priceWorth(type, perLot, lots, over(paid, kept));
  const cents = side === LONG ? ceiling(price) : floor(price);
  return cents > FARTHEST ? 0 : plain(cents);
}

/** The exact price (cents) at which lots are worth `value`, above 0. */
function priceWorth(type: number, perLot: number, lots: number, value: Fraction): Fraction {
  const size = fraction(BigInt(lots) * BigInt(perLot));
  const cents = fraction(CENTS);
  return type === LINEAR ? over(times(value, cents), size) : over(times(size, cents), value);
}
