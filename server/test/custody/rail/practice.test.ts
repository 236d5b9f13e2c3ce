import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import type { CommandKey } from '../../../src/api/call/index.ts';
import { CannotPlan, type Claims, NodeFault, type Plan, type Source } from '../../../src/custody/rail/index.ts';
import { OUTSIDE_ADDRESS, type Practice, practiceCodec } from '../../../src/custody/rail/practice/index.ts';
import { writeTransaction } from '../../../src/custody/rail/practice/transaction.ts';
import { randomFrom } from '../../support/exchange-world.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { faultyNode } from './faulty-node.ts';
import { addressOf, forgetPractice, privateKeyOf, publicKeyOf, startPractice, START } from './practice-world.ts';

const { seed } = randomTests(import.meta.url);

const ANN = { userId: '7', coreUser: 2 };
const BEN = { userId: '8', coreUser: 3 };
const HOT: Source = { kind: 'hot' };
const FIRST: Source = { kind: 'deposit', index: 0 };
const SECOND: Source = { kind: 'deposit', index: 1 };
const all = () => true;
const noClaims: Claims = {
  ...{ has: async () => false, lastNonce: async () => undefined, outstanding: async () => [] },
};

let database: CustodyTestDatabase;
let practice: Practice;
let keys = 0;

const key = (): CommandKey => ({ keyTime: START, keyHigh: 1, keyLow: (keys += 1), bodyHash: 1 });
const sign = (plan: Plan) =>
  practiceCodec.sign(practiceCodec.unsigned(plan, publicKeyOf), () => privateKeyOf(plan.source));
const mine = (count: number) => practice.mine(count);
const codeOf = async (act: Promise<unknown>) =>
  act.then(
    () => 200,
    (error: { code?: number }) => error.code,
  );

beforeAll(async () => {
  database = await custodyDatabase();
  practice = await startPractice(database.db);
});
afterEach(async () => {
  await practice.chain.stop();
  await forgetPractice(database.db);
  practice = await startPractice(database.db);
});
afterAll(async () => database.stop());

describe('a zero self-transfer on the practice chain (issue 14)', () => {
  it('uses the nonce of a plan whose bytes are nobody’s any more, and nothing else of nothing is a transaction', async () => {
    const { planner, node } = practice.chain;
    await practice.outside.endow(addressOf(HOT));
    await mine(1);
    const before = await node.balance(addressOf(HOT), 'USDT', 0);
    const payment = { coin: 'USDT', to: addressOf(SECOND), units: 5_000_000n };
    const lost = await planner.plan(payment, HOT, noClaims);
    const freeing = await planner.free?.(lost);
    if (freeing === undefined) throw new Error('expected a zero self-transfer');
    expect(freeing).toMatchObject({ payment: { to: addressOf(HOT), units: 0n }, claims: lost.claims });
    expect(await node.broadcast(sign(freeing))).toEqual({ state: 'taken' });
    await mine(1);
    expect(before - (await node.balance(addressOf(HOT), 'USDT', 0))).toBe(freeing.feeCap);
    expect(await node.arrivals(await node.head(), all)).toEqual([]);
    expect(await node.broadcast(sign(lost))).toMatchObject({ state: 'refused' });
    for (const outputs of [
      [{ address: addressOf(SECOND), units: 0n }],
      [
        { address: addressOf(HOT), units: 0n },
        { address: addressOf(SECOND), units: 1n },
      ],
    ])
      expect(() =>
        writeTransaction({ publicKey: publicKeyOf(HOT), nonce: 3, coin: 'USDT', fee: 10n, outputs }),
      ).toThrow('above 0');
  });
});

