// §8: what plans take is taken for every process, not only for the one that made them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignerFault, type SignOrder } from '../../../src/custody/types/index.ts';
import { type Payments, startPayments } from './payments.ts';
import { ETH, EvmWorld, USD } from './world.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
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

test('what is planned and not sent is not there to be planned again, after a restart too', async () => {
  const [ann, bob] = [await payments.customer('USDT', 1_000_000_000), await payments.customer('USDT', 1_000_000_000)];
  let away = true;
  const signer = {
    ...payments.signer,
    sign: (order: SignOrder) =>
      away ? Promise.reject(new SignerFault('the signer is away')) : payments.signer.sign(order),
  };
  await payments.restart({ signer });
  // Together more than there is, each alone not.
  const first = await payments.ask(ann, 'USDT', TO, '80');
  await payments.withdrawals.step();
  expect(await payments.stage(first.id)).toBe('signed');
  await payments.restart({ signer });
  const second = await payments.ask(bob, 'USDT', TO, '80');
  await payments.withdrawals.step();
  expect(await payments.stage(second.id)).toBe('approved');
  away = false;
  await payments.passes(6);
  expect(await payments.stage(first.id)).toBe('confirmed');
  expect(await payments.stage(second.id)).toBe('approved');
  expect(payments.treasury.halted('ethereum', 'USDT')).toBeUndefined();
});
