// §8 on a local node, with the real exchange and database: a token's deposit swept with the gas that it needs, and a
// withdrawal from its request to twelve confirmations.

import { makeKey, readKey } from '@vitrine/contract';
import { RAILS, USDT } from '@vitrine/core';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer, SignOrder, Treasury, Withdrawals } from '../../../src/custody/types/index.ts';
import { createTreasury } from '../../../src/custody/treasury/index.ts';
import { createWithdrawals } from '../../../src/custody/withdrawal/index.ts';
import { command, type EvmExchange, startExchange } from './house.ts';
import { ETH, EvmWorld, HOT, privateKeyOf, USD } from './world.ts';
import { BY_PAGE, keepsRight, openBook } from '../support/asker.ts';

const TO = '0x00000000000000000000000000000000c0ffee01';
/** Blocks of one pass, and passes until everything has had its twelve. */
const BLOCKS = 4;
const PASSES = 16;
/** Ms: whatever is due is done at every pass. */
const ALWAYS = { look: 0, sweep: 0, again: 0, blind: 600_000, proof: 3_600_000 } as const;

let world: EvmWorld;
let house: EvmExchange;
let treasury: Treasury & { stop(): Promise<void> };
let withdrawals: Withdrawals;
let anna: Customer;
const orders: SignOrder[] = [];

beforeAll(async () => {
  world = await EvmWorld.start();
  house = await startExchange(world);
  const { parts, addresses, funds, follower, deposits } = house;
  const shared = {
    ...{ parts, chains: [world.chain], followers: [follower], addresses, funds, news: () => undefined },
    signer: {
      reserve: () => Promise.resolve(),
      release: () => Promise.resolve(true),
      sign(order: SignOrder): Promise<Uint8Array> {
        orders.push(order);
        return Promise.resolve(world.chain.codec.sign(order.unsigned, () => privateKeyOf(order.source)));
      },
    },
  };
  treasury = await createTreasury({ ...shared, times: ALWAYS });
  withdrawals = createWithdrawals({
    lostRight: keepsRight,
    ...{ ...shared, treasury, deposits },
    book: {
      allow: async (_user, _coin, _network, address) => ({
        address: world.chain.codec.spell(address),
        entry: null,
      }),
      ...openBook,
    },
  });
  anna = await house.customer();
});
afterAll(async () => {
  await treasury?.stop();
  await house?.stop();
  await world?.stop();
});

const moves = () => house.db.selectFrom('custody_transactions').selectAll().orderBy('id').execute();
const balance = (address: string, coin: string) => world.chain.node.balance(address, coin, 0);

test('§8 a deposit of USDT is swept once, with the gas that its address lacks, and that gas is nobody’s deposit', async () => {
  const address = world.deposit(0);
  expect(house.addresses.owner('ethereum', address)?.userId).toBe(anna.userId);
  await world.fund(ETH, 1_000n * USD);
  await world.sendToken(world.tokens.usdt, address, 500n * USD);
  await house.mine(12);
  await house.step();

  for (let pass = 0; pass < PASSES; pass += 1) {
    await treasury.step();
    await house.mine(BLOCKS);
    const rows = await moves();
    if (rows.length > 1 && rows.every(({ state }) => state === 'confirmed')) break;
  }
  const rows = await moves();
  expect(rows.map(({ kind, coin, state }) => `${kind} ${coin} ${state}`)).toEqual([
    'gas ETH confirmed',
    'sweep USDT confirmed',
  ]);
  expect(rows[0]?.to_address).toBe(address);
  expect(orders.map(({ id }) => id)).toEqual(rows.map(({ kind, id }) => `${kind}:${id}`));
  expect(await balance(address, 'USDT')).toBe(0n);
  expect(await balance(world.hot, 'USDT')).toBe(1_500n * USD);
  // The gas went in, and what the sweep did not use is still there.
  expect(await balance(address, 'ETH')).toBe(BigInt(rows[0]?.units ?? 0) - BigInt(rows[1]?.cost ?? 0));

  // The dollars are credited; the ether is not.
  const credited = await house.db.selectFrom('custody_deposits').selectAll().execute();
  expect(credited.map(({ coin, stage, units }) => `${coin} ${stage} ${units}`)).toEqual(['USDT credited 500000000']);
  expect(await house.expected('USDT')).toBe(500n * USD);
  expect(await house.expected('ETH')).toBe(0n);

  await treasury.step();
  for (const { coin, state, halt } of await treasury.reserves()) {
    expect(['even', 'surplus'], coin).toContain(state);
    expect(halt, coin).toBeNull();
  }
  expect(house.faults).toEqual([]);
});

