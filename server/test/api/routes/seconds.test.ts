// Second contracts through HTTP (calls §2, money §5): periods, orders, receipts from which the outcome is computed again;
// bad cases, keys, a second customer.

import type { Command } from '@vitrine/core';
import { secondResult } from '@vitrine/core/formula';
import { parseDecimal } from '@vitrine/core/number';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowHash } from '../../../src/engine/journal/index.ts';
import { type ExchangeEdge, freshKey, type Person, startExchange } from '../http/exchange-edge.ts';

const CREATE = '/api/secondContractOrder/createSecondContractOrder';
const CENTS = 1_000;
const ODDS = '0.800000';
const SECONDS = 30_000;

let world: ExchangeEdge;
let ann: Person;
let ben: Person;
let ahead = 0;

/** A tick of BTC at so many whole dollars. */
async function at(dollars: number): Promise<number> {
  const outcome = await world.link.submit({
    name: 'ticks',
    ticks: [{ instrument: 1, price: dollars * CENTS, spread: 0, used: 1, total: 1 }],
    quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
  } as unknown as Command);
  return outcome.seq;
}

const order = (fields: object = {}) => ({
  symbol: 'BTC_USDT',
  periodId: '301-30',
  direction: 1,
  amount: '100',
  odds: '0.8',
  ...fields,
});
const create = (person: Person | undefined, fields: object = {}, headers: Record<string, string> = {}) =>
  world.call(person, CREATE, order(fields), headers);
const receipt = (person: Person | undefined, id: string) =>
  world.call(person, `/api/secondContractOrder/receipt/${id}`);
const wallet = async (person: Person) => (await world.call(person, '/api/v1/coin/wallet/get/6/USDT')).data[0].available;

async function customer(name: string): Promise<Person> {
  const person = await world.register(name);
  await world.call(person, '/api/practice/claim', {});
  const moved = { from: '1', to: '6', coin: 'USDT', amount: '9000' };
  expect((await world.call(person, '/api/userCoin/transfer', moved)).code).toBe(200);
  return person;
}

/** Runs a contract from its order to its end: it opens at the first price and is settled by the second. */
async function run(person: Person, direction: number, opened: number, settled: number): Promise<string> {
  await at(opened);
  const made = await create(person, { direction });
  expect(made.data).toMatchObject({ status: 0, openTick: null, countdown: SECONDS });
  ahead += 1_500;
  await at(opened);
  ahead += SECONDS - 1_000;
  await at(settled);
  ahead += 2_000;
  // What comes after maturity decides nothing.
  await at(opened + 77);
  return made.data.id;
}

beforeAll(async () => {
  world = await startExchange({ ahead: () => ahead });
  await at(100_000);
  ann = await customer('annsecond');
  ben = await customer('bensecond');
});
afterAll(() => world.stop());

describe('period/list', () => {
  it('tells odds, the win rate that breaks even and the bounds of a stake', async () => {
    const { data } = await world.call(undefined, '/api/period/list', { symbol: 'btcusdt' });
    expect(data).toHaveLength(6);
    expect(data[0]).toEqual({
      id: '301-30',
      seconds: 30,
      odds: ODDS,
      breakEven: '0.555556',
      min: '1.000000',
      max: '5000.000000',
      coin: 'USDT',
      ruleVersion: data[0].ruleVersion,
    });
    expect((await world.call(undefined, '/api/period/list', { symbol: 'NOPE_USDT' })).code).toBe(2002);
    expect((await world.call(undefined, '/api/period/list', {})).data.fields).toEqual({ symbol: 'required' });
  });
});

describe('an order', () => {
  it('is refused for what is wrong with it, and costs nothing', async () => {
    const before = await wallet(ann);
    await at(100_000);
    const cases: readonly [object, number, object?][] = [
      [{ symbol: 'NOPE_USDT' }, 2002],
      [{ periodId: '301-31' }, 2401],
      [{ periodId: '302-30' }, 2401],
      [{ odds: '0.81' }, 2404, { odds: ODDS }],
      [{ odds: '0.8000001' }, 2404, { odds: ODDS }],
      [{ odds: '-0.8' }, 2404, { odds: ODDS }],
      [{ amount: '0.5' }, 2402, { least: '1.000000', most: '5000.000000', coin: 'USDT' }],
      [{ amount: '5000.000001' }, 2402, { least: '1.000000', most: '5000.000000', coin: 'USDT' }],
      [{ amount: '99999999999999' }, 2402, { least: '1.000000', most: '5000.000000', coin: 'USDT' }],
    ];
    for (const [fields, code, args] of cases) {
      const answer = await create(ann, fields);
      expect([fields, answer.code]).toEqual([fields, code]);
      if (args) expect(answer.data.args).toEqual(args);
    }
    for (const [fields, wrong] of [
      [{ direction: 3 }, { direction: 'range' }],
      [{ amount: '0' }, { amount: 'range' }],
      [{ amount: '1.0000001' }, { amount: 'format' }],
      [{ amount: undefined }, { amount: 'required' }],
      [{ odds: 'x' }, { odds: 'format' }],
    ] as const) {
      const answer = await create(ann, fields);
      expect([fields, answer.code, answer.data.fields]).toEqual([fields, 400, wrong]);
    }
    expect((await create(undefined)).code).toBe(401);
    expect(await wallet(ann)).toBe(before);
  });

  it('says what is missing, and that its price is not good', async () => {
    const poor = await world.register('poorsecond');
    await at(100_000);
    const answer = await create(poor);
    expect([answer.code, answer.data.args]).toEqual([
      3001,
      { needed: '100.000000', available: '0.000000', coin: 'USDT' },
    ]);
    ahead += 3_000;
    await world.link.submit({ name: 'hours.set', calendar: 200, sessions: [] } as unknown as Command);
    expect((await create(ann)).code).toBe(2004);
  });

  it('runs once under its key', async () => {
    await at(100_000);
    const key = { 'idempotency-key': freshKey() };
    const first = await create(ben, {}, key);
    const again = await create(ben, {}, key);
    expect(again.data.id).toBe(first.data.id);
    expect(await wallet(ben)).toBe('8900.000000');
    expect((await create(ben, { amount: '101' }, key)).code).toBe(409);
    const live = world.live.second(Number.parseInt(first.data.id, 10));
    expect(live).toMatchObject({ status: 0, amount: 100_000_000 });
    ahead += 5_000;
    await at(100_000);
  });
});

