// The order of deleveraging by itself (money §3, rules `deleverageInSteps`): what it lists, where a changed position goes, and that its
// audit sees a wrong one.
import { describe, expect, it, vi } from 'vitest';
import { MARKET_MAKER } from '../../../src/enum/index.ts';
import { type Exchange, NEWEST_RULES, RULE } from '../../../src/index.ts';
import type { Prices } from '../../../src/perpetual/priced.ts';
import type { Insurance } from '../../../src/perpetual/insurance/insurance.ts';
import { Risk } from '../../../src/perpetual/index.ts';
import type { DeleverageOrders } from '../../../src/perpetual/risk/deleverage-orders.ts';
import { Ranking } from '../../../src/perpetual/risk/deleverage-rank.ts';
import type { TableBase } from '../../../src/state/index.ts';
import { tableOf } from '../../kit/full.ts';
import { USDT } from '../../kit/genesis.ts';
import { complaints, partsOf, spoilt } from '../../kit/spoil.ts';
import { ANNA, BEN, CARL } from '../../kit/world.ts';
import { HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U, U_WALLET } from '../../perpetual/kit.ts';
import { riskWorld } from '../kit.ts';

/** Longs of U by user and leverage: the higher the leverage, the earlier in the order. */
const LONGS = [
  [ANNA, 20],
  [CARL, 10],
  [5, 5],
  [6, 2],
] as const;

/** What the tests use of deleveraging, private parts included. */
interface Deleveraging {
  readonly orders: DeleverageOrders;
  readonly insurance: Insurance;
  readonly waits: boolean;
  allow(steps: number): void;
  byOrder(slot: number, market: number, side: number, lots: number): number;
}

interface Made {
  readonly deleverage: Deleveraging;
  readonly clock: { now: number };
  readonly orders: DeleverageOrders;
  readonly rows: TableBase & Record<'market' | 'side' | 'size' | 'more', Int32Array> & Record<'since', Float64Array>;
  readonly places: TableBase & Record<'position', Int32Array>;
  /** The row of the longs' order, and the slot of each long, first to be deleveraged first. */
  readonly row: number;
  readonly slots: readonly number[];
  readonly context: ReturnType<typeof partsOf>['perpetual']['context'];
  /** The first entry of the longs' order in `places`. */
  readonly from: number;
}

function riskOf(exchange: Exchange): { readonly liquidation: { readonly deleverage: Deleveraging } } {
  return partsOf(exchange).domains.find((one) => one instanceof Risk) as unknown as ReturnType<typeof riskOf>;
}

/** Four longs of U in profit against Ben's short; the order of the shorts was begun first. */
function made(rules: number = NEWEST_RULES): Made {
  const world = riskWorld(1_000, { users: 5 }, { rules });
  for (const [user, leverage] of LONGS) {
    world.go(BEN, OPEN_SHORT, 10, 100, { marginMode: ISOLATED, leverage: 2 });
    world.go(user, OPEN_LONG, 10, 100, { marginMode: ISOLATED, leverage });
  }
  world.go(BEN, OPEN_SHORT, 1, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 2 });
  world.go(ANNA, OPEN_LONG, 1, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 2 });
  world.index(10_100);
  const { exchange } = world;
  const { context } = partsOf(exchange).perpetual;
  const { deleverage } = riskOf(exchange).liquidation;
  const { orders } = deleverage;
  for (const side of [SHORT, LONG]) {
    expect(orders.of(U, side)).toBe(0);
    orders.work(1_000);
  }
  const row = orders.of(U, LONG);
  expect([orders.of(U, SHORT), row]).toEqual([1, 2]);
  const slots = LONGS.map(([user]) => context.positions.rows.find(world.position(user, LONG)!.position));
  const rows = tableOf(exchange, 'deleverageOrders') as Made['rows'];
  const places = tableOf(exchange, 'deleverageListed') as Made['places'];
  const from = places.position.indexOf(slots[0]!, 2);
  const { clock } = partsOf(exchange).perpetual.context;
  return { deleverage, clock, orders, rows, places, row, slots, context, from };
}

/** The slots that an order lists, in turn. */
function listed({ orders, row }: Pick<Made, 'orders' | 'row'>): number[] {
  const all: number[] = [];
  for (let slot = orders.first(row, all); slot !== 0; slot = orders.first(row, all)) all.push(slot);
  return all;
}

