// Issue 13 A.1, core §10: timers and work left over with every table full. What is open goes to its end exactly as with
// capacity: its rows are kept. Which tables they take rows of is observed and compared with what they declare.

import { describe, expect, it } from 'vitest';
import { TIMER } from '../../../src/clock/index.ts';
import { type Exchange, restoreExchange, type SnapshotParts } from '../../../src/index.ts';
import { TIMER_ROWS, WORK_ROWS } from '../../../src/row-needs.ts';
import { BTC, DAY, HOUR, USD, USDT } from '../../../sim/scenes/scene.ts';
import { type Given, write } from '../../../sim/words.ts';
import { ANNA, BEN, Everything, FIRST, SECOND } from '../../kit/everything.ts';
import { leaveRows, partsOf, watchRows } from '../../kit/full.ts';

const SECOND_MS = 1_000;
const PRICES = [50_000_000, 30_000_000, 10_000, 13_000_000] as const;
/** Some of it is refused, as the products have it. */
const PRODUCTS = [1, 2, 3, 4, 5, 6] as const;
const MS_BEFORE_CLOSE = 50;

type Do = (words: Float64Array) => number;

/** Opens more of what ends by time or by price, so that each kind of timer and work has something to do. */
function open(exchange: Exchange, apply: Do): void {
  for (const product of PRODUCTS) apply(write('earn.buy', { user: BEN, product, amount: 1e6, version: 1 }));
  const spot = { user: ANNA, market: 1, timeInForce: 1, triggerBy: 1, selfTrade: 1 };
  apply(write('debt.borrow', { user: ANNA, wallet: 4, asset: USDT, amount: 5e9 }));
  apply(write('order.place', { ...spot, wallet: 4, side: 1, type: 2, timeInForce: 2, amount: 7e9 }));
  // Who buys when that wallet is sold out.
  apply(write('order.place', { ...spot, user: BEN, wallet: 1, side: 1, type: 1, price: 299_900, lots: 6_000 }));
  apply(write('order.place', { ...spot, wallet: 1, side: 2, type: 4, timeInForce: 2, lots: 30, trigger: 495_000 }));
  const contract = { market: 101, triggerBy: 1, guardBy: 1, selfTrade: 1, marginMode: 2, leverage: 10 };
  // A stop order that opens a position, with both guards.
  apply(
    write('contract.place', {
      ...{ ...contract, user: BEN, direction: 1, type: 4, timeInForce: 2, lots: 200, trigger: 510_000 },
      ...{ stopProfit: 590_000, stopLoss: 400_000 },
    }),
  );
  apply(
    write('contract.place', {
      ...contract,
      user: ANNA,
      direction: 2,
      type: 1,
      timeInForce: 1,
      price: 506_000,
      lots: 300,
      stopLoss: 530_000,
    }),
  );
  apply(
    write('contract.place', {
      ...{ ...contract, market: 104, leverage: 20, user: ANNA, direction: 1, type: 1, timeInForce: 1 },
      ...{ price: 130_000, lots: 3_000 },
    }),
  );
  apply(
    write('contract.place', {
      ...{ ...contract, market: 104, leverage: 20, user: BEN, direction: 2, type: 1, timeInForce: 1 },
      ...{ price: 130_000, lots: 3_000 },
    }),
  );
  // Who buys when ANNA's long is liquidated.
  apply(
    write('contract.place', {
      ...contract,
      user: BEN,
      direction: 1,
      type: 1,
      timeInForce: 1,
      price: 452_000,
      lots: 5_000,
    }),
  );
  const asked = [ANNA, BEN, BEN, BEN].map((user) =>
    apply(write('withdrawal.request', { user, asset: USDT, rail: 1, amount: 9e8, destination: 9 })),
  );
  for (const withdrawal of asked) apply(write('withdrawal.approve', { operator: FIRST, withdrawal, decision: 1 }));
  apply(write('second.open', { user: BEN, market: 301, direction: 2, seconds: 30, amount: 5e6, terms: 850_000 }));
  const set = write('withdrawal.limits', {
    stage1: 3_000,
    stage2: 200_000,
    vip: 1_000_000,
    threshold: 5_000,
    hour: 1_000,
  });
  const proposal = apply(write('proposal.make', { operator: FIRST, words: [...set].map((word) => ({ word })) }));
  apply(write('proposal.approve', { operator: SECOND, proposal }));
  apply(write('swap.place', { user: ANNA, from: USDT, to: USD, amount: 1e6, least: 1 }));
  // A loan that cannot be collected when it is due.
  const loan = apply(write('loan.apply', { user: BEN, product: 1, amount: 5e8, days: 7, repayType: 1 }));
  apply(write('loan.decide', { operator: FIRST, loan, decision: 1 }));
  apply(write('swap.place', { user: BEN, from: BTC, to: USDT, amount: 1e4, least: 1 }));
  const { ledger } = partsOf(exchange);
  const amount = ledger.availableOf(BEN, 1, USDT, 0);
  apply(write('wallet.transfer', { user: BEN, from: 1, to: 6, asset: USDT, amount, market: 0 }));
}

