// §8, W05: the house's own moves on the practice chain: swept once, to the hot wallet, and to the cold one above the limit.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Addresses, ChainFollower, SignOrder, Treasury } from '../../../src/custody/types/index.ts';
import type { Practice } from '../../../src/custody/rail/practice/index.ts';
import { createTreasury } from '../../../src/custody/treasury/index.ts';
import { planLessFee } from '../../../src/custody/treasury/plan-less-fee.ts';
import { CannotPlan, type Chain, type ChainStatus, type Rival } from '../../../src/custody/rail/index.ts';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { addressOf, forgetPractice, privateKeyOf, publicKeyOf, START, startPractice } from '../rail/practice-world.ts';
import { FakeBooks } from './fakes.ts';

const UNIT = 1_000_000n;
const deposit = { kind: 'deposit', index: 0 } as const;
const COLD = addressOf({ kind: 'deposit', index: 99 });
const USDT = { asset: 1, code: 'USDT', scale: 6 };
const ANN = { userId: '7', coreUser: 7 };

let database: CustodyTestDatabase;
let practice: Practice;
let treasury: Treasury & { stop(): Promise<void> };
let orders: SignOrder[];
let faults: unknown[];
let now: number;
/** The hot wallet's limit. */
let least = '100000';
/** What happens to bytes on their way to the node. */
let sending: (go: () => Promise<never>) => Promise<never>;
/** What the node says of a transaction, by what is so. */
let saying: (truth: ChainStatus) => Promise<ChainStatus> | ChainStatus;
/** What stands in a block with a claim of ours, and is none of ours. */
let rival: Rival | undefined;

const follower = (chain: Chain): ChainFollower => {
  let height: number | undefined;
  return {
    chain,
    async step() {
      const head = await chain.node.head();
      for (let at = Math.max(0, Math.min(height ?? 0, head.height) - 20); at <= head.height; at += 1) {
        const block = await chain.node.block(at);
        if (block === undefined) continue;
        const row = { ...block, chain: chain.name, time: String(block.time), seen_at: String(now) };
        await database.db
          .insertInto('custody_blocks')
          .values(row)
          .onConflict((conflict) => conflict.columns(['chain', 'height']).doUpdateSet(row))
          .execute();
      }
      height = head.height;
    },
    height: () => height,
    async confirmations(at, hash) {
      const block = await chain.node.block(at);
      return block?.hash === hash ? (height ?? 0) - at + 1 : 0;
    },
    fault: () => null,
    stop: async () => undefined,
  };
};
let followed: ChainFollower;

async function pass(times = 1): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    now += 60_001;
    await practice.mine();
    await followed.step();
    await treasury.step();
  }
}

/** What is sent at its first pass has its twelve blocks at the last. */
async function final(): Promise<void> {
  await pass(2);
  for (let block = 0; block < 11; block += 1) await practice.mine();
  await pass(1);
}

const held = (address: string) => practice.chain.node.balance(address, 'USDT', 0);
const moves = () => database.db.selectFrom('custody_transactions').selectAll().orderBy('id').execute();
const looked = async () => (await treasury.reserves()).find(({ coin }) => coin === 'USDT');

