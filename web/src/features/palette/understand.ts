// Parses a typed line: a market, an amount, a price, and words that select actions. Pure and language-neutral: words
// are compared with the visible labels.

import { filterNumber, readPasted } from '@vitrine/ui';

/** A market for the palette. */
export interface Known {
  /** `BTC_USDT`. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly spot: boolean;
  readonly u: boolean;
  readonly coin: boolean;
  readonly second: boolean;
  /** Decimals of prices and amounts. */
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

export interface Understood {
  readonly market: Known | undefined;
  /** Plain decimals in typed order, at most two. */
  readonly numbers: readonly string[];
  /** The remaining words, in lower case. */
  readonly words: readonly string[];
}

const MOST_NUMBERS = 2;
const MOST_DECIMALS = 8;
/** Maximum length of the line. */
export const MOST_TYPED = 120;

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** The market of a word: by its whole symbol first, else its base coin. */
function marketOf(word: string, markets: readonly Known[]): Known | undefined {
  const key = word.replace(/[/_-]/g, '').toUpperCase();
  return markets.find((one) => `${one.base}${one.quote}` === key) ?? markets.find((one) => one.base === key);
}

/** Parses a typed line; `tag`: the user's language tag, for parsing numbers. */
export function understand(typed: string, markets: readonly Known[], tag: string): Understood {
  let market: Known | undefined;
  const numbers: string[] = [];
  const words: string[] = [];
  for (const token of typed.slice(0, MOST_TYPED).trim().split(/\s+/).filter(Boolean)) {
    const bare = token.replace(/^@/, '');
    const number = /\d/.test(bare) && !/\p{L}/u.test(bare) ? readPasted(bare, MOST_DECIMALS, tag) : undefined;
    if (number !== undefined && number !== '') {
      if (numbers.length < MOST_NUMBERS) numbers.push(number);
      continue;
    }
    const found = market === undefined ? marketOf(token, markets) : undefined;
    if (found) market = found;
    else words.push(plain(token));
  }
  return { market, numbers, words };
}

/** Whether every typed word begins a word of the label, ignoring accents and case. */
export function fits(label: string, words: readonly string[]): boolean {
  const parts = plain(label).split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => parts.some((part) => part.startsWith(word)) || plain(label).includes(word));
}

/** A number cut to a field's decimals. */
export function cut(number: string | undefined, decimals: number): string | undefined {
  return number === undefined ? undefined : filterNumber(number, decimals);
}