test('§8 a withdrawal of USDT: asked for, passed by the rules, signed and paid once, confirmed with its cost', async () => {
  const { result: coreUser } = await house.link.submit(command('user.open', { referrer: 0 }));
  const bert = { userId: '77', coreUser };
  await house.link.submit(command('user.set', { user: coreUser, stage: 1, locks: 0 }));
  // Everybody together may take a share of what is owed within an hour.
  await house.link.submit(
    command('deposit.credit', {
      ...{ user: coreUser, asset: USDT, amount: 10_000_000_000, rail: RAILS.practice, position: 0 },
      ...{ transactionHigh: 1, transactionLow: 1 },
    }),
  );
  const key = readKey(makeKey(Date.now(), randomBytes(10)));
  if (key === undefined) throw new Error('expected a key that can be read');
  const before = await balance(world.hot, 'ETH');
  const { id, review } = await withdrawals.request(
    bert,
    { coin: 'USDT', network: 'ethereum', address: TO, amount: '40' },
    { keyTime: key.time, keyHigh: key.high, keyLow: key.low, bodyHash: 0 },
    BY_PAGE,
  );
  expect(review).toBe('rules');

  const seen = new Set<string>();
  for (let pass = 0; pass < PASSES; pass += 1) {
    await withdrawals.step();
    await house.mine(BLOCKS);
    const stage = (await withdrawals.one(id))?.record.stage ?? 'none';
    seen.add(stage);
    if (stage === 'confirmed') break;
  }
  expect([...seen].at(-1)).toBe('confirmed');
  const record = (await withdrawals.one(id))?.record;
  const [paid, ...more] = (await moves()).filter(({ kind }) => kind === 'withdrawal');
  expect(more).toEqual([]);
  expect(record?.txid).toBe(paid?.txid);
  expect(orders.filter(({ id: order }) => order === `withdrawal:${id}`)).toHaveLength(1);
  expect(await balance(TO, 'USDT')).toBe(40n * USD);
  expect(await balance(world.hot, 'USDT')).toBe(1_460n * USD);
  // What the chain took is what the wallet lost, and the ledger expects exactly the payment less.
  expect(before - (await balance(world.hot, 'ETH'))).toBe(BigInt(paid?.cost ?? 0));
  expect(await house.expected('USDT')).toBe(460n * USD);

  // Done is done: more blocks and passes pay nothing.
  for (let pass = 0; pass < 2; pass += 1) {
    await house.mine(BLOCKS);
    await withdrawals.step();
  }
  expect(await balance(TO, 'USDT')).toBe(40n * USD);
  await treasury.step();
  const dollars = (await treasury.reserves()).find(({ coin }) => coin === 'USDT');
  expect(dollars).toMatchObject({ halt: null });
  expect(['even', 'surplus']).toContain(dollars?.state);
  expect(house.faults).toEqual([]);
});

test('§8 gas and coins of ours whose rows an older database has lost are credited to nobody (issue 14)', async () => {
  const { userId } = await house.customer();
  const address = world.deposit(1);
  expect(house.addresses.owner('ethereum', address)?.userId).toBe(userId);
  const owed = [await house.expected('ETH'), await house.expected('USDT')];
  const txids: string[] = [];
  for (const [coin, units] of [
    ['ETH', ETH / 100n],
    ['USDT', 5n * USD],
  ] as const) {
    const plan = await world.chain.planner.plan({ coin, to: address, units }, HOT, world.claims);
    const raw = world.sign(plan);
    expect(await world.chain.node.broadcast(raw)).toEqual({ state: 'taken' });
    txids.push(world.chain.codec.txid(raw));
    await house.step();
    await world.node.mine();
  }
  await house.mine(14);
  await house.step();
  const credited = await house.db.selectFrom('custody_deposits').selectAll().where('address', '=', address).execute();
  expect(credited).toEqual([]);
  expect([await house.expected('ETH'), await house.expected('USDT')]).toEqual(owed);
  for (const txid of txids) expect(house.halts.join('\n')).toContain(`Transaction ${txid} moved`);
  expect(house.halts).toHaveLength(6);
  // They stand at an address of ours, and are missed nowhere but for their fees; what used the keys' numbers is a case.
  await treasury.step();
  const dollars = (await treasury.reserves()).find(({ coin }) => coin === 'USDT');
  expect(dollars).toMatchObject({ unswept: 5n * USD });
  expect(dollars?.halt?.reason).toContain(`Transaction ${txids[0]} used nonce`);
});