/** Batches: ticks of the first three instruments at parts of their first price, gold at its own; a pause before each. */
function* story(start: number): Generator<{ time: number; parts: readonly number[] | undefined }> {
  let time = start;
  const after = (ms: number, ...parts: readonly number[]): { time: number; parts: readonly number[] | undefined } => {
    time += ms;
    return { time, parts: parts.length === 0 ? undefined : parts };
  };
  // Nothing comes to open at: the second contract is void.
  yield after(5 * SECOND_MS);
  for (let n = 0; n < 4; n += 1) yield after(SECOND_MS, 1);
  for (const part of [1.01, 1.03, 1.05]) yield after(SECOND_MS, part);
  yield after(40 * SECOND_MS, 1.03);
  // Stops, guards, liquidations of contracts and of margin wallets.
  for (const part of [1, 0.99, 0.95, 0.91, 0.903, 0.86, 0.75, 0.6, 0.5]) {
    yield after(SECOND_MS, part);
    yield after(SECOND_MS, part);
  }
  // Gold closes at 23:00 of its days: ticks around the last hour, the last ten minutes and the close.
  const close = Math.floor(start / DAY) * DAY + DAY;
  for (const before of [61, 60, 59, 11, 10, 9, 1]) {
    yield after(close - before * 60_000 - time - MS_BEFORE_CLOSE, 1);
    yield after(2 * MS_BEFORE_CLOSE, 1);
  }
  for (let hour = 0; hour < 26; hour += 1) yield after(HOUR, 1);
  for (let day = 0; day < 40; day += 1) {
    yield after(DAY - SECOND_MS, 1);
    yield after(SECOND_MS, 1);
  }
}

/** Runs the story; gives all its events. */
function run(exchange: Exchange, start: number): Float64Array[] {
  const events: Float64Array[] = [];
  for (const { time, parts } of story(start)) {
    exchange.advance(time);
    if (parts !== undefined) {
      const ticks = PRICES.map((price, at) => ({
        ...{ instrument: at + 1, price: Math.round(price * (at === 3 ? 1 : (parts[0] ?? 1))) },
        ...{ spread: 1, used: 3, total: 3 },
      }));
      expect(exchange.apply(write('ticks', { ticks, quotes: [] } satisfies Given<'ticks'>), 0)).toBe(200);
    }
    exchange.audit();
    events.push(exchange.takeEvents());
  }
  return events;
}

interface Observed {
  readonly fired: Map<string, Set<string>>;
  readonly worked: Map<string, Set<string>>;
  /** By anything, ticks too. */
  readonly taken: Set<string>;
}

/** Observes of which tables rows are taken, by who takes them: a kind of timer, the work of a domain. */
function observe(exchange: Exchange): Observed {
  const parts = partsOf(exchange);
  const fired = new Map<string, Set<string>>();
  const worked = new Map<string, Set<string>>();
  const taken = new Set<string>();
  let taking: Set<string> | undefined;
  const core = exchange as unknown as { fire(kind: number, id: number, due: number): void };
  const fire = core.fire.bind(exchange);
  const names = Object.entries(TIMER);
  core.fire = (kind, id, due) => {
    const name = names.find(([, of]) => of === kind)?.[0] ?? String(kind);
    taking = fired.get(name) ?? new Set();
    fired.set(name, taking);
    fire(kind, id, due);
    taking = undefined;
  };
  for (const domain of parts.workers) {
    const { name } = domain.constructor;
    const work = domain.work.bind(domain);
    domain.work = (steps) => {
      taking = worked.get(name) ?? new Set();
      worked.set(name, taking);
      const left = work(steps);
      taking = undefined;
      return left;
    };
  }
  watchRows(exchange, (table) => {
    taking?.add(table);
    taken.add(table);
  });
  return { fired, worked, taken };
}

describe('issue 13 A.1 timers and work left over with every table full', () => {
  const world = new Everything();
  const start = world.time + 10;
  const opened = (() => {
    const exchange = restoreExchange(structuredClone(world.busy));
    exchange.advance(start);
    const done = new Map<number, number>();
    open(exchange, (words) => {
      const code = exchange.apply(words, 0);
      done.set(words[0] as number, code === 200 ? 200 : (done.get(words[0] as number) ?? code));
      return exchange.result;
    });
    exchange.takeEvents();
    for (const [kind, code] of done) expect([kind, code], 'opened').toEqual([kind, 200]);
    return exchange.save();
  })();
  const again = (): Exchange => restoreExchange(structuredClone(opened satisfies SnapshotParts));

  const first = again();
  const { fired, worked, taken } = observe(first);
  const events = run(first, start);

  it('each kind of timer fires, and takes rows of no table but those it declares', () => {
    for (const [name, tables] of fired)
      for (const table of tables)
        expect(TIMER_ROWS[name as keyof typeof TIMER], `${name} takes ${table}`).toContain(table);
    // No claim on a bond is proposed here (otc/claims.test.ts); contracts of before rules 38 have their own (second/in-steps.test.ts).
    const known = Object.keys(TIMER_ROWS).filter((name) => name !== 'noticed' && name !== 'secondMature');
    expect([...fired.keys()].sort()).toEqual(known.sort());
  });

  it('work left over takes rows of no table but those its domain declares', () => {
    for (const [name, tables] of worked)
      for (const table of tables) expect(WORK_ROWS[name], `${name} takes ${table}`).toContain(table);
    expect(Object.keys(WORK_ROWS).sort()).toEqual(
      partsOf(first)
        .workers.map((domain) => domain.constructor.name)
        .sort(),
    );
    // Forced orders of contracts and of margin wallets, a stop that opens a position with guards.
    expect(worked.get('Risk')).toContain('orders');
    expect(worked.get('Margin')).toContain('orders');
    expect(worked.get('OrderCommands')).toContain('positions');
    expect(worked.get('OrderCommands')).toContain('orders');
  });

  // A full memory of ended deals remembers no further one (decision 264): their events differ.
  it.each([...taken].filter((name) => name !== 'ended_deals'))('%s full: the same events', (name) => {
    const exchange = again();
    leaveRows(exchange, name, 'kept');
    expect(run(exchange, start)).toEqual(events);
  });
});
