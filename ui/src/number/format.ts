// Formats every number on the pages (§9): decimal text in, localised text out. Uses no floats.
import {
  exactScale,
  firstDigit,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
  roundDecimal,
  shiftDecimal,
  type Decimal,
  type Rounding,
} from './decimal.ts';
import { groupDigits, separatorsOf, type Separators } from './separators.ts';

/** The text for an unknown value: a dash, never 0. */
export const unknownText = '–';
const minus = '\u2212';

export type Sign = 'auto' | 'always';

export interface FormatOptions {
  /** Language tag for Intl, see locale/locales.ts. */
  readonly tag: string;
  /** `always` also prints + on positive values. */
  readonly sign?: Sign;
  readonly rounding?: Rounding;
}

/** The digits of a value at `scale`. A non-zero value never prints as zero: it gets as many digits as it needs. */
function visible(value: Decimal, scale: number, rounding: Rounding = 'half'): Decimal {
  const rounded = roundDecimal(value, scale, rounding);
  return rounded.units === 0n && value.units !== 0n ? roundDecimal(value, firstDigit(value), rounding) : rounded;
}

function write(value: Decimal, marks: Separators, sign: Sign = 'auto'): string {
  const [whole = '0', fraction] = printDecimal({ ...value, negative: false }).split('.');
  const text = groupDigits(whole, marks) + (fraction === undefined ? '' : marks.decimal + fraction);
  const before = value.units === 0n ? '' : value.negative ? minus : sign === 'always' ? '+' : '';
  return before + text;
}

/** Exactly `decimals` digits behind the mark; more when it would print a positive value as zero. Unreadable text prints a dash. */
export function formatFixed(text: string, decimals: number, { tag, sign, rounding }: FormatOptions): string {
  const value = parseDecimal(text);
  return value ? write(visible(value, decimals, rounding), separatorsOf(tag), sign) : unknownText;
}

/** Every digit the value has and not one more: inputs, receipts, records. */
export function formatExact(text: string, { tag, sign }: FormatOptions): string {
  const value = parseDecimal(text);
  return value ? write(roundDecimal(value, exactScale(value)), separatorsOf(tag), sign) : unknownText;
}

/** A tradable price to its market's tick (`decimals` of the tick); without a tick 6 digits under 10, 4 under 100, else 2. */
export function formatPrice(text: string, decimals: number | undefined, options: FormatOptions): string {
  return formatFixed(text, decimals ?? plainPriceScale(text), options);
}

function plainPriceScale(text: string): number {
  const value = parseDecimal(text);
  if (!value) return 2;
  const whole = value.units / 10n ** BigInt(value.scale);
  return whole < 10n ? 6 : whole < 100n ? 4 : 2;
}

/** A quantity to its market's lot. */
export function formatAmount(text: string, decimals: number, options: FormatOptions): string {
  return formatFixed(text, decimals, options);
}

/** Assets counted in cents: whole cents print two digits, anything finer prints them all. */
const centAssets = new Set(['USDT', 'USD', 'USDC', 'EUR', 'GBP', 'CNY', 'CNH']);

/**
 * A balance: the asset's whole scale, zeros kept (0.42100000 BTC); USDT two digits when whole cents, else all six.
 * Rounded towards zero, so that nobody reads more than there is.
 */
export function formatMoney(text: string, asset: string, scale: number | undefined, options: FormatOptions): string {
  const value = parseDecimal(text);
  if (!value) return unknownText;
  const full = scale ?? value.scale;
  const cents = centAssets.has(asset) && exactScale(value) <= 2;
  return write(visible(value, cents ? 2 : full, options.rounding ?? 'down'), separatorsOf(options.tag), options.sign);
}

/** Percent text ("0.82") to two digits; at least 0.01 when not zero. Yields ask for three. */
export function formatPercent(text: string, options: FormatOptions & { readonly decimals?: number }): string {
  const value = parseDecimal(text);
  if (!value) return unknownText;
  const decimals = options.decimals ?? 2;
  const rounded = roundDecimal(value, decimals, options.rounding ?? 'half');
  const least = rounded.units === 0n && value.units !== 0n ? { ...value, units: 1n, scale: decimals } : rounded;
  const marks = separatorsOf(options.tag);
  return write(least, marks, options.sign) + marks.percent;
}

/** Prints a rate given as a fraction ("0.001") in percent. */
export function formatRate(text: string, options: FormatOptions & { readonly decimals?: number }): string {
  const value = parseDecimal(text);
  return value ? formatPercent(printDecimal(shiftDecimal(value, 2)), options) : unknownText;
}

/** Decimal places of a total by its size, largest first (§9, the spec's first reading). */
const totalSteps: readonly (readonly [from: bigint, decimals: number])[] = [
  [100_000n, 1],
  [10_000n, 2],
  [1_000n, 3],
  [100n, 5],
  [10n, 5],
  [1n, 6],
  [0n, 8],
];
const million = 1_000_000n;

/**
 * Large totals: up to 8 decimals below 1, fewer as the value grows, and M, B or T from a million. Drops trailing zeros.
 */
export function formatTotal(text: string, options: FormatOptions): string {
  const value = parseDecimal(text);
  if (!value) return unknownText;
  const whole = value.units / 10n ** BigInt(value.scale);
  const step = totalSteps.find(([from]) => whole >= from);
  const rounded = visible(value, step?.[1] ?? 8, options.rounding);
  // 999,999.96 rounds to a million: it prints as 1M, not as 1,000,000.0.
  if (whole >= million || rounded.units / 10n ** BigInt(rounded.scale) >= million) return formatVolume(text, options);
  return write(roundDecimal(rounded, exactScale(rounded)), separatorsOf(options.tag), options.sign);
}

const volumeSteps: readonly (readonly [power: number, decimals: number, letter: string])[] = [
  [3, 1, 'K'],
  [6, 1, 'M'],
  [9, 2, 'B'],
  [12, 2, 'T'],
];

/** Volumes: K, M, B, T above 1e3, 1e6, 1e9, 1e12 (1.37B); two decimals below a thousand. */
export function formatVolume(text: string, options: FormatOptions): string {
  const value = parseDecimal(text);
  if (!value) return unknownText;
  const marks = separatorsOf(options.tag);
  let step = volumeSteps.findLast(([power]) => value.units >= 10n ** BigInt(value.scale + power));
  if (!step && roundDecimal(value, 2, options.rounding).units >= 100_000n) step = volumeSteps[0];
  if (!step) return write(visible(value, 2, options.rounding), marks, options.sign);
  let rounded = roundDecimal(shiftDecimal(value, -step[0]), step[1], options.rounding);
  // 999.96K rounds to 1,000.0K, so it takes the next suffix.
  const next = volumeSteps[volumeSteps.indexOf(step) + 1];
  if (next && rounded.units >= 10n ** BigInt(rounded.scale + 3)) {
    step = next;
    rounded = roundDecimal(shiftDecimal(value, -step[0]), step[1], options.rounding);
  }
  return write(rounded, marks, options.sign) + step[2];
}

/** Converts a USDT value to the user's currency; undefined when the rate is unknown (never rate 1). */
export function convertCurrency(usdt: string, rate: string | undefined): string | undefined {
  return rate === undefined ? undefined : multiplyDecimals(usdt, rate);
}

/** A whole number with thousands separators: ticks, rows, counts. */
export function formatCount(count: number | bigint, { tag }: FormatOptions): string {
  const digits = (count < 0 ? -count : count).toString();
  return (count < 0 ? minus : '') + groupDigits(digits, separatorsOf(tag));
}
