// The search parameters of the markets page: category, search text, sorting.
import type { Sorting } from '@vitrine/ui';
import { categories, type Category } from '../../market/index.ts';

export interface QuotesSearch {
  readonly category?: Category;
  readonly q?: string;
  /** `price`, or `-price` for descending. */
  readonly sort?: string;
}

/** Sortable columns. */
export const sortKeys = ['market', 'price', 'change', 'high', 'low', 'volume'] as const;
/** Maximum length of search text in the address. */
const longest = 40;

/** Parses the search parameters; drops unknown values. */
export function readQuotesSearch(search: Record<string, unknown>): QuotesSearch {
  const category = categories.find((one) => one === search['category']);
  const q =
    typeof search['q'] === 'string' || typeof search['q'] === 'number'
      ? String(search['q']).slice(0, longest)
      : undefined;
  const sort = sortKeys.flatMap((key) => [key, `-${key}`]).find((one) => one === search['sort']);
  return {
    ...(category ? { category } : {}),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(sort ? { sort } : {}),
  };
}

/** What a user changes of the search; undefined removes a parameter. */
export type SearchChange = { readonly [Key in keyof QuotesSearch]: QuotesSearch[Key] | undefined };

/** The search parameters after a change of the present ones. */
export function changedSearch(change: SearchChange): (now: QuotesSearch) => QuotesSearch {
  return (now) => readQuotesSearch({ ...now, ...change });
}

export function toSorting(sort: string | undefined): Sorting | undefined {
  if (sort === undefined) return undefined;
  return sort.startsWith('-') ? { key: sort.slice(1), descending: true } : { key: sort, descending: false };
}

export function fromSorting(sorting: Sorting | undefined): string | undefined {
  return sorting && (sorting.descending ? `-${sorting.key}` : sorting.key);
}

/** Whether a market matches search text: base, quote, name in any spelling, or the displayed name. */
export function matches(
  words: string,
  market: { readonly name: string; readonly shown: string; readonly symbol: string },
): boolean {
  const wanted = words
    .trim()
    .toLowerCase()
    .replace(/[\s_/-]/g, '');
  return [market.symbol, market.name, market.shown].some((text) =>
    text
      .toLowerCase()
      .replace(/[\s_/-]/g, '')
      .includes(wanted),
  );
}
