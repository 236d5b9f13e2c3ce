// What the insurance fund took over is unwound in slices (issue 13 A.2).

import { describe, expect, it } from 'vitest';
import { type Exchange } from '../../src/index.ts';
import { CLOSE_REASON, MARKET_STATE, ORDER_STATUS } from '../../src/enum/index.ts';
import { agreed, operatorOf, RISK } from '../desk/kit.ts';
import { tableOf } from '../kit/full.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../perpetual/kit.ts';
import { type RiskWorld } from './kit.ts';
import { applyWithSlotEnd } from '../kit/slots.ts';
import { FUND, held, MINUTE, open, pass, world } from './takeover-kit.ts';

describe('A.2 what was taken over is unwound in slices', () => {
  /** The fund has 400 lots long at 94.5. */
  function taken(): RiskWorld {
    const made = world();
    for (const [user, other] of [
      [ANNA, 5],
      [BEN, 6],
    ] as const)
      open(made, LONG, 200, ISOLATED, U, user, other);
    made.index(9_450);
    expect(held(made)?.[1]).toBe(400);
    return made;
  }

  it('once a minute, at the moment drawn from the hash of the row before the minute', () => {
    const made = taken();
    made.quote(U, [[1, 95, 1_000]]);
    const moments: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      const begins = (Math.floor(made.time / MINUTE) + 1) * MINUTE;
      while (made.time < begins - 500) {
        made.time += 500;
        made.index(9_450);
      }
      const draw = Number.parseInt(made.exchange.runningHash().slice(0, 8), 16);
      const count = made.contracts.fund.slices.length;
      while (made.time < begins + MINUTE - 500) {
        made.time += 500;
        made.index(9_450);
      }
      const slices = made.contracts.fund.slices.slice(count);
      expect(slices).toMatchObject([{ minute: begins, draw, moment: begins + (draw % MINUTE) }]);
      moments.push(slices[0]!.moment - begins);
    }
    expect(new Set(moments).size).toBe(4);
    expect(made.contracts.fund.slices.map(({ lots }) => lots)).toEqual([20, 19, 18, 17]);
    // 95 is above the value of 94.5 at the takeover: no loss. The cost was 95.
    expect(made.contracts.fund.slices.map(({ profit, loss }) => [profit, loss])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(made.insurance()).toBe(FUND);
  });

  it('within 0.2 % of the index, at most 10 % of the depth there', () => {
    const made = taken();
    // 94.311 is 0.2 % below: 94 is too far.
    made.quote(U, [[1, 94, 10_000]]);
    pass(made, 120, 9_450);
    expect(made.contracts.fund.slices).toEqual([]);
    made.quote(U, [[1, 95, 90]]);
    pass(made, 60, 9_450);
    expect(made.contracts.fund.slices).toMatchObject([{ depth: 90, lots: 9, held: 400 }]);
  });

  it('ends: the last lots go one by one, and then nothing is drawn any more', () => {
    const made = world();
    open(made, LONG, 22);
    made.index(9_450);
    made.quote(U, [[1, 95, 1_000]]);
    pass(made, 25 * 60, 9_450);
    expect(made.contracts.fund.slices.map(({ lots }) => lots)).toEqual(Array.from({ length: 22 }, () => 1));
    expect(held(made)).toBeUndefined();
    expect(made.house(LONG)).toBe(22);
  });

  it('sells to customers too, their fees as ever; what a slice loses counts for the bounds', () => {
    const made = taken();
    made.index(9_500);
    made.go(CARL, OPEN_LONG, 400, 95, { leverage: 5, marginMode: ISOLATED });
    pass(made, 119, 9_510);
    const [slice] = made.contracts.fund.slices;
    expect(slice).toMatchObject({ lots: 20, value: 1_900, profit: 0, loss: 0 });
    expect(made.position(CARL, LONG)).toMatchObject({ lots: 20 });
    expect(made.contracts.fund.bounds.get(U)!.used).toBe(200);
  });

  it('nothing while the price is stale', () => {
    const made = taken();
    made.quote(U, [[1, 95, 1_000]]);
    made.wait(10 * MINUTE);
    expect(made.contracts.fund.slices).toEqual([]);
  });

  it('nothing while the market is suspended: resting orders stay, and fill when it trades again', () => {
    const made = taken();
    made.index(9_500);
    const order = made.go(CARL, OPEN_LONG, 400, 95, { leverage: 5, marginMode: ISOLATED });
    made.must(command('market.stop', { operator: operatorOf(RISK), market: U, state: MARKET_STATE.suspended }));
    pass(made, 180, 9_500);
    expect(made.contracts.fund.slices).toEqual([]);
    expect(made.closed(order)).toBeUndefined();
    agreed(made, command('market.change', { market: U, state: MARKET_STATE.trading, minValue: 0, maxValue: 0 }));
    pass(made, 60, 9_500);
    expect(made.contracts.fund.slices).toMatchObject([{ held: 400, lots: 20 }]);
    expect(made.position(CARL, LONG)).toMatchObject({ lots: 20 });
  });

  it('nothing when a takeover closes its lots between the draw and its moment', () => {
    const made = world();
    open(made, LONG);
    made.index(9_450);
    made.go(5, OPEN_LONG, 100, 95, { leverage: 2, marginMode: ISOLATED });
    made.go(CARL, OPEN_SHORT, 100, 95, { leverage: 20, marginMode: ISOLATED });
    const moment = (): number => tableOf(made.exchange, 'fundInventory').column('moment')[U]!;
    while (moment() === 0) pass(made, 1, 9_450);
    // Bankrupt at 99.75.
    made.index(9_980);
    expect(made.emitted('fund.takeover')).toMatchObject([{ user: CARL, lots: 100, netted: 1 }]);
    expect(moment()).toBeGreaterThan(made.time);
    made.quote(U, [
      [1, 99, 1_000],
      [2, 100, 1_000],
    ]);
    pass(made, 60, 9_980);
    expect(moment()).toBe(0);
    expect(made.contracts.fund.slices).toEqual([]);
  });

  it('cancels an order that its owner can no longer pay for, and sells to the next', () => {
    const made = taken();
    // 1,000 and 1,900 of margin, and fees; then the index of the other market takes 400.
    made.go(5, OPEN_SHORT, 40, 50, { market: HOURLY, leverage: 2, marginMode: ISOLATED });
    made.go(CARL, OPEN_LONG, 40, 50, { market: HOURLY, leverage: 20 });
    const order = made.go(CARL, OPEN_LONG, 100, 95, { leverage: 5 });
    made.transfer(CARL, U_WALLET, 1, USDT, made.free(CARL, USDT, U_WALLET) - 3_000);
    made.quote(U, [[1, 95, 1_000]]);
    for (let second = 0; second < 120; second += 1) {
      made.time += 1_000;
      made.index(9_450, 4_900);
    }
    expect(made.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.margin]);
    expect(made.position(CARL, LONG)).toBeUndefined();
    expect(made.contracts.fund.slices).toMatchObject([{ depth: 1_100, lots: 20 }]);
    expect(made.house(LONG)).toBe(20);
  });

  it('goes on the same from a snapshot between the draw and its moment', () => {
    const made = taken();
    made.go(CARL, OPEN_LONG, 400, 95, { leverage: 5, marginMode: ISOLATED });
    let twins: Exchange[] = [];
    for (let at = 0; at < 12; at += 1) {
      twins = [...twins.slice(-3), made.twin()];
      for (let second = 0; second < 15; second += 1) {
        pass(made, 1, 9_500);
        for (const twin of twins) {
          twin.advance(made.time);
          applyWithSlotEnd(twin, made.ticks([9_500, 5_000]));
          twin.takeEvents();
          expect(twin.runningHash()).toBe(made.exchange.runningHash());
        }
      }
      for (const twin of twins) expect(twin.digest()).toBe(made.exchange.digest());
    }
    expect(made.contracts.fund.slices.length).toBeGreaterThan(1);
  });
});
