import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { agreedByTwo } from '../support/house.ts';
import { addressOf } from '../rail/practice-world.ts';
import { type DepositWorld, startDeposits } from './deposit-world.ts';

const HOT = addressOf({ kind: 'hot' });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const USDT = 1_000_000n;

let database: CustodyTestDatabase;
let world: DepositWorld;

const send = (customer: number, coin: string, amount: string) =>
  world.practice.outside.send(world.customers[customer]!, coin, world.address(customer), amount, world.key());
const rows = () => database.db.selectFrom('custody_deposits').selectAll().orderBy('id').execute();
const only = async (customer: number) => {
  const [record, ...more] = await world.records(customer);
  expect(more).toEqual([]);
  return record!;
};
const credits = () => world.asked.filter(({ name }) => name === 'deposit.credit').length;

beforeAll(async () => {
  database = await custodyDatabase();
});
beforeEach(async () => {
  world = await startDeposits(database);
  await world.step();
});
afterEach(async () => {
  world.house.exchange.audit();
  await world.stop();
});
afterAll(async () => database.stop());

describe('a deposit by chain (money §8)', () => {
  it('is seen while it waits, counted to 12 by hash, and credited once', async () => {
    const { txid } = await send(0, 'USDT', '5');
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'seen', status: 0, confirmations: 0, needed: 12, txid, amount: '5' });
    for (let n = 1; n <= 11; n += 1) {
      await world.mine(1);
      await world.step();
      expect(await only(0)).toMatchObject({ stage: 'confirming', status: 0, confirmations: n, creditedTime: null });
    }
    expect(world.has(0, 'USDT')).toBe(0);
    await world.mine(1);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited', status: 1, confirmations: 12, creditedTime: world.now });
    expect((await only(0)).seq).toBe(world.house.exchange.seq);
    expect(world.has(0, 'USDT')).toBe(5_000_000);
    await world.mine(5);
    await world.step();
    expect(credits()).toBe(1);
    // Each block is told live.
    const reported = world.news.flatMap(({ coreUser, news }) => (coreUser === 2 ? news.recharges : []));
    expect(reported.map(({ confirmations }) => confirmations)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(world.news.every(({ coreUser }) => coreUser === 2)).toBe(true);
    expect(world.notices).toEqual(['70 deposited 5 USDT']);
  });

  describe('from an address of ours (issue 14)', () => {
    const paid = () => ({ address: world.address(0), units: 5n * USDT });
    beforeEach(async () => {
      await world.practice.outside.endow(HOT);
      await world.mine(1);
      await world.step();
      world.own.add(HOT);
    });
    const known = (kind: 'withdrawal' | 'gas', txid: string) =>
      database.db
        .insertInto('custody_transactions')
        .values({
          ...{ chain: 'practice', kind, withdrawal_id: null, attempt: 0, plan: '{}', coin: 'USDT', units: '1' },
          ...{ to_address: world.address(0), raw: null, txid, state: 'broadcast', replaces: null, cost: null },
          ...{ cost_coin: null, height: null, block_hash: null, broadcast_at: null, created_at: '1', changed_at: '1' },
        })
        .execute();
    const cases = () => database.db.selectFrom('custody_own_arrivals').selectAll().execute();
    afterEach(async () => {
      for (const table of ['custody_own_arrivals', 'custody_halts', 'custody_transactions'] as const)
        await database.db.deleteFrom(table).execute();
    });

    it('is none where no row knows its transaction, but a case that halts every coin once', async () => {
      const txid = await world.pay('USDT', [paid()]);
      await world.step();
      expect(await rows(), 'while it waits').toEqual([]);
      await world.mine(12);
      await world.step();
      expect(world.halts, 'a raise that was forgotten would be known a block later').toEqual([]);
      for (let block = 0; block < 30; block += 1) {
        await world.mine(1);
        await world.step();
      }
      expect([await rows(), credits(), world.has(0, 'USDT')]).toEqual([[], 0, 0]);
      expect(world.halts).toHaveLength(world.practice.chain.coins.length);
      for (const words of world.halts)
        expect(words).toContain(`Transaction ${txid} moved USDT from our address ${HOT}`);
      // A cold wallet, and a customer's address, are ours as well.
      expect(await cases()).toMatchObject([{ txid, sender: HOT, address: world.address(0), told: true }]);
    });

    it('is a deposit all the same by two people who read its block again', async () => {
      const txid = await world.pay('USDT', [paid()]);
      await world.mine(20);
      await world.step();
      const height = (await cases())[0]?.height ?? 0;
      const { found } = await world.deposits.rescan('practice', height, height);
      expect(found).toMatchObject([{ txid, coin: 'USDT', amount: '5' }]);
      await world.deposits.creditFound(found[0]!);
      // Its block is read once more, and it stays one.
      await world.mine(20);
      await world.step();
      expect([credits(), world.has(0, 'USDT'), await cases()]).toEqual([1, 5_000_000, []]);
    });

    it('is a deposit when a customer withdrew it to another, whenever custody knows of it', async () => {
      await known('withdrawal', await world.pay('USDT', [paid()]));
      await world.mine(12);
      await world.step();
      expect(world.has(0, 'USDT')).toBe(5_000_000);
      // A raise that an older database has forgotten is known at its twelfth block.
      const raise = await world.pay('USDT', [paid()]);
      await world.mine(12);
      await world.step();
      await known('withdrawal', raise);
      await world.mine(1);
      await world.step();
      await world.step();
      expect([world.has(0, 'USDT'), world.halts, await cases()]).toEqual([10_000_000, [], []]);
    });

    it('is nothing when its gas is known only later, and forgotten with its block', async () => {
      const txid = await world.pay('USDT', [paid()]);
      await world.mine(2);
      await world.step();
      expect(await cases()).toHaveLength(1);
      await world.practice.outside.reorganise(3, false);
      await world.step();
      expect((await cases()).every(({ txid: one }) => one === txid)).toBe(true);
      await known('gas', txid);
      await world.mine(16);
      await world.step();
      expect([await rows(), world.halts, await cases()]).toEqual([[], [], []]);
    });
  });

  it('is none when the house itself sent it for a sweep, before its block and after', async () => {
    const { txid } = await send(0, 'ETH', '0.01');
    await database.db
      .insertInto('custody_transactions')
      .values({
        ...{ chain: 'practice', kind: 'gas', withdrawal_id: null, attempt: 0, plan: '{}', coin: 'ETH', units: '1' },
        ...{ to_address: world.address(0), raw: null, txid, state: 'broadcast', replaces: null, cost: null },
        ...{ cost_coin: null, height: null, block_hash: null, broadcast_at: null, created_at: '1', changed_at: '1' },
      })
      .execute();
    await world.step();
    await world.mine(15);
    await world.step();
    expect(await rows()).toEqual([]);
    expect(credits()).toBe(0);
  });

  it('is credited to whom each output is, n outputs to k customers (W03)', async () => {
    await world.practice.outside.send(world.customers[0]!, 'USDT', HOT, '1000', world.key());
    await world.mine(1);
    const outputs = [0, 1, 0, 2, 1, 0].map((customer, at) => ({
      address: world.address(customer),
      units: BigInt(at + 1) * USDT,
    }));
    await world.pay('USDT', [...outputs, { address: HOT, units: USDT }]);
    await world.mine(12);
    await world.step();
    expect([0, 1, 2].map((customer) => world.has(customer, 'USDT'))).toEqual([10_000_000, 7_000_000, 4_000_000]);
    expect((await rows()).map(({ position, stage }) => [position, stage])).toEqual(
      outputs.map((_, at) => [at, 'credited']),
    );
    expect((await world.records(1)).length).toBe(2);
  });

  it('brought again after 1 s, 25 h, 400 days and a restore is credited once (W02)', async () => {
    await send(0, 'BTC', '0.01');
    await world.mine(12);
    await world.step();
    const first = await only(0);
    for (const later of [1_000, 25 * HOUR, 400 * DAY]) {
      world.now += later;
      // Our tables as they were before it was credited: a backup of an hour ago.
      await database.db
        .updateTable('custody_deposits')
        .set({ stage: 'confirming', seq: null, credited_at: null })
        .execute();
      await world.step();
      expect(await only(0)).toMatchObject({ stage: 'credited', seq: first.seq });
      expect(world.has(0, 'BTC')).toBe(1_000_000);
    }
    // Nothing of it is left: our journal begins anew below the head, and brings it once more.
    await database.db.deleteFrom('custody_deposits').execute();
    await database.db.deleteFrom('custody_blocks').execute();
    const { follower, deposits } = world.another();
    await follower.step();
    await deposits.step('practice');
    expect(await only(0)).toMatchObject({ stage: 'credited' });
    expect(world.has(0, 'BTC')).toBe(1_000_000);
    expect(credits()).toBe(5);
  });

  it('is credited once though answers are lost, the exchange is busy, and two processes bring it', async () => {
    let turn = 0;
    world.onSubmit = () => ['lost', 'busy', 'lost', undefined][(turn += 1) % 4] as 'lost' | 'busy' | undefined;
    const other = world.another();
    for (const customer of [0, 1, 2]) await send(customer, 'USDT', '7');
    await world.mine(12);
    for (let at = 0; at < 8; at += 1)
      await Promise.all([world.step(), other.follower.step().then(() => other.deposits.step('practice'))]);
    expect((await rows()).map(({ stage }) => stage)).toEqual(['credited', 'credited', 'credited']);
    expect([0, 1, 2].map((customer) => world.has(customer, 'USDT'))).toEqual([7_000_000, 7_000_000, 7_000_000]);
    expect(world.faults).toEqual([]);
  });

  it('keeps what is beyond the ledger’s scale as dust', async () => {
    await send(0, 'ETH', '0.123456789012345678');
    await send(1, 'ETH', '0.000000000000000009');
    await world.mine(12);
    await world.step();
    expect(world.has(0, 'ETH')).toBe(12_345_678);
    const found = await rows();
    const [first, second] = ['70', '71'].map((user) => found.find((row) => row.user_id === user));
    expect(first).toMatchObject({ atoms: '12345678', dust: '9012345678', stage: 'credited' });
    expect(second).toMatchObject({ atoms: '0', dust: '9', stage: 'belowMinimum' });
    expect(await only(1)).toMatchObject({ status: 2, amount: '0', creditedTime: null });
  });

  it('below the minimum is recorded and not credited', async () => {
    agreedByTwo(world.house, 'rail.set', {
      ...{
        rail: 1,
        asset: world.live.assetByCode('BTC')!.asset,
        open: 3,
        minDeposit: 1_000,
        minWithdrawal: 10_000_000,
      },
      ...{ fee: 10_000, feeRate: 0, step: 1, instrument: 1 },
    });
    world.now += 2 * DAY;
    await world.step();
    await send(0, 'BTC', '0.00000999');
    await send(1, 'BTC', '0.00001');
    await world.mine(12);
    await world.step();
    const terms = world.funds.terms(1, world.live.assetByCode('BTC')!.asset);
    expect(terms?.minDeposit).toBe(1_000);
    expect(await only(0)).toMatchObject({ stage: 'belowMinimum', status: 2, creditedTime: null, seq: null });
    expect(await only(1)).toMatchObject({ stage: 'credited' });
    expect([world.has(0, 'BTC'), world.has(1, 'BTC')]).toEqual([0, 1_000]);
  });

  it('that came before its rail had terms waits for them (issue 14, 8)', async () => {
    const terms = vi.spyOn(world.funds, 'terms').mockReturnValue(undefined);
    await send(0, 'USDT', '5');
    await world.mine(13);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'confirming', amount: '5' });
    expect([world.faults, credits()]).toEqual([[], 0]);
    terms.mockRestore();
    world.now += HOUR;
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited' });
    expect(world.has(0, 'USDT')).toBe(5_000_000);
  });

  it('that every reading of its block left out is found by a rescan and credited once (issue 14, 7)', async () => {
    const before = world.follower.height() ?? 0;
    world.faulty.choose = (question) => (question === 'arrivals' || question === 'pending' ? 'missing' : undefined);
    const { txid } = await send(0, 'USDT', '5');
    await world.mine(14);
    await world.step();
    expect(await rows()).toEqual([]);
    world.faulty.choose = () => undefined;
    await world.step();
    expect(await rows(), 'by itself it is never looked for again').toEqual([]);
    const { found, read } = await world.deposits.rescan('practice', before + 1, before + 400);
    expect(read).toBe(14);
    expect(found).toMatchObject([{ network: 'practice', txid, coin: 'USDT', amount: '5', userId: '70' }]);
    const [one] = found;
    await expect(world.deposits.creditFound({ ...one!, position: 9 })).rejects.toThrow('by both readings');
    await expect(world.deposits.creditFound({ ...one!, height: 10_000 })).rejects.toThrow('in our journal');
    await Promise.all(
      [world.deposits.creditFound(one!), world.deposits.creditFound(one!)].map((done) => done.catch(() => 0)),
    );
    await world.step();
    await world.deposits.creditFound(one!);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited', txid });
    expect([world.has(0, 'USDT'), credits()]).toEqual([5_000_000, 1]);
    expect((await world.deposits.rescan('practice', before + 1, before + 400)).found).toEqual([]);
    await expect(world.deposits.rescan('practice', 0, 500)).rejects.toThrow(RangeError);
  });

  it('waits while its rail is closed', async () => {
    const asset = world.live.assetByCode('USDT')!.asset;
    const terms = world.funds.terms(1, asset)!;
    const { rail, minDeposit, minWithdrawal, fee, feeRate, step, instrument } = terms;
    const set = (open: number) =>
      agreedByTwo(world.house, 'rail.set', {
        ...{ rail, asset, open, minDeposit, minWithdrawal, fee, feeRate, step, instrument },
      });
    set(2);
    await send(0, 'USDT', '5');
    await world.mine(13);
    await world.step();
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'confirming', confirmations: 12 });
    expect(credits()).toBe(1);
    set(3);
    world.now += 2 * DAY;
    await world.step();
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited' });
    expect(world.faults).toEqual([]);
  });

  it('seen and never mined vanishes when the chain has settled without it', async () => {
    await send(0, 'USDT', '5');
    await world.step();
    expect((await only(0)).stage).toBe('seen');
    await world.mine(1);
    await world.practice.outside.reorganise(1, true);
    await world.step();
    await world.mine(9);
    await world.step();
    expect((await only(0)).stage).toBe('seen');
    await world.mine(2);
    await world.step();
    expect(await world.records(0)).toEqual([]);
  });

  it('lists a customer’s own alone, by coin, status and time; whole for a file', async () => {
    await send(0, 'USDT', '5');
    await world.mine(12);
    await world.step();
    world.now += HOUR;
    await send(0, 'BTC', '0.001');
    await world.mine(1);
    await world.step();
    const { deposits, customers } = world;
    const list = async (customer: number, filter: object) =>
      (await deposits.list(customers[customer]!.userId, { current: 1, size: 10, ...filter })).records.map(
        ({ coin }) => coin,
      );
    expect(await list(0, {})).toEqual(['BTC', 'USDT']);
    expect(await list(1, {})).toEqual([]);
    expect(await list(0, { coin: 'BTC' })).toEqual(['BTC']);
    expect(await list(0, { status: 1 })).toEqual(['USDT']);
    expect(await list(0, { status: 0 })).toEqual(['BTC']);
    expect(await list(0, { status: 2 })).toEqual([]);
    expect(await list(0, { startTime: world.now })).toEqual(['BTC']);
    expect(await list(0, { endTime: world.now })).toEqual(['USDT']);
    expect(await list(0, { network: 'bank' })).toEqual([]);
    const whole: string[] = [];
    for await (const part of deposits.parts(customers[0]!.userId, {})) whole.push(...part.map(({ coin }) => coin));
    expect(whole).toEqual(['BTC', 'USDT']);
    expect((await deposits.list(customers[0]!.userId, { current: 2, size: 1 })).total).toBe(2);
  });
});
