// Encodes and decodes records as words: [kind, length, field…]. A list is its count, then its rows.

import type { Command, CommandName, CommandShape } from './command.ts';
import { commands } from './command.ts';
import type { EventName, EventShape, ExchangeEvent } from './event.ts';
import { events } from './event.ts';
import { type Fields, type List, MAX_WORD, type Row, type Scalar } from './field.ts';

/** Words before the first field: kind and length. */
export const HEAD = 2;
/** Kinds are below this number. */
export const KINDS = 512;

type Plain = { readonly [field: string]: unknown };

function isList(field: Scalar | List): field is List {
  return 'rows' in field;
}

const names: (string | undefined)[] = [];
const shapes: (Fields | undefined)[] = [];
for (let kind = 0; kind < KINDS; kind += 1) {
  names.push(undefined);
  shapes.push(undefined);
}
for (const [name, shape] of [...Object.entries<CommandShape>(commands), ...Object.entries<EventShape>(events)]) {
  if (shapes[shape.kind] !== undefined)
    throw new Error(`Expected one record of kind ${shape.kind}; ${name} is another.`);
  names[shape.kind] = name;
  shapes[shape.kind] = shape.fields;
}

/** The name of a kind, undefined when unknown. */
export function nameOf(kind: number): string | undefined {
  return names[kind];
}

const commandKinds = new Uint8Array(KINDS);
for (const { kind } of Object.values<CommandShape>(commands)) commandKinds[kind] = 1;

/** Whether a kind (below `KINDS`) is a command's. */
export function isCommandKind(kind: number): boolean {
  return commandKinds[kind] === 1;
}

/** The fields of a kind, undefined when unknown. */
export function fieldsOf(kind: number): Fields | undefined {
  return shapes[kind];
}

function scalar(value: unknown, name: string): number {
  if (typeof value !== 'number') throw new TypeError(`Expected a number in ${name}, got ${String(value)}.`);
  return value;
}

function encode(kind: number, fields: Fields, record: Plain): Float64Array {
  const words: number[] = [kind, 0];
  for (const [name, field] of Object.entries(fields)) {
    const value = record[name];
    if (!isList(field)) {
      words.push(scalar(value, name));
      continue;
    }
    if (!Array.isArray(value)) throw new TypeError(`Expected a list in ${name}, got ${String(value)}.`);
    words.push(value.length);
    for (const row of value as readonly Plain[])
      for (const column of Object.keys(field.rows)) words.push(scalar(row[column], `${name}.${column}`));
  }
  words[1] = words.length;
  return Float64Array.from(words);
}

function readRow(words: Float64Array, at: number, keys: readonly string[]): Plain {
  const row: { [field: string]: number } = {};
  for (const [step, key] of keys.entries()) row[key] = words[at + step] as number;
  return row;
}

function decode(words: Float64Array, at: number): Plain {
  const kind = words[at] as number;
  const name = names[kind];
  const fields = shapes[kind];
  if (name === undefined || fields === undefined)
    throw new Error(`Expected a known record at word ${at}, got kind ${kind}.`);
  const record: { [field: string]: unknown } = { name };
  let place = at + HEAD;
  for (const [key, field] of Object.entries(fields)) {
    if (!isList(field)) {
      record[key] = words[place];
      place += 1;
      continue;
    }
    const count = words[place] as number;
    const keys = Object.keys(field.rows satisfies Row);
    const rows: Plain[] = [];
    place += 1;
    for (let row = 0; row < count; row += 1, place += keys.length) rows.push(readRow(words, place, keys));
    record[key] = rows;
  }
  if (place !== at + (words[at + 1] as number) || place > words.length)
    throw new Error(`Expected ${words[at + 1]} words in ${name} at word ${at}, its fields take ${place - at}.`);
  return record;
}

/** Encodes a command. The exchange checks the bounds (`checkRecord`). */
export function encodeCommand(command: Command): Float64Array {
  const shape: CommandShape = commands[command.name];
  return encode(shape.kind, shape.fields, command as unknown as Plain);
}

/** Decodes the command at an offset. Throws when none is there, or an event is. */
export function decodeCommand(words: Float64Array, at = 0): Command {
  const record = decode(words, at);
  if (!((record['name'] as string) in commands))
    throw new Error(`Expected a command at word ${at}, got ${String(record['name'])}.`);
  return record as unknown as Command;
}

/** Decodes a sequence of commands. */
export function* decodeCommands(words: Float64Array): IterableIterator<Command> {
  for (let at = 0; at < words.length; at += words[at + 1] as number) yield decodeCommand(words, at);
}

/** Encodes an event. */
export function encodeEvent(event: ExchangeEvent): Float64Array {
  const shape: EventShape = events[event.name];
  return encode(shape.kind, shape.fields, event as unknown as Plain);
}

/** Decodes a sequence of events. Throws at the first record that is not one. */
export function* decodeEvents(words: Float64Array): IterableIterator<ExchangeEvent> {
  for (let at = 0; at < words.length; at += words[at + 1] as number) {
    const record = decode(words, at);
    if (!((record['name'] as string) in events))
      throw new Error(`Expected an event at word ${at}, got ${String(record['name'])}.`);
    yield record as unknown as ExchangeEvent;
  }
}

/** Offset of a scalar field, from the record's start. No list may precede it. */
export function offsetOf(name: CommandName | EventName, field: string): number {
  const kind = name in commands ? commands[name as CommandName].kind : events[name as EventName].kind;
  let place = HEAD;
  for (const [key, shape] of Object.entries(fieldsOf(kind) ?? {})) {
    if (key === field) return place;
    if (isList(shape)) break;
    place += 1;
  }
  throw new Error(`Expected a field ${field} of ${name} before its lists.`);
}

