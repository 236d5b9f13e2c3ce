// Issue 13, money §3: a tick examines wallets, and a liquidation cancels orders, in steps of the batch (rules
// `workInSteps`). Counted in wallets and orders, never in time.

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON } from '../../src/enum/index.ts';
import { activations, restoreExchange, RULE, WORK_STEPS } from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import { EXAMINING_LEAVES } from '../../src/perpetual/risk/moved-markets.ts';
import { CANCELS_PER_STEP } from '../../src/perpetual/risk/liquidation.ts';
import { CROSS } from '../perpetual/kit.ts';
import { Crowd, tickOf } from './crowd.ts';
import { applyWithSlotEnd } from '../kit/slots.ts';

const MANY = 1_300;
const BEFORE = RULE.workInSteps - 1;
const EXAMINED = WORK_STEPS - EXAMINING_LEAVES;
/** Of these, steps that list what the index reached, and the market maker's wallet. */
const OTHERS = 10;
const TIERS = [
  { cap: 1_000_000, rate: 10_000, leverage: 50 },
  { cap: 100_000_000, rate: 25_000, leverage: 20 },
];

/** Everybody is examined, and a new batch begins. */
function settle(crowd: Crowd): void {
  for (crowd.tick(10_000); crowd.exchange.hasWork(); crowd.later(1)) crowd.end();
  crowd.later(1);
  crowd.end();
}

/** Everybody cross long 10 lots at 100 against the house. */
function longs(rules?: number): Crowd {
  const crowd = new Crowd(MANY, 1_000_000, { tiers: TIERS, impact: 2 ** 40 }, { rules });
  crowd.quote([[2, 100, 10 * MANY]]);
  for (let user = 2; user < MANY + 2; user += 1) crowd.place(user, 1, 10, 100, { marginMode: CROSS });
  settle(crowd);
  return crowd;
}

/** All but the margin has left a customer's wallet: its position is endangered at 95.95. */
function weaken(crowd: Crowd, user: number): void {
  crowd.away(user, 945);
}

/** Customers whose wallet the last batch examined: after a transfer it emits the new liquidation price of each. */
const examined = (crowd: Crowd): number[] => crowd.emitted('position.changed').map(({ user }) => user);

/** Everybody takes so little out that the index reaches nobody. */
function changeAll(crowd: Crowd): void {
  for (let user = 2; user < MANY + 2; user += 1) crowd.away(user, 10);
  crowd.end();
}

function expectShare(wallets: number): void {
  expect(wallets).toBeGreaterThan(EXAMINED - OTHERS);
  expect(wallets).toBeLessThanOrEqual(EXAMINED);
}

describe('issue 13: a tick examines wallets in the steps of its batch', () => {
  it('all at once under the rules before', () => {
    const crowd = longs(BEFORE);
    changeAll(crowd);
    crowd.tick(10_000);
    crowd.end();
    expect(examined(crowd).length).toBe(MANY);
  });

  it('no batch examines more than its share of steps; the rest in the order in which they changed', () => {
    const crowd = longs();
    changeAll(crowd);
    crowd.tick(10_000);
    crowd.end();
    const order = examined(crowd);
    expectShare(order.length);
    while (crowd.exchange.hasWork()) {
      crowd.exchange.audit();
      crowd.later(1);
      crowd.end();
      expect(examined(crowd).length).toBeLessThanOrEqual(EXAMINED);
      order.push(...examined(crowd));
    }
    expect(order).toEqual(Array.from({ length: MANY }, (_, at) => at + 2));
    crowd.exchange.audit();
  });

  it('several ticks of a batch share its steps', () => {
    const crowd = longs();
    changeAll(crowd);
    for (let at = 0; at < 5; at += 1) crowd.tick(10_000);
    crowd.end();
    expectShare(examined(crowd).length);
  });

  it('nobody is examined twice before everyone who waits was, however often wallets change', () => {
    const crowd = longs();
    changeAll(crowd);
    const order: number[] = [];
    while (order.length < 3 * MANY) {
      crowd.later(1_000);
      crowd.tick(10_000);
      changeAll(crowd);
      order.push(...examined(crowd));
      if (order.length === 0) throw new Error('expected somebody examined');
    }
    expect(new Set(order.slice(0, MANY)).size).toBe(MANY);
    // And again within the time in which each had a turn twice.
    expect(new Set(order.slice(MANY, 3 * MANY)).size).toBe(MANY);
  });

  it('whom the index reaches does not wait behind those that only changed', () => {
    const crowd = longs();
    const poor = MANY + 1;
    weaken(crowd, poor);
    settle(crowd);
    changeAllBut(crowd, poor);
    crowd.quote([[1, 95, 1_000]]);
    crowd.tick(9_590);
    crowd.end();
    expect(crowd.emitted('liquidation.step')).toMatchObject([{ user: poor, step: 3 }]);
  });

  it('one who changed and is reached meanwhile leaves those who only changed behind', () => {
    const crowd = longs();
    const poor = MANY + 1;
    weaken(crowd, poor);
    settle(crowd);
    changeAllBut(crowd, poor);
    crowd.must(tickOf(10_000));
    crowd.end();
    // It comes last of those that changed.
    crowd.place(poor, 3, 1, 104, { marginMode: CROSS });
    crowd.quote([[1, 95, 1_000]]);
    crowd.tick(9_590);
    crowd.later(1);
    crowd.end();
    expect(crowd.emitted('liquidation.step').at(-1)).toMatchObject({ user: poor, step: 3 });
    expect(crowd.exchange.hasWork()).toBe(true);
  });

  it('whoever it reaches is liquidated in the batches that follow, and the twin from a snapshot goes on the same way', () => {
    const crowd = longs();
    for (let user = 2; user < MANY + 2; user += 1) weaken(crowd, user);
    settle(crowd);
    crowd.quote([[1, 95, 10 * MANY]]);
    crowd.tick(9_590);
    crowd.end();
    crowd.exchange.audit();
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    twin.audit();
    let batches = 0;
    let ended = 0;
    for (; crowd.exchange.hasWork(); batches += 1) {
      ended += crowd.emitted('liquidation.step').filter(({ step }) => step === 3).length;
      crowd.later(1);
      // A tick in the middle.
      for (const one of [crowd.exchange, twin]) {
        if (one === twin) twin.advance(crowd.time);
        if (batches === 1) applyWithSlotEnd(one, tickOf(9_580));
      }
      crowd.end();
      twin.takeEvents();
      crowd.exchange.audit();
    }
    ended += crowd.emitted('liquidation.step').filter(({ step }) => step === 3).length;
    expect(ended).toBe(MANY);
    expect(crowd.open(1)).toBe(0);
    // Half of a batch's steps list and examine, each wallet one and one.
    expect(batches).toBeLessThanOrEqual(Math.ceil((2 * MANY) / EXAMINED));
    expect(twin.digest()).toBe(crowd.exchange.digest());
  });

  it('who waits when the rules come into force is examined under them', () => {
    const crowd = longs(BEFORE);
    for (let user = 2; user < MANY + 2; user += 1) crowd.away(user, 1);
    crowd.end();
    for (const one of activations(BEFORE)) crowd.must(one);
    crowd.exchange.audit();
    crowd.tick(10_000);
    crowd.end();
    expectShare(examined(crowd).length);
    for (; crowd.exchange.hasWork(); crowd.later(1)) crowd.end();
    crowd.exchange.audit();
  });
});

