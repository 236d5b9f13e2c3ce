// Issue 14: a transaction of our hot key that custody did not make halts the chain while nothing is planned.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claims } from '../../../src/custody/rail/index.ts';
import { type Payments, startPayments } from './payments.ts';
import { ETH, EvmWorld, USD } from './world.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
const COINS = ['ETH', 'USDT', 'USDC'];
/** Whoever else has the key knows none of our plans. */
const NONE: Claims = { has: async () => false, lastNonce: async () => undefined, outstanding: async () => [] };
/** Blocks in the journal after which two people's word counts. */
const MANY = 105;

let world: EvmWorld;
let payments: Payments;

beforeAll(async () => {
  world = await EvmWorld.start();
  payments = await startPayments(world);
  await world.fund(10n * ETH, 100n * USD);
});
afterAll(async () => {
  await payments?.stop();
  await world?.stop();
});

const halts = () => COINS.map((coin) => payments.treasury.halted('ethereum', coin)?.reason);

async function foreign(): Promise<string> {
  const payment = { coin: 'ETH', to: TO, units: 1n };
  const raw = world.sign(await world.chain.planner.plan(payment, { kind: 'hot' }, NONE));
  expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
  await payments.house.mine(1);
  return world.chain.codec.txid(raw);
}

test('a foreign use of a hot key that nothing was ever planned for halts every coin (issue 14)', async () => {
  await payments.treasury.step();
  expect(halts()).toEqual([undefined, undefined, undefined]);
  const txid = await foreign();
  await payments.treasury.step();
  for (const reason of halts()) expect(reason).toContain(txid);
  await payments.house.mine(MANY);
  for (const coin of COINS) await payments.treasury.resume('ethereum', coin);
  await payments.treasury.step();
  await payments.treasury.step();
  expect(halts()).toEqual([undefined, undefined, undefined]);
}, 120_000);

test('a foreign use of the hot key halts every coin without a plan, and is no fault at every look', async () => {
  const ann = await payments.customer('USDT', 1_000_000_000);
  const { id } = await payments.ask(ann, 'USDT', TO, '80');
  await payments.passes(6);
  expect(await payments.stage(id)).toBe('confirmed');
  expect(halts()).toEqual([undefined, undefined, undefined]);

  const first = await foreign();
  await payments.treasury.step();
  for (const reason of halts()) expect(reason).toContain(first);
  const second = await foreign();
  await payments.treasury.step();
  const causes = await payments.house.db
    .selectFrom('custody_halts')
    .select('cause')
    .where('coin', '=', 'USDC')
    .execute();
  expect(causes.map(({ cause }) => cause)).toEqual(expect.arrayContaining([first, second]));

  // Two people looked: it is passed over and halts nothing again.
  await payments.house.mine(MANY);
  for (const coin of COINS)
    while (payments.treasury.halted('ethereum', coin) !== undefined) await payments.treasury.resume('ethereum', coin);
  await payments.treasury.step();
  await payments.treasury.step();
  expect(halts()).toEqual([undefined, undefined, undefined]);
  const passed = await payments.house.db.selectFrom('custody_foreign').select('txid').execute();
  expect(passed.map(({ txid }) => txid)).toEqual(expect.arrayContaining([first, second]));
}, 120_000);
