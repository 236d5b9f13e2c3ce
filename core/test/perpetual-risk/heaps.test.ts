// The orders in which marks reach positions and in which the endangered wait, against lists that are sorted (money §3).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TriggerHeap, Places } from '../../src/perpetual/risk/trigger-heap.ts';
import { LiquidationQueue } from '../../src/perpetual/risk/liquidation-queue.ts';
import { Registry } from '../../src/state/index.ts';
import { randomTests } from '../kit/random-tests.ts';

const { rounds } = randomTests(import.meta.url);

const SLOTS = 200;
const act = fc.record({ slot: fc.integer({ min: 1, max: SLOTS }), mark: fc.integer({ min: 0, max: 30 }) });

/** Runs a property with the seed it prints. */
function property<T>(one: fc.IProperty<T>): void {
  fc.assert(one, rounds(100));
}

describe('§3 positions by the mark that reaches them', () => {
  for (const falling of [true, false])
    it(`${falling ? 'falling: the highest first' : 'rising: the lowest first'}, among equals the lower slot, whatever is put, moved and taken away`, () => {
      property(
        fc.property(fc.array(act, { maxLength: 400 }), (acts) => {
          const heap = new TriggerHeap(falling, new Places());
          const naive = new Map<number, number>();
          for (const { slot, mark } of acts) {
            if (mark > 28) {
              heap.remove(slot);
              naive.delete(slot);
            } else {
              heap.set(slot, mark);
              if (mark === 0) naive.delete(slot);
              else naive.set(slot, mark);
            }
            expect(heap.size).toBe(naive.size);
            expect(heap.has(slot)).toBe(naive.has(slot));
          }
          const sorted = [...naive].sort((a, b) => (falling ? b[1] - a[1] : a[1] - b[1]) || a[0] - b[0]);
          for (const [slot, mark] of sorted) {
            expect(heap.reached(mark)).toBe(slot);
            expect(heap.reached(falling ? mark + 1 : mark - 1)).toBe(0);
            heap.remove(slot);
            expect(heap.has(slot)).toBe(false);
          }
          expect([heap.size, heap.reached(falling ? 0 : 1_000)]).toEqual([0, 0]);
        }),
      );
    });

  it('shares its places with the other markets of its direction, grows, and is empty once cleared', () => {
    const places = new Places();
    const [one, other] = [new TriggerHeap(true, places), new TriggerHeap(true, places)];
    for (let slot = 1; slot <= 500; slot += 1) (slot % 2 === 0 ? one : other).set(slot, slot);
    expect([one.size, other.size, one.reached(500), other.reached(500), other.reached(499)]).toEqual([
      250, 250, 500, 0, 499,
    ]);
    expect(one.bytes()).toBe(256 * 12);
    expect(one.has(100_000)).toBe(false);
    one.remove(100_000);
    one.clear();
    expect([one.size, one.reached(1)]).toEqual([0, 0]);
    expect(new TriggerHeap(true, places).bytes()).toBe(64 * 12);
  });
});

describe('§3 the endangered, lowest equity ÷ maintenance first', () => {
  it('then positions before wallets, then the lower id', () => {
    const entry = fc.record({
      health: fc.integer({ min: -3, max: 3 }),
      item: fc.integer({ min: 1, max: 50 }),
      contractWallet: fc.integer({ min: 0, max: 1 }),
    });
    property(
      fc.property(fc.array(fc.option(entry), { maxLength: 200 }), (acts) => {
        const queue = new LiquidationQueue(new Registry());
        const naive: { health: number; item: number; contractWallet: number }[] = [];
        const first = () =>
          naive.sort((a, b) => a.health - b.health || a.contractWallet - b.contractWallet || a.item - b.item)[0];
        const check = () => {
          expect(queue.size).toBe(naive.length);
          const next = first();
          if (next !== undefined)
            expect([queue.item(), queue.isContractWallet()]).toEqual([next.item, next.contractWallet === 1]);
        };
        for (const one of acts) {
          if (one === null) {
            if (naive.length === 0) continue;
            first();
            naive.shift();
            queue.pop();
          } else {
            naive.push(one);
            queue.add(one.health, one.item, one.contractWallet);
          }
          check();
        }
        while (naive.length > 0) {
          check();
          first();
          naive.shift();
          queue.pop();
        }
        expect(queue.size).toBe(0);
      }),
    );
  });
});
