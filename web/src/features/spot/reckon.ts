// Exact reckoning of a spot order in whole units: ticks, lots, atoms as integers, every division with its direction.

/** What a market is traded by. Scales are digits behind the point; texts are decimals. */
export interface MarketRules {
  /** `BTC_USDT`. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Least value of an order in the quote; undefined where none is told. */
  readonly minValue: string | undefined;
}

const MILLION = 1_000_000n;
const MILLION_DIGITS = 6;

/**
 * A typed or told decimal in units of 10^−scale. A point at the end is passed over (it is still being typed).
 * Undefined for empty text, for what is no plain decimal, and for more digits than the scale holds (zeros aside).
 */
export function toUnits(text: string | undefined, scale: number): bigint | undefined {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text ?? '');
  if (!match) return undefined;
  const fraction = (match[2] ?? '').padEnd(scale, '0');
  if (/[^0]/.test(fraction.slice(scale))) return undefined;
  return BigInt((match[1] ?? '0') + fraction.slice(0, scale));
}

/** Units as a decimal with exactly `scale` digits. */
export function toText(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return negative ? `-${text}` : text;
}

/** The same without zeros at the end, as a field wants it. */
export function toShortText(units: bigint, scale: number): string {
  const text = toText(units, scale);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** a ÷ b, rounded up; both not negative. */
export function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** Units of a scale in another scale; digits that are lost round down. */
export function rescaleDown(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : units / 10n ** BigInt(from - to);
}

/** The same, rounding up. */
export function rescaleUp(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : divideUp(units, 10n ** BigInt(from - to));
}

/** Value of lots at a price in ticks, in quote atoms: exact, since tick × lot is whole atoms (money §1); never down otherwise. */
export function valueOf(ticks: bigint, lots: bigint, rules: MarketRules): bigint {
  return rescaleUp(ticks * lots, rules.tickDecimals + rules.lotDecimals, rules.quoteScale);
}

/** The most lots that `atoms` of the quote pay for at a price in ticks: rounded down to the lot. */
export function lotsFor(atoms: bigint, ticks: bigint, rules: MarketRules): bigint {
  if (ticks <= 0n) return 0n;
  const scale = rules.tickDecimals + rules.lotDecimals;
  return scale >= rules.quoteScale
    ? (atoms * 10n ** BigInt(scale - rules.quoteScale)) / ticks
    : atoms / (ticks * 10n ** BigInt(rules.quoteScale - scale));
}

/** Fee of what is received: ⌈rate × received⌉ in the received coin's atoms (money §2). The rate is a fraction: 0.001. */
export function feeOf(received: bigint, rate: string): bigint {
  const millionths = toUnits(rate, MILLION_DIGITS) ?? 0n;
  return divideUp(received * millionths, MILLION);
}

/** A part in percent (0 to 100, whole) of an amount, rounded down. */
export function partOf(amount: bigint, percent: number): bigint {
  return (amount * BigInt(Math.round(percent))) / 100n;
}

/** How much of the whole a part is, in whole percent, rounded down, 100 at most. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return 0;
  const percent = (part * 100n) / whole;
  return Number(percent > 100n ? 100n : percent);
}

/** A level of the book, best first: price in ticks, quantity in lots. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** What taking from a side of the book would give. */
export interface Walk {
  readonly lots: bigint;
  /** Quote atoms. */
  readonly value: bigint;
  /** Price of the last level touched, ticks. */
  readonly last: bigint;
  /** The book, or the protection, ended before the order did. */
  readonly short: boolean;
}

/** Takes levels in turn until `lots` or `atoms` are used up or a price is beyond `limit` ticks. */
export function walkBook(
  levels: readonly Level[],
  want: { readonly lots: bigint } | { readonly atoms: bigint },
  beyond: (ticks: bigint) => boolean,
  rules: MarketRules,
): Walk {
  let lots = 0n;
  let value = 0n;
  let last = 0n;
  for (const level of levels) {
    const ticks = BigInt(level.ticks);
    if (beyond(ticks)) break;
    const left = 'lots' in want ? want.lots - lots : lotsFor(want.atoms - value, ticks, rules);
    const here = BigInt(level.lots);
    const take = left < here ? left : here;
    if (take <= 0n) return { lots, value, last, short: false };
    lots += take;
    value += valueOf(ticks, take, rules);
    last = ticks;
    if (take < here) return { lots, value, last, short: false };
  }
  const done = 'lots' in want ? lots >= want.lots : false;
  return { lots, value, last, short: !done };
}
