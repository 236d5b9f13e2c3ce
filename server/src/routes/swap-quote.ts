// A quote of a swap as one text: everything it is made of. The exchange recomputes it from its ticks, so nothing is kept
// and nothing in it needs to be believed (money §8).

import { randomBytes } from 'node:crypto';

export interface SwapQuoteWords {
  /** Whose, by the exchange's number. */
  readonly user: number;
  readonly from: number;
  readonly to: number;
  /** Atoms given and received. */
  readonly amount: number;
  readonly receive: number;
  /** Numbers of the index ticks; 0 of USDT and USD. */
  readonly fromTick: number;
  readonly toTick: number;
  /** ms UTC. */
  readonly expires: number;
}

const FORM = 'q1';
const RADIX = 36;
const WORD = /^[0-9a-z]{1,11}$/;
/** Tells two quotes of one tick and amount apart. */
const NONCE_BYTES = 6;
const NONCE = /^[0-9a-f]{12}$/;

/** The text of a fresh quote. */
export function quoteText(quote: SwapQuoteWords): string {
  const { user, from, to, amount, receive, fromTick, toTick, expires } = quote;
  const words = [user, from, to, amount, receive, fromTick, toTick, expires].map((word) => word.toString(RADIX));
  return [FORM, ...words, randomBytes(NONCE_BYTES).toString('hex')].join('.');
}

/** What a text says; undefined when it is no quote of ours. */
export function readQuote(text: string): SwapQuoteWords | undefined {
  const [form, ...rest] = text.split('.');
  const nonce = rest.pop() ?? '';
  if (form !== FORM || !NONCE.test(nonce) || rest.length !== 8 || !rest.every((word) => WORD.test(word)))
    return undefined;
  const words = rest.map((word) => Number.parseInt(word, RADIX));
  if (!words.every((word) => Number.isSafeInteger(word))) return undefined;
  const [user = 0, from = 0, to = 0, amount = 0, receive = 0, fromTick = 0, toTick = 0, expires = 0] = words;
  return { user, from, to, amount, receive, fromTick, toTick, expires };
}

/** Decimals of a rate at most, and its digits that count. */
const RATE_DECIMALS = 18;
const RATE_DIGITS = 10;

/** num ÷ den as a rate of ten digits, rounded down: in whole 10⁻¹⁸. */
export function rateOfUnits(num: bigint, den: bigint): { readonly value: bigint; readonly decimals: number } {
  const whole = (num * 10n ** BigInt(RATE_DECIMALS)) / den;
  const beyond = 10n ** BigInt(Math.max(0, whole.toString().length - RATE_DIGITS));
  let value = whole - (whole % beyond);
  let decimals = RATE_DECIMALS;
  while (decimals > 0 && value % 10n === 0n) {
    value /= 10n;
    decimals -= 1;
  }
  return { value, decimals };
}
