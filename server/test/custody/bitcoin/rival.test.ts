// Issue 14, 4 on bitcoin: another transaction spends the outputs of a signed payment. What pays nobody proves that the
// payment never comes; what pays the same, a raise that an older database has forgotten, is the payment.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { hex } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { makeKey, readKey } from '@vitrine/contract';
import { type Command, defaultGenesis, firstCommands, RAILS } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAddresses } from '../../../src/custody/address/index.ts';
import { createFollower } from '../../../src/custody/chain/index.ts';
import { createDeposits, createDepositListener } from '../../../src/custody/deposit/index.ts';
import { followFunds } from '../../../src/custody/exchange/index.ts';
import type { Addresses, Customer, Signer, Withdrawals } from '../../../src/custody/types/index.ts';
import type { CustodyParts } from '../../../src/custody/parts.ts';
import { scriptOf } from '../../../src/custody/rail/bitcoin/address.ts';
import { bitcoinCodec, openBitcoin } from '../../../src/custody/rail/bitcoin/index.ts';
import { NETWORK_TERMS } from '../../../src/custody/rail/bitcoin/network.ts';
import type { Chain } from '../../../src/custody/rail/index.ts';
import { openService } from '../../../src/custody/signer/index.ts';
import { signerLimits } from '../../../src/custody/signer-limits.ts';
import { createWithdrawals } from '../../../src/custody/withdrawal/index.ts';
import { createLive, type Live } from '../../../src/projection/live/index.ts';
import { testDatabase } from '../../../src/app/postgres/index.ts';
import { coreKit, type ExchangeLink, startLocal } from '../../../src/engine/sequencer/index.ts';
import { createVault } from '../../../src/account/vault/index.ts';
import { migrateAll } from '../../../src/projection/views/index.ts';
import { openCustody } from '../support/database.ts';
import { FakeBitcoind, MINER, payment, txidOf } from './fake-node.ts';
import { codeOf } from '../../support/code-of.ts';
import { BY_PAGE, keepsRight, openBook } from '../support/asker.ts';

const STUCK = 7_200_000;
/** Atoms and satoshi of what each customer has, and withdraws. */
const HAS = 100_000_000;
const AMOUNT = '0.01';
const SATOSHI = 1_000_000n;
/** Of each output of the hot wallet. */
const OUTPUT = 2_000_000n;
const PRICE = 300_000;
/** Blocks that a proof needs, and those our journal reads at a call. */
const MANY = 105;
const codec = bitcoinCodec('regtest');

const ends: (() => unknown)[] = [];
let bitcoind: FakeBitcoind;
let chain: Chain;
let link: ExchangeLink;
let live: Live;
let withdrawals: Withdrawals;
let signer: Signer;
let parts: CustodyParts;
let follow: () => Promise<void>;
let hot: string;
let offset = 0;
let users = 0;
const faults: unknown[] = [];
const halts: string[] = [];

const command = (name: Command['name'], fields: Readonly<Record<string, unknown>>): Command =>
  ({ name, ...fields }) as unknown as Command;

