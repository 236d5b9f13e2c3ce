// What linked accounts leave of a contract's steps, as a preview and the ticket's Max tell it (issue 13 A.11, money §3).

import { type Command, encodeCommand, LINK_NOTICE, type UserId, rejects } from '@vitrine/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContractEdge, startContracts, U } from './contract-world.ts';
import type { Person } from '../http/exchange-edge.ts';

const LEVERAGE = 125;
const OPERATORS = [1, 2] as const;
const RISK_AND_ADMINISTRATOR = 18;
let ahead = 0;
let world: ContractEdge;
let ann: Person;
let ben: Person;
let carl: Person;

beforeAll(async () => {
  world = await startContracts({ ahead: () => ahead });
  for (const operator of OPERATORS) await send({ name: 'desk.grant', operator, roles: RISK_AND_ADMINISTRATOR });
  await world.at(100_000);
  ann = await world.trader('annanderson');
  ben = await world.trader('benbrown');
  carl = await world.trader('carlcarter');
});
afterAll(() => world.stop());

async function send(command: Command): Promise<number> {
  const { code, result, seq } = await world.link.submit(command);
  expect([command.name, code]).toEqual([command.name, 200]);
  await world.live.waitFor(seq, 2_000);
  return result;
}

async function link(one: Person, other: Person): Promise<void> {
  const words = encodeCommand({
    ...{ name: 'account.link', user: (await world.customerOf(one)).coreUser as UserId },
    other: (await world.customerOf(other)).coreUser as UserId,
  });
  const proposal = await send({
    ...{ name: 'proposal.make', operator: OPERATORS[0], words: [...words].map((word) => ({ word })) },
  });
  await send({ name: 'proposal.approve', operator: OPERATORS[1], proposal: proposal as never });
}

const ticket = (direction: number, quantity: string, leverageRadio = LEVERAGE) => ({
  ...{ symbol: 'BTC_USDT', contractType: 'u', direction, type: 2, quantity, leverageRadio, marginMode: 'fixed' },
});
const preview = async (person: Person, direction: number, quantity: string, leverage?: number) => {
  const { code, data } = await world.coin(person, '/entrust/preview', ticket(direction, quantity, leverage));
  expect(code).toBe(200);
  return { code: data.code, left: data.contract.groupLots };
};
const leverages = async (person: Person) => {
  const { data } = await world.call(person, `/api/v1/coin/wallet/contract/leverage?symbol=BTC_USDT&contractType=u`);
  return data;
};

it('shows how much is left at a leverage, exactly, a day after the link and only to the group', async () => {
  const opened = await world.call(ann, '/api/contract/order/submit', ticket(1, '0.3'));
  expect(opened.code).toBe(200);
  expect(await preview(ben, 1, '0.3')).toEqual({ code: 200, left: null });
  await link(ben, ann);
  expect(await preview(ben, 1, '0.3'), 'not before the day has passed').toEqual({ code: 200, left: null });
  ahead += LINK_NOTICE;
  await world.at(100_000);

  const { left } = await preview(ben, 1, '0.001');
  const step = 10 ** -(world.live.contract(U)?.lotDecimals ?? 0);
  expect(Number(left)).toBeGreaterThan(0.19);
  expect(Number(left)).toBeLessThanOrEqual(0.2);
  expect((await preview(ben, 1, left)).code).toBe(200);
  const more = (Number(left) + step).toFixed(world.live.contract(U)?.lotDecimals ?? 0);
  expect((await preview(ben, 1, more)).code).toBe(rejects['leverage.limit']);
  expect(Number((await preview(ben, 2, '0.001')).left)).toBeGreaterThan(0.49);
  expect((await preview(carl, 1, '0.3')).left).toBeNull();

  const shown = await leverages(ben);
  expect((await leverages(carl)).group).toBeNull();
  expect(shown.group.fixed.mostLeverage).toBe(shown.most);
  const own = world.live.leverage((await world.customerOf(ben)).coreUser, U, 2);
  expect((await preview(ben, 1, '0.001', own)).left).toBe(shown.group.fixed.long);
});

it('shows nothing of the others where one’s own money is the tighter limit', async () => {
  await world.call(ben, '/api/userCoin/transfer', { from: '2', to: '1', coin: 'USDT', amount: '4999' });
  expect((await preview(ben, 1, '0.0001')).left).toBeNull();
});

it('bounds a leverage to raise by all that the group has on that side', async () => {
  await world.call(ben, '/api/userCoin/transfer', { from: '1', to: '2', coin: 'USDT', amount: '4999' });
  await world.at(100_000);
  const opened = await world.call(ben, '/api/contract/order/submit', ticket(1, '0.3', 50));
  expect(opened.code).toBe(200);
  const { mostLeverage } = (await leverages(ben)).group.fixed;
  expect(mostLeverage).toBe(100);
  const set = (leverageRadio: number) =>
    world.coin(ben, '/wallet/contract/updateLeverageRadio', {
      ...{ symbol: 'BTC_USDT', contractType: 'u', marginMode: 'fixed', leverageRadio },
    });
  expect((await set(mostLeverage + 1)).code).toBe(rejects['leverage.limit']);
  expect((await set(mostLeverage)).code).toBe(200);
});
