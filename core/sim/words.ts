// The simulator's own reader and writer of records: offsets of fields from the schema's tables, without decoding.

import {
  type CommandName,
  commands,
  type CommandShape,
  type EventName,
  events,
  type EventShape,
  type Fields,
  type List,
  type Scalar,
} from '../src/index.ts';

/** Words before the first field. */
const HEAD = 2;

/** Kind of an event. */
export function kindOf(name: EventName): number {
  return events[name].kind;
}

export function commandKind(name: CommandName): number {
  return commands[name].kind;
}

const commandNames = new Map<number, CommandName>();
for (const [name, shape] of Object.entries<CommandShape>(commands)) commandNames.set(shape.kind, name as CommandName);
const eventNames = new Map<number, EventName>();
for (const [name, shape] of Object.entries<EventShape>(events)) eventNames.set(shape.kind, name as EventName);

/** Name of a command's kind, or the number as text. */
export function commandName(kind: number): string {
  return commandNames.get(kind) ?? `kind ${kind}`;
}

export function eventName(kind: number): string {
  return eventNames.get(kind) ?? `kind ${kind}`;
}

export function isList(field: Scalar | List): field is List {
  return 'rows' in field;
}

function placesOf(fields: Fields): { readonly [field: string]: number } {
  const places: { [field: string]: number } = {};
  let at = HEAD;
  for (const [name, field] of Object.entries(fields)) {
    places[name] = at;
    at += 1;
    if (isList(field)) break;
  }
  return places;
}

type Names<F> = keyof F & string;

/** Offsets of an event's fields up to and including the count of its first list, from the record's start. */
export function eventPlaces<N extends EventName>(
  name: N,
): { readonly [F in Names<(typeof events)[N]['fields']>]: number } {
  return placesOf(events[name].fields) as { readonly [F in Names<(typeof events)[N]['fields']>]: number };
}

export function commandPlaces<N extends CommandName>(
  name: N,
): { readonly [F in Names<(typeof commands)[N]['fields']>]: number } {
  return placesOf(commands[name].fields) as { readonly [F in Names<(typeof commands)[N]['fields']>]: number };
}

type RowOf<L> = L extends List<infer R> ? { readonly [C in keyof R]: number } : never;
/** Fields of a command as plain numbers. Missing fields are 0, a missing list is empty. */
export type Given<N extends CommandName> = {
  readonly [F in keyof (typeof commands)[N]['fields']]?: (typeof commands)[N]['fields'][F] extends List
    ? readonly RowOf<(typeof commands)[N]['fields'][F]>[]
    : number;
};

type Plain = { readonly [field: string]: number | readonly { readonly [column: string]: number }[] | undefined };

const layouts = new Map<
  CommandName,
  { readonly names: readonly string[]; readonly lists: readonly (readonly string[])[] }
>();

function layoutOf(name: CommandName): {
  readonly names: readonly string[];
  readonly lists: readonly (readonly string[])[];
} {
  const known = layouts.get(name);
  if (known !== undefined) return known;
  const names: string[] = [];
  const lists: string[][] = [];
  for (const [field, shape] of Object.entries<Scalar | List>(commands[name].fields)) {
    names.push(field);
    lists.push(isList(shape) ? Object.keys(shape.rows) : []);
  }
  const made = { names, lists };
  layouts.set(name, made);
  return made;
}

/** The words of a command. */
export function write<N extends CommandName>(name: N, given: Given<N>): Float64Array {
  const plain = given as Plain;
  const { names, lists } = layoutOf(name);
  let length = HEAD;
  for (let at = 0; at < names.length; at += 1) {
    const columns = lists[at] as readonly string[];
    const value = plain[names[at] as string];
    length += columns.length === 0 || typeof value !== 'object' ? 1 : 1 + value.length * columns.length;
  }
  const words = new Float64Array(length);
  words[0] = commands[name].kind;
  words[1] = length;
  let place = HEAD;
  for (let at = 0; at < names.length; at += 1) {
    const value = plain[names[at] as string];
    if (typeof value !== 'object') {
      words[place] = value ?? 0;
      place += 1;
      continue;
    }
    words[place] = value.length;
    place += 1;
    for (const row of value)
      for (const column of lists[at] as readonly string[]) {
        words[place] = row[column] ?? 0;
        place += 1;
      }
  }
  return words;
}

/** Formats a record for a reader: name and fields; long lists are cut. */
export function describeCommand(words: Float64Array): string {
  const name = commandNames.get(words[0] as number);
  if (name === undefined) return `[${[...words.subarray(0, 12)].join(', ')}]`;
  const parts: string[] = [];
  let place = HEAD;
  for (const [field, shape] of Object.entries<Scalar | List>(commands[name].fields)) {
    if (!isList(shape)) {
      const value = words[place] as number;
      if (value !== 0) parts.push(`${field} ${value}`);
      place += 1;
      continue;
    }
    const count = words[place] as number;
    const columns = Object.keys(shape.rows);
    place += 1;
    const rows: string[] = [];
    for (let row = 0; row < count && place < words.length; row += 1, place += columns.length)
      if (rows.length < 6) rows.push(columns.map((column, step) => `${column} ${words[place + step]}`).join(' '));
    parts.push(`${field} [${rows.join(' | ')}${count > rows.length ? ` … ${count} in all` : ''}]`);
  }
  return `${name} ${parts.join(', ')}`;
}

export type CommandWords = Float64Array;

/** Kinds that users send: those that `ask` accepts. */
export const ownKinds: ReadonlySet<number> = new Set(
  Object.values<CommandShape>(commands)
    .filter(({ sender }) => sender === 'user')
    .map(({ kind }) => kind),
);

const KEY_TIME = commandPlaces('order.place').keyTime;

/** Whether a command carries a stored key: a user's command, with the key at the common offsets. */
export function isKeyed(words: CommandWords): boolean {
  return ownKinds.has(words[0] as number) && (words[KEY_TIME] as number) > 0;
}

/** The end of a slot of the markets. */
export const SLOT_END = write('slot.end', {});
