// The search parameters of the order pages. Parsed before the page loads, so this must not import the page.
import type { EntrustSearch } from '../../../order/index.ts';

const TABS = ['open', 'trigger', 'history', 'fills'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SYMBOL = /^[A-Z0-9]{1,10}_[A-Z0-9]{1,10}$/;

/** Parses the search parameters; drops invalid values. */
export function readEntrustSearch(search: Record<string, unknown>): EntrustSearch {
  const { tab, symbol, from, to } = search;
  const known = TABS.find((one) => one === tab);
  return {
    ...(known && { tab: known }),
    ...(typeof symbol === 'string' && SYMBOL.test(symbol) && { symbol }),
    ...(typeof from === 'string' && DAY.test(from) && { from }),
    ...(typeof to === 'string' && DAY.test(to) && { to }),
  };
}
