// The treasury at the desk (issue 6; money §8): balances, chains, halts that one person sets and two lift; the automatic
// reviewer of practice mode.

import { DONE } from '@vitrine/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTOMATIC } from '../../src/desk/index.ts';
import { type DeskUser, type DeskWorld } from './desk-world.ts';
import { approveAt, auditAt, fundedAt, startFunds } from './funds-world.ts';

let world: DeskWorld;
let ada: DeskUser;
let grace: DeskUser;

beforeAll(async () => {
  const started = await startFunds();
  world = started.world;
  [ada, grace] = started.founders;
});
afterAll(() => world.stop());
beforeEach(() => {
  world.custody.actions.length = 0;
  world.faults.length = 0;
});

const funded = () => fundedAt(world);
const audit = (subject: string) => auditAt(world, ada, subject);
const words = async (subject: string) => (await audit(subject)).map(({ what }: { what: string }) => what);
const approve = (user: DeskUser, id: string) => approveAt(world, user, id);

describe('the treasury (§8)', () => {
  it('shows what is there in the coins’ decimals, the chains, and what is kept by hand as not known', async () => {
    const { data } = await world.call(ada, 'desk.treasury.get');
    expect(data.reserves).toMatchObject([
      { network: 'practice', coin: 'USDT', hot: '1.500000', difference: '-0.000001', state: 'even', halted: null },
      { network: 'bank', coin: 'USDT', state: 'unknown', checked: null },
    ]);
    expect(data.chains).toMatchObject([{ network: 'practice', height: 100 }]);
    expect((await world.call(ada, 'desk.coverage.list')).data.records).toMatchObject([{ covered: true, ratio: '1.1' }]);
    world.custody.setTransactions([
      {
        ...{ id: '1', kind: 'sweep', network: 'practice', coin: 'USDT', amount: '5', to: 'hot', txid: 'aa', time: 1 },
        ...{ state: 'replaced', replaces: null, cost: '0.1', costCoin: 'USDT' },
      },
    ]);
    const sent = await world.call(ada, 'desk.treasury.transactions', { network: 'practice' });
    expect(sent.data).toMatchObject({ total: 1, records: [{ kind: 'sweep', state: 'replaced', cost: '0.1' }] });
    expect((await world.call(ada, 'desk.treasury.transactions', { network: 'bitcoin' })).data.total).toBe(0);
  });

  it('lists signatures without a record one by one (issue 14, 5)', async () => {
    const one = {
      ...{ id: 'withdrawal:12', network: 'practice' as const, coin: 'USDT', amount: '5', to: 'outside' },
      ...{ units: '5000000', signed: 1, open: true },
    };
    world.custody.setUnrecorded([one]);
    const list = (network?: 'practice' | 'bitcoin') =>
      world.call(ada, 'desk.treasury.unrecorded', network === undefined ? {} : { network });
    expect((await list()).data).toMatchObject({ total: 1, records: [one] });
    expect((await list('practice')).data.records).toEqual([one]);
    expect((await list('bitcoin')).data.total).toBe(0);
    world.custody.setUnrecorded([{ ...one, amount: null }]);
    expect((await list()).data.records).toEqual([{ ...one, amount: null }]);
  });

  it('credits a payment that a rescan found by two (issue 14, 7)', async () => {
    const customer = await world.customer('missed');
    const txid = 'ab'.repeat(32);
    world.custody.missed = [
      {
        ...{ network: 'practice', height: 7, txid, position: 0, coin: 'USDT', amount: '12.5', userId: customer.id },
        address: 'vtp1missed',
      },
    ];
    const range = { network: 'practice' as const, from: 1, to: 20 };
    const found = await world.call(ada, 'desk.chain.rescan', range);
    expect(found.data).toMatchObject({ read: 20, found: [{ height: 7, txid, amount: '12.5', coin: 'USDT' }] });
    expect((await world.call(ada, 'desk.chain.rescan', { ...range, to: 501 })).code).toBe(400);
    const one = { network: 'practice' as const, height: 7, txid, position: 0, reason: 'the node missed it' };
    expect((await world.call(ada, 'desk.chain.credit', { ...one, position: 1 })).code).toBe(404);
    const proposed = await world.call(ada, 'desk.chain.credit', one);
    expect(proposed.data).toMatchObject({ kind: 'chain.credit', state: 'open' });
    expect((await world.call(grace, 'desk.chain.credit', one)).data.why).toBe('standing');
    expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
    expect(world.custody.actions).toEqual([]);
    expect((await approve(grace, proposed.data.id)).data.state).toBe('done');
    expect(world.custody.actions).toEqual([`credit practice 7 ${txid}:0`]);
    world.custody.missed = [];
  });

  it('takes the clock after a step by two, while no order is taken (issue 14, 7)', async () => {
    const ask = (by: DeskUser) => world.call(by, 'desk.clock.confirm', { reason: 'the old one was wrong' });
    expect((await ask(ada)).data.why).toBe('state');
    const leap = { ours: world.now() - 3_600_000, machine: world.now() };
    const { link } = world.exchange;
    const state = vi.spyOn(link, 'state').mockReturnValue({ taking: false, reason: 'the clock', leap });
    const confirmed = vi.spyOn(link, 'confirmClock').mockResolvedValue(true);
    try {
      const proposed = await ask(ada);
      expect(proposed.data).toMatchObject({ kind: 'clock.confirm', facts: [{ fact: 'clock' }] });
      expect((await world.call(grace, 'desk.treasury.get')).data.leap).toMatchObject({
        ...leap,
        proposal: { id: proposed.data.id, mayApprove: true },
      });
      expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
      expect((await approve(grace, proposed.data.id)).data.state).toBe('done');
      expect(confirmed).toHaveBeenCalledOnce();
      // It stepped on since: what was seen is agreed on, not what the machine shows now.
      const seen = await ask(ada);
      state.mockReturnValue({
        taking: false,
        reason: 'the clock',
        leap: { ...leap, machine: leap.machine + 7_200_000 },
      });
      await approve(grace, seen.data.id);
      expect(confirmed.mock.calls).toEqual([[3_600_000], [3_600_000]]);
      // Set back before both had agreed, there is nothing to take.
      confirmed.mockResolvedValue(false);
      const late = await ask(grace);
      expect((await approve(ada, late.data.id)).data).toMatchObject({ state: 'failed', code: 404 });
    } finally {
      state.mockRestore();
      confirmed.mockRestore();
    }
  });

  it('is halted by one at once and opened again by two; a halt set anew since stays', async () => {
    const rail = { coin: 'usdt', network: 'practice' as const };
    const resume = (by: DeskUser) => world.call(by, 'desk.treasury.resume', { ...rail, reason: 'the node is back' });
    expect((await resume(ada)).data.why).toBe('state');
    expect((await world.call(ada, 'desk.treasury.halt', { ...rail, reason: 'the node lies' })).code).toBe(DONE);
    expect((await world.call(grace, 'desk.treasury.halt', { ...rail, reason: 'x' })).data.why).toBe('state');
    expect((await world.call(ada, 'desk.summary')).data.halts).toBe(1);
    expect(await words('rail:practice-USDT')).toEqual(['rail.halted']);
    const proposed = await resume(ada);
    expect(proposed.data).toMatchObject({
      ...{ kind: 'rail.resume', subject: { kind: 'rail', id: 'practice-USDT' } },
      facts: [{ fact: 'withdrawals', before: 'halted', after: 'open' }],
    });
    expect((await world.call(grace, 'desk.treasury.get')).data.reserves[0].halted).toMatchObject({
      ...{ reason: 'the node lies', by: { name: 'Ada' }, proposal: { id: proposed.data.id, mayApprove: true } },
    });
    expect((await approve(ada, proposed.data.id)).data.why).toBe('oneself');
    expect((await approve(grace, proposed.data.id)).data.state).toBe('done');
    expect(world.custody.actions).toEqual(['halt practice USDT', 'resume practice USDT']);

    await world.call(ada, 'desk.treasury.halt', { ...rail, reason: 'again' });
    const second = await resume(grace);
    await world.db
      .updateTable('desk_proposals')
      .set({ state: 'approved', second: ada.id, decided_at: String(world.now() - 1) })
      .where('id', '=', second.data.id)
      .execute();
    await world.custody.treasury.halt('practice', 'USDT', 'short again', null);
    world.move(10);
    await world.desk.look();
    expect((await world.call(ada, 'desk.proposals.get', { id: second.data.id })).data.state).toBe('done');
    expect(world.custody.treasury.halted('practice', 'USDT')).toMatchObject({ reason: 'short again', by: null });
    await world.custody.treasury.resume('practice', 'USDT');
  });

  it('takes coins and networks that there are, and whole depths', async () => {
    for (const rail of [
      { coin: 'BTC', network: 'practice' as const },
      { coin: 'USDT', network: 'ethereum' as const },
    ]) {
      expect((await world.call(ada, 'desk.treasury.halt', { ...rail, reason: 'x' })).code).toBe(404);
      expect((await world.call(ada, 'desk.treasury.resume', { ...rail, reason: 'x' })).code).toBe(404);
      expect((await world.call(ada, 'desk.treasury.topUp', { ...rail, amount: '5' as never, reason: 'x' })).code).toBe(
        404,
      );
    }
    const rail = { coin: 'USDT', network: 'practice' as const };
    for (const amount of ['0', '-1', '0.00', '1e5', ''])
      expect(
        (await world.call(ada, 'desk.treasury.topUp', { ...rail, amount: amount as never, reason: 'x' })).code,
        amount,
      ).toBe(400);
    const made = await world.call(ada, 'desk.treasury.topUp', { ...rail, amount: '5' as never, reason: 'hot is low' });
    expect(made.data).toEqual({ ...rail, amount: '5', from: 'cold', to: 'hot', unsigned: 'c0ffee' });
    expect((await audit('rail:practice-USDT'))[0]).toMatchObject({ what: 'topUp.made', reason: 'hot is low' });
    for (const depth of [0, -1, 101, 1.5])
      expect((await world.call(ada, 'desk.practice.reorganise', { depth, reason: 'x' })).code, String(depth)).toBe(400);
  });

  it('replaces the practice chain’s blocks in practice mode only, and says so in the log', async () => {
    const answer = await world.call(ada, 'desk.practice.reorganise', { depth: 3, reason: 'to try it' });
    expect(answer.data.height).toBeGreaterThan(100);
    expect(world.custody.actions).toEqual(['reorganise 3 true']);
    expect((await audit('rail:practice'))[0]).toMatchObject({
      ...{ what: 'practice.reorganised', reason: 'to try it', detail: { depth: '3', drop: 'true' } },
    });
    await world.restart({ mode: 'live' });
    ada = await world.signIn(ada);
    expect((await world.call(ada, 'desk.practice.reorganise', { depth: 3, reason: 'x' })).code).toBe(404);
    expect(world.custody.actions).toHaveLength(1);
    await world.restart();
    ada = await world.signIn(ada);
    grace = await world.signIn(grace);
  });
});

