// Bitcoin by a node: blocks proved by their bytes, our outputs by our own journal, plans, replacements, lies.

import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bareBytes } from '../../../src/custody/rail/bitcoin/codec.ts';
import { virtualBytes } from '../../../src/custody/rail/bitcoin/fees.ts';
import { bitcoinCodec, openBitcoin } from '../../../src/custody/rail/bitcoin/index.ts';
import {
  CannotPlan,
  type Chain,
  type Claims,
  NodeFault,
  type Plan,
  type Source,
} from '../../../src/custody/rail/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { FakeBitcoind, HANG, MINER, payment, txidOf } from './fake-node.ts';

const codec = bitcoinCodec('regtest');
const secret = (source: Source) =>
  createHash('sha256')
    .update(source.kind === 'hot' ? 'hot' : `deposit ${source.index}`)
    .digest();
const publicKeyOf = (source: Source) => secp256k1.getPublicKey(secret(source), true);
const HOT: Source = { kind: 'hot' };
const ANN: Source = { kind: 'deposit', index: 4 };
const hot = codec.address(publicKeyOf(HOT));
const ann = codec.address(publicKeyOf(ANN));
const cold = codec.address(publicKeyOf({ kind: 'deposit', index: 99 }));
const known = new Set([hot, ann, cold]);
const ours = (address: string) => known.has(address);

let database: CustodyTestDatabase;
let bitcoind: FakeBitcoind;
let url: string;
let chain: Chain;
let taken: Set<string>;
const claims: Claims = {
  ...{ has: async (claim) => taken.has(claim), lastNonce: async () => undefined, outstanding: async () => [] },
};
const sign = (plan: Plan) => codec.sign(codec.unsigned(plan, publicKeyOf), () => secret(plan.source));
const open = (timeout = 60_000, moment = 0) =>
  openBitcoin({
    ...{ db: database.db, url, network: 'regtest', publicKeyOf, owns: ours, timeout },
    birthday: 0,
    moment,
  });

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());
beforeEach(async () => {
  for (const table of ['bitcoin_blocks', 'bitcoin_outputs', 'bitcoin_spends'] as const)
    await database.db.deleteFrom(table).execute();
  taken = new Set();
  bitcoind = new FakeBitcoind();
  url = await bitcoind.start();
  chain = await open();
});
afterEach(async () => {
  await chain.stop();
  await bitcoind.stop();
});

