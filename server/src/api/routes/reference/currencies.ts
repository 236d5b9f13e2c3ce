// Display currencies: those with an index pair against the dollar, which counts as USDT for display.

import type { Currency, Decimal } from '@vitrine/contract';
import type { Live } from '../../../projection/live/index.ts';
import { decimalText, ratio } from '../../wire/index.ts';

interface Listed {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** The index pair of its rate, and whether the currency is its base. Absent: the dollar itself. */
  readonly pair?: { readonly base: string; readonly quote: string; readonly inverse: boolean };
}

const usd = (base: string) => ({ base, quote: 'USD', inverse: true });
const perUsd = (quote: string) => ({ base: 'USD', quote, inverse: false });

const currencies: readonly Listed[] = [
  { code: 'CNY', name: 'CNY', symbol: '¥', pair: perUsd('CNH') },
  { code: 'USD', name: 'USD', symbol: '$' },
  { code: 'EUR', name: 'EUR', symbol: '€', pair: usd('EUR') },
  { code: 'GBP', name: 'GBP', symbol: '£', pair: usd('GBP') },
  { code: 'JPY', name: 'JPY', symbol: 'JP¥', pair: perUsd('JPY') },
  { code: 'CHF', name: 'CHF', symbol: 'CHF', pair: perUsd('CHF') },
  { code: 'AUD', name: 'AUD', symbol: 'A$', pair: usd('AUD') },
  { code: 'CAD', name: 'CAD', symbol: 'C$', pair: perUsd('CAD') },
  { code: 'NZD', name: 'NZD', symbol: 'NZ$', pair: usd('NZD') },
];

const RATE_DECIMALS = 8;
const CENTS = 2;

/** Units of a currency for one USDT, as a fraction and as text; undefined until its pair has a tick. */
export interface CurrencyRate {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  readonly rate: { readonly num: bigint; readonly den: bigint } | undefined;
  readonly text: Decimal | null;
  /** Time of its tick, ms UTC. */
  readonly time: number | null;
}

/** Every currency with its rate at the last index tick and its time, including closed markets. */
export function currencyRates(live: Live): readonly CurrencyRate[] {
  return currencies.map((currency) => {
    const { rate, time } = rateOf(live, currency);
    const text = rate ? decimalText(ratio(10n ** BigInt(RATE_DECIMALS), rate.num, rate.den), RATE_DECIMALS) : null;
    return { code: currency.code, name: currency.name, symbol: currency.symbol, rate, text, time };
  });
}

function rateOf(live: Live, { pair }: Listed): { rate: CurrencyRate['rate']; time: number | null } {
  if (!pair) return { rate: { num: 1n, den: 1n }, time: live.head().time };
  const instrument = live.instrumentByName(pair.base, pair.quote);
  const tick = instrument && live.tick(instrument.instrument);
  if (!instrument || !tick || tick.price === 0) return { rate: undefined, time: null };
  const one = 10n ** BigInt(instrument.tickDecimals + CENTS);
  const price = BigInt(tick.price);
  return { rate: pair.inverse ? { num: one, den: price } : { num: price, den: one }, time: tick.time };
}

/** The same in the format of the settings. */
export function currencyOptions(live: Live): Currency[] {
  return currencyRates(live).map((currency) => ({
    exchange_code: currency.code,
    quote_currency: currency.code,
    name: currency.name,
    symbol: currency.symbol,
    rate: currency.text,
    exchange_value: currency.text,
    time: currency.time,
  }));
}
