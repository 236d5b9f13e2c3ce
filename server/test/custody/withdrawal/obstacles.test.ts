// Withdrawals that something stops: obstacles, limits, review, ids of others, cancels (money §8; W07).

import { RAILS, USDT } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/api/call/index.ts';
import { type Customer, SignerFault, SignerRefusal, type Withdrawals } from '../../../src/custody/types/index.ts';
import { CannotPlan, NodeFault } from '../../../src/custody/rail/index.ts';
import { IntakeError } from '../../../src/engine/sequencer/index.ts';
import { command, outsideAddress, startWorld, type World } from './world.ts';
import { codeOf } from '../../support/code-of.ts';
import { BY_PAGE } from '../support/asker.ts';

let world: World;
let all: Withdrawals;
let anna: Customer;
let word = 0;

beforeAll(async () => {
  world = await startWorld();
  await world.mine(15);
});
afterAll(() => world.stop());
beforeEach(async () => {
  anna = await world.customer();
  await world.mine();
  world.halted.clear();
  world.doubted.clear();
  world.faults.length = 0;
  all = world.open();
  word += 1;
});

const to = () => outsideAddress(`place ${word}`);
const asked = (amount = '50', address = to()) => ({ coin: 'USDT', network: 'practice', address, amount });
const one = async (id: string) => (await all.one(id))?.record;
const stage = async (id: string) => (await one(id))?.stage;
const request = (given = asked(), key = world.key(), by = anna) => all.request(by, given, key, BY_PAGE);
const free = (user = anna.coreUser) => world.live.balance(user, 1, USDT)?.available ?? 0;

/** Steps and mines until a withdrawal has ended. */
async function through(id: string): Promise<void> {
  for (let round = 0; round < 40 && (await stage(id)) !== 'confirmed'; round += 1) {
    await all.step();
    await world.mine();
  }
}

describe('what is in the way', () => {
  it('amounts, coins, networks', async () => {
    expect(await codeOf(request(asked('9.99')))).toBe(3110);
    expect(await codeOf(request(asked('0.5'))), 'less than its fee').toBe(3110);
    expect(await codeOf(request(asked('50.0000001')))).toBe(400);
    expect(await codeOf(request(asked('0')))).toBe(400);
    expect(await codeOf(request({ ...asked(), coin: 'NONE' }))).toBe(3002);
    expect(await codeOf(request({ ...asked(), network: 'constructor' }))).toBe(3002);
    const poor = await world.customer(1);
    await expect(request(asked('1001'), world.key(), poor)).rejects.toMatchObject({
      code: 3104,
      args: { left: '1000', coin: 'USDT' },
    });
    const nobody = await world.customer(0);
    await expect(request(asked(), world.key(), nobody)).rejects.toMatchObject({ code: 1104, args: { stage: '1' } });
    await expect(request(asked('3000000'))).rejects.toMatchObject({ code: 3104 });
  });

  it('less than its own fee, whatever the minimum is', async () => {
    const terms = world.funds.terms(RAILS.practice, USDT);
    if (terms === undefined) throw new Error('expected terms of the practice chain');
    const cheap = world.open({ funds: { ...world.funds, terms: () => ({ ...terms, minWithdrawal: 1 }) } });
    const ask = (amount: string) => cheap.request(anna, asked(amount), world.key(), BY_PAGE);
    await expect(ask('0.999999')).rejects.toMatchObject({ code: 3110, args: { least: '1.000000', coin: 'USDT' } });
    expect(await cheap.list(anna.userId, { current: 1, size: 9 })).toMatchObject({ total: 0 });
  });

  it('a halt, a doubted deposit, a lock: 3106, 3105 with its end; nothing is planned meanwhile', async () => {
    const { id } = await request();
    world.halted.set('practice:USDT', 'test');
    await all.step();
    await all.step();
    expect(await stage(id)).toBe('approved');
    expect(await codeOf(request())).toBe(3106);
    world.halted.clear();
    world.doubted.add(anna.userId);
    await all.step();
    expect(await stage(id)).toBe('approved');
    expect(await codeOf(request())).toBe(3105);
    world.doubted.clear();
    await world.link.submit(command('user.set', { user: anna.coreUser, stage: 2, locks: 2 }));
    expect(await codeOf(request())).toBe(3105);
    await all.step();
    expect(await stage(id)).toBe('approved');
    await world.link.submit(command('user.set', { user: anna.coreUser, stage: 2, locks: 0 }));
    await through(id);
    expect(await stage(id)).toBe('confirmed');
  });

  it('our own hot address, and whatever the book refuses', async () => {
    expect(await codeOf(request(asked('50', world.addresses.hot('practice'))))).toBe(3101);
    const { allow } = world.book;
    world.book.allow = async () => Promise.reject(new Refusal('address.waiting', { until: '1' }));
    expect(await codeOf(request())).toBe(3103);
    world.book.allow = allow;
  });
});