/** Bounds by kind for records of scalars only: [min, max] per field; undefined for records with lists. */
const flat: (Float64Array | undefined)[] = shapes.map((fields) => {
  if (fields === undefined) return undefined;
  const bounds: number[] = [];
  for (const field of Object.values(fields)) {
    if (isList(field)) return undefined;
    bounds.push(field.min, field.max);
  }
  return Float64Array.from(bounds);
});

function within(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && value >= min && value <= max && Math.trunc(value) === value;
}

/**
 * Checks a record. Returns 0 when it is valid, −1 when its kind or length is wrong, else the position of the first
 * invalid word (in words after the head, from 1).
 */
export function checkRecord(words: Float64Array, at: number): number {
  const kind = words[at] as number;
  const length = words[at + 1] as number;
  if (!within(kind, 0, KINDS - 1) || !within(length, HEAD, words.length - at)) return -1;
  const bounds = flat[kind];
  if (bounds !== undefined) {
    const end = bounds.length;
    if ((length - HEAD) * 2 !== end) return -1;
    for (let place = 0, from = at + HEAD; place < end; place += 2, from += 1) {
      const value = words[from] as number;
      // Small words are always whole; NaN is outside all bounds.
      if (
        value < (bounds[place] as number) ||
        value > (bounds[place + 1] as number) ||
        ((value | 0) !== value && Math.trunc(value) !== value)
      )
        return (place >> 1) + 1;
    }
    return 0;
  }
  return checkLists(words, at, length);
}

function checkLists(words: Float64Array, at: number, length: number): number {
  const fields = shapes[words[at] as number];
  if (fields === undefined) return -1;
  let place = at + HEAD;
  const end = at + length;
  for (const field of Object.values(fields)) {
    if (!isList(field)) {
      if (place >= end || !within(words[place], field.min, field.max)) return place - at - 1;
      place += 1;
      continue;
    }
    const count = words[place];
    if (place >= end || !within(count, 0, field.most)) return place - at - 1;
    place += 1;
    const columns = Object.values(field.rows);
    for (let row = 0; row < (count as number); row += 1)
      for (const column of columns) {
        if (place >= end || !within(words[place], column.min, column.max)) return place - at - 1;
        place += 1;
      }
  }
  return place === end ? 0 : -1;
}

const LARGEST_BYTES = 8;
const SMALL = 2 ** 30;
const LOW_BITS = 28;
const HIGH = 2 ** LOW_BITS;

/** Writes the varint of a whole number under 2^31. Returns the offset after it. */
function putSmall(bytes: Uint8Array, at: number, value: number): number {
  let left = value;
  let place = at;
  while (left >= 128) {
    bytes[place] = (left & 127) | 128;
    place += 1;
    left >>>= 7;
  }
  bytes[place] = left;
  return place + 1;
}

/** Packs words as zigzag varints, 7 bits per byte, lowest first. Throws on a word beyond ±2^52. */
export function packWords(words: Float64Array): Uint8Array {
  const bytes = new Uint8Array(words.length * LARGEST_BYTES);
  let at = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as number;
    const whole = word | 0;
    if (whole === word && whole < SMALL && whole >= -SMALL) {
      at = putSmall(bytes, at, (whole << 1) ^ (whole >> 31));
      continue;
    }
    if (!Number.isSafeInteger(word) || word > MAX_WORD || word < -MAX_WORD)
      throw new RangeError(`Expected whole words within ±2^52 to pack, got ${word}.`);
    // The lowest 28 bits take four bytes, all with the continuation bit. The rest is again a small number.
    const zigzag = word < 0 ? -2 * word - 1 : 2 * word;
    const low = zigzag & (HIGH - 1);
    bytes[at] = (low & 127) | 128;
    bytes[at + 1] = ((low >>> 7) & 127) | 128;
    bytes[at + 2] = ((low >>> 14) & 127) | 128;
    bytes[at + 3] = (low >>> 21) | 128;
    at = putSmall(bytes, at + 4, (zigzag - low) / HIGH);
  }
  return bytes.slice(0, at);
}

/** Unpacks words. Throws when the last word is incomplete or a word is too large. */
export function unpackWords(bytes: Uint8Array): Float64Array {
  const end = bytes.length;
  let count = 0;
  for (let place = 0; place < end; place += 1) if ((bytes[place] as number) < 128) count += 1;
  const words = new Float64Array(count);
  let place = 0;
  for (let at = 0; at < count; at += 1) {
    let low = 0;
    let shift = 0;
    let byte = 128;
    for (; byte >= 128 && shift < LOW_BITS; shift += 7) {
      byte = bytes[place] as number;
      place += 1;
      low |= (byte & 127) << shift;
    }
    if (byte < 128) {
      words[at] = (low >>> 1) ^ -(low & 1);
      continue;
    }
    // At most four more bytes, above the 28 bits of the first four.
    let high = 0;
    for (shift = 0; byte >= 128; shift += 7) {
      if (shift === LOW_BITS)
        throw new RangeError(`Expected words of at most ${LARGEST_BYTES} bytes; word ${at} is longer.`);
      byte = bytes[place] as number;
      place += 1;
      high |= (byte & 127) << shift;
    }
    const value = high * HIGH + low;
    words[at] = (low & 1) === 0 ? value / 2 : -(value + 1) / 2;
  }
  if (place !== end) throw new RangeError('Expected whole words; the last one is cut off.');
  return words;
}