/** A customer's deposit, in a block, in the table and in the books. */
async function deposited(units: bigint, books: FakeBooks): Promise<void> {
  // The wallet outside gives so much a day to each; a hundred of it are at hand.
  for (let left = units, at = 0; left > 0n; left -= 1_000n * UNIT, at += 1) {
    const part = left > 1_000n * UNIT ? 1_000n * UNIT : left;
    const key = { keyTime: now, keyHigh: at, keyLow: orders.length, bodyHash: 0 } as never;
    const customer = { userId: String(1_000 + at), coreUser: 1_000 + at };
    const { txid } = await practice.outside.send(customer, 'USDT', addressOf(deposit), String(part / UNIT), key);
    await practice.mine();
    await followed.step();
    const status = await practice.chain.node.status(txid);
    if (status.state !== 'included') throw new Error('not in a block');
    const seq = books.tell([
      ...books.entry(17, 0, 0, 1, 1, -Number.parseInt(String(part), 10)),
      ...books.entry(1, 7, 1, 1, 0, Number.parseInt(String(part), 10)),
    ]);
    await database.db
      .insertInto('custody_deposits')
      .values({
        ...{
          network: 'practice',
          txid,
          position: 0,
          coin: 'USDT',
          units: String(part),
          atoms: String(part),
          dust: '0',
        },
        ...{ address: addressOf(deposit), user_id: '7', core_user: '7', height: status.height, stage: 'credited' },
        ...{ block_hash: status.blockHash, seen_at: String(now), changed_at: String(now), seq: String(seq) },
      })
      .execute();
  }
}

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());

let books: FakeBooks;
async function open(): Promise<void> {
  const addresses: Pick<Addresses, 'hot' | 'cold' | 'all' | 'owner' | 'publicKeyOf'> = {
    hot: () => addressOf({ kind: 'hot' }),
    cold: () => COLD,
    all: () => [{ address: addressOf(deposit), source: deposit }],
    owner: (_, address) => (address === addressOf(deposit) ? { ...ANN, index: 0 } : undefined),
    publicKeyOf: () => publicKeyOf,
  };
  const chain: Chain = {
    ...practice.chain,
    stuckAfter: 300_000,
    node: {
      ...practice.chain.node,
      broadcast: (raw) => sending(() => practice.chain.node.broadcast(raw) as Promise<never>),
      status: async (txid) => saying(await practice.chain.node.status(txid)),
      rival: async () => rival,
    },
  };
  followed = follower(chain);
  const live = { assets: () => [USDT], assetByCode: (code: string) => (code === 'USDT' ? USDT : undefined) } as never;
  treasury = await createTreasury({
    parts: {
      db: database.db,
      link: books.link,
      live,
      mode: 'practice',
      now: () => now,
      onFault: (error) => faults.push(error),
    },
    ...{ chains: [chain], followers: [followed], addresses },
    terms: { USDT: { limit: { share: 0, least }, low: 250_000, sweep: '100', tolerance: '0' } },
    signer: {
      release: async () => true,
      async sign(order) {
        orders.push(order);
        return chain.codec.sign(order.unsigned, () => privateKeyOf(order.source));
      },
    },
  });
}

beforeEach(async () => {
  for (const table of [
    'custody_claims',
    'custody_transactions',
    'custody_deposits',
    'custody_blocks',
    'custody_reserves',
    'custody_halts',
  ])
    await database.db.deleteFrom(table as 'custody_halts').execute();
  await database.db.deleteFrom('custody_holdings').execute();
  await forgetPractice(database.db);
  orders = [];
  faults = [];
  now = START;
  least = '100000';
  sending = (go) => go();
  saying = (truth) => truth;
  rival = undefined;
  books = new FakeBooks();
  practice = await startPractice(database.db);
  await open();
});
afterEach(async () => {
  await treasury.stop();
  await practice.chain.stop();
});

