// Waiting orders fire in the order in which a price crosses them, then by id.

import { ROW32 } from '../../src/book/face.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bin, hits, INDEX_FALLING, INDEX_RISING, LAST_FALLING, LAST_RISING, Triggers } from '../../src/book/trigger.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

function orders(size: number) {
  const generation = new Int32Array(size);
  return {
    trigger: new Int32Array(size * ROW32),
    place: new Int32Array(size * ROW32),
    generation,
    id: (slot: number) => generation[slot]! * size + slot,
  };
}

describe(`money §2: stop and take-profit orders (seed ${seed})`, () => {
  it('a stop that buys and a take-profit that sells wait for a rise, the others for a fall', () => {
    expect([bin(1, 1, 3), bin(1, 2, 6), bin(1, 2, 4), bin(1, 1, 5)]).toEqual([
      INDEX_RISING,
      INDEX_RISING,
      INDEX_FALLING,
      INDEX_FALLING,
    ]);
    expect([bin(2, 1, 4), bin(2, 2, 5), bin(2, 2, 3), bin(2, 1, 6)]).toEqual([
      LAST_RISING,
      LAST_RISING,
      LAST_FALLING,
      LAST_FALLING,
    ]);
  });

  it('an index of one hundredth of a tick short of the trigger does not hit it, the trigger itself does', () => {
    expect([hits(INDEX_RISING, 500, 49_999), hits(INDEX_RISING, 500, 50_000)]).toEqual([false, true]);
    expect([hits(INDEX_FALLING, 500, 50_001), hits(INDEX_FALLING, 500, 50_000)]).toEqual([false, true]);
  });

  it('all that a price hits, in price crossing order and then by id, as a sorted list says', () => {
    const step = fc.record({
      what: fc.constantFrom('add' as const, 'add' as const, 'remove' as const, 'price' as const),
      slot: fc.integer({ min: 1, max: 99 }),
      market: fc.integer({ min: 1, max: 2 }),
      of: fc.integer({ min: 0, max: 3 }),
      trigger: fc.integer({ min: 1, max: 12 }),
      generation: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), (steps) => {
        const table = orders(100);
        const triggers = new Triggers(table);
        const waiting: { slot: number; market: number; of: number }[] = [];
        for (const { what, slot, market, of, trigger, generation } of steps) {
          const known = waiting.findIndex((other) => other.slot === slot);
          if (what === 'add' && known < 0) {
            table.trigger[slot * ROW32] = trigger;
            table.place[slot * ROW32] = market * 2;
            table.generation[slot] = generation;
            triggers.add(slot, of);
            waiting.push({ slot, market, of });
          } else if (what === 'remove' && known >= 0) {
            triggers.remove(slot, waiting[known]!.of);
            waiting.splice(known, 1);
          } else if (what === 'price') {
            const due = waiting
              .filter(
                (other) =>
                  other.market === market &&
                  other.of === of &&
                  hits(of, table.trigger[other.slot * ROW32]!, trigger * 100),
              )
              .toSorted((a, b) => {
                const way =
                  (table.trigger[a.slot * ROW32]! - table.trigger[b.slot * ROW32]!) * ((of & 1) === 0 ? 1 : -1);
                return way === 0 ? table.id(a.slot) - table.id(b.slot) : way;
              });
            const fired: number[] = [];
            for (
              let next = triggers.first(market, of, trigger * 100);
              next !== 0;
              next = triggers.first(market, of, trigger * 100)
            ) {
              fired.push(next);
              triggers.remove(next, of);
              waiting.splice(
                waiting.findIndex((other) => other.slot === next),
                1,
              );
            }
            expect(fired).toEqual(due.map((other) => other.slot));
          }
          for (const market of [1, 2])
            for (const way of [0, 1, 2, 3])
              expect(triggers.count(market, way)).toBe(
                waiting.filter((other) => other.market === market && other.of === way).length,
              );
        }
      }),
      rounds(100),
    );
  });

  it('many that wait for one way fire in order, whichever were taken out between', () => {
    const table = orders(1_000);
    const triggers = new Triggers(table);
    const waiting: number[] = [];
    let state = seed;
    const below = (bound: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % bound;
    };
    for (let slot = 1; slot < 1_000; slot += 1) {
      table.place[slot * ROW32] = 2;
      table.trigger[slot * ROW32] = below(5_000) + 1;
      triggers.add(slot, LAST_FALLING);
      waiting.push(slot);
      if (slot % 2 === 0) triggers.remove(waiting.splice(below(waiting.length), 1)[0]!, LAST_FALLING);
    }
    const fired: number[] = [];
    for (let slot = triggers.first(1, LAST_FALLING, 0); slot !== 0; slot = triggers.first(1, LAST_FALLING, 0)) {
      fired.push(slot);
      triggers.remove(slot, LAST_FALLING);
    }
    expect(fired).toEqual(
      waiting.toSorted((a, b) => table.trigger[b * ROW32]! - table.trigger[a * ROW32]! || table.id(a) - table.id(b)),
    );
  });

  it('an order that does not wait cannot be taken out', () => {
    const table = orders(10);
    table.place[3 * ROW32] = 2;
    const triggers = new Triggers(table);
    expect(() => triggers.remove(3, INDEX_RISING)).toThrow(/none ever did/);
    triggers.add(3, INDEX_RISING);
    triggers.remove(3, INDEX_RISING);
    expect(() => triggers.remove(3, INDEX_RISING)).toThrow(/does not/);
  });
});
