// Lists: common inputs and answers of all list calls.

import * as z from 'zod/mini';
import { whole } from './text.ts';

/** Default and maximum page size, rows. */
export const PAGE_SIZE = 15;
export const MAX_PAGE_SIZE = 100;
/** Most rows of a CSV answer. */
export const MAX_CSV_ROWS = 100_000;
/** Later pages are rejected: nobody reads them, and a deep offset is expensive. */
export const MAX_PAGE = 1_000_000;

/** `current` from 1, `size`. */
export const paging = {
  current: z._default(whole(1, MAX_PAGE), 1),
  size: z._default(whole(1, MAX_PAGE_SIZE), PAGE_SIZE),
};

/** `startTime` (from) and `endTime` (before), ms UTC. */
export const between = {
  startTime: z.optional(whole(0, 2 ** 52)),
  endTime: z.optional(whole(0, 2 ** 52)),
};

/** `format=csv` returns all rows (at most 100,000) as a file. */
export const exportable = { format: z.optional(z.enum(['json', 'csv'])) };

/** The answer of a list: newest first. */
export function page<R extends z.core.$ZodType>(record: R) {
  return z.object({ records: z.array(record), total: z.int(), size: z.int(), current: z.int() });
}

/**
 * The answer of a list that searches a bounded number of rows. Pass `searchedUntil` as `endTime` to continue; null:
 * everything was searched.
 */
export function searchedPage<R extends z.core.$ZodType>(record: R) {
  return z.extend(page(record), { searchedUntil: z.nullable(z.int()) });
}

/** A page in server interfaces. */
export interface Page<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
}

/** A page of a list that searches a bounded number of rows. */
export interface SearchedPage<T> extends Page<T> {
  /** ms UTC. */
  readonly searchedUntil: number | null;
}