describe('W03 what comes in', () => {
  it('is seen while it waits and in its block, every output by itself', async () => {
    const raw = payment([
      { to: ann, units: 5_000n },
      { to: MINER, units: 1n },
      { to: ann, units: 7_000n },
      { to: hot, units: 9n },
    ]);
    bitcoind.waiting.push(raw);
    const txid = txidOf(raw);
    const arrivals = [
      { txid, position: 0, address: ann, coin: 'BTC', units: 5_000n, senders: [] },
      { txid, position: 2, address: ann, coin: 'BTC', units: 7_000n, senders: [] },
    ];
    expect(await chain.node.pending((address) => address === ann)).toEqual(arrivals);
    expect(await chain.node.status(txid)).toEqual({ state: 'pending' });
    const asked = bitcoind.asked.filter((one) => one === 'getrawtransaction').length;
    await chain.node.pending((address) => address === ann);
    expect(bitcoind.asked.filter((one) => one === 'getrawtransaction').length).toBe(asked);
    bitcoind.mine();
    const head = await chain.node.head();
    expect(head).toMatchObject({ height: 1, parent: bitcoind.blocks[0]?.hash });
    expect(await chain.node.arrivals(head, (address) => address === ann)).toEqual(arrivals);
    expect(await chain.node.pending(ours)).toEqual([]);
    expect(await chain.node.status(txid)).toMatchObject({
      state: 'included',
      height: 1,
      blockHash: head.hash,
      cost: 0n,
    });
    expect(await chain.node.balance(ann, 'BTC', 0)).toBe(12_000n);
    expect(await chain.node.balance(ann, 'BTC', 1)).toBe(0n);
    expect(await chain.node.block(2)).toBeUndefined();
  });

  it('tells whose outputs of ours it spends, before its block and after (issue 14)', async () => {
    const given = payment([{ to: hot, units: 50_000n }]);
    bitcoind.mine(given);
    await chain.node.balance(hot, 'BTC', 0);
    const plan = await chain.planner.plan({ coin: 'BTC', to: ann, units: 20_000n }, HOT, claims);
    bitcoind.waiting.push(bareBytes(sign(plan)));
    const senders = (found: readonly { readonly senders?: readonly string[] }[]) => found.map((one) => one.senders);
    expect(senders(await chain.node.pending((address) => address === ann))).toEqual([[hot]]);
    bitcoind.mine();
    expect(senders(await chain.node.arrivals(await chain.node.head(), (address) => address === ann))).toEqual([[hot]]);
  });

  it('to an address that was not known when its block was read is taken in when it is told', async () => {
    const late = codec.address(publicKeyOf({ kind: 'deposit', index: 5 }));
    bitcoind.mine(payment([{ to: late, units: 5_000n }]));
    expect(await chain.node.balance(late, 'BTC', 0)).toBe(0n);
    known.add(late);
    const head = await chain.node.head();
    expect((await chain.node.arrivals(head, ours)).length).toBe(1);
    await chain.node.arrivals(head, ours);
    await chain.node.arrivals(head, (address) => address === MINER);
    expect([await chain.node.balance(late, 'BTC', 0), await chain.node.balance(MINER, 'BTC', 0)]).toEqual([5_000n, 0n]);
  });

  it('W04 is taken back when its blocks are replaced, up to 60 deep', async () => {
    for (const depth of [1, 13, 60]) {
      bitcoind.mine();
      bitcoind.mine(payment([{ to: ann, units: 5_000n }]));
      bitcoind.mineMany(depth - 1);
      await settle();
      expect(await chain.node.balance(ann, 'BTC', 0)).toBe(5_000n);
      bitcoind.drop(depth);
      bitcoind.mineMany(depth + 1);
      await settle();
      expect(await chain.node.balance(ann, 'BTC', 0)).toBe(0n);
    }
  });
});

/** The journal reads so many blocks at a call. */
async function settle(): Promise<void> {
  for (let at = 0; at < 20; at += 1)
    try {
      await chain.node.balance(hot, 'BTC', 0);
      return;
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
    }
  throw new Error('the journal of outputs did not come to an end');
}