describe('limits', () => {
  it('what is left of the hour is told: asking uses nothing of it, an approved request does until it is given back', async () => {
    const hour = async (by = anna) => (await all.limits(by)).hour.find(({ coin }) => coin === 'USDT');
    const before = await hour();
    expect(before?.waiting).toBe(0);
    const { id } = await request(asked('5000'));
    expect(await hour(), 'asking alone uses nothing').toEqual(before);
    await all.approve(id, 1);
    const after = await hour();
    expect(Number(before?.left) - Number(after?.left)).toBe(5_000);
    expect(Number(before?.leftForLarge) - Number(after?.leftForLarge), 'it is a large one').toBe(5_000);
    expect(await hour(await world.customer()), 'the same for everybody').toMatchObject({ waiting: 0 });
    const ben = await world.customer();
    await expect(all.cancel(ben, id), 'another customer').rejects.toMatchObject({ code: 404 });
    await all.cancel(anna, id);
    expect(Number((await hour())?.left)).toBeGreaterThanOrEqual(Number(before?.left));
    // Somebody who cannot withdraw is told what is in the way instead.
    await world.link.submit(command('user.set', { user: ben.coreUser, stage: 2, locks: 2 }));
    expect((await all.limits(ben)).hour).toEqual([]);
  });

  it('what waits in the queue is neither planned nor signed, and shows its place', async () => {
    const turn = { place: 3, of: 17, until: 0, why: 0 };
    const waits = world.open({ funds: { ...world.funds, maySign: () => false, turn: () => turn } });
    const { id } = await request();
    for (let round = 0; round < 3; round += 1) await waits.step();
    const { records } = await waits.list(anna.userId, { current: 1, size: 15 });
    expect(records[0]).toMatchObject({ id, stage: 'approved', turn: { place: 3, of: 17, until: null, why: null } });
    expect((await all.transactions({ withdrawal: id, current: 1, size: 5 })).total).toBe(0);
    await through(id);
    expect(await stage(id)).toBe('confirmed');
    expect((await one(id))?.turn).toBeNull();
  });

  it('issue 14: why one waits is reported once, and again after ten minutes, not in each pass', async () => {
    const planner = { ...world.chain.planner, plan: () => Promise.reject(new CannotPlan('funds', 'test: hot is low')) };
    const poor = world.open({ chains: [{ ...world.chain, planner }] });
    const { id } = await request();
    for (let round = 0; round < 4; round += 1) await poor.step();
    expect(await stage(id)).toBe('approved');
    const why = () => world.faults.map(String).filter((text) => text.includes('hot is low'));
    expect(why()).toHaveLength(1);
    world.move(600_000);
    for (let round = 0; round < 4; round += 1) await poor.step();
    expect(why()).toHaveLength(2);
    await all.cancel(anna, id);
  });

  it('issue 14: the desk reads why an approved one waits, and nothing once it goes on', async () => {
    const waits = async () => {
      const found = await all.one(id);
      expect((await all.queue({ stage: 'approved', current: 1, size: 50 })).records).toContainEqual(found);
      return found?.waits;
    };
    const { id } = await request();
    const pass = async (change: Parameters<World['open']>[0]) => {
      all = world.open(change);
      await all.step();
      await all.step();
      return waits();
    };
    const planning = (error: Error) => ({
      chains: [{ ...world.chain, planner: { ...world.chain.planner, plan: () => Promise.reject(error) } }],
    });
    const signing = (error: Error) => ({ signer: { ...world.signer, reserve: () => Promise.reject(error) } });
    expect(await pass(planning(new CannotPlan('funds', 'test')))).toBe('funds');
    expect(await pass(planning(new CannotPlan('fee', 'test')))).toBe('fee');
    expect(await pass(planning(new NodeFault('test')))).toBe('node');
    expect(await pass(planning(new Error('test')))).toBe('fault');
    expect(await pass({ chains: [], followers: [] })).toBe('chain');
    expect(await pass(signing(new SignerFault('test')))).toBe('signer');
    expect(await pass(signing(new SignerRefusal('test')))).toBe('refused');
    expect(await pass(signing(new SignerRefusal('test', undefined, true)))).toBe('limits');
    await all.step();
    expect(await waits(), 'while it rests after the refusal').toBe('limits');
    world.halted.set('practice:USDT', 'test');
    expect(await pass({})).toBe('halted');
    world.halted.clear();
    world.doubted.add(anna.userId);
    await all.step();
    expect(await waits()).toBe('doubted');
    world.doubted.clear();
    await world.link.submit(command('user.set', { user: anna.coreUser, stage: 2, locks: 2 }));
    await all.step();
    expect(await waits()).toBe('locked');
    await world.link.submit(command('user.set', { user: anna.coreUser, stage: 2, locks: 0 }));
    await through(id);
    expect(await all.one(id)).toMatchObject({ record: { stage: 'confirmed' }, waits: null });
  });

  it('an overdue loan is named among the locks (money §7)', async () => {
    const { overdue } = world.funds;
    const late = world.open({ funds: { ...world.funds, overdue: (user) => user === anna.coreUser || overdue(user) } });
    expect((await late.limits(anna)).locks).toContainEqual({ kind: 'loan', until: null });
    expect((await all.limits(anna)).locks.map(({ kind }) => kind)).not.toContain('loan');
  });
});

