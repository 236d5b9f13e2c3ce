// How one settlement of funding goes on (money §3): what a receiver that changes early gets, what a payer without enough
// pays, and what a restart in between keeps.

import { describe, expect, it } from 'vitest';
import { restoreExchange, RULE } from '../../../src/index.ts';
import { Paces } from '../../../src/perpetual/funding/pace.ts';
import type { PerpetualContext } from '../../../src/perpetual/context.ts';
import { Registry } from '../../../src/state/index.ts';
import { command } from '../../kit/genesis.ts';
import { ANNA, BEN, NOON } from '../../kit/world.ts';
import { COIN, CROSS, HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U } from '../../perpetual/kit.ts';
import { Crowd } from '../crowd.ts';
import { RECEIVER, PAYER, settled, unsettled } from './unsettled.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** The market maker offers at 101 in place of its quotes at 104 and 105. */
function offer(crowd: Crowd): void {
  crowd.quote([
    [1, 104, 0],
    [2, 105, 0],
  ]);
  crowd.quote([[2, 101, 100]]);
}

describe('money §3 a settlement that takes several batches', () => {
  it('a receiver that closes before its turn gets what its lots at the interval’s end are due, partly closed or not', () => {
    const due = settled(unsettled(), RECEIVER);
    // 1 % × 2 an hour at the mark of 100.25: 10,025 × 0.25 %, payers round up, so nothing is missing.
    expect(due).toBe(25);
    for (const [lots, left] of [
      [1, 99],
      [100, 0],
    ] as const) {
      const crowd = unsettled();
      offer(crowd);
      crowd.place(RECEIVER, 4, lots, 101);
      crowd.end();
      const closed = crowd.positions.get(`${RECEIVER} 2`);
      expect(closed).toMatchObject({ lots: left, fundingProfit: 0 });
      expect(settled(crowd, RECEIVER)).toBe(due);
      const after = crowd.positions.get(`${RECEIVER} 2`);
      // An open isolated position receives into its margin; a closed one into the wallet.
      expect((after?.margin ?? 0) - (closed?.margin ?? 0)).toBe(left === 0 ? 0 : due);
      expect(after?.fundingProfit).toBe(left === 0 ? 0 : due);
    }
  });

  it('a cross payer that closes all before its turn pays out of its wallet', () => {
    const owed = settled(unsettled(CROSS), PAYER);
    expect(owed).toBe(-26);
    const crowd = unsettled(CROSS);
    crowd.place(PAYER, 3, 100, 104, { marginMode: CROSS, timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(owed);
  });

  it('goes on the same from a snapshot', () => {
    const crowd = unsettled();
    crowd.end();
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    expect(twin.hasWork()).toBe(true);
    while (crowd.exchange.hasWork()) {
      crowd.later(20);
      twin.advance(crowd.time);
      expect(twin.takeEvents()).toEqual(crowd.exchange.takeEvents());
    }
    expect(twin.hasWork()).toBe(false);
    expect(twin.digest()).toBe(crowd.exchange.digest());
  });
});

describe('money §3 what a market’s settlements emit', () => {
  it('the first mark of each contract begins its interval', () => {
    const world = riskWorld(1_000);
    expect(world.risk.paces.map(({ market, hours, next, hourly }) => [market, hours, next, hourly])).toEqual(
      [U, COIN, HOURLY].map((market) => [market, 8, NOON + 4 * HOUR, 0]),
    );
  });

  it('the activation of fundingByTime gives each market a pace, the last one too, and no average without a minute', () => {
    const world = riskWorld(1_000, {}, { rules: RULE.fundingByTime - 1 });
    expect(world.risk.paces).toEqual([]);
    world.must(command('rules.activate', { version: RULE.fundingByTime }));
    expect(world.emitted('funding.pace').map(({ market }) => market)).toEqual([U, HOURLY, COIN]);
    expect(world.emitted('funding.average')).toEqual([]);
  });

  it('an hourly pace tells that it is hourly, whatever the number of its market', () => {
    const emitted: unknown[] = [];
    const contracts = {
      rows: { fundingHours: [0, 8], nextFunding: [0, 25 * HOUR] },
      tiers: { rate: [0, 5_000] },
      firstTier: () => 1,
    };
    const out = { record: (name: string, fields: object) => emitted.push({ name, ...fields }) };
    const paces = new Paces({ registry: new Registry(), contracts, out } as unknown as PerpetualContext);
    paces.emit(1);
    for (const at of [16, 24]) paces.settled(1, at * HOUR, 3_750_000);
    paces.emit(1);
    const pace = { name: 'funding.pace', market: 1, next: 25 * HOUR };
    expect(emitted).toEqual([
      { ...pace, hours: 8, hourly: 0 },
      { ...pace, hours: 1, hourly: 1 },
    ]);
  });
});

describe('money §3 a payer without enough', () => {
  /** Both indexes a second before each minute and at it, up to the last minute of an interval. */
  function minutes(world: RiskWorld, end: number, cents: number, second: number): void {
    for (let minute = (Math.floor(world.time / MINUTE) + 1) * MINUTE; minute < end; minute += MINUTE)
      for (const before of [1_000, 0]) {
        world.time = minute - before;
        world.index(cents, second);
      }
  }

  /** The end of the interval of 8 h now, with both indexes at each minute. */
  function interval(world: RiskWorld, cents: number, second: number): void {
    const end = (Math.floor(world.time / (8 * HOUR)) + 1) * 8 * HOUR;
    minutes(world, end, cents, second);
    world.time = end - 500;
    world.index(cents, second);
    world.time = end + 1;
    world.batch([]);
  }

  it('keeps its profit before rules fundingBounded: the fund pays what the margin has not', () => {
    const world = riskWorld(1_000, {}, { rules: RULE.fundingBounded - 1 });
    world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 100, 100, { marginMode: ISOLATED, leverage: 50 });
    world.indexFor(12_000, 1);
    world.quote(U, [
      [1, 125, 100],
      [2, 126, 100],
    ]);
    interval(world, 12_000, 5_000);
    // 2 % of 100 × 120.30 are 241; the margin has 200, the fund pays 41.
    expect(world.emitted('funding.realised')).toEqual([]);
    expect(world.emitted('funding').map(({ user, amount }) => [user, amount])).toEqual([
      [ANNA, -200],
      [BEN, 240],
    ]);
    expect(world.insurance()).toBe(959);
    expect(world.position(ANNA, LONG)).toMatchObject({ margin: 0, cost: 10_000, priceProfit: 0 });
  });
});
