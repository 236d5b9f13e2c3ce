// §8: reconciliation without a node, halts, and the hourly proof of coverage.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { custodyDatabase, type CustodyTestDatabase } from '../support/database.ts';
import { HOT, USDT } from './fakes.ts';
import { openWorld, txidOf, type World } from './world.ts';

let database: CustodyTestDatabase;
let world: World;
const FUNDS = { txid: txidOf('funds'), to: HOT, coin: 'USDT', units: 1_000n };
const ETHER = 10n ** 18n;

beforeAll(async () => void (database = await custodyDatabase()));
afterAll(() => database.stop());
beforeEach(async () => {
  world = await openWorld(database.db);
  world.chain.mine(FUNDS, { txid: txidOf('ether'), to: HOT, coin: 'ETH', units: ETHER });
  await world.follow();
});
afterEach(() => world.stop());

describe('§8 a node', () => {
  it('that has other blocks, or does not answer, makes it unknown and never short; withdrawals rest after ten minutes', async () => {
    await world.look('USDT');
    world.chain.lie = { hash: txidOf('other') };
    expect((await world.look('USDT')).state).toBe('unknown');
    world.chain.lie = { absent: true };
    for (let at = 0; at < 5; at += 1) expect((await world.look('USDT')).state).toBe('unknown');
    expect(world.treasury.halted('ethereum', 'USDT')).toBeUndefined();
    world.wait(600_000);
    await world.look('USDT');
    expect(world.treasury.halted('ethereum', 'USDT')).toMatchObject({
      by: null,
      reason: expect.stringMatching(/did not answer/),
    });
    world.chain.lie = {};
    expect((await world.look('USDT')).state).toBe('surplus');
    expect(world.treasury.halted('ethereum', 'USDT')).toBeUndefined();
  });

  it('is looked at after the clock was hours ahead and was set back (issue 14)', async () => {
    await world.look('USDT');
    world.wait(3 * 3_600_000);
    expect((await world.look('USDT')).state).toBe('surplus');
    world.wait(-3 * 3_600_000);
    world.chain.lie = { absent: true };
    // Nothing is known of it since: withdrawals rest until it answers.
    expect((await world.look('USDT')).state).toBe('unknown');
    expect(world.treasury.halted('ethereum', 'USDT')).toMatchObject({ by: null });
    world.chain.lie = {};
    expect((await world.look('USDT')).state).toBe('surplus');
    expect(world.treasury.halted('ethereum', 'USDT')).toBeUndefined();
  });

  it('that tells two balances at one block is not believed', async () => {
    await world.look('USDT');
    await world.look('USDT');
    let asked = 0n;
    world.chain.lie = { balance: () => (asked += 1n) };
    for (let at = 0; at < 3; at += 1) expect((await world.look('USDT')).state).toBe('unknown');
    expect(world.treasury.halted('ethereum', 'USDT')).toBeUndefined();
  });

  it('behind our journal is waited for', async () => {
    world.chain.mineMany(3);
    await world.follow();
    world.chain.drop(2);
    expect((await world.look('USDT')).state).toBe('unknown');
  });
});