describe('money §3 an order of deleveraging', () => {
  it('lists the positions of its side by rank, the second one as the first', () => {
    const one = made();
    expect(listed(one)).toEqual(one.slots);
    expect(one.orders.hasMore(one.row)).toBe(false);
    expect(complaints(one.orders)).toEqual([]);
  });

  it('keeps the time of its prices as long as one order exists', () => {
    const one = made();
    const { orders, rows, row, context, clock } = one;
    const { pinned } = orders as unknown as { readonly pinned: Prices };
    const { now } = clock;
    rows.since[1] = 0;
    rows.market[1] = 0;
    clock.now += 1_000;
    expect(pinned.time(context)).toBe(now);
    rows.market[row] = 0;
    expect(pinned.time(context)).toBe(now + 1_000);
  });

  it.each([
    { rules: RULE.solventWaits - 1, maker: false },
    { rules: RULE.solventWaits, maker: true },
  ])('lists the market maker, by rank, only since rules `solventWaits`: $rules', ({ rules, maker }) => {
    const one = made(rules);
    const { context, orders, row, slots } = one;
    expect(listed(one)).toEqual(slots);
    const p = context.positions.rows;
    const last = slots[3]!;
    const user = p.user[last]!;
    p.user[last] = MARKET_MAKER;
    orders.changed(last);
    expect(listed(one)).toEqual(maker ? slots : slots.slice(0, 3));
    p.user[last] = user;
    orders.changed(last);
    expect(listed({ orders, row })).toEqual(slots);
  });

  it('counts profits in equity as the ranking of all at once does', () => {
    const world = riskWorld(1_000, { users: 3 });
    // At 200 Carl's 10 lots from 50 have 3 × cost as profit and 1,750 of equity, Anna's from 100 have 1 × cost and 1,050:
    // 3 × 2,000 ÷ 1,750 against 2,000 ÷ 1,050. By margin alone she would come first, 2,000 ÷ 50 against 3 × 2,000 ÷ 250.
    for (const [user, price, leverage, margin] of [
      [CARL, 50, 2, 250],
      [ANNA, 100, 20, 50],
    ] as const) {
      world.index(price * 100);
      world.go(BEN, OPEN_SHORT, 10, price, { leverage: 2 });
      world.go(user, OPEN_LONG, 10, price, { leverage });
      expect(world.transfer(user, U_WALLET, 1, USDT, world.free(user, USDT, U_WALLET) - margin).code).toBe(200);
    }
    world.index(20_000);
    const { context } = partsOf(world.exchange).perpetual;
    const { orders } = riskOf(world.exchange).liquidation.deleverage;
    expect(orders.of(U, LONG)).toBe(0);
    orders.work(100);
    const row = orders.of(U, LONG);
    const slots = [CARL, ANNA].map((user) => context.positions.rows.find(world.position(user, LONG)!.position));
    expect(listed({ orders, row })).toEqual(slots);
    const ranking = new Ranking(context, U, LONG);
    expect([ranking.top(), ranking.looked]).toEqual([slots[0], 3]);
    ranking.remove(slots[0]!);
    expect(ranking.top()).toBe(slots[1]);
  });

  it('is built with no more steps than allowed, four positions each', () => {
    const { orders, row } = made();
    orders.again(row);
    const before = orders.ranked;
    expect(orders.work(1)).toBe(0);
    expect(orders.ranked - before).toBe(4);
    expect(orders.of(U, LONG)).toBe(0);
    // The fifth position is the last.
    expect(orders.work(5)).toBe(4);
    expect(orders.ranked - before).toBe(5);
    expect(orders.of(U, LONG)).toBe(row);
  });

  it('puts a changed position where it belongs, once', () => {
    const one = made();
    const { places, from, slots, orders } = one;
    for (const wrong of [0, 1, 3]) {
      // As if its rank had changed: it stands at the other end.
      const rest = slots.filter((slot) => slot !== slots[wrong]);
      places.position.set(wrong === 3 ? [slots[3]!, ...rest] : [...rest, slots[wrong]!], from);
      orders.changed(slots[wrong]!);
      expect(listed(one)).toEqual(slots);
    }
    orders.changed(shortOf(one));
    expect(listed(one)).toEqual(slots);
  });

  it('that does not list all takes a changed one only before its last', () => {
    const one = made();
    const { rows, row, slots, orders, places, from } = one;
    rows.more[row] = 1;
    // The last two are not listed.
    rows.size[row] = 2;
    places.position.fill(0, from + 2, from + 4);
    orders.changed(slots[3]!);
    expect(listed(one)).toEqual(slots.slice(0, 2));
    // The second alone is listed: the first comes before it, the third is behind.
    rows.size[row] = 1;
    places.position[from] = slots[1]!;
    orders.changed(slots[2]!);
    expect(listed(one)).toEqual([slots[1]]);
    orders.changed(slots[0]!);
    expect(listed(one)).toEqual(slots.slice(0, 2));
    // With none listed, others that are not listed may come before any.
    rows.size[row] = 0;
    orders.changed(slots[0]!);
    expect(listed(one)).toEqual([]);
    rows.more[row] = 0;
    orders.changed(slots[0]!);
    expect(listed(one)).toEqual([slots[0]]);
  });

  it('that lists nobody who takes any lots is not built again: the desk is called', () => {
    const one = made();
    const { deleverage, orders, rows, row } = one;
    rows.more[row] = 1;
    deleverage.allow(100);
    vi.spyOn(deleverage.insurance, 'valueOf').mockReturnValue(-1);
    expect(deleverage.byOrder(shortOf(one), U, LONG, 40)).toBe(40);
    expect(deleverage.waits).toBe(false);
    expect(orders.of(U, LONG)).toBe(row);
    expect(deleverage.insurance.valueOf).toHaveBeenCalledTimes(LONGS.length);
  });

  it('is built again when all it lists are used and others exist; until then the rest waits', () => {
    for (const [more, waits] of [
      [1, true],
      [0, false],
    ] as const) {
      const one = made();
      const { deleverage, orders, rows, row, places, from } = one;
      rows.more[row] = more;
      rows.size[row] = 2;
      places.position.fill(0, from + 2, from + 4);
      deleverage.allow(100);
      expect(deleverage.byOrder(shortOf(one), U, LONG, 40)).toBe(20);
      expect(deleverage.waits).toBe(waits);
      expect(orders.of(U, LONG)).toBe(waits ? 0 : row);
    }
  });

  it('is used as far as the steps go: one for each position tried', () => {
    const one = made();
    one.deleverage.allow(3);
    expect(one.deleverage.byOrder(shortOf(one), U, LONG, 40)).toBe(10);
    expect(one.deleverage.waits).toBe(true);
  });

  it('is audited: its side, its market, what is ranked next, that a position is open, listed once and in its place', () => {
    const one = made();
    const { orders, places, from, context, slots, rows, row } = one;
    const at = (offset: number, slot: number): string[] => spoilt(orders, places, 'position', from + offset, slot);
    const own = expect.stringContaining('to be listed once, in an order of its own side');
    expect(at(0, shortOf(one)), 'of the other side').toContainEqual(own);
    const p = context.positions.rows;
    const elsewhere = context.contracts.rows.first[HOURLY]!;
    const side = p.side[elsewhere]!;
    p.side[elsewhere] = LONG;
    expect(at(3, elsewhere), 'of another market').toContainEqual(own);
    p.side[elsewhere] = side;
    expect(at(1, slots[0]!), 'twice').toContainEqual(own);
    expect(at(3, 0), 'none').toContainEqual(own);
    expect(at(0, slots[3]!), 'twice and out of place').toContainEqual(expect.stringContaining('to be in its place'));
    expect(spoilt(orders, rows, 'size', row, 257)).toContainEqual(expect.stringContaining('to list 256 at most'));
    expect(spoilt(orders, rows, 'market', row, 0)).toContainEqual(
      expect.stringContaining('without a market to list no position'),
    );
    expect(spoilt(orders, rows, 'side', row, SHORT)).toContainEqual(own);
    for (const next of [p.top + 1, elsewhere])
      expect(spoilt(orders, rows, 'next', row, next)).toContain(`row ${next} to be ranked next`);
    expect(spoilt(orders, rows, 'next', row, slots[0]!)).toEqual([]);
    expect(complaints(orders)).toEqual([]);
  });
});

/** A short of U. */
function shortOf({ context }: Made): number {
  const p = context.positions.rows;
  let slot = context.contracts.rows.first[U]!;
  while (slot !== 0 && p.side[slot] !== SHORT) slot = p.nextHere[slot]!;
  return slot;
}
