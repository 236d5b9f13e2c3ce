// The text types of the wire format: decimals without exponent, ids, times, symbols.

import * as z from 'zod/mini';

/** Most digits of a decimal before and after its point. */
export const MAX_WHOLE_DIGITS = 20;
export const MAX_FRACTION_DIGITS = 18;

const DECIMAL = /^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/;
const POSITIVE = /^(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/;
const NOT_ZERO = /[1-9]/;

/** Money, price, quantity or rate on the wire: a decimal string without exponent, plus sign or leading zeros. */
export const decimal = z.string().check(z.regex(DECIMAL)).brand<'decimal'>();
export type Decimal = z.output<typeof decimal>;

/** A decimal input above zero. */
export const positive = z
  .string()
  .check(
    z.regex(POSITIVE),
    z.refine((text) => !POSITIVE.test(text) || NOT_ZERO.test(text), { error: 'range' }),
  )
  .brand<'decimal'>();

/** A text as a decimal; undefined if it is not one. */
export function readDecimal(text: string): Decimal | undefined {
  const read = decimal.safeParse(text);
  return read.success ? read.data : undefined;
}

/** A text known to be a decimal (printed from integers). Throws a RangeError otherwise. */
export function asDecimal(text: string): Decimal {
  const read = readDecimal(text);
  if (read === undefined) throw new RangeError(`expected a decimal without exponent, got '${text}'`);
  return read;
}

/** An id: digits for what the exchange numbers, else letters, digits and dashes. */
export const id = z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}$/));
/** An id input, which may also be a JSON number. */
export const idInput = z.pipe(
  z.union([z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}$/)), z.int().check(z.gte(0))]),
  z.transform(String),
);
/** The same for numeric ids: 64 bits, so at most 18 digits. */
export const numberIdInput = z.pipe(
  z.union([z.string().check(z.regex(/^[0-9]{1,18}$/)), z.int().check(z.gte(0))]),
  z.transform(String),
);

/** Milliseconds UTC. */
export const time = z.int().check(z.gte(0));
/** Sequence number of a command in the journal. */
export const seq = z.int().check(z.gte(0));

/** A whole number input, from a JSON number or from digits (queries and forms only have text). */
export function whole(least: number, most: number) {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^-?[0-9]{1,16}$/, { error: 'number' }))]),
      z.transform((value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value)),
    ),
    z.int({ error: 'integer' }).check(z.gte(least), z.lte(most)),
  );
}

/** A whole number from a closed list. */
export function oneOf<const V extends readonly [number, ...number[]]>(values: V) {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^-?[0-9]{1,9}$/, { error: 'number' }))]),
      z.transform((value) => (typeof value === 'string' ? Number.parseInt(value, 10) : value)),
    ),
    z.literal(values),
  );
}

/** A boolean input: true, false, '1', '0', 'true', 'false'. */
export const flagInput = z.pipe(
  z.union([z.boolean(), z.literal(['true', 'false', '1', '0'])]),
  z.transform((value) => value === true || value === 'true' || value === '1'),
);

/** A symbol in any of its three notations: `BTC_USDT`, `BTC/USDT`, `btcusdt`. The listing resolves its market. */
export const symbolInput = z.string().check(z.regex(/^[0-9A-Za-z]{1,20}([_/][0-9A-Za-z]{1,10})?$/));
/** An article's code: words joined by dashes. */
export const articleCode = z.string().check(z.regex(/^[a-z0-9]{1,30}(-[a-z0-9]{1,30}){0,9}$/), z.maxLength(80));
/** A coin's code, in any case. */
export const coinInput = z.string().check(z.regex(/^[0-9A-Za-z]{1,10}$/));

/** The three notations of a market's name. */
export interface SymbolForms {
  /** `BTC_USDT`: paths and routes. */
  readonly route: string;
  /** `BTC/USDT`: symbol_name, symbolName. */
  readonly name: string;
  /** `btcusdt`: symbol. */
  readonly symbol: string;
}

/** The three forms of a base and a quote coin. */
export function symbolForms(base: string, quote: string): SymbolForms {
  return { route: `${base}_${quote}`, name: `${base}/${quote}`, symbol: `${base}${quote}`.toLowerCase() };
}

/** The common form of all three notations: lower case, no separator. */
export function symbolKey(text: string): string {
  return text.replace(/[_/]/, '').toLowerCase();
}

/** An e-mail address, at most 254 characters. */
export const emailAddress = z
  .string()
  .check(
    z.maxLength(254),
    z.regex(/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?\.[A-Za-z]{2,63}$/),
  );