describe('review', () => {
  it('large: a person decides; from the threshold one alone may not', async () => {
    const large = await request(asked('5000'));
    expect(large.review).toBe('person');
    await all.step();
    expect(await stage(large.id)).toBe('review');
    expect((await all.one(large.id))?.flags).toEqual(['large', 'newAddress']);
    await all.approve(large.id, 1);
    await through(large.id);
    expect(await stage(large.id)).toBe('confirmed');
    const huge = await request(asked('10000', outsideAddress('huge')));
    expect(huge.review).toBe('persons');
    expect(await codeOf(all.approve(huge.id, 1))).toBe(403);
    await all.refuse(huge.id, 1, 'risk', 'not today');
    expect(await one(huge.id)).toMatchObject({ stage: 'refused', reason: 'risk', note: 'not today', status: 2 });
    expect(await codeOf(all.approve(huge.id, 1))).toBe(3107);
  });

  it('money deposited in the last hour, a young account, a credential changed lately speak for a person', async () => {
    const carl = await world.customer();
    await world.mine();
    const change = (set: string) =>
      world.pool().executeQuery({ sql: `update users set ${set} where id = ${carl.userId}`, parameters: [] } as never);
    await change(`credential_changed_at = ${world.now() - 1_000}, created_at = ${world.now() - 1_000}`);
    const { id } = await request(asked('150'), world.key(), carl);
    expect((await all.one(id))?.flags).toEqual(['newAddress', 'newAccount', 'credential']);
  });
});

describe('W07 ids of others', () => {
  it('another customer neither sees nor cancels it', async () => {
    const ben = await world.customer();
    const { id } = await request();
    expect(await codeOf(all.cancel(ben, id))).toBe(404);
    expect((await all.list(ben.userId, { current: 1, size: 15 })).records).toEqual([]);
    expect(await codeOf(all.cancel(anna, '999999'))).toBe(404);
    expect(await codeOf(all.cancel(anna, '1; drop'))).toBe(404);
    await through(id);
  });
});

describe('cancel', () => {
  it('until it is signed; from then on 3107', async () => {
    const before = free();
    const { id } = await request();
    expect(await all.cancel(anna, id)).toMatchObject({ id, status: 2 });
    expect(free()).toBe(before);
    expect(await codeOf(all.cancel(anna, id))).toBe(3107);
    const next = await request(asked('50', outsideAddress(`${word} next`)));
    await all.step();
    await all.step();
    expect(await codeOf(all.cancel(anna, next.id))).toBe(3107);
    await through(next.id);
    await all.step();
    expect(await world.paid(to())).toEqual([]);
  });

  it('between the plan and the exchange’s word: the plan is taken back, its nonce is used by the next', async () => {
    const { id } = await request(asked('500'));
    await all.approve(id, 1);
    // The exchange cannot be asked between the plan and its step.
    const cut = world.open({
      parts: {
        ...world.parts,
        link: {
          ...world.link,
          submit: async () => Promise.reject(new IntakeError('server.notTaking', 'test: not taken')),
        },
      },
    });
    await cut.step();
    const planned = await all.transactions({ withdrawal: id, current: 1, size: 10 });
    expect(planned.records.map(({ state }) => state)).toEqual(['planned']);
    await all.cancel(anna, id);
    const next = await request(asked('50', outsideAddress(`${word} next`)));
    await through(next.id);
    expect(await stage(next.id)).toBe('confirmed');
    expect((await all.transactions({ withdrawal: id, current: 1, size: 10 })).records).toEqual([]);
  });
});