beforeAll(async () => {
  const database = await testDatabase();
  ends.push(() => database.stop());
  await migrateAll(database.connection);
  const { db, stop } = openCustody(database);
  ends.push(stop);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-rival-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const now = () => Date.now() + offset;
  const local = await startLocal({
    ...{ address: database.address, dataFolder: folder, kit: coreKit },
    genesis: defaultGenesis('practice', []),
    setup: firstCommands('practice'),
  });
  ends.push(() => local.stop());
  ({ link } = local);
  live = await createLive(link);
  ends.push(() => live.stop());
  const funds = await followFunds(link);
  ends.push(() => funds.stop());
  parts = {
    ...{ db, link, live, mode: 'practice', now },
    vault: createVault(new Uint8Array(32).fill(3)),
    people: { messages: { notice: () => Promise.resolve() } } as unknown as CustodyParts['people'],
    onFault: (error) => void faults.push(error),
  };
  const limits = signerLimits({ bitcoin: [{ coin: 'BTC', decimals: 8 }] }, {});
  signer = await openService({
    ...{ folder: join(folder, 'signer'), key: new Uint8Array(32).fill(9), codecs: [codec], limits, now },
  });
  ends.push(() => signer.stop());
  bitcoind = new FakeBitcoind();
  const url = await bitcoind.start();
  ends.push(() => bitcoind.stop());
  let addresses: Addresses | undefined;
  const known = (): Addresses => {
    if (addresses === undefined) throw new Error('expected addresses before a plan');
    return addresses;
  };
  chain = await openBitcoin({
    ...{ db, url, network: 'regtest', birthday: 0, moment: 0, stuckAfter: STUCK },
    publicKeyOf: (source) => known().publicKeyOf('bitcoin')(source),
    owns: (address) => address === hot,
  });
  ends.push(() => chain.stop());
  addresses = await createAddresses({ parts, chains: [chain], signer, cold: {} });
  hot = addresses.hot('bitcoin');
  const follower = createFollower({
    ...{ parts, chain, addresses },
    listeners: [createDepositListener({ parts, chain, addresses })],
  });
  ends.push(() => follower.stop());
  const shared = { parts, chains: [chain], followers: [follower], addresses, funds, news: () => undefined };
  const halt = async (network: string, coin: string, why: string) => void halts.push(`${network} ${coin} ${why}`);
  const deposits = createDeposits({ ...shared, treasury: { halt } });
  ends.push(() => deposits.stop());
  follow = async () => {
    const { height } = await chain.node.head();
    for (let pass = 0; pass < 20 && follower.height() !== height; pass += 1) await follower.step();
    // Our outputs have a journal of their own.
    await chain.node.balance(hot, 'BTC', 0);
  };
  withdrawals = createWithdrawals({
    lostRight: keepsRight,
    ...{ ...shared, signer, deposits },
    treasury: {
      halted: () => undefined,
      halt,
    },
    book: {
      allow: async (_user, _coin, _network, address) => ({ address: codec.spell(address), entry: null }),
      ...openBook,
    },
  });
}, 120_000);
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});
beforeEach(async () => {
  faults.length = 0;
  halts.length = 0;
  bitcoind.waiting = [];
  bitcoind.refuses = undefined;
  bitcoind.mine(payment([{ to: hot, units: OUTPUT }]));
  bitcoind.mine();
  await follow();
});

async function customer(): Promise<Customer> {
  users += 1;
  const { result: coreUser } = await link.submit(command('user.open', { referrer: 0 }));
  await link.submit(command('user.set', { user: coreUser, stage: 2, locks: 0 }));
  const asset = live.assetByCode('BTC')?.asset;
  const { code } = await link.submit(
    command('deposit.credit', {
      ...{ user: coreUser, asset, amount: HAS, rail: RAILS.practice, position: 0 },
      ...{ transactionHigh: users, transactionLow: 1 },
    }),
  );
  if (code !== 200) throw new Error(`expected a customer with bitcoin, got ${code}`);
  return { userId: String(100 + users), coreUser };
}
const balance = ({ coreUser }: Customer) => {
  const { available, held } = live.balance(coreUser, 1, live.assetByCode('BTC')?.asset ?? 0) ?? {};
  return [available, held];
};
const attempts = (id: string) =>
  parts.db.selectFrom('custody_transactions').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute();

let paidTo = 0;
/** A withdrawal whose payment waits at the node. */
async function sent(of: Customer): Promise<{ readonly id: string; readonly to: string }> {
  await link.submit(
    command('ticks', {
      ticks: [1, 2, 3, 4].map((instrument) => ({ instrument, price: PRICE, spread: 7, used: 3, total: 3 })),
      quotes: [],
    }),
  );
  paidTo += 1;
  const to = codec.address(hex.decode(`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`));
  const key = readKey(makeKey(Date.now(), randomBytes(10)));
  if (key === undefined) throw new Error('expected a key that can be read');
  const { id, review } = await withdrawals.request(
    of,
    { coin: 'BTC', network: 'bitcoin', address: to, amount: AMOUNT },
    { keyTime: key.time, keyHigh: key.high, keyLow: key.low, bodyHash: 0 },
    BY_PAGE,
  );
  if (review !== 'rules') await withdrawals.approve(id, 0);
  for (let pass = 0; pass < 3; pass += 1) await withdrawals.step();
  expect(bitcoind.waiting).toHaveLength(1);
  return { id, to };
}

/** Spends what the payment of a withdrawal spends, to these. */
async function spend(id: string, outputs: readonly { readonly to: string; readonly units: bigint }[]) {
  const [row] = await attempts(id);
  const { claims } = JSON.parse(row?.plan ?? '{}') as { readonly claims: readonly string[] };
  return RawTx.encode({
    ...{ version: 2, segwitFlag: false, lockTime: 0, witnesses: undefined },
    inputs: claims.map((claim) => {
      const [, txid = '', index = ''] = claim.split(':');
      return {
        ...{ txid: hex.decode(txid), index: Number(index), sequence: 0xff_ff_ff_fd },
        finalScriptSig: new Uint8Array(),
      };
    }),
    outputs: outputs.map(({ to, units }) => ({ amount: units, script: scriptOf(to, NETWORK_TERMS.regtest) })),
  });
}