describe('§8 halts', () => {
  it('stand once, are known after a restart and to another process, and are lifted', async () => {
    await world.treasury.halt('ethereum', 'ETH', 'a person said so', '12');
    await world.treasury.halt('ethereum', 'ETH', 'another', null);
    expect(world.treasury.halted('ethereum', 'ETH')).toMatchObject({ by: '12', reason: 'a person said so' });
    const { rows } = { rows: await world.db.selectFrom('custody_halts').selectAll().execute() };
    expect(rows.length).toBe(1);
    await world.db.updateTable('custody_halts').set({ lifted_at: '1' }).execute();
    await world.treasury.step();
    expect(world.treasury.halted('ethereum', 'ETH')).toBeUndefined();
    await world.treasury.halt('bank', 'USD', 'the bank is closed', '12');
    expect(world.treasury.halted('bank', 'USD')?.reason).toBe('the bank is closed');
    await world.treasury.resume('bank', 'USD');
    expect(world.treasury.halted('bank', 'USD')).toBeUndefined();
  });

  it('of several causes stand beside each other: one lifted, the next stands on (issue 14)', async () => {
    const at = () => world.treasury.halted('ethereum', 'ETH')?.reason;
    for (const name of ['a', 'b', 'c', 'a'])
      await world.treasury.halt('ethereum', 'ETH', `transaction ${name}`, null, txidOf(name));
    await world.treasury.halt('ethereum', 'ETH', 'a person said so', '12');
    expect(at()).toBe('transaction a (The first of 4 cases; each is lifted by itself.)');
    await world.treasury.resume('ethereum', 'ETH');
    expect(at()).toBe('transaction b (The first of 3 cases; each is lifted by itself.)');
    await world.treasury.step();
    await world.treasury.resume('ethereum', 'ETH');
    await world.treasury.resume('ethereum', 'ETH');
    expect(world.treasury.halted('ethereum', 'ETH')).toMatchObject({ by: '12', reason: 'a person said so' });
    await world.treasury.resume('ethereum', 'ETH');
    expect(at()).toBeUndefined();
  });
});

describe('§8 the hourly proof', () => {
  it('is made once an hour, of every coin that is owed or there', async () => {
    const txid = txidOf('owed');
    world.chain.mine({ txid, to: '0xdeposit3', coin: 'USDT', units: 2_000n });
    await world.deposit({ txid, coin: 'USDT', units: 2_000n, atoms: 2_000n, index: 3, stage: 'confirming' });
    await world.follow();
    const seq = world.books.credit(txid, USDT.asset, 2_000);
    await world.setDeposit(txid, { stage: 'credited', seq });
    await world.treasury.prove();
    await world.treasury.prove();
    const first = await world.treasury.coverage({ coin: 'USDT', current: 1, size: 10 });
    expect(first).toMatchObject({ total: 1, size: 10, current: 1 });
    expect(first.records[0]).toMatchObject({
      ...{
        time: START_OF_HOUR,
        liabilities: '0.002000',
        reserves: '0.003000',
        practice: '0.000000',
        ratio: '1.500000',
      },
      ...{ covered: true, seq: world.books.seq },
    });
    expect(first.records[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
    // Coins are taken: the next proof says so.
    world.chain.mine({ txid: txidOf('x'), from: HOT, to: '0xthief', coin: 'USDT', units: 1_000n });
    world.chain.mine({ txid: txidOf('y'), from: '0xdeposit3', to: '0xthief', coin: 'USDT', units: 1n });
    await world.follow();
    world.wait(3_600_000);
    world.books.tell([
      ...world.books.entry(1, 7, 1, USDT.asset, 0, -5),
      ...world.books.entry(1, 8, 1, USDT.asset, 0, 5),
    ]);
    await world.treasury.prove();
    const next = await world.treasury.coverage({ coin: 'USDT', current: 1, size: 1 });
    expect(next).toMatchObject({ total: 2 });
    expect(next.records[0]).toMatchObject({ covered: false, ratio: '0.999500' });
    expect(next.records[0]?.digest).not.toBe(first.records[0]?.digest);
    expect((await world.treasury.coverage({ current: 2, size: 1 })).records.length).toBe(1);
  });

  it('is made of each hour after the clock was ahead, too (issue 14)', async () => {
    world.wait(5 * 3_600_000);
    await world.treasury.prove();
    world.wait(-5 * 3_600_000);
    for (let at = 0; at < 2; at += 1) await world.treasury.prove();
    const { total, records } = await world.treasury.coverage({ coin: 'USDT', current: 1, size: 10 });
    expect(total).toBe(2);
    expect(records.map(({ time }) => time)).toEqual([START_OF_HOUR + 5 * 3_600_000, START_OF_HOUR]);
  });

  it('is not written while a chain cannot be looked at', async () => {
    world.chain.lie = { absent: true };
    await world.treasury.prove();
    expect((await world.treasury.coverage({ current: 1, size: 10 })).total).toBe(0);
  });
});

const START_OF_HOUR = Date.UTC(2026, 10, 22, 12);
