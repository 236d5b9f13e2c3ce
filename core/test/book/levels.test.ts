// Issue 13 A.1, money §2: price levels stand in pages that all books share. Orders spread far from the index cannot use
// them up, and an order without capacity for its level is refused, never an exception in commit.
import { rejects } from '../../src/schema/index.ts';
import { describe, expect, it } from 'vitest';
import { type Command, RULE } from '../../src/index.ts';
import { FAR_PAGES, MAX_PAGES, NEAR_PAGES, type Pages } from '../../src/book/index.ts';
import type { Parts } from '../../src/parts.ts';
import { command, type Shape, USDT } from '../kit/genesis.ts';
import { ANNA, BUY, type Fields, SELL, World } from '../kit/world.ts';
import { ContractWorld, OPEN_SHORT } from '../perpetual/kit.ts';

/** Ticks of a page. */
const PAGE = 1_024;
const INDEX = 1_000_000;
const MOST = 200;
const USERS = 4;
/** A lot is worth something at a million ticks, and there is money for all of it. */
const wide: Partial<Shape> = { maxValue: 2 ** 45, practice: [2 ** 40, 2 ** 40, 2 ** 45] };

function wideWorld(change: Partial<Shape> = {}): World {
  const world = new World({ ...wide, ...change }, USERS);
  world.tick(INDEX);
  return world;
}

function pagesOf(world: World): Pages {
  const { orderBooks } = (world.exchange as unknown as { parts: Parts }).parts;
  return (orderBooks.markets.book(1) as unknown as { pages: Pages }).pages;
}

/** Sells on pages of their own from `first` ticks on, 200 a customer. */
function spread(world: World, first: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => world.sell(ANNA + Math.floor(n / MOST), 1, first + n * PAGE));
}

const far = 2 * INDEX;

describe('issue 13 A.1 price levels', () => {
  it('far from the index a book has so many pages, near it there is capacity', () => {
    const world = wideWorld();
    const ids = spread(world, far, FAR_PAGES - 1);
    const last = ANNA + USERS - 1;
    const place = (side: number, price: number, fields: Fields = {}): number =>
      world.place(last, { side, lots: 1, price, ...fields }).code;
    // The book has one page less than it may have: near the index, then far from it.
    expect(place(BUY, INDEX - PAGE)).toBe(200);
    const refused = far + FAR_PAGES * PAGE;
    expect(world.place(last, { side: SELL, lots: 1, price: refused })).toMatchObject({
      code: rejects['order.tooMany'],
      got: refused,
    });
    expect(place(SELL, far + 1), 'a page that is there').toBe(200);
    for (const price of [INDEX * 0.8, INDEX * 0.9, INDEX * 1.1, INDEX * 1.2])
      expect(place(price < INDEX ? BUY : SELL, price), `near, at ${price}`).toBe(200);
    expect(place(BUY, INDEX * 0.8 - PAGE), 'not near').toBe(rejects['order.tooMany']);
    expect(world.amend(ANNA, ids[0]!, refused, 0).code).toBe(rejects['order.tooMany']);
    expect(world.amend(ANNA, ids[0]!, far + 5, 0).code).toBe(200);
    const twin = world.twin();
    twin.audit();
    // Near pages count too: as many as there are now have to go before a far one comes again.
    for (const id of ids.slice(0, 6)) world.cancel(ANNA, id);
    expect(place(SELL, refused)).toBe(200);
  });

  it('a stop order whose limit finds no capacity closes as refused', () => {
    const world = wideWorld();
    const last = ANNA + USERS - 1;
    const stop = world.must(
      world.order(last, { side: BUY, type: 3, price: INDEX / 2, lots: 1, trigger: INDEX + 2, triggerBy: 1 }),
    );
    spread(world, far, FAR_PAGES);
    world.tick(INDEX + 5);
    expect(world.closed(stop)?.[0]).toBe(5);
  });

  it('when all pages are used, no order and no tick throws', () => {
    const world = wideWorld();
    const stop = world.must(
      world.order(ANNA, { side: BUY, type: 3, price: INDEX - 5 * PAGE, lots: 1, trigger: INDEX + 2, triggerBy: 1 }),
    );
    const resting = world.sell(ANNA, 5, INDEX + 4 * PAGE);
    const pages = pagesOf(world);
    Object.defineProperty(pages, 'spare', { value: 0 });
    pages.take = () => {
      throw new Error('Expected no page to be taken.');
    };
    expect(world.place(ANNA, { side: SELL, lots: 1, price: INDEX + 9 * PAGE }).code).toBe(rejects['order.tooMany']);
    expect(world.amend(ANNA, resting, INDEX + 9 * PAGE, 0).code).toBe(rejects['order.tooMany']);
    expect(world.place(ANNA, { side: SELL, lots: 1, price: INDEX + 4 * PAGE + 1 }).code).toBe(200);
    expect(world.quote(1, [[BUY, INDEX - 3 * PAGE, 10]]).code).toBe(200);
    expect(world.emitted('quote').flatMap(({ levels }) => levels)).toEqual([
      { side: BUY, price: INDEX - 3 * PAGE, lots: 0 },
    ]);
    world.tick(INDEX + 5);
    expect(world.closed(stop)?.[0]).toBe(5);
    expect(world.cancel(ANNA, resting).code).toBe(200);
  });

  it('contracts: the same', () => {
    const world = new ContractWorld(wide, {
      terms: { maxValue: 2 ** 45, tiers: [{ cap: 2 ** 48, rate: 10_000, leverage: 50 }] },
      money: 2 ** 44,
      users: USERS,
    });
    world.tick(INDEX);
    const order = (user: number, price: number): Command =>
      world.contractOf(user, { direction: OPEN_SHORT, lots: 1, price });
    for (let n = 0; n < FAR_PAGES; n += 1) world.must(order(ANNA + Math.floor(n / MOST), far + n * PAGE));
    const last = ANNA + USERS - 1;
    expect(world.send(order(last, far + FAR_PAGES * PAGE)).code).toBe(rejects['order.tooMany']);
    expect(world.send(order(last, INDEX + PAGE)).code).toBe(200);
    expect(world.cancel(last, 5).code).toBe(2101);
  });

  it('under earlier rules a book takes them all', () => {
    const world = wideWorld({ rules: RULE.levelCapacity - 1 });
    spread(world, far, FAR_PAGES + 1);
    expect(
      world.send(command('order.cancelAll', { user: ANNA, market: 0, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 }))
        .code,
    ).toBe(200);
    expect(world.free(ANNA, USDT)).toBeGreaterThan(0);
  });

  it('the pages of all books are enough for far ones of seventy books and near ones', () => {
    expect(70 * FAR_PAGES + NEAR_PAGES).toBeLessThan(MAX_PAGES);
  });
});
