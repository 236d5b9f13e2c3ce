// issue 17 §2: an event is written by the layout that the schema gives it, and no field of it is forgotten.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodeEvents,
  encodeEvent,
  type EventName,
  events,
  type ExchangeEvent,
  layoutOf,
  rowsOf,
} from '../../src/schema/index.ts';
import { EventBuffer } from '../../src/state/index.ts';

const source = join(import.meta.dirname, '../../src');

/** Layouts made in a file of the core: the constant, its event, and whether it is that of a list's rows. */
const made = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    return [...text.matchAll(/^const (\w+) = layoutOf\('([^']+)'\);$/gm)].map(
      ([, constant, name]) => ({ path, text, constant: constant as string, name: name as EventName }) as const,
    );
  });

/** An event of that name whose fields all differ; its list has two rows. */
function sample(name: EventName): ExchangeEvent {
  let next = 0;
  const value = (): number => (next += 1);
  const of = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([key, field]: [string, object]) => [
        key,
        'rows' in field ? [of(field.rows as object), of(field.rows as object)] : value(),
      ]),
    );
  return { name, ...of(events[name].fields) } as ExchangeEvent;
}

describe('issue 17 §2: layouts', () => {
  it('are made for events in many files', () => {
    expect(made.length).toBeGreaterThan(30);
  });

  it.each(made)('$path sets every field of $name', ({ text, constant, name }) => {
    const fields = Object.keys(events[name].fields);
    // All words from the first field on, copied from a row of the same fields.
    if (text.includes(`${constant}.head.length - ${constant}.${fields[0] ?? ''};`)) return;
    const unset = fields.filter(
      // A list is set by its count, or by a copy of all its words.
      (field) => !text.includes(`${constant}.${field}]`) && !text.includes(`${constant}.${field} +`),
    );
    expect(unset.filter((field) => !new RegExp(`\\.set\\(.*${constant}\\.${field}\\)`).test(text))).toEqual([]);
  });

  it.each(made)('$path writes each $name in one place', ({ name }) => {
    const places = new Set(made.filter((one) => one.name === name).map(({ path }) => path));
    expect([...places]).toHaveLength(1);
  });

  it.each(Object.keys(events) as EventName[])('of %s name each field where the codec puts it', (name) => {
    const words = encodeEvent(sample(name));
    const { head, ...offsets } = layoutOf(name) as { head: { kind: number; length: number } } & Record<string, number>;
    const event = sample(name) as unknown as Record<string, number | readonly Record<string, number>[]>;
    expect(head.kind).toBe(words[0]);
    let rowWords = 0;
    for (const [field, offset] of Object.entries(offsets)) {
      const value = event[field] as number | readonly Record<string, number>[];
      expect(words[offset], field).toBe(typeof value === 'number' ? value : value.length);
      if (typeof value === 'number') continue;
      const { words: rowLength, ...columns } = rowsOf(name as 'quote', field as 'levels') as Record<string, number>;
      rowWords = value.length * (rowLength as number);
      for (const [place, row] of value.entries())
        for (const [column, step] of Object.entries(columns))
          expect(words[head.length + place * (rowLength as number) + step], column).toBe(row[column]);
    }
    expect(head.length + rowWords).toBe(words.length);
  });

  it.each(Object.keys(events) as EventName[])('`record` writes %s as the codec does', (name) => {
    const buffer = new EventBuffer();
    const { name: _, ...fields } = sample(name);
    buffer.record(name, fields as never);
    buffer.record('epoch', { epoch: 7 });
    expect([...decodeEvents(buffer.read())]).toEqual([sample(name), { name: 'epoch', epoch: 7 }]);
  });
});
