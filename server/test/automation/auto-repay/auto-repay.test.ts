// Repaying by itself survives a crash at each of its moments, and never pays twice.

import type { Command } from '@vitrine/core';
import { WALLET } from '@vitrine/core/enum';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AutoRepayParts,
  type AutoRepayTables,
  createAutoRepays,
} from '../../../src/automation/auto-repay/index.ts';
import { type ExchangeLink, IntakeError } from '../../../src/engine/sequencer/index.ts';
import { type ExchangeEdge, type Person, startExchange } from '../../api/http/exchange-edge.ts';

const C = '/api/v1/coin';
const MARKET = 1;
const USDT = 1;

let world: ExchangeEdge;
let ann: Person;
let user = 0;

const db = () => world.db as unknown as Kysely<AutoRepayTables>;
const repays = (link: AutoRepayParts['link'] = world.link) =>
  createAutoRepays({
    db: db(),
    link,
    live: world.live,
    order: async () => undefined,
    onFault: (error) => {
      throw error;
    },
  });
/** Rows of orders that are not over, or not repaid yet. */
const rows = () => db().selectFrom('auto_repays').selectAll().where('done_at', 'is', null).execute();
const owed = () =>
  world.live.debts(user, WALLET.isolatedMargin).reduce((sum, { principal, interest }) => sum + principal + interest, 0);

/** Sells 0.001 BTC of the isolated wallet; gives the order and what it received, net. */
async function sell(): Promise<{ readonly order: number; readonly net: number }> {
  await world.quote();
  const body = { symbol: 'BTC_USDT', direction: 2, type: 2, quantity: '0.001' };
  const { data } = await world.call(ann, `${C}/entrust/exchange/fixed`, body);
  const order = world.live.order(Number.parseInt(data.id, 10));
  if (order === undefined) throw new Error('expected the order to be known');
  return { order: order.order, net: order.dealtValue - order.fee };
}

const watched = (order: number) => ({ order, user, wallet: WALLET.isolatedMargin, market: MARKET, asset: USDT });

beforeAll(async () => {
  world = await startExchange();
  await world.repays.stop();
  ann = await world.register('annrepay');
  await world.call(ann, '/api/practice/claim', {});
  for (const [coin, amount] of [
    ['USDT', '1000'],
    ['BTC', '0.01'],
  ]) {
    const body = { from: '1', to: '5', coin, amount, symbol: 'BTC_USDT' };
    expect((await world.call(ann, '/api/userCoin/transfer', body)).code).toBe(200);
  }
  await world.quote();
  const loan = { coin: 'USDT', amount: '1000', symbol: 'BTC_USDT' };
  expect((await world.call(ann, `${C}/wallet/fixed/borrow`, loan)).code).toBe(200);
  user = userOf();
});
afterAll(() => world.stop());

/** The exchange's number of the only customer with a debt. */
function userOf(): number {
  for (let number = 2; number < 100; number += 1) if (world.live.debts(number).length > 0) return number;
  throw new Error('expected somebody to owe');
}

it('what was watched but not repaid when it stopped is repaid at the next start', async () => {
  const before = owed();
  const { order, net } = await sell();
  const first = await repays();
  await first.stop();
  await first.watch(watched(order));
  await first.settled();
  expect(owed()).toBe(before);
  const again = await repays();
  await again.settled();
  expect(owed()).toBe(before - net);
  expect(await rows()).toEqual([]);
  // The same request again finds it done.
  await again.watch(watched(order));
  await again.settled();
  expect(owed()).toBe(before - net);
  await again.stop();
});

it('a repayment whose outcome was lost is asked again under its key, and paid once', async () => {
  const before = owed();
  const { order, net } = await sell();
  let sent: Command | undefined;
  const losing: AutoRepayParts['link'] = {
    ask: (command) => world.link.ask(command),
    submit: (async (command, by) => {
      sent = command;
      await world.link.submit(command, by);
      throw new IntakeError('server.unknown', 'the answer was lost');
    }) as ExchangeLink['submit'],
  };
  const crashing = await repays(losing);
  await crashing.watch(watched(order));
  await crashing.settled();
  await crashing.stop();
  expect(sent).toMatchObject({ name: 'debt.repay', amount: net });
  expect(await rows()).toMatchObject([{ handled: '0', pending: String(net) }]);
  const again = await repays();
  await again.settled();
  await again.stop();
  expect(owed()).toBe(before - net);
  expect(await rows()).toEqual([]);
});

it('pays no more than is owed, and no other order’s proceeds', async () => {
  const service = await repays();
  const silent = await sell();
  const before = owed();
  const rest = { coin: 'USDT', symbol: 'BTC_USDT', amount: '800' };
  expect((await world.call(ann, `${C}/wallet/still/fixed`, rest)).code).toBe(200);
  expect(silent.net).toBeGreaterThan(0);
  expect(owed()).toBe(before - 800_000_000);
  const { order, net } = await sell();
  const left = owed();
  expect(net).toBeGreaterThan(left);
  await service.watch(watched(order));
  await service.settled();
  expect(owed()).toBe(0);
  expect(await rows()).toEqual([]);
  await service.stop();
});