describe('from order to settlement', () => {
  const ends = [
    { name: 'won', direction: 1, settled: 100_001, result: 1, profit: '80.000000' },
    { name: 'lost', direction: 2, settled: 100_001, result: 2, profit: '-100.000000' },
    { name: 'tied', direction: 1, settled: 100_000, result: 3, profit: '0.000000' },
  ];

  it.each(ends)(
    '$name: the receipt holds all that its outcome is made of',
    async ({ direction, settled, result, profit }) => {
      const before = Number.parseFloat(await wallet(ann));
      const id = await run(ann, direction, 100_000, settled);
      expect(Number.parseFloat(await wallet(ann)) - before).toBeCloseTo(Number.parseFloat(profit), 6);
      const { data } = await receipt(ann, id);
      expect(data.order).toMatchObject({ id, status: 2, result, profit, countdown: 0, odds: ODDS });
      expect(data.odds).toBe(ODDS);

      // The published ticks are the receipt's, with their sources, by command and by time.
      for (const tick of [data.openTick, data.closeTick]) {
        for (const range of [
          { from: tick.seq, to: tick.seq },
          { from: tick.time, to: tick.time },
        ]) {
          const query = `symbol=BTC_USDT&from=${range.from}&to=${range.to}`;
          const published = await world.call(undefined, `/api/common/ticks?${query}`);
          expect(published.data).toEqual([tick]);
        }
        expect(tick.sources).toMatchObject([{ use: 'used', price: tick.price }]);
        expect(tick.state).toBe('valid');
      }
      expect(data.order.openTick).toEqual({
        seq: data.openTick.seq,
        time: data.openTick.time,
        price: data.openTick.price,
      });
      expect(data.order.closeTick.seq).toBe(data.closeTick.seq);
      const cents = (text: string) => parseDecimal(text, 3) as number;
      expect(secondResult(direction, cents(data.openTick.price), cents(data.closeTick.price))).toBe(result);

      // No tick before it could open it, and the order was published before the tick that did.
      expect(data.openTick.time).toBeGreaterThanOrEqual(data.opensFrom);
      expect(data.closeTick.time).toBeLessThanOrEqual(data.order.closeTime);
      const open = await world.call(
        undefined,
        `/api/common/ticks?symbol=BTC_USDT&from=${data.opensFrom}&to=${data.openTick.time}`,
      );
      expect(open.data.at(0)).toEqual(data.openTick);
      const until = `from=${data.openTick.time}&to=${data.order.closeTime}`;
      const matured = await world.call(undefined, `/api/common/ticks?symbol=BTC_USDT&${until}`);
      expect(matured.data.at(-1)).toEqual(data.closeTick);
      expect(data.journal.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(data.journal.time).toBeLessThan(data.openTick.time);
      const row = await world.journalRow(data.journal.row);
      expect(data.journal).toEqual({ row: row?.row, hash: row?.rowHash, time: row?.time });
      expect(row && rowHash(row)).toBe(data.journal.hash);
      // That row holds the order's command.
      const seq = world.live.second(Number.parseInt(id, 10))?.seq ?? 0;
      expect(seq).toBeGreaterThan(row?.firstSeq ?? 0);
      expect(seq).toBeLessThanOrEqual((row?.firstSeq ?? 0) + (row?.count ?? 0));
    },
  );

  it('void: no tick in time gives the stake back, and says why', async () => {
    const before = await wallet(ann);
    await at(100_000);
    const made = await create(ann);
    ahead += 5_000;
    await at(100_000);
    expect(await wallet(ann)).toBe(before);
    const { data } = await receipt(ann, made.data.id);
    expect(data).toMatchObject({
      order: { status: 3, result: null, voidReason: 'noOpen', profit: '0.000000' },
      openTick: null,
      closeTick: null,
    });
  });

  it('shows a receipt to nobody but its owner, and none of what is not there', async () => {
    await at(100_000);
    const { data } = await create(ann);
    expect((await receipt(ben, data.id)).code).toBe(2101);
    expect((await receipt(undefined, data.id)).code).toBe(401);
    for (const id of ['999999', '0', 'x']) expect((await receipt(ann, id)).code).toBe(2101);
    const own = await receipt(ann, data.id);
    expect(own.data).toMatchObject({ order: { status: 0 }, openTick: null, closeTick: null });
    const list = await world.call(ben, '/api/secondContractOrder/selectOrderList', {});
    expect(list.data.records.map(({ id }: { id: string }) => id)).not.toContain(data.id);
  });
});