/** Blocks, each pass what our journal reads of them. */
async function mine(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    bitcoind.mine();
    if (left % 10 === 1) await follow();
  }
  await withdrawals.step();
}

/** It stands in a block instead of the payment, which the node forgets. */
async function replaceBy(raw: Uint8Array): Promise<string> {
  bitcoind.waiting = [];
  bitcoind.refuses = 'bad-txns-inputs-missingorspent';
  bitcoind.mine(raw);
  await follow();
  await withdrawals.step();
  return txidOf(raw);
}

test('a spend that pays nobody is a named case; buried, two people may fail it, and all comes back', async () => {
  const of = await customer();
  const { id } = await sent(of);
  expect(balance(of)[1]).toBeGreaterThan(0);
  expect(await withdrawals.proof(id)).toBeUndefined();
  const txid = await replaceBy(await spend(id, [{ to: MINER, units: 1_900_000n }]));
  expect(await withdrawals.proof(id)).toMatchObject({ kind: 'foreign', txid, depth: 1, needed: 101 });
  expect(await withdrawals.stuck()).toMatchObject([{ id, network: 'bitcoin', coin: 'BTC' }]);
  expect((await withdrawals.one(id))?.flags).toContain('stuck');
  expect(String(faults)).toContain(txid);
  expect(halts).toEqual([expect.stringMatching(`^bitcoin BTC Transaction ${txid} used`)]);
  expect(await codeOf(withdrawals.failProven(id, txid, 'other', 'x')), 'not deep enough').toBe(3107);
  await mine(MANY);
  expect(await codeOf(withdrawals.failProven(id, '0'.repeat(64), 'other', 'x')), 'another transaction').toBe(3107);
  await withdrawals.failProven(id, txid, 'other', 'x');
  await expect.poll(() => balance(of)).toEqual([HAS, 0]);
  expect(await codeOf(withdrawals.replan(id, txid)), 'the other way is closed').toBe(3107);
  expect(await withdrawals.stuck()).toEqual([]);
});

test('planned again it is paid once, by other outputs', async () => {
  const of = await customer();
  const { id, to } = await sent(of);
  const first = await attempts(id);
  const txid = await replaceBy(await spend(id, [{ to: MINER, units: 1_900_000n }]));
  bitcoind.mine(payment([{ to: hot, units: OUTPUT }]));
  await mine(MANY);
  bitcoind.refuses = undefined;
  await withdrawals.replan(id, txid);
  expect(await withdrawals.stuck()).toEqual([]);
  for (let pass = 0; pass < 3; pass += 1) await withdrawals.step();
  await mine(13);
  await withdrawals.step();
  expect((await withdrawals.one(id))?.record.stage).toBe('confirmed');
  const rounds = await attempts(id);
  expect(rounds.map(({ round }) => round)).toEqual([0, 1]);
  expect(rounds[1]?.txid).not.toBe(first[0]?.txid);
  expect(rounds[1]?.to_address).toBe(to);
});

test('a spend whose block is replaced is no case any more, and the payment goes on', async () => {
  const of = await customer();
  const { id } = await sent(of);
  await replaceBy(await spend(id, [{ to: MINER, units: 1_900_000n }]));
  expect(await withdrawals.stuck()).toHaveLength(1);
  bitcoind.drop(1);
  bitcoind.refuses = undefined;
  bitcoind.mine();
  bitcoind.mine();
  await follow();
  await withdrawals.step();
  expect(await withdrawals.stuck()).toEqual([]);
  expect(await withdrawals.proof(id)).toBeUndefined();
  expect(bitcoind.waiting, 'sent again').toHaveLength(1);
  await mine(13);
  await withdrawals.step();
  expect((await withdrawals.one(id))?.record.stage).toBe('confirmed');
});

test('a raise that an older database has forgotten is the payment: no proof, confirmed, nobody paid twice', async () => {
  const of = await customer();
  const { id, to } = await sent(of);
  const txid = await replaceBy(
    await spend(id, [
      { to, units: SATOSHI },
      { to: hot, units: OUTPUT - SATOSHI - 5_000n },
    ]),
  );
  expect(await withdrawals.proof(id), 'it pays').toBeUndefined();
  expect(await withdrawals.stuck()).toEqual([]);
  expect(halts).toEqual([]);
  expect(await codeOf(withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
  await mine(MANY);
  expect(await codeOf(withdrawals.failProven(id, txid, 'other', 'x'))).toBe(3107);
  expect(await codeOf(withdrawals.replan(id, txid))).toBe(3107);
  expect((await withdrawals.one(id))?.record).toMatchObject({ stage: 'confirmed', txid });
  const [row] = await attempts(id);
  expect(row).toMatchObject({ txid, state: 'confirmed', cost: '5000', cost_coin: 'BTC' });
});
