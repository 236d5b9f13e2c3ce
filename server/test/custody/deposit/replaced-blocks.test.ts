// Deposits whose block is replaced (W04), and nodes that lie about what came.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { type DepositWorld, startDeposits } from './deposit-world.ts';

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

describe('a block that is replaced (W04)', () => {
  it('takes an uncredited deposit back to seen, and it counts anew where it stands then', async () => {
    await send(0, 'USDT', '5');
    await world.mine(8);
    await world.step();
    await world.practice.outside.reorganise(8, false);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'confirming', confirmations: 9 });
    await world.mine(3);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited' });
    expect(await world.deposits.doubted(world.customers[0]!.userId)).toBe(false);
  });

  it('puts a credited one in doubt at once, and credits it again silently where it stands again', async () => {
    await send(0, 'USDT', '5');
    await world.mine(12);
    await world.step();
    const before = await only(0);
    await world.practice.outside.reorganise(12, false);
    // The new branch has 13 blocks, in the first of which it stands.
    const journal = () => database.db.selectFrom('custody_deposits').select(['stage', 'block_hash']).execute();
    await world.follower.step();
    expect(await world.deposits.doubted(world.customers[0]!.userId)).toBe(true);
    expect((await journal())[0]?.block_hash).not.toBeNull();
    expect(await only(0)).toMatchObject({ stage: 'doubted', status: 0 });
    expect(await world.deposits.doubted(world.customers[1]!.userId)).toBe(false);
    await world.step();
    expect(await only(0)).toEqual(before);
    expect(world.notices).toEqual(['70 deposited 5 USDT']);
    expect(world.has(0, 'USDT')).toBe(5_000_000);
    expect(credits()).toBe(1);
  });

  it('takes a credited one back when the new branch has settled without it; what was spent is owed', async () => {
    await send(0, 'USDT', '5');
    await send(1, 'USDT', '6');
    await world.mine(13);
    await world.step();
    expect(world.has(0, 'USDT')).toBe(5_000_000);
    const asset = world.live.assetByCode('USDT')!.asset;
    world.house.must({
      ...{ name: 'wallet.transfer', user: 2, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 },
      ...{ from: 1, to: 2, asset, amount: 3_000_000, market: 0 },
    } as never);
    await world.practice.outside.reorganise(13, true);
    await world.follower.step();
    await world.deposits.step('practice');
    // Fourteen new blocks: the branch has settled already.
    expect((await only(0)).stage).toBe('reversed');
    expect(await only(1)).toMatchObject({ stage: 'reversed', status: 2 });
    expect(world.has(0, 'USDT')).toBe(0);
    expect(world.funds.owes(2)).toBe(true);
    expect(world.notices.slice(2).toSorted()).toEqual(['70 reversed 5 USDT', '71 reversed 6 USDT']);
    expect(world.funds.owes(3)).toBe(false);
    expect(await world.deposits.doubted(world.customers[0]!.userId)).toBe(false);
  });

  it('credits one that was taken back and stands again, at 24 confirmations, and takes it back once more', async () => {
    await send(0, 'USDT', '5');
    await world.mine(13);
    await world.step();
    await world.practice.outside.reorganise(13, true);
    await world.step();
    expect((await only(0)).stage).toBe('reversed');
    await world.mine(20);
    await world.step();
    // It stands in a settled block again, as if its branch had come back.
    const blocks = await database.db.selectFrom('custody_blocks').selectAll().orderBy('height', 'desc').execute();
    const block = blocks[13]!;
    const place = { height: block.height, block_hash: block.hash, from_height: null };
    await database.db.updateTable('custody_deposits').set(place).execute();
    await world.mine(9);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'reversed', confirmations: 23, needed: 24 });
    await world.mine(1);
    let lost = 2;
    world.onSubmit = ({ name }) => (name === 'deposit.restore' && (lost -= 1) > 0 ? 'lost' : undefined);
    await world.step();
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited', status: 1, confirmations: 12 });
    expect(world.has(0, 'USDT')).toBe(5_000_000);
    expect(world.notices.at(-1)).toBe('70 deposited 5 USDT');
    expect(world.faults).toEqual([]);
    await database.db
      .updateTable('custody_deposits')
      .set({ stage: 'doubted', height: null, block_hash: null, from_height: block.height })
      .execute();
    await world.step();
    expect((await only(0)).stage).toBe('reversed');
    expect(world.has(0, 'USDT')).toBe(0);
  });

  it('waits for twelve blocks beyond the fork before it takes back', async () => {
    await send(0, 'USDT', '5');
    await world.mine(12);
    await world.step();
    await world.mine(1);
    await world.step();
    // A branch that is one longer, cut short for us: the node shows only part of it.
    await world.practice.outside.reorganise(13, true);
    const { node } = world.practice.chain;
    const head = await node.head();
    const fork = head.height - 14;
    const shown = { upTo: fork + 10 };
    const real = { head: world.faulty.node.head };
    Object.assign(world.faulty.node, { head: async () => (await node.block(shown.upTo)) ?? real.head() });
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'doubted', confirmations: 0 });
    shown.upTo += 1;
    await world.step();
    expect((await only(0)).stage).toBe('doubted');
    shown.upTo += 1;
    await world.step();
    expect((await only(0)).stage).toBe('reversed');
    expect(world.has(0, 'USDT')).toBe(0);
  });

  it('replaced while the exchange is asked stays in doubt, never forgotten', async () => {
    await send(0, 'USDT', '5');
    await world.mine(12);
    await world.follower.step();
    let once = true;
    world.before = async ({ name }) => {
      if (name !== 'deposit.credit' || !once) return;
      once = false;
      await world.practice.outside.reorganise(12, true);
      await world.another().follower.step();
    };
    await world.deposits.step('practice');
    // Credited in the exchange, gone from the chain, settled: all in one pass.
    expect(credits()).toBe(1);
    expect((await only(0)).stage).toBe('reversed');
    expect(world.has(0, 'USDT')).toBe(0);
  });

  it('asked for and never done is no credit to take back', async () => {
    await send(0, 'USDT', '5');
    await world.mine(12);
    await world.follower.step();
    world.onSubmit = ({ name }) => (name === 'deposit.credit' ? 'busy' : undefined);
    await world.deposits.step('practice');
    await world.practice.outside.reorganise(12, true);
    world.onSubmit = undefined;
    await world.step();
    await world.step();
    expect(await world.records(0)).toEqual([]);
    expect(world.has(0, 'USDT')).toBe(0);
    expect(world.faults).toEqual([]);
  });

  it('a reversal whose answer is lost is done once', async () => {
    await send(0, 'USDT', '5');
    await world.mine(13);
    await world.step();
    await world.practice.outside.reorganise(13, true);
    let lost = 3;
    world.onSubmit = ({ name }) => (name === 'deposit.reverse' && (lost -= 1) > 0 ? 'lost' : undefined);
    for (let at = 0; at < 4; at += 1) await world.step();
    expect((await only(0)).stage).toBe('reversed');
    expect([world.has(0, 'USDT'), world.funds.owes(2)]).toEqual([0, false]);
  });
});

describe('a node that lies about what came', () => {
  it('leaves out, makes up, tells twice: the second reading decides, and nothing made up is credited', async () => {
    for (const fault of ['missing', 'invented', 'twice'] as const) {
      await send(1, 'USDT', '3');
      let lied = 0;
      world.faulty.choose = (question) => (question === 'arrivals' && (lied += 1) === 1 ? fault : undefined);
      await world.mine(1);
      await world.step();
      world.faulty.choose = () => undefined;
      for (let at = 0; at < 3; at += 1) {
        await world.mine(6);
        await world.step();
      }
    }
    expect(world.has(1, 'USDT')).toBe(9_000_000);
    expect((await rows()).map(({ stage }) => stage)).toEqual(['credited', 'credited', 'credited']);
  });

  it('makes up what waits: it vanishes', async () => {
    await send(0, 'USDT', '3');
    world.faulty.choose = (question) => (question === 'pending' ? 'invented' : undefined);
    await world.step();
    expect((await world.records(0)).length).toBe(2);
    world.faulty.choose = () => undefined;
    await world.mine(13);
    await world.step();
    expect(await only(0)).toMatchObject({ stage: 'credited', amount: '3' });
  });
});