describe('§8 a sweep', () => {
  it('takes a deposit address to the hot wallet, once, and no look misses it on its way', async () => {
    await deposited(500n * UNIT, books);
    for (let at = 0; at < 16; at += 1) {
      await pass();
      expect(await looked()).toMatchObject({ state: 'even', difference: 0n });
    }
    const rows = await moves();
    expect(rows.map(({ kind, state }) => [kind, state])).toEqual([['sweep', 'confirmed']]);
    expect(orders.map(({ id }) => id)).toEqual([`sweep:${rows[0]?.id}`]);
    expect(await held(addressOf(deposit))).toBe(0n);
    expect((await held(addressOf({ kind: 'hot' }))) + BigInt(rows[0]?.cost ?? '0')).toBe(500n * UNIT);
    expect(faults).toEqual([]);
  });

  it('leaves what is not worth it', async () => {
    await deposited(99n * UNIT, books);
    await pass(3);
    expect(await moves()).toEqual([]);
    expect(await looked()).toMatchObject({ unswept: 99n * UNIT, state: 'even' });
  });

  it('W05 sends the bytes it stored again, and no others, when answers are lost', async () => {
    await deposited(500n * UNIT, books);
    let cut = 0;
    sending = async (go) => {
      cut += 1;
      if (cut % 2 === 1) throw new Error('the connection was cut');
      await go();
      throw new Error('the answer was lost');
    };
    await pass(1);
    const [first] = await moves();
    expect(first).toMatchObject({ state: 'signed', broadcast_at: null });
    // Another process takes it up.
    await treasury.stop();
    await open();
    await pass(16);
    const rows = await moves();
    expect(rows.length).toBe(1);
    expect(rows[0]?.raw?.equals(first?.raw ?? Buffer.alloc(0))).toBe(true);
    expect(rows[0]?.state).toBe('confirmed');
    expect(orders.length).toBe(1);
  });

  it('W04 that a replaced block took back is sent again as it was', async () => {
    await deposited(500n * UNIT, books);
    await pass(16);
    expect((await moves())[0]?.state).toBe('confirmed');
    await practice.outside.reorganise(15, false);
    await followed.step();
    await pass(16);
    const rows = await moves();
    expect(rows.map(({ state }) => state)).toEqual(['confirmed']);
    expect(orders.length).toBe(1);
    expect(await looked()).toMatchObject({ state: 'even', difference: 0n });
  });

  it('W08 is not done because a node says that a block of ours has it, and is sent again', async () => {
    await deposited(500n * UNIT, books);
    let lost = 0;
    sending = async () => {
      lost += 1;
      throw new Error('the connection was cut');
    };
    const head = await practice.chain.node.head();
    const included = { state: 'included', height: head.height, blockHash: head.hash } as const;
    saying = () => ({ ...included, done: true, cost: 1n, costCoin: 'USDT' });
    await final();
    expect((await moves()).map(({ kind, state }) => [kind, state])).toEqual([['sweep', 'signed']]);
    expect(faults.map(String).join()).toContain('expected sweep');
    expect(await held(addressOf(deposit))).toBe(500n * UNIT);
    // In a block that was never ours: the bytes are sent on.
    const before = lost;
    saying = () => ({ ...included, blockHash: 'f'.repeat(64), done: true, cost: 1n, costCoin: 'USDT' });
    await pass(2);
    expect(lost).toBe(before + 2);
    // Once it tells the truth, the same bytes are paid.
    sending = (go) => go();
    saying = (truth) => truth;
    await final();
    expect((await moves()).map(({ state }) => state)).toEqual(['confirmed']);
    expect(orders.length).toBe(1);
    expect(await held(addressOf(deposit))).toBe(0n);
  });

  it('W08 did not fail because a node says so of one that paid', async () => {
    await deposited(500n * UNIT, books);
    saying = (truth) => (truth.state === 'included' ? { ...truth, done: false } : truth);
    await final();
    expect((await moves()).map(({ state }) => state)).toEqual(['broadcast']);
    expect(faults.map(String).join()).toContain('to have paid');
    saying = (truth) => truth;
    await pass(1);
    expect((await moves()).map(({ state }) => state)).toEqual(['confirmed']);
  });

  it('W08 is not done at a cost beyond what its bytes allow, nor in another coin', async () => {
    await deposited(500n * UNIT, books);
    for (const lie of [{ cost: 400n * UNIT }, { costCoin: 'BTC' }, { cost: -1n }]) {
      saying = (truth) => (truth.state === 'included' ? { ...truth, ...lie } : truth);
      await pass(14);
      expect((await moves()).map(({ state, cost }) => [state, cost])).toEqual([['broadcast', null]]);
    }
    expect(faults.map(String).join()).toContain('to take at most');
    saying = (truth) => truth;
    await pass(1);
    expect((await moves()).map(({ state }) => state)).toEqual(['confirmed']);
    expect(await looked()).toMatchObject({ state: 'even', difference: 0n });
  });

  it('gives up a move whose claims a transaction used that custody did not make, and plans it anew once that is buried', async () => {
    await deposited(500n * UNIT, books);
    const { height, hash } = await practice.chain.node.head();
    // It never reaches the chain: something else has what it spends.
    sending = async () => {
      throw new Error('the connection was cut');
    };
    await pass(1);
    rival = { txid: 'ab'.repeat(32), height, blockHash: hash };
    await pass(1);
    expect((await moves()).map(({ state }) => state)).toEqual(['signed']);
    expect(treasury.halted('practice', 'USDT')?.reason).toContain(rival.txid);
    // Two people looked: it is not halted again for the same.
    await treasury.resume('practice', 'USDT');
    await pass(1);
    expect(treasury.halted('practice', 'USDT')).toBeUndefined();
    // In a block that is none of ours it proves nothing.
    rival = { ...rival, blockHash: 'f'.repeat(64) };
    for (let block = 0; block < 100; block += 1) await practice.mine();
    await pass(1);
    expect((await moves()).map(({ state }) => state)).toEqual(['signed']);
    rival = { ...rival, blockHash: hash };
    await pass(1);
    expect((await moves())[0]?.state).toBe('replaced');
    rival = undefined;
    sending = (go) => go();
    await pass(1);
    const [first, second] = await moves();
    expect([first?.state, second?.kind, second?.state]).toEqual(['replaced', 'sweep', 'broadcast']);
    expect(JSON.parse(second?.plan ?? '{}').claims).not.toEqual(JSON.parse(first?.plan ?? '{}').claims);
  });

  it('takes the fee off where a planner does not', async () => {
    const having = (has: bigint) => {
      const plan = async ({ units }: { units: bigint }) => {
        if (units + 10n > has) throw new CannotPlan('funds', 'too little');
        return { feeCap: 10n, payment: { units } };
      };
      return { planner: { plan } } as unknown as Chain;
    };
    const move = { kind: 'sweep', payment: { coin: 'A', to: 'b', units: 100n }, source: deposit } as const;
    expect((await planLessFee(having(100n), move, {} as never)).payment.units).toBe(90n);
    await expect(planLessFee(having(9n), move, {} as never)).rejects.toThrow(CannotPlan);
  });
});

