// Take profit and stop loss by price, by percent of the margin or by profit: three linked fields, pure.

import { MARKET_TYPE } from '@vitrine/core/enum';
import { CENTS_A_TICK, exact, gainsBy, initialMargin, MOST_TICKS } from '@vitrine/core/formula';
import { printDecimal, printShort } from '@vitrine/core/number';
import { unrealisedOf } from '../calculate.ts';
import { type ContractTerms, whole } from '../terms.ts';

export type GuardKind = 'profit' | 'loss';
export type TpslField = 'price' | 'percent' | 'result';

/**
 * The three fields of a take profit or stop loss as typed. The field typed last decides, the others follow. Losses and
 * profits are absolute values.
 */
export interface TpslText {
  readonly meant: TpslField;
  readonly price: string;
  readonly percent: string;
  readonly result: string;
}

export const noTpsl: TpslText = { meant: 'price', price: '', percent: '', result: '' };

/** The position that they refer to, real or expected. */
export interface TpslBasis {
  readonly terms: ContractTerms;
  /** 1 long, 2 short. */
  readonly side: number;
  readonly lots: number;
  readonly cost: number;
  readonly leverage: number;
}

/** Percent has two decimals. */
const PERCENT_DECIMALS = 2;
const PERCENT_UNITS = 10_000n;

/** The take profit or stop loss after one of its fields was typed. */
export function typedTpsl(
  guard: TpslText,
  field: TpslField,
  text: string,
  kind: GuardKind,
  basis: TpslBasis | undefined,
): TpslText {
  return linkedGuard({ ...guard, [field]: text, meant: field }, kind, basis);
}

/** Updates the two other fields from the typed one; without a position they are empty. */
export function linkedGuard(guard: TpslText, kind: GuardKind, basis: TpslBasis | undefined): TpslText {
  const { meant } = guard;
  const empty = { price: '', percent: '', result: '', meant, [meant]: guard[meant] };
  if (!basis || basis.lots === 0 || guard[meant] === '') return empty;
  const { terms } = basis;
  const ticks = meant === 'price' ? whole(guard.price, terms.tickDecimals) : ticksOfResult(guard, kind, basis);
  if (ticks === undefined || ticks < 1 || ticks > MOST_TICKS) return empty;
  const result = resultAt(basis, ticks);
  // A price on the wrong side of the entry has no percentage: only the price is set, and validated as it is.
  const size = kind === 'profit' ? result : 0 - result;
  const target =
    size < 0
      ? { percent: '', result: '' }
      : { percent: percentOfMargin(size, basis), result: printDecimal(size, terms.settleScale) };
  return { ...target, price: printDecimal(ticks, terms.tickDecimals), meant, [meant]: guard[meant] };
}

/** Profit (negative: loss) at a price in ticks, before the closing fee; settle atoms. */
export function resultAt({ terms, side, lots, cost }: TpslBasis, ticks: number): number {
  return unrealisedOf(terms, side, { lots, cost, margin: 0 }, ticks * CENTS_A_TICK);
}

function percentOfMargin(size: number, { cost, leverage }: TpslBasis): string {
  const margin = initialMargin(cost, leverage);
  if (margin === 0) return '';
  return printShort(Number((BigInt(size) * PERCENT_UNITS) / BigInt(margin)), PERCENT_DECIMALS);
}

/** The price (nearest tick) at which a typed percentage or profit is reached; undefined: there is none. */
function ticksOfResult(guard: TpslText, kind: GuardKind, basis: TpslBasis): number | undefined {
  const { terms, cost, leverage, side, lots } = basis;
  let size: bigint | undefined;
  if (guard.meant === 'percent') {
    const units = whole(guard.percent, PERCENT_DECIMALS);
    size = units === undefined ? undefined : (BigInt(units) * BigInt(initialMargin(cost, leverage))) / PERCENT_UNITS;
  } else {
    const atoms = whole(guard.result, terms.settleScale);
    size = atoms === undefined ? undefined : BigInt(atoms);
  }
  if (size === undefined) return undefined;
  const gain = (kind === 'profit') === (gainsBy(terms.type, side) === 1) ? size : -size;
  const value = BigInt(cost) + gain;
  if (value <= 0n) return undefined;
  const quantity = BigInt(lots) * BigInt(terms.perLot);
  const price = terms.type === MARKET_TYPE.linear ? exact.fraction(value, quantity) : exact.fraction(quantity, value);
  const ticks = exact.nearest(price);
  return ticks > BigInt(MOST_TICKS) ? undefined : Number(ticks);
}

/** Whether it would trigger immediately: a take profit waits for a better price, a stop loss for a worse one. */
export function hitAtOnce(kind: GuardKind, side: number, ticks: number, seenCents: number): boolean {
  const above = (kind === 'profit') === (side === 1);
  const cents = ticks * CENTS_A_TICK;
  return above ? cents <= seenCents : cents >= seenCents;
}

/** Whether the trigger must be above or below the observed price. */
export function guardSide(kind: GuardKind, side: number): 'above' | 'below' {
  return (kind === 'profit') === (side === 1) ? 'above' : 'below';
}

/** The price in ticks; undefined: none, or invalid at the tick. */
export function guardTicks(guard: TpslText, terms: Pick<ContractTerms, 'tickDecimals'>): number | undefined {
  const ticks = whole(guard.price, terms.tickDecimals);
  return ticks === 0 ? undefined : ticks;
}
