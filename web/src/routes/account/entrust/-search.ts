// What the URL of the order pages says. Read before the page is fetched, so it must not pull the page in.
import type { EntrustSearch } from '../../../order/index.ts';

const TABS = ['open', 'trigger', 'history', 'fills'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SYMBOL = /^[A-Z0-9]{1,10}_[A-Z0-9]{1,10}$/;

/** Reads the URL's search; what is not in the expected form is left out. */
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