describe('addresses of the practice chain', () => {
  it('are of one spelling and tell what is wrong with another text', () => {
    const address = addressOf(FIRST);
    expect(practiceCodec.check(address)).toBe('ok');
    // The address that the page offers to whoever tries a withdrawal (issue 18 §2).
    const page = '../../../../web/src/features/wallet/withdraw/practice-address.tsx';
    expect(readFileSync(join(import.meta.dirname, page), 'utf8')).toContain(`'${OUTSIDE_ADDRESS}'`);
    expect(practiceCodec.spell(address.toUpperCase())).toBe(address);
    const last = address.at(-1) === 'q' ? 'p' : 'q';
    expect(practiceCodec.check(address.slice(0, -1) + last)).toBe('checksum');
    expect(practiceCodec.check(address.slice(0, -1))).toBe('format');
    expect(practiceCodec.check(address.slice(0, 10) + address.slice(10).toUpperCase())).toBe('format');
    for (const other of [
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ])
      expect(practiceCodec.check(other)).toBe('network');
    for (const text of ['', 'vtp1', 'hello', `vtp1${'b'.repeat(38)}`]) expect(practiceCodec.check(text)).toBe('format');
  });

  it('are of compressed keys alone', () => {
    expect(() => practiceCodec.address(new Uint8Array(65).fill(4))).toThrow('compressed');
  });
});

describe('bytes of a practice transaction', () => {
  it('say what they do, are signed the same each time, and take no other byte', async () => {
    await practice.outside.send(ANN, 'ETH', addressOf(HOT), '0.4', key());
    await mine(1);
    const payment = { coin: 'ETH', to: addressOf(SECOND), units: 123_456_789_012_345_678n };
    const plan = await practice.chain.planner.plan(payment, HOT, noClaims);
    const signed = sign(plan);
    expect(sign(plan)).toEqual(signed);
    const read = practiceCodec.read(signed, new Set());
    expect(read).toEqual({ payments: [payment], claims: plan.claims, cost: plan.feeCap, from: addressOf(HOT) });
    expect(practiceCodec.read(practiceCodec.unsigned(plan, publicKeyOf), new Set())).toEqual(read);
    expect(() => practiceCodec.read(Buffer.concat([signed, Buffer.of(0)]), new Set())).toThrow(RangeError);
    expect(() => practiceCodec.read(signed.subarray(0, -1), new Set())).toThrow(RangeError);
    expect(() => practiceCodec.sign(practiceCodec.unsigned(plan, publicKeyOf), () => privateKeyOf(FIRST))).toThrow(
      RangeError,
    );
  });

  it('changed anywhere are refused or another transaction that nobody signed', async () => {
    const random = randomFrom(seed);
    await practice.outside.send(ANN, 'USDT', addressOf(HOT), '100', key());
    await mine(1);
    const plan = await practice.chain.planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 5n }, HOT, noClaims);
    const signed = Buffer.from(sign(plan));
    for (let turn = 0; turn < 200; turn += 1) {
      const changed = Buffer.from(signed);
      const at = random(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      const answer = await practice.chain.node.broadcast(changed);
      expect(answer.state, `seed ${seed}, byte ${at}`).toBe('refused');
    }
    expect((await practice.chain.node.broadcast(signed)).state).toBe('taken');
  });
});