describe('W05 a payment', () => {
  const pay = { coin: 'BTC', to: MINER, units: 40_000n };
  beforeEach(async () => {
    bitcoind.mine(
      payment([
        { to: hot, units: 100_000n },
        { to: hot, units: 50_000n },
        { to: hot, units: 20_000n },
      ]),
    );
    bitcoind.mineMany(2);
  });

  it('is planned from the smallest output that does, the rest comes back, and claims keep it for itself', async () => {
    const plan = await chain.planner.plan(pay, HOT, claims);
    expect(await chain.planner.plan(pay, HOT, claims)).toEqual(plan);
    const spend = codec.read(sign(plan), new Set([hot]));
    // 2 satoshi a virtual byte.
    const fee = 2n * virtualBytes(1, [22, 22]);
    expect(spend).toMatchObject({ payments: [pay], claims: plan.claims, cost: fee, from: hot });
    expect(plan.feeCap).toBe(fee);
    for (const claim of plan.claims) taken.add(claim);
    const next = await chain.planner.plan(pay, HOT, claims);
    expect(next.claims).not.toEqual(plan.claims);
    for (const claim of next.claims) taken.add(claim);
    await expect(chain.planner.plan(pay, HOT, claims)).rejects.toMatchObject({ why: 'funds' });
    await expect(chain.planner.plan({ ...pay, units: 500n }, HOT, new NoClaims())).rejects.toMatchObject({
      why: 'funds',
    });
  });

  it('weighs no more than was paid for', async () => {
    for (const units of [1_000n, 40_000n, 99_000n, 149_000n, 165_000n]) {
      const plan = await chain.planner.plan({ ...pay, units }, HOT, claims);
      const bare = Transaction.fromRaw(bareBytes(sign(plan)));
      const weighed = BigInt(bare.vsize);
      expect(plan.feeCap).toBeGreaterThanOrEqual(2n * weighed);
      expect(plan.feeCap).toBeLessThan(2n * weighed + 1_000n);
    }
  });

  it('is sent, sent again as it was, counted in its block with its cost, and taken back with it', async () => {
    const plan = await chain.planner.plan(pay, HOT, claims);
    const signed = sign(plan);
    const txid = codec.txid(signed);
    expect(await chain.node.status(txid)).toEqual({ state: 'unknown' });
    expect(await chain.node.broadcast(signed)).toEqual({ state: 'taken' });
    expect(await chain.node.broadcast(signed)).toEqual({ state: 'known' });
    expect(await chain.node.status(txid)).toEqual({ state: 'pending' });
    expect(bitcoind.waiting.map(txidOf)).toEqual([txid]);
    const hash = bitcoind.mine();
    expect(await chain.node.status(txid)).toEqual({
      ...{ state: 'included', height: 4, blockHash: hash, done: true, cost: plan.feeCap, costCoin: 'BTC' },
    });
    expect(await chain.node.balance(hot, 'BTC', 0)).toBe(170_000n - 40_000n - plan.feeCap);
    expect(await chain.node.balance(hot, 'BTC', 1)).toBe(170_000n);
    bitcoind.drop(1);
    bitcoind.mineMany(2);
    expect(await chain.node.status(txid)).toEqual({ state: 'unknown' });
    expect(await chain.node.balance(hot, 'BTC', 0)).toBe(170_000n);
    bitcoind.refuses = 'bad-txns-inputs-missingorspent';
    expect(await chain.node.broadcast(signed)).toEqual({ state: 'refused', why: 'bad-txns-inputs-missingorspent' });
  });

  it('costs more by less that comes back: same outputs, same payment, up to a bound', async () => {
    let plan: Plan | undefined = await chain.planner.plan(pay, HOT, claims);
    const first = plan;
    let bumps = 0;
    while (plan !== undefined) {
      const before: Plan = plan;
      plan = await chain.planner.bump(before);
      if (plan === undefined) break;
      bumps += 1;
      expect(plan.claims).toEqual(first.claims);
      expect(plan.payment).toEqual(first.payment);
      const bytes = BigInt(Transaction.fromRaw(bareBytes(sign(plan))).vsize);
      // BIP 125: more than before by what passing it on costs.
      expect(plan.feeCap).toBeGreaterThanOrEqual(before.feeCap + bytes);
      expect(codec.read(sign(plan), new Set([hot])).payments).toEqual([pay]);
    }
    expect(bumps).toBeGreaterThan(3);
  });

  it('by a node that knows too little pays the usual, and never beyond bounds', async () => {
    const bytes = virtualBytes(1, [22, 22]);
    bitcoind.feerate = undefined;
    expect((await chain.planner.plan(pay, HOT, claims)).feeCap).toBe(10n * bytes);
    bitcoind.feerate = 0.9;
    expect((await chain.planner.plan(pay, HOT, claims)).feeCap).toBeLessThanOrEqual(300n * virtualBytes(2, [22, 22]));
    await expect(chain.planner.plan({ ...pay, units: 120_000n }, HOT, claims)).rejects.toBeInstanceOf(CannotPlan);
    bitcoind.feerate = 0.000_000_01;
    expect((await chain.planner.plan(pay, HOT, claims)).feeCap).toBe(bytes);
  });
});

class NoClaims implements Claims {
  has = async () => false;
  lastNonce = async () => undefined;
  outstanding = async () => [];
}

