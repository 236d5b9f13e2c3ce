// The order table: ids that never come back, slots in the order they became free, and books that stand again from it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FastBook } from '../../src/book/book.ts';
import { NONE, ROW32, ROW64 } from '../../src/book/face.ts';
import { Orders, packTraits } from '../../src/book/orders.ts';
import { pool } from '../../src/state/index.ts';
import { Pages } from '../../src/book/pages.ts';
import { restoreBooks } from '../../src/book/restore.ts';
import { bin, Triggers } from '../../src/book/trigger.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

function open(orders: Orders): number {
  const slot = orders.take();
  orders.traits[slot * ROW32] = packTraits(1, 1, 1, 0, 1);
  return slot;
}

/** A table with the columns and the free list of another, as a snapshot carries them. */
function copyOf(orders: Orders): Orders {
  const copy = new Orders();
  copy.load({ ...orders.save(), checksum: '' });
  return copy;
}

/** A slot with a greater one is retired (state/table). */
const LAST_GENERATION = 2 ** 28;

describe(`core §5, §6: the order table (seed ${seed})`, () => {
  it('traits come back as they were packed, the widest too', () => {
    const orders = new Orders();
    const slot = orders.take();
    orders.traits[slot * ROW32] = packTraits(6, 4, 3, 2, 8);
    orders.setWaiting(slot, true);
    expect([orders.type(slot), orders.timeInForce(slot), orders.selfTrade(slot)]).toEqual([6, 4, 3]);
    expect([orders.triggerBy(slot), orders.wallet(slot), orders.waiting(slot)]).toEqual([2, 8, true]);
    orders.setWaiting(slot, false);
    expect([orders.wallet(slot), orders.waiting(slot), orders.alive(slot)]).toEqual([8, false, true]);
  });

  it('an id is found while its order lives, and never again', () => {
    const orders = new Orders();
    const slot = open(orders);
    const id = orders.id(slot);
    expect(orders.find(id)).toBe(slot);
    orders.free(slot);
    expect(orders.find(id)).toBe(NONE);
    expect(open(orders)).toBe(slot);
    expect(orders.find(id)).toBe(NONE);
    expect(orders.find(orders.id(slot))).toBe(slot);
    for (const strange of [0, 7, 2 ** 23, 2 ** 52, -1]) expect(orders.find(strange)).toBe(NONE);
  });

  it('free slots are used again first in, first out, and a spent one is retired', () => {
    const orders = new Orders();
    const slots = [open(orders), open(orders), open(orders)];
    orders.generation[slots[1]! * ROW32] = 2 * LAST_GENERATION - 1;
    orders.free(slots[2]!);
    orders.free(slots[1]!);
    orders.free(slots[0]!);
    expect([open(orders), open(orders), open(orders)]).toEqual([slots[2], slots[0], 4]);
  });

  it('its slots and ids are those any table of the state would give', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat({ max: 60 })), { maxLength: 100 }), (steps) => {
        const orders = new Orders();
        const other = pool('other', { next: 'i32' }, 1_000, 'next');
        for (const slot of steps) {
          if (slot === null) expect(orders.take()).toBe(other.take());
          else if (orders.alive(slot)) {
            orders.free(slot);
            other.free(slot);
          }
          for (let at = 1; at <= orders.top; at += 1) {
            expect(orders.id(at)).toBe(other.id(at));
            for (const id of [at, orders.id(at), orders.id(at) - 2 ** 23]) expect(orders.find(id)).toBe(other.find(id));
          }
        }
        expect([...orders.head()]).toEqual([...other.head()]);
      }),
      rounds(100),
    );
  });

  it('an order takes at most 96 bytes of columns', () => {
    const orders = new Orders();
    expect((orders.bytes() * ROW64) / orders.lots.length).toBeLessThanOrEqual(96);
  });

  it('books and waiting orders restored from the table alone answer as before, in time order', () => {
    const action = fc.record({
      what: fc.constantFrom('rest', 'rest', 'wait', 'close'),
      side: fc.constantFrom(1, 2),
      far: fc.integer({ min: 1, max: 6 }),
      lots: fc.integer({ min: 1, max: 9 }),
      market: fc.constantFrom(1, 2),
      pick: fc.nat(),
    });
    const prices = fc.array(action, { minLength: 20, maxLength: 120 });
    fc.assert(
      fc.property(prices, (actions) => {
        const orders = new Orders();
        const triggers = new Triggers(orders);
        const pages = new Pages();
        const books = [undefined, new FastBook(1, orders, pages), new FastBook(2, orders, pages)];
        const live: number[] = [];
        for (const { what, side, far, lots, market, pick } of actions) {
          if (what === 'close') {
            const [slot] = live.splice(pick % Math.max(1, live.length), 1);
            if (slot === undefined) continue;
            if (orders.waiting(slot)) triggers.remove(slot, bin(1, orders.side(slot), 3));
            else books[orders.market(slot)]!.remove(slot);
            orders.free(slot);
            continue;
          }
          const slot = orders.take();
          orders.traits[slot * ROW32] = packTraits(what === 'wait' ? 3 : 1, 1, 1, 1, 1);
          orders.place[slot * ROW32] = market * 2 + side - 1;
          orders.price[slot * ROW32] = side === 1 ? 100 - far : 100 + far;
          orders.rest[slot * ROW64] = lots;
          orders.trigger[slot * ROW32] = 100 + far;
          orders.setWaiting(slot, what === 'wait');
          if (what === 'wait') triggers.add(slot, bin(1, side, 3));
          else books[market]!.add(slot);
          live.push(slot);
        }
        const copy = copyOf(orders);
        const other = new Pages();
        const again = [undefined, new FastBook(1, copy, other), new FastBook(2, copy, other)];
        const waiting = new Triggers(copy);
        restoreBooks(copy, again, waiting);
        expect(walk(again, waiting)).toEqual(walk(books, triggers));
        expect(open(copy)).toBe(open(orders));
      }),
      rounds(100),
    );
  });
});

/** Every order of every book in order, and the waiting ones as they would fire. */
function walk(books: (FastBook | undefined)[], triggers: Triggers): number[] {
  const out: number[] = [];
  for (const market of [1, 2]) {
    for (const side of [1, 2] as const)
      for (let slot = books[market]!.front(side); slot !== NONE; slot = books[market]!.after(slot)) out.push(slot);
    for (const way of [0, 1, 2, 3]) {
      const cents = (way & 1) === 0 ? 1_000_000 : 1;
      for (let slot = triggers.first(market, way, cents); slot !== NONE; slot = triggers.first(market, way, cents)) {
        out.push(-slot);
        triggers.remove(slot, way);
      }
    }
  }
  return out;
}
