// Issue 14: an older database was restored, and the signer has signed with nonces that the database knows no plan of. Their
// bytes may never have been sent, or wait at the node. Nothing planned later is kept from the chain by them.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Claims, Plan } from '../../../src/custody/rail/index.ts';
import { type Payments, startPayments } from './payments.ts';
import { command } from './house.ts';
import { ETH, EvmWorld, USD } from './world.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
const LOST = '0x00000000000000000000000000000000c0ffee0a';
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

const rows = () => payments.house.db.selectFrom('custody_transactions').selectAll().orderBy('id').execute();

/** The database knows these nonces, and nothing above them. */
const upTo = (last: number | undefined, taken = 0): Claims => ({
  has: async (claim) => last !== undefined && Number(claim.split(':')[2]) <= last + taken,
  lastNonce: async () => last,
  outstanding: async () => [],
});

/** Signed in the lost time, under the next nonces that the database knows nothing of. `ids`: of these withdrawals. */
async function forgotten(
  ids: readonly number[],
  payment = { coin: 'USDT', to: LOST, units: 7n * USD },
): Promise<readonly { readonly plan: Plan; readonly raw: Uint8Array }[]> {
  const own = (await rows()).filter(({ raw }) => raw !== null).length;
  const found: { plan: Plan; raw: Uint8Array }[] = [];
  for (const [at, id] of ids.entries()) {
    const plan = await world.chain.planner.plan(payment, { kind: 'hot' }, upTo(own - 1, at));
    const publicKeyOf = payments.house.addresses.publicKeyOf('ethereum');
    const unsigned = world.chain.codec.unsigned(plan, publicKeyOf);
    const raw = await payments.signer.sign({
      ...{ id: `withdrawal:${id}`, chain: 'ethereum', unsigned },
      ...{ payment: plan.payment, source: plan.source },
    });
    found.push({ plan, raw });
  }
  return found;
}

test('nonces of orders that the database has forgotten are freed by zero self-transfers, and payments behind them come', async () => {
  const [ann, ben] = [await payments.customer('USDT', ENOUGH), await payments.customer('USDT', ENOUGH)];
  const first = await payments.ask(ann, 'USDT', TO, '40');
  await payments.passes(6);
  expect(await payments.stage(first.id)).toBe('confirmed');
  // Killed before their bytes were sent.
  await forgotten([9_001, 9_002]);

  const second = await payments.ask(ben, 'USDT', TO, '41');
  for (let pass = 0; pass < 40 && (await payments.stage(second.id)) !== 'confirmed'; pass += 1) {
    payments.move(4 * 60_000);
    await payments.passes(1);
  }
  expect(await payments.stage(second.id)).toBe('confirmed');
  const cancels = (await rows()).filter(({ kind }) => kind === 'cancel');
  expect(cancels.map(({ cancels: of, state }) => [of, state])).toEqual([
    ['withdrawal:9001', 'confirmed'],
    ['withdrawal:9002', 'confirmed'],
  ]);
  expect(cancels.every(({ withdrawal_id: of, units }) => of === null && units === '0')).toBe(true);
  expect(await world.chain.node.balance(TO, 'USDT', 0)).toBe(81n * USD);
}, 180_000);

test('the nonce of a withdrawal that is still to be paid here stays its own, whoever is planned before it', async () => {
  const [ann, ben] = [await payments.customer('USDT', ENOUGH), await payments.customer('USDT', ENOUGH)];
  const first = await payments.ask(ann, 'USDT', TO, '43');
  const second = await payments.ask(ben, 'USDT', TO, '44');
  await forgotten([Number(first.id)], { coin: 'USDT', to: TO, units: 43n * USD });
  const lock = (locks: number) =>
    payments.house.link.submit(command('user.set', { user: ann.coreUser, stage: 2, locks }));
  const cancels = async () => (await rows()).filter(({ kind }) => kind === 'cancel').length;
  const [before, there] = [await cancels(), await world.chain.node.balance(TO, 'USDT', 0)];
  await lock(1);
  for (let pass = 0; pass < 4; pass += 1) {
    payments.move(60_000);
    await payments.passes(1);
  }
  expect(await payments.stage(second.id)).toBe('approved');
  expect(await cancels()).toBe(before);
  await lock(0);
  for (let pass = 0; pass < 20 && (await payments.stage(second.id)) !== 'confirmed'; pass += 1) {
    payments.move(60_000);
    await payments.passes(1);
  }
  expect([await payments.stage(first.id), await payments.stage(second.id)]).toEqual(['confirmed', 'confirmed']);
  expect(await cancels()).toBe(before);
  expect((await world.chain.node.balance(TO, 'USDT', 0)) - there).toBe(87n * USD);
}, 180_000);
