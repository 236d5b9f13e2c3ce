// What the insurance fund took over is unwound in slices (issue 13 A.2).

import { describe, expect, it } from 'vitest';
import { type Exchange } from '../../src/index.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { ISOLATED, LONG, OPEN_LONG, U } from '../perpetual/kit.ts';
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

  it('nothing while the price is stale or the market is suspended', () => {
    const made = taken();
    made.quote(U, [[1, 95, 1_000]]);
    made.wait(10 * MINUTE);
    expect(made.contracts.fund.slices).toEqual([]);
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
