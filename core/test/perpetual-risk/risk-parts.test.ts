// The parts of risk by themselves, against models (money §3): whose turn it is to be examined, how much a cut takes and how
// far it goes, and when a wait is emitted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POSITION_SIDE } from '../../src/enum/index.ts';
import type { PerpetualContext } from '../../src/perpetual/context.ts';
import { CHANGED, CheckQueue, LIQUIDATED, REACHED } from '../../src/perpetual/risk/check-queue.ts';
import { cutLimit } from '../../src/perpetual/risk/partial-liquidation.ts';
import type { EventFields } from '../../src/schema/index.ts';
import { Waits } from '../../src/perpetual/risk/waits.ts';
import { EventBuffer, Registry } from '../../src/state/index.ts';
import { randomTests } from '../kit/random-tests.ts';
import { type Expect, textOf } from '../../src/expect.ts';

const { rounds } = randomTests(import.meta.url);
/** Beyond the rows that a table begins with. */
const SLOT = 5_000;
const QUEUES = [REACHED, LIQUIDATED, CHANGED] as const;

/** Runs a property with the seed it prints. */
function property<T>(one: fc.IProperty<T>): void {
  fc.assert(one, rounds(200));
}

const fail: Expect = (holds, what) => {
  if (!holds) throw new Error(textOf(what));
};

/** Three lists, said once more without links. */
class Lists {
  private ticks = 0;
  private turn = 0;
  private readonly lists = new Map<number, { contractWallet: number; since: number }[]>(
    QUEUES.map((queue) => [queue, []]),
  );

  private of(queue: number) {
    return this.lists.get(queue) ?? [];
  }

  ticked(): void {
    this.ticks += 1;
  }

  queueOf(contractWallet: number): number {
    return QUEUES.find((queue) => this.of(queue).some((one) => one.contractWallet === contractWallet)) ?? 0;
  }

  leave(contractWallet: number): void {
    for (const queue of QUEUES)
      this.lists.set(
        queue,
        this.of(queue).filter((one) => one.contractWallet !== contractWallet),
      );
  }

  add(contractWallet: number, queue: number): void {
    this.leave(contractWallet);
    this.of(queue).push({ contractWallet, since: this.ticks });
  }

  private isDue(queue: number): boolean {
    const [first] = this.of(queue);
    return first !== undefined && (queue === REACHED || first.since < this.ticks);
  }

  due(): boolean {
    return QUEUES.some((queue) => this.isDue(queue));
  }

  take(): number {
    for (let tries = 0; tries < QUEUES.length; tries += 1) {
      this.turn = (this.turn % QUEUES.length) + 1;
      const [first] = this.of(this.turn);
      if (first === undefined || !this.isDue(this.turn)) continue;
      this.leave(first.contractWallet);
      return first.contractWallet;
    }
    return 0;
  }
}

