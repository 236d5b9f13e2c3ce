import { beforeEach, describe, expect, test } from 'vitest';
import {
  draw,
  type Drawing,
  type DrawingEvent,
  keepDrawings,
  MAX_DRAWINGS,
  MAX_NOTE,
  MAX_UNDO,
  noDrawings,
  readDrawings,
  TOOLS,
} from '../../src/features/chart/drawing/drawing.ts';
import { MAX_MARKETS_KEPT } from '../../src/features/chart/kept.ts';
import { clearStored, writeStored } from '../../src/preference/index.ts';

const line = (id: string, part: Partial<Drawing> = {}): Drawing => ({
  id,
  tool: 'segment',
  points: [
    { time: 1_000, value: 1 },
    { time: 2_000, value: 2 },
  ],
  locked: false,
  text: '',
  ...part,
});
const run = (...events: DrawingEvent[]) => events.reduce(draw, noDrawings);
const add = (id: string): DrawingEvent => ({ is: 'add', drawing: line(id) });
const ids = (state: { readonly list: readonly Drawing[] }): string[] => state.list.map(({ id }) => id);

beforeEach(() => clearStored([]));

describe('drawings on a market', () => {
  test('are added, moved, noted and removed, and each step can be undone and done again', () => {
    const moved = [{ time: 3_000, value: 3 }];
    const state = run(
      add('a'),
      add('b'),
      { is: 'move', id: 'a', points: moved },
      { is: 'note', id: 'b', text: 'support' },
      { is: 'remove', id: 'b' },
    );
    expect(ids(state)).toEqual(['a']);
    expect(state.list[0]?.points).toEqual(moved);
    const undone = draw(state, { is: 'undo' });
    expect(undone.list[1]?.text).toBe('support');
    let back = undone;
    for (let step = 0; step < 4; step += 1) back = draw(back, { is: 'undo' });
    expect(back.list).toEqual([]);
    expect(draw(back, { is: 'undo' })).toBe(back);
    let again = back;
    for (let step = 0; step < 5; step += 1) again = draw(again, { is: 'redo' });
    expect(again.list).toEqual(state.list);
    expect(draw(again, { is: 'redo' })).toBe(again);
  });

  test('a new step forgets what was undone', () => {
    expect(run(add('a'), { is: 'undo' }, add('b'), { is: 'redo' }).list.map(({ id }) => id)).toEqual(['b']);
  });

  test('a locked one is neither moved nor noted nor removed, until it is unlocked', () => {
    const locked = run(add('a'), { is: 'lock', id: 'a', locked: true });
    expect(draw(locked, { is: 'move', id: 'a', points: [] })).toBe(locked);
    expect(draw(locked, { is: 'note', id: 'a', text: 'x' })).toBe(locked);
    expect(draw(locked, { is: 'remove', id: 'a' })).toBe(locked);
    const free = draw(locked, { is: 'lock', id: 'a', locked: false });
    expect(draw(free, { is: 'remove', id: 'a' }).list).toEqual([]);
  });

  test('deleting all can be undone', () => {
    const cleared = run(add('a'), add('b'), { is: 'clear' });
    expect(cleared.list).toEqual([]);
    expect(ids(draw(cleared, { is: 'undo' }))).toEqual(['a', 'b']);
  });

  test('hiding is no step, and what is drawn next is seen', () => {
    const hidden = run(add('a'), { is: 'hide', hidden: true });
    expect(hidden.past).toHaveLength(1);
    expect(draw(hidden, add('b')).hidden).toBe(false);
  });

  test('are bounded: how many, how many steps back, how long a note', () => {
    let state = noDrawings;
    for (let at = 0; at < MAX_DRAWINGS + 5; at += 1) state = draw(state, add(`d${at}`));
    expect(state.list).toHaveLength(MAX_DRAWINGS);
    expect(state.past).toHaveLength(MAX_UNDO);
    expect(run(add('a'), { is: 'note', id: 'a', text: 'x'.repeat(500) }).list[0]?.text).toHaveLength(MAX_NOTE);
  });

  test('one that is not there changes nothing', () => {
    const state = run(add('a'));
    for (const event of [
      { is: 'move', id: 'x', points: [] },
      { is: 'remove', id: 'x' },
      { is: 'lock', id: 'x', locked: true },
      add('a'),
    ] as const)
      expect(draw(state, event)).toBe(state);
  });
});

describe('kept drawings', () => {
  test('come back for their market and no other', () => {
    const kept = [
      line('a', { locked: true }),
      line('b', { tool: 'vitrineNote', points: [{ time: 1, value: 2 }], text: 'hi' }),
    ];
    keepDrawings('1-btcusdt', kept, true);
    expect(readDrawings('1-btcusdt')).toEqual({ ...noDrawings, list: kept, hidden: true });
    expect(readDrawings('2-btcusdt')).toEqual(noDrawings);
    keepDrawings('1-btcusdt', [], true);
    expect(readDrawings('1-btcusdt')).toEqual(noDrawings);
  });

  test('of every tool come back', () => {
    const all = TOOLS.map(({ name, points }, at) =>
      line(`t${at}`, { tool: name, points: Array.from({ length: points }, (_, time) => ({ time, value: time })) }),
    );
    keepDrawings('1-x', all, false);
    expect(readDrawings('1-x').list).toEqual(all);
  });

  test.each([
    ['broken text', '{"version":1,"list":['],
    ['a word', 'hello'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another version', '{"version":9,"list":[]}'],
    ['a list that is none', '{"version":1,"list":{"0":1}}'],
    ['far too much', `{"version":1,"list":["${'x'.repeat(300_000)}"]}`],
  ])('of another form (%s) are none', (_, text) => {
    writeStored('drawings:1-btcusdt', text);
    expect(readDrawings('1-btcusdt')).toEqual(noDrawings);
  });

  test('one by one: foreign ones are passed over, the others stay', () => {
    const good = line('good');
    const bad: unknown[] = [
      null,
      7,
      { ...good, id: 5 },
      { ...good, id: 'x'.repeat(99) },
      { ...good, id: 'b', tool: 'constructor' },
      {
        ...good,
        id: 'c',
        points: [
          { time: 1, value: 'high' },
          { time: 2, value: 2 },
        ],
      },
      { ...good, id: 'd', points: [{ time: 1, value: 1 }] },
      { ...good, id: 'e', points: [...good.points, { time: 3, value: 3 }] },
      { ...good, id: 'f', points: 'many' },
      good,
      { ...good, text: 'twice the same id' },
    ];
    writeStored('drawings:1-btcusdt', JSON.stringify({ version: 1, list: bad }));
    expect(readDrawings('1-btcusdt').list).toEqual([good]);
  });

  test('are kept for a bounded number of markets: the longest untouched goes first', () => {
    for (let at = 0; at < MAX_MARKETS_KEPT; at += 1) keepDrawings(`1-m${at}`, [line('a')], false);
    keepDrawings('1-m0', [line('b')], false);
    keepDrawings('1-more', [line('c')], false);
    expect(readDrawings('1-m1')).toEqual(noDrawings);
    expect(ids(readDrawings('1-m0'))).toEqual(['b']);
    expect(ids(readDrawings('1-more'))).toEqual(['c']);
  });
});
