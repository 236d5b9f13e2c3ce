// Encodes hand-written events as the words of a batch, by the schema's table.

import { encodeEvent, type ExchangeEvent } from '@vitrine/core';

/** Encodes events one after another. */
export function eventWords(list: readonly ExchangeEvent[]): Float64Array {
  return Float64Array.from(list.flatMap((one) => [...encodeEvent(one)]));
}

/** Plain numbers as branded fields: `event('tick', { … })`. */
export function event<N extends ExchangeEvent['name']>(
  name: N,
  fields: { readonly [K in Exclude<keyof Extract<ExchangeEvent, { name: N }>, 'name'>]: number | readonly object[] },
): ExchangeEvent {
  return { name, ...fields } as unknown as ExchangeEvent;
}
