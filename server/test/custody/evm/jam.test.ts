// §8: nothing is signed in the exchange that the signer would not sign, and no payment keeps the ones behind it from the
// chain.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignerRefusal } from '../../../src/custody/types/index.ts';
import { type Payments, startPayments } from './payments.ts';
import { ETH, EvmWorld, USD } from './world.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
/** Writes nine words: takes about 200,000 gas whenever ether comes. */
const BURNER = `${Array.from({ length: 9 }, (_, at) => `600160${(at + 1).toString(16).padStart(2, '0')}55`).join('')}00`;
const ENOUGH = 1_000_000_000;

let world: EvmWorld;
let payments: Payments;

beforeAll(async () => {
  world = await EvmWorld.start();
  payments = await startPayments(world);
  await world.fund(1_000n * ETH, 1_000_000n * USD);
});
afterAll(async () => {
  await payments?.stop();
  await world?.stop();
});
beforeEach(() => payments.baseFee(1n));

const rows = () => payments.house.db.selectFrom('custody_transactions').selectAll().orderBy('id').execute();
const paid = (coin: string) => world.chain.node.balance(TO, coin, 0);

test('a payment whose fee is above what the signer allows waits approved, and the ones behind it are paid', async () => {
  const burner = await payments.deploy(BURNER);
  await payments.baseFee(170n);
  const [bad, good] = [await payments.customer('ETH', ENOUGH), await payments.customer('USDT', ENOUGH)];
  const before = await paid('USDT');
  const first = await payments.ask(bad, 'ETH', burner, '0.02');
  await payments.passes(1);
  expect(await payments.stage(first.id)).toBe('approved');
  const second = await payments.ask(good, 'USDT', TO, '40');
  await payments.passes(6);
  expect(await payments.stage(second.id)).toBe('confirmed');
  expect((await paid('USDT')) - before).toBe(40n * USD);
  // Fees fall: it is paid as well.
  await payments.baseFee(1n);
  await payments.passes(6);
  expect(await payments.stage(first.id)).toBe('confirmed');
});

test('a signer that refuses the reservation leaves the withdrawal approved, its nonce free, and the customer may cancel', async () => {
  const [bad, good] = [await payments.customer('ETH', ENOUGH), await payments.customer('USDT', ENOUGH)];
  let refusing = '';
  await payments.restart({
    signer: {
      ...payments.signer,
      reserve: (order) =>
        order.id === refusing
          ? Promise.reject(new SignerRefusal('its limits are full'))
          : payments.signer.reserve(order),
    },
  });
  const first = await payments.ask(bad, 'ETH', TO, '0.02');
  refusing = `withdrawal:${first.id}`;
  await payments.passes(2);
  expect(await payments.stage(first.id)).toBe('approved');
  expect((await rows()).filter(({ withdrawal_id: of }) => of === first.id)).toEqual([]);
  const second = await payments.ask(good, 'USDT', TO, '41');
  await payments.passes(6);
  expect(await payments.stage(second.id)).toBe('confirmed');
  await payments.withdrawals.cancel(bad, first.id);
  expect(await payments.stage(first.id)).toBe('cancelled');
});

test('a payment that cannot be raised as far as the chain asks gives its nonce to a zero self-transfer', async () => {
  const burner = await payments.deploy(BURNER);
  const [bad, good] = [await payments.customer('ETH', ENOUGH), await payments.customer('USDT', ENOUGH)];
  const before = await paid('USDT');
  await payments.baseFee(40n);
  const first = await payments.ask(bad, 'ETH', burner, '0.02');
  await payments.withdrawals.step();
  await payments.withdrawals.step();
  expect(await payments.stage(first.id)).toBe('broadcast');
  const second = await payments.ask(good, 'USDT', TO, '42');
  await payments.withdrawals.step();
  // Above what the signer lets the burner pay, below the most that others pay.
  for (let pass = 0; pass < 30 && (await payments.stage(second.id)) !== 'confirmed'; pass += 1) {
    await payments.baseFee(230n);
    payments.move(10 * 60_000);
    await payments.withdrawals.step();
    await payments.house.mine(1);
  }
  await payments.baseFee(1n);
  await payments.passes(6);
  expect(await payments.stage(second.id)).toBe('confirmed');
  expect((await paid('USDT')) - before).toBe(42n * USD);
  const own = (await rows()).filter(({ withdrawal_id: of }) => of === first.id);
  expect(own.findLast(({ kind }) => kind === 'cancel')).toMatchObject({ state: 'confirmed', units: '0' });
  expect(own.filter(({ kind }) => kind === 'withdrawal').every(({ state }) => state === 'replaced')).toBe(true);
  expect(await world.chain.node.balance(burner, 'ETH', 0)).toBe(0n);
  // It is not paid again by itself, and its coin goes on.
  expect(await payments.stage(first.id)).toBe('broadcast');
  expect(payments.treasury.halted('ethereum', 'ETH')).toBeUndefined();
}, 120_000);