function changeAllBut(crowd: Crowd, one: number): void {
  for (let user = 2; user < MANY + 2; user += 1) if (user !== one) crowd.away(user, 10);
  crowd.end();
}

const ORDERS = 200;
const WALLETS = 45;

/** Cross longs of 100 lots with 200 opening orders each far below. Endangered below 92, nobody buys near. */
function hoarders(rules?: number): Crowd {
  const crowd = new Crowd(WALLETS, 1_000_000, { tiers: TIERS, impact: 2 ** 40 }, { rules });
  crowd.quote([[2, 100, 100 * WALLETS]]);
  for (let user = 2; user < WALLETS + 2; user += 1) {
    crowd.place(user, 1, 100, 100, { marginMode: CROSS });
    for (let at = 0; at < ORDERS - 1; at += 1) crowd.place(user, 1, 1, 20, { marginMode: CROSS });
  }
  settle(crowd);
  return crowd;
}

const cancelled = (crowd: Crowd): number =>
  crowd.emitted('order.closed').filter(({ reason }) => reason === CLOSE_REASON.liquidation).length;

describe('issue 13: a liquidation cancels orders in the steps of its batch', () => {
  it('all of them under the rules before', () => {
    const crowd = hoarders(BEFORE);
    crowd.tick(9_100);
    crowd.end();
    expect(cancelled(crowd)).toBe(WALLETS * (ORDERS - 1));
  });

  it('eight a step; nothing of a wallet is closed before its orders are gone, and a snapshot goes on the same way', () => {
    const crowd = hoarders();
    crowd.tick(9_100);
    crowd.end();
    const first = cancelled(crowd);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(WORK_STEPS * CANCELS_PER_STEP);
    crowd.exchange.audit();
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    let all = first;
    expect(crowd.exchange.hasWork()).toBe(true);
    while (crowd.exchange.hasWork()) {
      crowd.later(1);
      twin.advance(crowd.time);
      crowd.end();
      twin.takeEvents();
      expect(cancelled(crowd)).toBeLessThanOrEqual(WORK_STEPS * CANCELS_PER_STEP);
      all += cancelled(crowd);
      crowd.exchange.audit();
    }
    expect(all).toBe(WALLETS * (ORDERS - 1));
    expect(twin.digest()).toBe(crowd.exchange.digest());
    const { orderAccounts } = (crowd.exchange as unknown as { parts: Parts }).parts.perpetual.context;
    expect(
      orderAccounts.rows.oldest.every(
        (slot, orderAccount) => orderAccount === 0 || orderAccounts.rows.user[orderAccount] === 1 || slot === 0,
      ),
    ).toBe(true);
  });
});