describe('the practice chain', () => {
  it('counts blocks, pays by nonce and fee, and knows what it has', async () => {
    const { node, planner } = practice.chain;
    const { txid } = await practice.outside.send(ANN, 'USDT', addressOf(HOT), '500', key());
    expect(await node.status(txid)).toEqual({ state: 'pending' });
    expect(await node.pending(all)).toMatchObject([{ txid, address: addressOf(HOT), units: 500_000_000n }]);
    await mine(1);
    const head = await node.head();
    expect(head.height).toBe(1);
    expect(head.parent).toBe((await node.block(0))?.hash);
    expect(await node.arrivals(head, all)).toMatchObject([{ txid, position: 0, coin: 'USDT' }]);
    await expect(node.arrivals({ ...head, hash: 'ab' }, all)).rejects.toThrow(NodeFault);
    const plan = await planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 7_000_000n }, HOT, noClaims);
    const raw = sign(plan);
    expect(await node.broadcast(raw)).toEqual({ state: 'taken' });
    expect(await node.broadcast(raw)).toEqual({ state: 'known' });
    await mine(2);
    expect(await node.broadcast(raw)).toEqual({ state: 'known' });
    expect(await node.status(practiceCodec.txid(raw))).toMatchObject({ height: 2, done: true, cost: plan.feeCap });
    expect(await node.balance(addressOf(HOT), 'USDT', 0)).toBe(493_000_000n - plan.feeCap);
    expect(await node.balance(addressOf(HOT), 'USDT', 1)).toBe(493_000_000n - plan.feeCap);
    expect(await node.balance(addressOf(HOT), 'USDT', 2)).toBe(500_000_000n);
    expect(await node.balance(addressOf(HOT), 'USDT', 3)).toBe(0n);
  });

  it('replaces by a higher fee of the same nonce alone, up to the cap', async () => {
    const { node, planner } = practice.chain;
    await practice.outside.send(ANN, 'USDT', addressOf(HOT), '500', key());
    await mine(1);
    const first = await planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 1n }, HOT, noClaims);
    const bumped = await planner.bump(first);
    expect(bumped?.claims).toEqual(first.claims);
    expect(bumped?.payment).toEqual(first.payment);
    const [low, high] = [sign(first), sign(bumped!)];
    expect((await node.broadcast(low)).state).toBe('taken');
    expect((await node.broadcast(high)).state).toBe('taken');
    expect((await node.broadcast(low)).state).toBe('refused');
    await mine(1);
    expect(await node.status(practiceCodec.txid(low))).toEqual({ state: 'unknown' });
    expect((await node.status(practiceCodec.txid(high))).state).toBe('included');
    let last: Plan | undefined = first;
    let bumps = 0;
    for (; last !== undefined && bumps < 50; bumps += 1) last = await planner.bump(last);
    expect(last).toBeUndefined();
    expect(bumps).toBeGreaterThan(3);
  });

  it('plans nothing that cannot be paid, and the nonce above every plan there ever was', async () => {
    const { planner } = practice.chain;
    await expect(
      planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 1n }, SECOND, noClaims),
    ).rejects.toBeInstanceOf(CannotPlan);
    await practice.outside.send(ANN, 'USDT', addressOf(HOT), '500', key());
    await mine(1);
    const planned = await planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 1n }, HOT, {
      ...{ has: async () => true, lastNonce: async () => 41, outstanding: async () => [] },
    });
    expect(planned.claims).toEqual([`nonce:${addressOf(HOT)}:42`]);
  });

  it('what is planned and not sent yet is not planned again (W05)', async () => {
    const { node, planner } = practice.chain;
    await practice.outside.send(ANN, 'USDT', addressOf(HOT), '500', key());
    await mine(1);
    const claimed: Plan[] = [];
    const claims: Claims = {
      has: async (claim) => claimed.some((plan) => plan.claims.includes(claim)),
      lastNonce: async () => (claimed.length === 0 ? undefined : claimed.length - 1),
      outstanding: async () => claimed,
    };
    const pay = (dollars: bigint) =>
      planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: dollars * 1_000_000n }, HOT, claims);
    const first = await pay(300n);
    claimed.push(first);
    await expect(pay(300n), 'stored, not sent').rejects.toMatchObject({ why: 'funds' });
    // What is refused takes nothing, and what was never stored gives its place to the next of its nonce.
    await pay(190n);
    const second = await pay(199n);
    claimed.push(second);
    expect(second.claims).toEqual([`nonce:${addressOf(HOT)}:1`]);
    await expect(pay(1n)).rejects.toBeInstanceOf(CannotPlan);
    for (const plan of [first, second]) expect((await node.broadcast(sign(plan))).state).toBe('taken');
    await expect(pay(1n), 'sent, and counted once').rejects.toMatchObject({ why: 'funds' });
    await mine(1);
    // Once in a block it is out of the balance alone: 500 less 499 and two fees.
    await expect(pay(1n)).rejects.toBeInstanceOf(CannotPlan);
    const rest = { coin: 'USDT', to: addressOf(FIRST), units: 900_000n };
    expect((await planner.plan(rest, HOT, claims)).claims).toEqual([`nonce:${addressOf(HOT)}:2`]);
  });

  it('pays several addresses in one transaction, each at its place (W03)', async () => {
    const { node } = practice.chain;
    await practice.outside.send(ANN, 'BTC', addressOf(HOT), '0.01', key());
    await mine(1);
    const outputs = [FIRST, SECOND, FIRST].map((source, at) => ({ address: addressOf(source), units: BigInt(at + 1) }));
    const unsigned = writeTransaction({ publicKey: publicKeyOf(HOT), nonce: 0, coin: 'BTC', fee: 400n, outputs });
    const raw = practiceCodec.sign(unsigned, () => privateKeyOf(HOT));
    expect((await node.broadcast(raw)).state).toBe('taken');
    await mine(1);
    const arrivals = await node.arrivals(await node.head(), (address) => address !== addressOf(HOT));
    expect(arrivals.map(({ position, units, address }) => [position, units, address])).toEqual(
      outputs.map(({ units, address }, at) => [at, units, address]),
    );
  });

  it('is the same after a restart, what waits too', async () => {
    await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '5', key());
    await mine(3);
    const { txid } = await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '6', key());
    const head = await practice.chain.node.head();
    const again = await startPractice(database.db);
    expect(await again.chain.node.head()).toEqual(head);
    expect(await again.chain.node.balance(addressOf(FIRST), 'USDT', 0)).toBe(5_000_000n);
    expect(await again.chain.node.status(txid)).toEqual({ state: 'pending' });
    await again.mine();
    expect((await again.chain.node.status(txid)).state).toBe('included');
    // The first one finds the other's block, and goes on behind it.
    await mine(1);
    expect((await practice.chain.node.block(4))?.hash).toBe((await again.chain.node.head()).hash);
    expect((await practice.chain.node.head()).height).toBe(5);
  });

  it('reorganises 1 to 60 deep: nothing is lost but what is dropped, and no coin is made (W04)', async () => {
    const random = randomFrom(seed);
    const { node } = practice.chain;
    const supply = async () => {
      let sum = 0n;
      for (const address of [OUTSIDE_ADDRESS, addressOf(HOT), addressOf(FIRST)])
        sum += await node.balance(address, 'USDT', 0);
      return sum;
    };
    const before = await supply();
    let sent = 0n;
    for (let depth = 1; depth <= 60; depth += 7) {
      const paid: string[] = [];
      for (let at = 0; at < depth; at += 1) {
        if (random(4) === 0) {
          const { txid } = await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '1', key());
          paid.push(txid);
        }
        await mine(1);
      }
      const drop = random(2) === 0;
      const old = await node.head();
      const fork = await node.block(old.height - depth);
      expect(await practice.outside.reorganise(depth, drop), `seed ${seed}`).toBe(old.height + 1);
      expect((await node.block(old.height))?.hash).not.toBe(old.hash);
      expect((await node.block(old.height - depth))?.hash).toBe(fork?.hash);
      for (let height = old.height - depth + 1; height <= old.height + 1; height += 1)
        expect((await node.block(height))?.parent).toBe((await node.block(height - 1))?.hash);
      for (const txid of paid) expect((await node.status(txid)).state).toBe(drop ? 'unknown' : 'included');
      if (!drop) sent += BigInt(paid.length);
      expect(await node.balance(addressOf(FIRST), 'USDT', 0)).toBe(sent * 1_000_000n);
    }
    const fees = before - (await supply());
    expect(fees % 10_000n, 'whole fees').toBe(0n);
    expect(fees).toBe(sent * 10_000n);
  });

  it('reorganises by itself from a seed, seldom, 1 to 3 deep', async () => {
    await forgetPractice(database.db);
    const natural = await startPractice(database.db, { seed: 'any' });
    let height = 0;
    let deeper = 0;
    for (let at = 0; at < 900; at += 1) {
      await natural.mine();
      const head = await natural.chain.node.head();
      if (head.height === height + 2) deeper += 1;
      else expect(head.height).toBe(height + 1);
      height = head.height;
    }
    expect(deeper).toBeGreaterThan(0);
    expect(deeper).toBeLessThan(30);
  });
});

