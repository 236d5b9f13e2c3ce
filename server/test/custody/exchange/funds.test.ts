// What custody knows of the exchange: the same from a seed as from the events, and never a step behind.

import { RAILS, USDC } from '@vitrine/core';
import { describe, expect, it } from 'vitest';
import { type CoreFunds, type CoreWithdrawal, followFunds } from '../../../src/custody/exchange/index.ts';
import { command } from '../../support/exchange-world.ts';
import { type TestExchange, testExchange } from '../support/house.ts';

const ANNA = 2;
const BEN = 3;
const USDT = 1;
const BTC = 2;
const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
const UNIT = 1_000_000;
const DAY = 86_400_000;

function credit(user: number, asset: number, amount: number, serial: number) {
  return command('deposit.credit', {
    ...{ user, asset, amount, rail: RAILS.practice, transactionHigh: serial, transactionLow: 1, position: 0 },
  });
}
const reverse = (serial: number) =>
  command('deposit.reverse', { rail: RAILS.practice, transactionHigh: serial, transactionLow: 1, position: 0 });
const request = (user: number, amount: number) =>
  command('withdrawal.request', { user, ...NO_KEY, asset: USDT, rail: RAILS.practice, amount, destination: 7 });
const step = (withdrawal: number, to: number, cost = 0, costAsset = 0) =>
  command('withdrawal.step', { withdrawal, step: to, cost, costAsset });

/** Everything that can be asked of it, to compare two. */
function all(funds: CoreFunds) {
  return {
    terms: funds.allTerms().toSorted((a, b) => a.rail - b.rail || a.asset - b.asset),
    limits: funds.limits(),
    rules: funds.rules(),
    open: funds.underWay().map((one) => ({ ...one, seq: 0, time: 0 })),
    owes: [ANNA, BEN].map((user) => funds.owes(user)),
    overdue: [ANNA, BEN].map((user) => funds.overdue(user)),
    turns: funds.underWay().map(({ id }) => [funds.maySign(id), funds.turn(id)]),
    waiting: funds.waiting(USDT),
    owed: funds.allTerms().map(({ rail, asset }) => funds.owed(rail, asset)),
    assets: ['USDT', 'BTC', 'USD', 'USDC'].map((code) => funds.assetNamed(code)),
  };
}

/** Anna owes a reversed deposit, a rail is owed its cost, one withdrawal is in review. */
function eventful(house: TestExchange): { review: number; ended: number } {
  house.must(credit(ANNA, USDT, 20_000 * UNIT, 1));
  house.must(credit(BEN, USDT, 90_000 * UNIT, 3));
  house.must(credit(ANNA, BTC, 500_000, 2));
  const ended = house.must(request(BEN, 100 * UNIT));
  house.must(command('withdrawal.pass', { withdrawal: ended }));
  house.must(step(ended, 1));
  house.must(step(ended, 3, 3 * UNIT, USDT));
  const review = house.must(request(ANNA, 1_500 * UNIT));
  const away = { from: 1, to: 4, asset: BTC, amount: 400_000, market: 0 };
  house.must(command('wallet.transfer', { user: ANNA, ...NO_KEY, ...away }));
  house.must(reverse(2));
  return { review, ended };
}