describe('practice mode’s automatic reviewer', () => {
  it('is the one person for small withdrawals after a while, the second one for the rest, and can be switched off', async () => {
    const [small, large, frozen] = [
      await world.custody.withdraw(await funded(), '30'),
      await world.custody.withdraw(await funded(), '700'),
      await world.custody.withdraw(await funded(), '40'),
    ];
    const owner = (await world.custody.withdrawals.one(frozen))?.userId ?? '';
    await world.call(ada, 'desk.customers.freeze', { id: owner, reason: 'x' });
    const deposit = world.custody.deposit((await funded()).id);
    await world.call(ada, 'desk.deposits.pass', { id: deposit, amount: '7', reference: 'FT-77', reason: 'x' });
    await world.restart({ reviewAfter: 60_000 });
    await world.call(ada, 'desk.reviewer.set', { on: false });
    world.move(120_000);
    await world.desk.look();
    expect(world.custody.actions).toEqual([]);
    await world.call(ada, 'desk.reviewer.set', { on: true });
    await world.desk.look();
    await world.desk.look();
    expect(world.custody.actions.toSorted()).toEqual(
      [`deposit.pass ${deposit} 7 FT-77`, `withdrawal.approve ${small} by ${AUTOMATIC}`].toSorted(),
    );
    expect([world.custody.stageOf(small), world.custody.stageOf(large), world.custody.stageOf(frozen)]).toEqual([
      ...['approved', 'review', 'review'],
    ]);
    const [row] = await audit(`withdrawal:${small}`);
    expect(row).toMatchObject({
      what: 'withdrawal.approved',
      person: { id: AUTOMATIC },
      detail: { automatic: 'true' },
    });
    // What the exchange refused is tried once, not at every look.
    expect(await audit(`withdrawal:${frozen}`)).toHaveLength(2);
    expect(world.faults).toEqual([]);
  });
});