describe('the wallet outside', () => {
  it('pays once a key, so much a customer, coin and day', async () => {
    const first = key();
    const paid = await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '600', first);
    expect(paid.left).toBe('400');
    expect(await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '600', first)).toEqual(paid);
    await mine(3);
    expect(await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '600', first)).toEqual(paid);
    expect(await codeOf(practice.outside.send(ANN, 'USDT', addressOf(FIRST), '601', first))).toBe(409);
    expect(await codeOf(practice.outside.send(ANN, 'USDT', addressOf(FIRST), '400.000001', key()))).toBe(3104);
    // More than the wallet has: the customer's limit is the answer, not a fault of ours (issue 14).
    const all = practice.outside.send(ANN, 'USDT', addressOf(FIRST), '900000000000000', key());
    await expect(all).rejects.toMatchObject({ code: 3104, args: { left: '400', coin: 'USDT' } });
    expect((await practice.outside.send(ANN, 'USDT', addressOf(FIRST), '400', key())).left).toBe('0');
    // Another customer's own, with the same key words too.
    expect((await practice.outside.send(BEN, 'USDT', addressOf(FIRST), '600', first)).txid).not.toBe(paid.txid);
    await mine(1);
    expect(await practice.chain.node.balance(addressOf(FIRST), 'USDT', 0)).toBe(1_600_000_000n);
  });

  it('pays not more when asked many times at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(practice.outside.send(ANN, 'ETH', addressOf(FIRST), '0.1', key()))),
    );
    expect(asked.filter((code) => code === 200).length).toBe(5);
    await mine(1);
    expect(await practice.chain.node.balance(addressOf(FIRST), 'ETH', 0)).toBe(5n * 10n ** 17n);
  });

  it('refuses a coin, an address or an amount that is none', async () => {
    const send = (coin: string, address: string, amount: string) =>
      codeOf(practice.outside.send(ANN, coin, address, amount, key()));
    expect(await send('DOGE', addressOf(FIRST), '1')).toBe(404);
    expect(await send('USDT', `${addressOf(FIRST)}x`, '1')).toBe(3101);
    expect(await send('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', '1')).toBe(3102);
    expect(await send('USDT', addressOf(FIRST), '0.0000001')).toBe(400);
    expect(await send('USDT', addressOf(FIRST), '0')).toBe(400);
  });

  it('is opened in practice mode alone', async () => {
    const parts = { db: database.db, mode: 'live' as const, now: () => START, onFault: () => undefined };
    await expect(startPractice(database.db, { parts })).rejects.toThrow('practice mode');
  });
});

