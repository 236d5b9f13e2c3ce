// Events written by hand become the words a batch carries, by the vocabulary's own table.

import type { ExchangeEvent } from '@vitrine/core';
import { events } from '../../../core/src/schema/event.ts';

/** Encodes events as records `[kind, length, field…]`; a list is its count and then its rows. */
export function eventWords(list: readonly ExchangeEvent[]): Float64Array {
  const words: number[] = [];
  for (const event of list) {
    const shape = events[event.name];
    const start = words.length;
    words.push(shape.kind, 0);
    const values = event as unknown as Record<string, number | readonly Record<string, number>[]>;
    for (const [field, spec] of Object.entries(shape.fields)) {
      const value = values[field];
      if ('rows' in spec) {
        const rows = value as readonly Record<string, number>[];
        words.push(rows.length);
        for (const row of rows) for (const column of Object.keys(spec.rows)) words.push(row[column]!);
      } else words.push(value as number);
    }
    words[start + 1] = words.length - start;
  }
  return Float64Array.from(words);
}

/** Plain numbers as branded fields: `event('tick', { … })`. */
export function event<N extends ExchangeEvent['name']>(
  name: N,
  fields: { readonly [K in Exclude<keyof Extract<ExchangeEvent, { name: N }>, 'name'>]: number | readonly object[] },
): ExchangeEvent {
  return { name, ...fields } as unknown as ExchangeEvent;
}