describe('§8 what custody follows of the exchange', () => {
  it('terms of every rail, limits, rules and assets are there from the seed', async () => {
    const house = testExchange();
    const funds = await followFunds(house.link);
    expect(funds.terms(RAILS.practice, USDT)).toMatchObject({
      ...{ deposits: true, withdrawals: true, fee: UNIT, minWithdrawal: 10 * UNIT, step: 1, instrument: 0 },
    });
    expect(funds.terms(RAILS.ethereum, USDC)).toMatchObject({ fee: 3 * UNIT });
    expect(funds.terms(RAILS.bank, USDT)).toBeUndefined();
    expect(funds.limits()).toMatchObject({ stage1: 1_000, threshold: 10_000 });
    expect(funds.rules()).toEqual({ most: 1_000, day: 2_000 });
    expect(funds.assetNamed('USDC')).toEqual({ asset: USDC, code: 'USDC', scale: 6 });
    expect(funds.asset(BTC)).toEqual({ asset: BTC, code: 'BTC', scale: 8 });
    expect(funds.assetNamed('NONE')).toBeUndefined();
    funds.stop();
  });

  it('a follower from the start and one of a later seed know the same', async () => {
    const house = testExchange();
    const first = await followFunds(house.link);
    const { review, ended } = eventful(house);
    const second = await followFunds(house.link);
    expect(all(second)).toEqual(all(first));
    expect(first.owes(ANNA)).toBe(true);
    expect(first.owes(BEN)).toBe(false);
    expect(first.owed(RAILS.practice, USDT), 'a fee of 1 paid a third of the cost').toBe(2 * UNIT);
    expect(first.withdrawal(review)).toMatchObject({ user: ANNA, status: 1, worth: 1_500 });
    expect(first.withdrawal(ended), 'ended, and not forgotten yet').toMatchObject({ status: 5 });
    house.must(credit(ANNA, BTC, 400_000, 9));
    for (const funds of [first, second]) expect(funds.owes(ANNA), 'repaid').toBe(false);
    for (const funds of [first, second]) funds.stop();
  });

  it('what waits in the queue has its place, from the seed too; what is granted may be signed', async () => {
    const house = testExchange();
    const first = await followFunds(house.link);
    house.send(command('desk.grant', { operator: 1, roles: 31 }));
    for (const [serial, user] of [ANNA, BEN].entries()) house.must(credit(user, USDT, 90_000 * UNIT, serial));
    // 5 % of 200,000 may leave within an hour, 8,000 of it in large ones.
    const ids = [BEN, ANNA, BEN].map((user) => {
      const id = house.must(request(user, 6_000 * UNIT));
      house.must(command('withdrawal.approve', { operator: 1, withdrawal: id, decision: 1 }));
      return id;
    });
    const second = await followFunds(house.link);
    for (const funds of [first, second]) {
      expect(ids.map((id) => funds.maySign(id))).toEqual([true, false, false]);
      expect(ids.map((id) => funds.turn(id))).toEqual([
        undefined,
        { place: 1, of: 2, until: 0, why: 0 },
        { place: 2, of: 2, until: 0, why: 0 },
      ]);
      expect(funds.waiting(USDT)).toBe(2);
    }
    house.must(command('withdrawal.cancel', { user: BEN, ...NO_KEY, withdrawal: ids[0] }));
    for (const funds of [first, second]) expect(ids.map((id) => funds.maySign(id))).toEqual([false, true, false]);
    expect(all(second)).toEqual(all(first));
    for (const funds of [first, second]) funds.stop();
  });

  it('an overdue loan is known, from the seed too, until it is paid (money §7)', async () => {
    const house = testExchange();
    const first = await followFunds(house.link);
    house.send(command('desk.grant', { operator: 1, roles: 31 }));
    house.must(credit(ANNA, USDT, 200 * UNIT, 1));
    const terms = { product: 1, amount: 200 * UNIT, days: 7, repayType: 1 };
    const loan = house.must(command('loan.apply', { user: ANNA, ...NO_KEY, ...terms }));
    house.must(command('loan.decide', { operator: 1, loan, decision: 1 }));
    const away = { from: 1, to: 6, asset: USDT, amount: 400 * UNIT, market: 0 };
    house.must(command('wallet.transfer', { user: ANNA, ...NO_KEY, ...away }));
    expect(first.overdue(ANNA)).toBe(false);
    house.time += 7 * DAY + 1;
    house.must(credit(BEN, USDT, UNIT, 2));
    const second = await followFunds(house.link);
    for (const funds of [first, second]) expect([ANNA, BEN].map(funds.overdue)).toEqual([true, false]);
    house.must(command('wallet.transfer', { user: ANNA, ...NO_KEY, ...away, from: 6, to: 1 }));
    house.must(credit(ANNA, USDT, 200 * UNIT, 3));
    house.send(command('loan.repay', { user: ANNA, ...NO_KEY, loan, amount: 0 }));
    for (const funds of [first, second]) {
      expect(funds.overdue(ANNA), 'paid').toBe(false);
      funds.stop();
    }
  });

  it('each change is told once, in order, with its command; nothing after the stop', async () => {
    const house = testExchange();
    house.must(credit(ANNA, USDT, 20_000 * UNIT, 1));
    const funds = await followFunds(house.link);
    const reported: CoreWithdrawal[] = [];
    funds.onWithdrawal((changed) => reported.push(changed));
    const id = house.must(request(ANNA, 100 * UNIT));
    house.must(command('withdrawal.pass', { withdrawal: id }));
    expect(house.send(step(id, 3)), 'not signed yet').toBe(3107);
    house.must(command('withdrawal.cancel', { user: ANNA, ...NO_KEY, withdrawal: id }));
    expect(reported.map(({ id: of, status }) => [of, status])).toEqual([
      [id, 1],
      [id, 2],
      // Granted.
      [id, 2],
      [id, 8],
    ]);
    expect(reported.every(({ seq }, at) => at === 0 || seq >= (reported[at - 1]?.seq ?? 0))).toBe(true);
    expect(reported.at(-1)).toMatchObject({ time: house.time });
    funds.stop();
    house.must(request(ANNA, 100 * UNIT));
    expect(reported).toHaveLength(4);
  });

  it('batches that come while the seed is made are neither lost nor taken twice', async () => {
    const house = testExchange();
    house.must(credit(ANNA, USDT, 20_000 * UNIT, 1));
    let id = 0;
    let later = 0;
    const funds = await followFunds({
      onBatch: (listener) => house.link.onBatch(listener),
      async seed() {
        id = house.must(request(ANNA, 100 * UNIT));
        const seed = await house.link.seed();
        later = house.must(request(ANNA, 200 * UNIT));
        return seed;
      },
    });
    expect(funds.underWay().map(({ id: of }) => of)).toEqual([id, later]);
    funds.stop();
  });
});
