// The insurance fund through HTTP: what it took over and unwound, for everybody; what the customer's story says of it (issue 13
// A.2; calls.md §3).

import type { Command } from '@vitrine/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { C, type ContractEdge, startContracts, U } from './contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';
import type { Json } from '../http/harness.ts';

let world: ContractEdge;
let anna: Person;

beforeAll(async () => {
  world = await startContracts();
  await world.at(100_000);
  anna = await world.trader('anna');
});

afterAll(() => world.stop());

const fund = async (): Promise<Json> => {
  const { code, data } = await world.call(undefined, `${C}/open/getInsuranceFund`);
  expect(code).toBe(200);
  return data;
};
const submit = async (...commands: object[]): Promise<void> => {
  const outcomes = await world.link.submitRun(commands as unknown as Command[]);
  for (const { code } of outcomes) expect(code).toBe(200);
};
/** A tick alone, and no bids: nobody buys what is sold by force. */
const jump = (dollars: number, from: number) =>
  submit(
    {
      name: 'maker.quote',
      market: U,
      levels: Array.from({ length: 5 }, (_, at) => ({ side: 1, price: from * 10 - 5 - at * 10, lots: 0 })),
    },
    {
      name: 'ticks',
      ticks: [{ instrument: 1, price: dollars * 1_000, spread: 0, used: 1, total: 1 }],
      quotes: [{ instrument: 1, source: 1, offset: 0, age: 0, state: 1 }],
    },
    { name: 'slot.end' },
  );

describe('the insurance fund (open/getInsuranceFund)', () => {
  it('has money and holds nothing at first', async () => {
    const { coins, markets, slices } = await fund();
    expect(coins.find((one: Json) => one.coin === 'USDT').balance).toMatch(/^[1-9]/u);
    expect([markets, slices]).toEqual([[], []]);
  });

  it('takes over a position without equity; its story says at which price', async () => {
    const opened = await world.call(anna, '/api/contract/order/submit', {
      ...{ symbol: 'BTC_USDT', direction: 1, type: 2, quantity: '0.01', marginMode: 'fixed', leverageRadio: 100 },
    });
    expect(opened.code).toBe(200);
    const { data: list } = await world.call(anna, '/api/contract/position/list', {});
    await jump(98_000, 100_000);
    const { markets } = await fund();
    expect(markets).toMatchObject([
      { symbolName: 'BTC/USDT', contractType: 'u', settleCoin: 'USDT', side: 'long', quantity: '0.01000' },
    ]);
    expect(Number(markets[0].averagePrice)).toBeGreaterThan(98_990);
    expect(Number(markets[0].hourUsed)).toBeGreaterThan(0);
    expect(Number(markets[0].hourMost)).toBeGreaterThanOrEqual(Number(markets[0].hourUsed));
    const { data: story } = await world.call(anna, '/api/contract/position/story', { id: list.records[0].id });
    expect(story.steps.map(({ step }: Json) => step)).toEqual(['open', 'takenOver']);
    expect(story.steps.at(-1)).toMatchObject({ quantity: '0.01000', amount: null });
    expect(Number(story.steps.at(-1).equity)).toBeLessThanOrEqual(0);
    const rules = await world.call(undefined, '/api/common/getRules');
    expect(rules.data.contracts.insuranceHourMost).toBe('0.020000');
  });
});