describe('a node that does wrong', () => {
  it('takes and says no, says yes and forgets, goes away after it did', async () => {
    const faulty = faultyNode(practice.chain.node);
    await practice.outside.send(ANN, 'USDT', addressOf(HOT), '500', key());
    await mine(12);
    const raw = sign(
      await practice.chain.planner.plan({ coin: 'USDT', to: addressOf(FIRST), units: 1n }, HOT, noClaims),
    );
    faulty.choose = () => 'lost';
    expect((await faulty.node.broadcast(raw)).state).toBe('taken');
    expect((await practice.chain.node.status(practiceCodec.txid(raw))).state).toBe('unknown');
    faulty.choose = () => 'refused';
    expect((await faulty.node.broadcast(raw)).state).toBe('refused');
    expect((await practice.chain.node.status(practiceCodec.txid(raw))).state).toBe('pending');
    faulty.choose = () => 'late';
    await expect(faulty.node.broadcast(raw)).rejects.toThrow(NodeFault);
    faulty.choose = () => 'wrongHash';
    expect((await faulty.node.head()).hash).not.toBe((await practice.chain.node.head()).hash);
    faulty.choose = () => 'behind';
    expect((await faulty.node.head()).height).toBe(2);
    expect(Object.fromEntries(faulty.played)).toEqual({ lost: 1, refused: 1, late: 1, wrongHash: 1, behind: 1 });
  });
});
