// The auditor itself: it takes true events, and notices every kind of lie planted in them (core §8).
import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeEvent, type ExchangeEvent } from '../../src/index.ts';
import { Auditor } from '../kit/audit.ts';
import { usual } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, DORA, NOON, SELL, World } from '../kit/world.ts';

type Loose = { name: string } & { [field: string]: number };

describe('core §8 the auditor', () => {
  /** All events of a small story, emitted again by an exchange of its own. */
  function emitted(): ExchangeEvent[] {
    const all: ExchangeEvent[] = [];
    class Listening extends World {
      override batch(...args: Parameters<World['batch']>): ReturnType<World['batch']> {
        const replies = super.batch(...args);
        all.push(...this.events);
        return replies;
      }
    }
    const one = new Listening({}, 4);
    one.quote(1, [
      [BUY, 98, 40],
      [SELL, 102, 40],
    ]);
    one.buy(ANNA, 30, 101);
    one.buy(BEN, 30, 101);
    one.sell(DORA, 45, 100);
    one.sell(CARL, 20, 98);
    one.buy(ANNA, 10, 95);
    one.cancelAll(ANNA);
    one.place(ANNA, { lots: 1_000, price: 120 });
    return all;
  }

  function fold(events: readonly ExchangeEvent[]): void {
    const words: number[] = [];
    for (const event of events) words.push(...encodeEvent(event));
    new Auditor(usual).fold(Float64Array.from(words), NOON);
  }

  it('takes a true story, and every event survives its words', () => {
    const events = emitted();
    expect(events.length).toBeGreaterThan(80);
    fold(events);
    for (const event of events) expect([...decodeEvents(encodeEvent(event))]).toEqual([event]);
  });

  const lies: Record<string, (event: Loose) => boolean> = {
    'an entry of one atom more': (event) =>
      event.name === 'entry' && ((event['available'] = event['available']! + 1), true),
    'a hold of one atom less': (event) =>
      event.name === 'entry' && event['held']! > 0 && ((event['held'] = event['held']! - 1), true),
    'a fill of another value': (event) => event.name === 'fill' && ((event['value'] = event['value']! + 1), true),
    'a fill at another price': (event) => event.name === 'fill' && ((event['price'] = event['price']! - 1), true),
    'a fee of one atom less': (event) =>
      event.name === 'fill' && event['takerFee']! > 0 && ((event['takerFee'] = event['takerFee']! - 1), true),
    'a trade counted twice': (event) => event.name === 'fill' && ((event['trade'] = event['trade']! + 1), true),
    'a rebate to somebody else': (event) =>
      event.name === 'rebate' && ((event['to'] = event['to']! === 2 ? 3 : 2), true),
    'a rebate of one atom more': (event) => event.name === 'rebate' && ((event['amount'] = event['amount']! + 1), true),
    'an order that dealt more than its fills': (event) =>
      event.name === 'order.changed' && ((event['dealtLots'] = event['dealtLots']! + 1), true),
    'an order placed in a tier not reached': (event) =>
      event.name === 'order.opened' && ((event['makerRate'] = 8_000), true),
    'a filled order with lots left': (event) =>
      event.name === 'order.closed' && event['reason'] === 2 && ((event['status'] = 1), (event['reason'] = 0), true),
    'a command number left out': (event) =>
      event.name === 'begin' && event['seq']! > 9 && ((event['seq'] = event['seq']! + 1), true),
    'a tick number left out': (event) => event.name === 'tick' && ((event['number'] = event['number']! + 1), true),
    'more practice money than was paid': (event) =>
      event.name === 'practice' && ((event['amount'] = event['amount']! + 1), true),
    'quotes that do not hold what they show': (event) =>
      event.name === 'quote' && (((event as unknown as { levels: { lots: number }[] }).levels[0]!.lots += 1), true),
  };
  for (const [what, plant] of Object.entries(lies))
    it(`notices ${what}`, () => {
      const events = emitted().map((event) => structuredClone(event)) as unknown as Loose[];
      expect(events.some((event) => plant(event))).toBe(true);
      expect(() => fold(events as unknown as ExchangeEvent[])).toThrow();
    });

  for (const name of ['entry', 'rebate', 'fill', 'order.closed', 'account.opened', 'quote'] as const)
    it(`notices that one ${name} is missing`, () => {
      const events = emitted();
      const at = events.findIndex((event, place) => event.name === name && place > 30);
      expect(at).toBeGreaterThan(0);
      expect(() => fold(events.toSpliced(at, 1))).toThrow();
    });

  it('notices that the younger of two was filled first', () => {
    const events = emitted().map((event) => structuredClone(event)) as unknown as Loose[];
    const [first, second] = events.filter((event) => event.name === 'fill') as [Loose, Loose];
    [first['makerOrder'], second['makerOrder']] = [second['makerOrder']!, first['makerOrder']!];
    [first['maker'], second['maker']] = [second['maker']!, first['maker']!];
    expect(() => fold(events as unknown as ExchangeEvent[])).toThrow(/price-time/);
  });

  it('notices a refusal that moved something', () => {
    const events = emitted();
    const at = events.findIndex((event) => event.name === 'refused');
    const entry = events.find((event) => event.name === 'entry')!;
    expect(() => fold(events.toSpliced(at, 0, entry))).toThrow();
  });
});
