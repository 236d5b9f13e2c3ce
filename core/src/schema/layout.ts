// Where an event's fields are in its words, made from the schema. It writes events, so that no number is spelled out.

import { HEAD } from './codec.ts';
import { type EventName, type EventOf, events, type EventShape } from './event.ts';
import type { Fields, List } from './field.ts';

/** An event's kind, and its words without the rows of its list: head, scalars and the list's count. */
export interface EventHead {
  readonly kind: number;
  readonly length: number;
}

/**
 * The offset of each field from the event's start; a list's is that of its count, and its rows follow. Made once per
 * module as a constant, so that an offset costs no more than a number.
 */
export type EventLayout<N extends EventName> = { readonly head: EventHead } & {
  readonly [F in keyof (typeof events)[N]['fields']]: number;
};

/** The names of the lists of an event. */
type ListName<N extends EventName> = {
  [F in keyof EventOf<N>]: EventOf<N>[F] extends readonly unknown[] ? F : never;
}[keyof EventOf<N>] &
  string;

type RowOf<N extends EventName, L extends ListName<N>> = EventOf<N>[L & keyof EventOf<N>] extends readonly (infer R)[]
  ? R
  : never;

/** The offset of each column from the start of a list's row, and the row's words. */
export type RowLayout<N extends EventName, L extends ListName<N>> = { readonly words: number } & {
  readonly [C in keyof RowOf<N, L>]: number;
};

/** The fields of an event as plain numbers, as the core keeps them. */
export type EventFields<N extends EventName> = {
  readonly [F in Exclude<keyof EventOf<N>, 'name'>]: EventOf<N>[F] extends readonly (infer R)[]
    ? readonly { readonly [C in keyof R]: number }[]
    : number;
};

/** The columns of the list that ends an event, undefined without one. Nothing may follow a list. */
function listOf(name: EventName): readonly string[] | undefined {
  const fields = Object.values<Fields[string]>(events[name].fields);
  const place = fields.findIndex((field) => 'rows' in field);
  if (place === -1) return undefined;
  if (place < fields.length - 1) throw new Error(`Expected the list of ${name} to be its last field.`);
  return Object.keys((fields[place] as List).rows);
}

/** The layout of an event, for events on the path of orders. Rare events are written with `EventBuffer.record`. */
export function layoutOf<N extends EventName>(name: N): EventLayout<N> {
  const shape: EventShape = events[name];
  const names = Object.keys(shape.fields);
  listOf(name);
  const layout: { [field: string]: number | EventHead } = { head: { kind: shape.kind, length: HEAD + names.length } };
  for (const [place, field] of names.entries()) layout[field] = HEAD + place;
  return layout as EventLayout<N>;
}

/** The layout of the rows of an event's list. */
export function rowsOf<N extends EventName, L extends ListName<N>>(name: N, list: L): RowLayout<N, L> {
  const columns = listOf(name);
  if (columns === undefined) throw new Error(`Expected a list ${list} in ${name}.`);
  const layout: { [column: string]: number } = { words: columns.length };
  for (const [place, column] of columns.entries()) layout[column] = place;
  return layout as RowLayout<N, L>;
}

/** What `EventBuffer.record` needs of an event: its kind, its scalars in order, its list and that list's columns. */
export interface EventPlan {
  readonly kind: number;
  readonly scalars: readonly string[];
  readonly list: string;
  readonly columns: readonly string[];
}

function planOf(name: EventName): EventPlan {
  const shape: EventShape = events[name];
  const names = Object.keys(shape.fields);
  const columns = listOf(name);
  return {
    kind: shape.kind,
    scalars: columns === undefined ? names : names.slice(0, -1),
    list: columns === undefined ? '' : (names.at(-1) ?? ''),
    columns: columns ?? [],
  };
}

/** By event. */
export const eventPlans = Object.fromEntries(
  (Object.keys(events) as EventName[]).map((name) => [name, planOf(name)]),
) as Readonly<Record<EventName, EventPlan>>;
