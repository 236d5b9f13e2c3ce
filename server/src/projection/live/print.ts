// Prints integers as the decimal strings of the wire format (calls.md §1): exact, all decimals, no exponent.

import { DOWN, mulDiv, printDecimal, UP } from '@vitrine/core/number';
import type { Asset, Instrument, Market, Order, Subject } from '../handlers/index.ts';

/** Price digits below the tick for index, mark, average and receipts: tick ÷ 100. */
const CENT_DIGITS = 2;
/** Decimals of a percentage. */
const PERCENT_DIGITS = 2;

type Ticked = Pick<Market, 'tickDecimals'> | Pick<Instrument, 'tickDecimals'>;

/** A price in ticks. */
export function printTicks(ticks: number, of: Ticked): string {
  return printDecimal(ticks, of.tickDecimals);
}

/** An index or mark price in hundredths of a tick, with all digits. */
export function printCents(cents: number, of: Ticked): string {
  return printDecimal(cents, of.tickDecimals + CENT_DIGITS);
}

/** The price of a candle or ticker: ticks for a market, cents for an index or mark. */
export function printPriceOf(subject: Subject, price: number, of: Ticked): string {
  return typeof subject.kind === 'string' ? printCents(price, of) : printTicks(price, of);
}

/** A quantity in lots. */
export function printLots(lots: number, market: Pick<Market, 'lotDecimals'>): string {
  return printDecimal(lots, market.lotDecimals);
}

/** An amount in atoms; sums may be bigint. */
export function printAtoms(atoms: number | bigint, asset: Pick<Asset, 'scale'>): string {
  if (typeof atoms === 'number') return printDecimal(atoms, asset.scale);
  const digits = (atoms < 0n ? -atoms : atoms).toString().padStart(asset.scale + 1, '0');
  const sign = atoms < 0n ? '-' : '';
  return asset.scale === 0 ? sign + digits : `${sign}${digits.slice(0, -asset.scale)}.${digits.slice(-asset.scale)}`;
}

/** A turnover of whole quote units and the remaining atoms. */
export function printTurnover(whole: number, rest: number, quote: Pick<Asset, 'scale'>): string {
  if (quote.scale === 0) return printDecimal(whole + rest, 0);
  return `${printDecimal(whole, 0)}.${printDecimal(rest, 0).padStart(quote.scale, '0')}`;
}

/**
 * An order's average fill price, to a hundredth of a tick: dealt value ÷ (dealt lots × K), rounded against its owner (a
 * buy up, a sell down). Null without fills.
 */
export function printAveragePrice(
  order: Pick<Order, 'dealtValue' | 'dealtLots' | 'side'>,
  market: Pick<Market, 'tickDecimals' | 'atomsPerTickLot'>,
): string | null {
  if (order.dealtLots === 0) return null;
  const cents = mulDiv(order.dealtValue, 100, order.dealtLots * market.atomsPerTickLot, order.side === 1 ? UP : DOWN);
  return printCents(cents, market);
}

/**
 * (now − before) ÷ before in percent, two decimals, toward zero but at least 0.01 for any change (spec §9); null if
 * `before` is 0.
 */
export function printChangePercent(now: number, before: number): string | null {
  if (before === 0) return null;
  const difference = now - before;
  if (difference === 0) return printDecimal(0, PERCENT_DIGITS);
  const size = Math.max(mulDiv(Math.abs(difference), 100 * 10 ** PERCENT_DIGITS, before, DOWN), 1);
  return printDecimal(difference < 0 ? -size : size, PERCENT_DIGITS);
}

/** A rate in millionths as a fraction. */
export function printRate(ppm: number): string {
  return printDecimal(ppm, 6);
}
