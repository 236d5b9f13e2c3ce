// Recomputes a second contract on this device from the published index ticks alone (money §5): the opening tick, the
// settling tick, the winner, the payout.

import type { Receipt, Tick } from '@vitrine/contract';
import { SECOND_RESULT } from '@vitrine/core/enum';
import { secondResult, secondWin } from '@vitrine/core/formula';
import { parseAtoms, printDecimal } from '@vitrine/core/number';

/** Maximum age of a settling tick at maturity, ms. */
export const SETTLE_AGE_MS = 2_000;
/** The opening tick must arrive within this time, ms. */
export const OPEN_PATIENCE_MS = 3_000;
const RATE_DECIMALS = 6;
/** Enough decimals for any index price of the API. */
const PRICE_DECIMALS = 14;

export interface Found {
  readonly openTick: Tick | undefined;
  readonly closeTick: Tick | undefined;
  /** ms UTC; undefined without an opening tick. */
  readonly matures: number | undefined;
  /** 1 won, 2 lost, 3 tied; undefined: void. */
  readonly result: number | undefined;
  /** Decimal: stake and win, the stake, or nothing. */
  readonly paid: string;
}

/** The differences between this result and the exchange's. */
export type Difference = 'openTick' | 'closeTick' | 'result' | 'paid';

export interface Recomputed extends Found {
  readonly same: boolean;
  readonly differences: readonly Difference[];
  /** The exchange's payout, decimal. */
  readonly reported: string;
}

function counts(text: string, decimals: number): number {
  const read = parseAtoms(text, decimals);
  if (typeof read !== 'number') throw new RangeError(`expected a decimal of at most ${decimals} digits, got '${text}'`);
  return read;
}

/** The decimals of the finer price: compares prices as integers without floats. */
function priceDecimals(...prices: readonly string[]): number {
  return Math.min(PRICE_DECIMALS, Math.max(...prices.map((text) => text.split('.')[1]?.length ?? 0)));
}

/** The windows of the deciding ticks, ms UTC, both ends inclusive. */
export function windowsOf(receipt: Receipt): {
  readonly open: readonly [number, number];
  readonly close: readonly [number, number] | undefined;
} {
  const { opensFrom, order } = receipt;
  const matures = order.openTick === null ? undefined : order.openTick.time + order.seconds * 1_000;
  return {
    open: [opensFrom, opensFrom + OPEN_PATIENCE_MS],
    close: matures === undefined ? undefined : [matures - SETTLE_AGE_MS, matures],
  };
}

/**
 * @param ticks published index ticks of the symbol, at least those of both windows, in any order.
 * @throws RangeError when a number of the receipt is invalid.
 */
export function recompute(receipt: Receipt, ticks: readonly Tick[]): Recomputed {
  const { order, opensFrom } = receipt;
  const valid = ticks.filter(({ state }) => state === 'valid').toSorted((a, b) => a.time - b.time || a.seq - b.seq);
  const openTick = valid.find(({ time }) => time >= opensFrom && time <= opensFrom + OPEN_PATIENCE_MS);
  const matures = openTick && openTick.time + order.seconds * 1_000;
  const closeTick =
    matures === undefined
      ? undefined
      : valid.findLast(({ time }) => time <= matures && time >= matures - SETTLE_AGE_MS);
  // Amounts have the coin's own scale; the win is rounded down at it.
  const scale = order.amount.split('.')[1]?.length ?? 0;
  const stake = counts(order.amount, scale);
  const win = secondWin(stake, counts(receipt.odds, RATE_DECIMALS));
  const result = openTick && closeTick && resultOf(order.direction, openTick.price, closeTick.price);
  const paid = printDecimal(
    result === undefined || result === SECOND_RESULT.tied ? stake : result === SECOND_RESULT.won ? stake + win : 0,
    scale,
  );
  const reported = reportedPaid(receipt, scale);
  const differences: Difference[] = [
    ...(openTick?.seq !== receipt.openTick?.seq ? (['openTick'] as const) : []),
    ...(closeTick?.seq !== receipt.closeTick?.seq ? (['closeTick'] as const) : []),
    ...((result ?? null) !== order.result ? (['result'] as const) : []),
    ...(paid !== reported ? (['paid'] as const) : []),
  ];
  return { openTick, closeTick, matures, result, paid, reported, same: differences.length === 0, differences };
}

function resultOf(direction: number, open: string, close: string): number {
  const decimals = priceDecimals(open, close);
  return secondResult(direction, counts(open, decimals), counts(close, decimals));
}

/** The exchange's payout: the stake plus its net result. */
function reportedPaid({ order }: Receipt, scale: number): string {
  const net = order.profit === null ? 0 : counts(order.profit, scale);
  return printDecimal(counts(order.amount, scale) + net, scale);
}