describe('§3 wallets that wait to be examined', () => {
  const act = fc.record({
    what: fc.integer({ min: 0, max: 9 }),
    contractWallet: fc.integer({ min: 1, max: 12 }),
    queue: fc.integer({ min: 1, max: 3 }),
  });

  it('come queue by queue, the one that waited longest first, whatever joins, leaves and ticks', () => {
    property(
      fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
        const registry = new Registry();
        const queue = new CheckQueue(registry);
        const lists = new Lists();
        for (const one of acts) {
          if (one.what < 5) {
            queue.add(one.contractWallet, one.queue);
            lists.add(one.contractWallet, one.queue);
          } else if (one.what < 6) {
            queue.leave(one.contractWallet);
            lists.leave(one.contractWallet);
          } else if (one.what < 8) {
            queue.ticked();
            lists.ticked();
          } else {
            const taken = queue.take();
            // Nothing joined yet: there are no queues whose turn it could be.
            expect(taken).toBe(acts.slice(0, acts.indexOf(one)).some(({ what }) => what < 5) ? lists.take() : 0);
          }
          expect(queue.due()).toBe(lists.due());
          for (let contractWallet = 1; contractWallet <= 13; contractWallet += 1)
            expect(queue.queueOf(contractWallet)).toBe(lists.queueOf(contractWallet));
          queue.audit(fail);
        }
      }),
    );
  });

  it('remember the market listed last and who is out of the index', () => {
    const queue = new CheckQueue(new Registry());
    queue.ticked();
    queue.market = 7;
    expect(queue.market).toBe(7);
    expect(queue.isAway(3)).toBe(false);
    queue.setAway(3, false);
    queue.setAway(3, true);
    expect([queue.isAway(3), queue.isAway(2), queue.isAway(4)]).toEqual([true, false, false]);
    queue.setAway(3, false);
    expect(queue.isAway(3)).toBe(false);
    expect(queue.take()).toBe(0);
  });

  it('are audited: a link, a queue or a count that is wrong is found', () => {
    const breaks: readonly ((rows: Record<string, Int32Array>, queues: Record<string, Int32Array>) => void)[] = [
      (rows) => void (rows['queue']![2] = LIQUIDATED),
      (rows) => void (rows['previous']![2] = 3),
      (rows) => void (rows['next']![1] = 0),
      (_rows, queues) => void (queues['last']![REACHED] = 1),
      (rows) => void (rows['queue']![5] = CHANGED),
    ];
    for (const breakIt of breaks) {
      const registry = new Registry();
      const queue = new CheckQueue(registry);
      for (const contractWallet of [1, 2, 3]) queue.add(contractWallet, REACHED);
      queue.setAway(5, true);
      queue.audit(fail);
      const of = (name: string) =>
        registry.tables.find((table) => table.name === name) as unknown as Record<string, Int32Array>;
      breakIt(of('examinations'), of('examinationQueues'));
      expect(() => queue.audit(fail), String(breakIt)).toThrow(/contract wallet|queue|wallets/u);
    }
  });
});

describe('§3 a cut', () => {
  it('goes 2 % from the price, never further, and stays a price', () => {
    for (const [side, cents, ticks] of [
      [POSITION_SIDE.long, 10_000, 98],
      [POSITION_SIDE.long, 10_001, 99],
      [POSITION_SIDE.long, 10_203, 100],
      [POSITION_SIDE.long, 10_205, 101],
      [POSITION_SIDE.long, 1, 1],
      [POSITION_SIDE.long, 0, 1],
      [POSITION_SIDE.short, 10_000, 102],
      [POSITION_SIDE.short, 9_999, 101],
      [POSITION_SIDE.short, 9_803, 99],
      [POSITION_SIDE.short, 9_804, 100],
      [POSITION_SIDE.short, 2 ** 40, 2 ** 24 - 1],
    ] as const)
      expect(cutLimit(side, cents), `${side} at ${cents}`).toBe(ticks);
  });
});

describe('§3 a liquidation that waits', () => {
  it('is emitted once, and again after a minute without it or for another position in its row', () => {
    const out = new EventBuffer();
    const clock = { now: 1_000_000 };
    const p = { market: Array(SLOT + 1).fill(1), user: Array(SLOT + 1).fill(4), id: (slot: number) => slot + ids };
    let ids = 100;
    const contracts = { rows: { mark: [0, 10_000] } };
    const context = {
      registry: new Registry(),
      out,
      clock,
      positions: { rows: p },
      contracts,
    } as unknown as PerpetualContext;
    const emitted: number[] = [];
    out.record = (_name, fields) => void emitted.push((fields as EventFields<'liquidation.waits'>).position);
    const waits = new Waits(context);
    const after = (ms: number): void => {
      clock.now += ms;
      waits.note(SLOT, 5, 10, 20);
    };
    after(0);
    after(59_999);
    after(59_999);
    expect(emitted).toEqual([SLOT + 100]);
    after(60_000);
    expect(emitted).toEqual([SLOT + 100, SLOT + 100]);
    ids = 200;
    after(1);
    expect(emitted).toEqual([SLOT + 100, SLOT + 100, SLOT + 200]);
  });
});