describe('§8 the hot wallet', () => {
  it('sends what it has above its limit to the cold one, once, and proposes how it comes back', async () => {
    least = '200';
    await treasury.stop();
    await open();
    await deposited(500n * UNIT, books);
    await pass(30);
    const rows = await moves();
    expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['sweep confirmed', 'cold confirmed']);
    expect(await held(COLD)).toBe(BigInt(rows[1]?.units ?? '0'));
    // Down to three fifths of the limit, less what it took.
    expect(await held(addressOf({ kind: 'hot' }))).toBe(120n * UNIT - BigInt(rows[1]?.cost ?? '0'));
    expect(await looked()).toMatchObject({ state: 'even', hotLimit: 200n * UNIT, hotLow: 50n * UNIT, unswept: 0n });
    const up = await treasury.topUp('practice', 'USDT', '12.5');
    expect(up).toEqual({
      ...{ network: 'practice', coin: 'USDT', amount: '12.500000', from: COLD },
      ...{ to: addressOf({ kind: 'hot' }), unsigned: null },
    });
    await expect(treasury.topUp('practice', 'BTC', '1')).rejects.toMatchObject({ code: 404 });
    await expect(treasury.topUp('practice', 'USDT', '0')).rejects.toMatchObject({ code: 400 });
    await expect(treasury.topUp('practice', 'USDT', '0.0000001')).rejects.toMatchObject({ code: 400 });
  });
});