describe('§8 the house', () => {
  it('sweeps all of a deposit address once it is twelve blocks deep, less the fee', async () => {
    bitcoind.mine(
      payment([
        { to: ann, units: 30_000n },
        { to: ann, units: 20_000n },
      ]),
    );
    bitcoind.mineMany(10);
    const move = { coin: 'BTC', to: hot, units: 50_000n };
    await expect(chain.planner.plan(move, ANN, claims)).rejects.toMatchObject({ why: 'funds' });
    bitcoind.mine();
    const plan = await chain.planner.plan(move, ANN, claims);
    const spend = codec.read(sign(plan), new Set([ann]));
    expect(spend).toMatchObject({
      payments: [{ to: hot, units: 50_000n - plan.feeCap }],
      from: ann,
      cost: plan.feeCap,
    });
    expect(plan.payment.units).toBe(50_000n - plan.feeCap);
    expect(await chain.planner.bump(plan)).toBeUndefined();
  });

  it('proposes a top-up for the cold wallet to sign', async () => {
    bitcoind.mine(payment([{ to: cold, units: 80_000n }]));
    const text = await chain.fromCold?.(cold, { coin: 'BTC', to: hot, units: 25_000n });
    const proposed = Transaction.fromPSBT(base64.decode(text ?? ''));
    expect([proposed.inputsLength, proposed.outputsLength]).toEqual([1, 2]);
    expect(proposed.getOutput(0).amount).toBe(25_000n);
    expect(proposed.fee).toBeGreaterThan(200n);
    await expect(chain.fromCold?.(cold, { coin: 'BTC', to: hot, units: 80_000n })).rejects.toMatchObject({
      why: 'funds',
    });
  });
});

describe('a node', () => {
  it.each([
    ['of another chain', (method: string, result: unknown) => (method === 'getblockhash' ? '11'.repeat(32) : result)],
    [
      'that shows another header',
      (method: string, result: unknown) => (method === 'getblockheader' ? '00'.repeat(80) : result),
    ],
    ['that answers what cannot be', (method: string, result: unknown) => (method === 'getblockcount' ? -1 : result)],
    [
      'that changes an output in a block',
      (method: string, result: unknown) =>
        method === 'getblock' ? String(result).replace('8813000000000000', '8913000000000000') : result,
    ],
    ['that does not answer', () => HANG],
  ])('%s is not believed', async (_, fault) => {
    bitcoind.mine(payment([{ to: ann, units: 5_000n }]));
    await chain.stop();
    chain = await open(200);
    bitcoind.fault = fault;
    await expect(chain.node.balance(ann, 'BTC', 0)).rejects.toBeInstanceOf(NodeFault);
    await expect(chain.planner.plan({ coin: 'BTC', to: MINER, units: 5_000n }, HOT, claims)).rejects.toMatchObject({
      why: 'node',
    });
    bitcoind.fault = (__, result) => result;
    expect(await chain.node.balance(ann, 'BTC', 0)).toBe(5_000n);
  });

  it('that is only behind takes nothing back', async () => {
    bitcoind.mine(payment([{ to: ann, units: 5_000n }]));
    bitcoind.mineMany(3);
    await settle();
    const blocks = [...bitcoind.blocks];
    bitcoind.drop(2);
    await expect(chain.node.balance(ann, 'BTC', 0)).rejects.toBeInstanceOf(NodeFault);
    bitcoind.blocks = blocks;
    expect(await chain.node.balance(ann, 'BTC', 0)).toBe(5_000n);
  });

  it('tells nothing of its name and password in faults', async () => {
    await bitcoind.stop();
    const reported = await chain.node.head().catch((error: unknown) => String(error));
    expect(reported).toMatch(/no answer/);
    expect(reported).not.toMatch(/secret|127\.0\.0\.1/);
    bitcoind = new FakeBitcoind();
    await bitcoind.start();
  });

  it('is asked for its newest block once for many questions that follow each other', async () => {
    await chain.stop();
    chain = await open(5_000, 60_000);
    await chain.node.head();
    bitcoind.asked = [];
    for (let at = 0; at < 5; at += 1) await chain.node.balance(ann, 'BTC', 0);
    expect(bitcoind.asked.filter((method) => method === 'getblockcount')).toEqual([]);
    bitcoind.mine(payment([{ to: ann, units: 5_000n }]));
    await chain.node.head();
    expect(await chain.node.balance(ann, 'BTC', 0)).toBe(5_000n);
  });

  it('is read by two processes at once, every block once', async () => {
    bitcoind.mine(payment([{ to: ann, units: 5_000n }]));
    bitcoind.mineMany(8);
    const other = await open();
    const both = await Promise.all([chain, other, chain, other].map(({ node }) => node.balance(ann, 'BTC', 0)));
    expect(both).toEqual([5_000n, 5_000n, 5_000n, 5_000n]);
    await other.stop();
  });
});
