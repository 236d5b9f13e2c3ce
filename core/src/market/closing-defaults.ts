// Initial closing rates of contracts with trading hours (parameters: contracts), by what is traded.

import { CATEGORY } from '../enum/index.ts';

/** Millionths of a position's value; by class. */
export const closingRates = { majorCurrencies: 33_300, liquid: 50_000, others: 100_000 } as const;

const MAJOR_CURRENCIES: readonly string[] = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD'];
const MAJOR_INDICES: readonly string[] = ['US500', 'US100', 'US30', 'DE40', 'UK100', 'JP225', 'EU50', 'FR40', 'AU200'];

/**
 * The initial closing rate of an instrument with hours, millionths: pairs of two major currencies; other pairs, gold
 * and major indices; all others. `category` as in genesis.
 */
export function closingRateOf(category: number, base: string, quote: string): number {
  if (category === CATEGORY.forex && MAJOR_CURRENCIES.includes(base) && MAJOR_CURRENCIES.includes(quote))
    return closingRates.majorCurrencies;
  const liquid =
    category === CATEGORY.forex ||
    category === CATEGORY.gold ||
    (category === CATEGORY.stockIndex && MAJOR_INDICES.includes(base));
  return liquid ? closingRates.liquid : closingRates.others;
}
