import { describe, expect, test } from 'vitest';
import type { ChartLine } from '../../src/features/chart/lines/line.ts';
import { type Move, type MoveEvent, moveOn, REST, shownPrice } from '../../src/features/chart/move/move.ts';

const stop: ChartLine = {
  id: 'stop',
  kind: 'stopLoss',
  price: '58000.0',
  side: 'buy',
  label: 'Stop loss',
  draggable: true,
};
const fresh: ChartLine = { ...stop, id: 'pos:stopProfit', kind: 'stopProfit', owner: 'pos' };

const run = (...events: MoveEvent[]): Move => events.reduce(moveOn, REST);
const dragged: MoveEvent[] = [{ is: 'hold', line: stop }, { is: 'to', price: '57500.0' }, { is: 'release' }];

describe('a line that is moved', () => {
  test('is asked about when it is let go, and nothing is sent before Send', () => {
    expect(run(...dragged)).toMatchObject({ at: 'ask', from: '58000.0', to: '57500.0' });
    expect(run(...dragged, { is: 'send' })).toMatchObject({ at: 'send', to: '57500.0', back: false });
  });

  test('let go where it was is not asked about', () => {
    expect(run({ is: 'hold', line: stop }, { is: 'to', price: '58000.0' }, { is: 'release' })).toEqual(REST);
    expect(run({ is: 'hold', line: stop }, { is: 'release' })).toEqual(REST);
  });

  test('is given up by undo while dragged or asked about', () => {
    expect(run({ is: 'hold', line: stop }, { is: 'to', price: '1.0' }, { is: 'undo' })).toEqual(REST);
    expect(run(...dragged, { is: 'undo' })).toEqual(REST);
  });

  test('taken hold of again goes on from where it was put, and is still compared with where it came from', () => {
    const again = run(...dragged, { is: 'hold', line: stop }, { is: 'to', price: '57400.0' }, { is: 'release' });
    expect(again).toMatchObject({ at: 'ask', from: '58000.0', to: '57400.0' });
  });

  test('can be taken back with one press after it was sent: it moves to where it came from', () => {
    const sent = run(...dragged, { is: 'send' }, { is: 'sent' });
    expect(sent).toMatchObject({ at: 'sent', from: '58000.0', to: '57500.0' });
    const back = moveOn(sent, { is: 'undo' });
    expect(back).toMatchObject({ at: 'send', from: '57500.0', to: '58000.0', back: true });
    // What was taken back offers nothing more.
    expect(moveOn(back, { is: 'sent' })).toEqual(REST);
  });

  test('keeps the line the page answers with, where a changed order has another id', () => {
    const amended = { ...stop, id: 'other', price: '57500.0' };
    expect(run(...dragged, { is: 'send' }, { is: 'sent', line: amended }, { is: 'undo' })).toMatchObject({
      at: 'send',
      line: { id: 'other' },
      to: '58000.0',
    });
  });

  test('that was refused says why and stays where it was', () => {
    const failed = run(...dragged, { is: 'send' }, { is: 'failed', why: 'too far' });
    expect(failed).toEqual({ at: 'failed', why: 'too far' });
    expect(shownPrice(failed, stop)).toBe('58000.0');
    expect(moveOn(failed, { is: 'forget' })).toEqual(REST);
  });

  test('on its way is not overtaken by another', () => {
    const sending = run(...dragged, { is: 'send' });
    const events: MoveEvent[] = [
      { is: 'hold', line: fresh },
      { is: 'to', price: '1.0' },
      { is: 'undo' },
      { is: 'send' },
      { is: 'remove', line: stop },
      { is: 'lines', lines: [] },
      { is: 'forget' },
    ];
    for (const event of events) expect(moveOn(sending, event)).toBe(sending);
  });

  test('that fits no state is passed over: a late answer, a release nobody began', () => {
    const events: MoveEvent[] = [
      { is: 'sent' },
      { is: 'failed', why: '' },
      { is: 'release' },
      { is: 'send' },
      { is: 'undo' },
      { is: 'to', price: '1.0' },
    ];
    for (const event of events) expect(moveOn(REST, event)).toBe(REST);
  });
});

describe('a line pulled out of an entry', () => {
  const pulled: MoveEvent[] = [
    { is: 'hold', line: fresh, fresh: true },
    { is: 'to', price: '60000.0' },
    { is: 'release' },
  ];

  test('has no price it came from, and undo after it was sent takes it away', () => {
    expect(run(...pulled)).toMatchObject({ at: 'ask', from: null, to: '60000.0' });
    expect(run(...pulled, { is: 'send' }, { is: 'sent' }, { is: 'undo' })).toMatchObject({ at: 'send', to: null });
  });

  test('let go at the entry is none', () => {
    expect(run({ is: 'hold', line: fresh, fresh: true }, { is: 'release' })).toEqual(REST);
  });

  test('goes with the position it was pulled out of', () => {
    const asked = run(...pulled);
    expect(moveOn(asked, { is: 'lines', lines: [{ ...stop, id: 'pos' }] })).toBe(asked);
    expect(moveOn(asked, { is: 'lines', lines: [stop] })).toEqual(REST);
  });
});

test('taking a line away is asked about too, and can not be undone from here', () => {
  expect(run({ is: 'remove', line: stop })).toMatchObject({ at: 'ask', from: '58000.0', to: null });
  expect(run({ is: 'remove', line: stop }, { is: 'send' }, { is: 'sent' })).toEqual(REST);
});

describe('while a line is asked about', () => {
  test('it is drawn where it would go, and goes on from a price that changed meanwhile', () => {
    const asked = run(...dragged);
    expect(shownPrice(asked, stop)).toBe('57500.0');
    expect(shownPrice(asked, fresh)).toBe(fresh.price);
    const changed = moveOn(asked, { is: 'lines', lines: [{ ...stop, price: '57900.0' }] });
    expect(changed).toMatchObject({ at: 'ask', from: '57900.0', to: '57500.0' });
  });

  test('the question goes when the line is gone: filled, cancelled, liquidated', () => {
    expect(moveOn(run(...dragged), { is: 'lines', lines: [] })).toEqual(REST);
  });

  test('sent, it is drawn where it was sent until the page tells of it, and then as the page tells', () => {
    const sent = run(...dragged, { is: 'send' }, { is: 'sent' });
    expect(shownPrice(moveOn(sent, { is: 'lines', lines: [stop] }), stop)).toBe('57500.0');
    const announced = { ...stop, price: '57500.0' };
    const seen = moveOn(sent, { is: 'lines', lines: [announced] });
    expect(shownPrice(seen, { ...stop, price: '58000.0' })).toBe('58000.0');
    expect(shownPrice(seen, announced)).toBe('57500.0');
  });
});
