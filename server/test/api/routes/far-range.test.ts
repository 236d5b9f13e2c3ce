// A book that has all its ranges far from the index says so (money §2, rules 13): the price is what does not fit.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '@vitrine/core';
import { withFarPrice } from '../../../src/api/routes/market/far-range.ts';
import { type ExchangeEdge, type Person, startExchange } from '../http/exchange-edge.ts';

const BTC_USDT = 1;
/** Ranges that a book has far from the index, and ticks of each. */
const RANGES = 512;
const RANGE_TICKS = 1_024;
/** Open orders that one customer may have in a market. */
const MOST = 200;
/** A fifth below the index of 100,000, in ticks of 0.1. */
const NEAR = 800_000;

let world: ExchangeEdge;
let ann: Person;

beforeAll(async () => {
  world = await startExchange({ watch: false });
  ann = await world.register('annanderson');
  const people = [ann, await world.register('benbrown'), await world.register('carlcooper')];
  for (const person of people) expect((await world.call(person, '/api/practice/claim', {})).code).toBe(200);
  await world.quote();
  const users = await Promise.all(people.map(async (person) => (await world.customerOf(person)).coreUser));
  let price = NEAR - RANGE_TICKS;
  for (let placed = 0; placed < RANGES; price -= RANGE_TICKS) {
    const user = users[Math.trunc(placed / (MOST - 10))];
    const { code, got } = await world.link.submit({
      ...{ name: 'order.place', user, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0, market: BTC_USDT, wallet: 1 },
      ...{
        side: 1,
        type: 1,
        timeInForce: 1,
        price,
        lots: Math.ceil(6_000_000 / price),
        amount: 0,
        trigger: 0,
        triggerBy: 1,
        selfTrade: 1,
      },
    } as unknown as Command);
    // The ranges of the market maker's own quotes count, too.
    if (code === 2110) break;
    expect([code, got]).toEqual([200, 0]);
    placed += 1;
  }
});
afterAll(() => world.stop());

const limit = { symbol: 'BTC_USDT', direction: 1, type: 1, price: '10500', quantity: '0.001' };
const tooFar = { limit: '80000.0', price: '10500.0' };

it('is refused for its price, with one that is always possible; that one is accepted', async () => {
  const refused = await world.refused(() => world.call(ann, '/api/currency/order/submit', limit));
  expect(refused).toMatchObject({ code: 2108, data: { args: tooFar } });
  const preview = await world.call(ann, '/api/v1/coin/entrust/preview', limit);
  expect(preview.data).toMatchObject({ code: 2108, key: 'price.band', args: tooFar });
  const taken = await world.call(ann, '/api/currency/order/submit', { ...limit, price: tooFar.limit });
  expect(taken.code).toBe(200);
  const amended = { id: taken.data.id, price: limit.price };
  const moved = await world.refused(() => world.call(ann, '/api/v1/coin/entrust/amend', amended));
  expect(moved).toMatchObject({ code: 2108, data: { args: tooFar } });
});

it('is refused as too many orders where it is for their number, or where the price is near', () => {
  const market = world.live.market(BTC_USDT);
  const shown = (expected: number, got: number, price: number) => {
    const { code, expected: bound } = withFarPrice(world.live, { code: 2110, expected, got }, { market, price });
    return [code, bound];
  };
  expect(shown(200, 200, 105_000)).toEqual([2110, 200]);
  expect(shown(0, 300, 105_000)).toEqual([2110, 0]);
  expect(shown(0, NEAR, NEAR)).toEqual([2110, 0]);
  expect(shown(0, NEAR - 1, NEAR - 1)).toEqual([2108, NEAR]);
  expect(shown(0, 1_200_001, 1_200_001)).toEqual([2108, 1_200_000]);
});
