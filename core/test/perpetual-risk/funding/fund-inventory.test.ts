// The insurance fund's inventory (money §3, rules `fundTakesOver`): what closing a part brings, what its audit refuses, how
// coin contracts are unwound, and how a cross wallet's loss is shared (rules `fairDeleverage`).

import { describe, expect, it } from 'vitest';
import { MARKET_TYPE, POSITION_SIDE } from '../../../src/enum/index.ts';
import { decodeEvents } from '../../../src/index.ts';
import type { PerpetualContext } from '../../../src/perpetual/context.ts';
import { fitting, Inventory, InventoryPart } from '../../../src/perpetual/insurance/inventory.ts';
import { Registry } from '../../../src/state/index.ts';
import { BTC, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, NOON } from '../../kit/world.ts';
import { COIN, CROSS, HOURLY, ISOLATED, OPEN_LONG, OPEN_SHORT, U, U_WALLET } from '../../perpetual/kit.ts';
import { riskWorld } from '../kit.ts';
import { textOf } from '../../../src/expect.ts';

const MARKET = 1;
const FUND = 1_000_000;

/** An inventory of one linear market and a fund of 1,000 atoms, with nothing but that. */
function inventory(): Inventory {
  const contracts = { rows: { type: [0, MARKET_TYPE.linear], settle: [0, 1], insurance: [0, 1] } };
  const ledger = { accounts: { available: [0, 1_000] } };
  const made = new Inventory({
    ...{ registry: new Registry(), clock: { now: NOON }, contracts, ledger },
  } as unknown as PerpetualContext);
  made.rows.reach(MARKET);
  return made;
}

interface Held {
  readonly side: number;
  readonly lots: number;
  readonly cost: number;
  readonly value: number;
  readonly armed: number;
}
const HELD: Held = { side: POSITION_SIDE.long, lots: 10, cost: 950, value: 945, armed: 1 };
const EMPTY: Held = { side: 0, lots: 0, cost: 0, value: 0, armed: 0 };

/** What the audit finds wrong with an inventory. */
function faults(held: Held, lost = 0): string[] {
  const made = inventory();
  for (const name of ['side', 'lots', 'cost', 'value', 'armed'] as const) made.rows[name][MARKET] = held[name];
  made.mayLose(MARKET);
  made.rows.hourLost[MARKET] = lost;
  const found: string[] = [];
  made.audit((holds, what) => {
    if (!holds) found.push(textOf(what));
  });
  return found;
}

describe('§3 the inventory of the fund', () => {
  it('closing a part releases its cost and value by proportion; what it brings below the value is its loss', () => {
    const made = inventory();
    for (const [side, value, profit, loss] of [
      [POSITION_SIDE.long, 480, 5, 0],
      [POSITION_SIDE.long, 470, -5, 3],
      [POSITION_SIDE.short, 480, -5, 7],
      [POSITION_SIDE.short, 470, 5, 0],
    ] as const) {
      for (const [name, whole] of Object.entries({ side, lots: 10, cost: 950, value: 946 }))
        made.rows[name as 'lots'][MARKET] = whole;
      const part = new InventoryPart();
      made.weigh(part, MARKET, 5, value);
      expect(part).toMatchObject({ cost: 475, value: 473, profit, loss });
    }
  });

  it('its audit accepts lots of one side with a timer, or nothing', () => {
    expect(faults(HELD)).toEqual([]);
    expect(faults({ ...HELD, side: POSITION_SIDE.short })).toEqual([]);
    expect(faults(EMPTY)).toEqual([]);
    // 2 % of 1,000.
    expect(faults(HELD, 20)).toEqual([]);
  });

  it.each([
    ['a side without lots', { ...EMPTY, side: POSITION_SIDE.long }, 'lots of a side, or nothing'],
    ['a cost without lots', { ...EMPTY, cost: 1 }, 'lots of a side, or nothing'],
    ['a value without lots', { ...EMPTY, value: 1 }, 'lots of a side, or nothing'],
    ['lots without a side', { ...HELD, side: 0 }, 'lots of a side, or nothing'],
    ['lots below 0', { ...HELD, lots: -1 }, 'lots of a side, or nothing'],
    ['a cost below 0', { ...HELD, cost: -1 }, 'not below 0'],
    ['lots without a timer', { ...HELD, armed: 0 }, 'to have a timer'],
  ])('its audit refuses %s', (_name, held, what) => {
    expect(faults(held)).toEqual([expect.stringContaining(what)]);
  });

  it('its audit refuses an hour that lost more than 2 % of the fund', () => {
    expect(faults(HELD, 21)).toEqual(['market 1 to lose at most 20 an hour']);
  });

  it('as many lots as fit: with nothing beside them the whole bound is theirs, and a proportion too high goes down', () => {
    expect(fitting(10, 9, 0, (lots) => lots + 1)).toBe(8);
    expect(fitting(10, 9, 0, (lots) => (lots === 10 ? 10 : lots + 1))).toBe(8);
  });

  it('a restart tells the bounds in use, by the hour that they began', () => {
    const world = riskWorld(FUND, { money: 30_000, users: 6 });
    world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2, marginMode: ISOLATED });
    world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20, marginMode: ISOLATED });
    world.index(9_450);
    const [emitted] = world.emitted('fund.inventory');
    expect(emitted).toMatchObject({
      market: U,
      lots: 100,
      since: NOON,
      used: 50,
      hour: 20_000,
      dayUsed: 50,
      day: 100_000,
    });
    expect([...decodeEvents(world.exchange.seed())].filter(({ name }) => name === 'fund.inventory')).toEqual([emitted]);
  });
});

describe('§3 the fund unwinds coin contracts', () => {
  it('in coin, rounded against it: 2 lots at 95 are 22 atoms to what it bought them for', () => {
    const world = riskWorld(FUND, { users: 6 });
    const fields = { market: COIN, marginMode: ISOLATED };
    world.go(BEN, OPEN_SHORT, 40, 100, { ...fields, leverage: 2 });
    world.go(ANNA, OPEN_LONG, 40, 100, { ...fields, leverage: 20 });
    world.index(9_450);
    // 40 × 1,000 ÷ 100 and a margin of 20: nothing is left at 420.
    expect(world.emitted('fund.takeover')).toMatchObject([
      { user: ANNA, market: COIN, side: POSITION_SIDE.long, lots: 40, value: 420 },
    ]);
    const before = world.insurance(BTC);
    world.go(CARL, OPEN_LONG, 40, 95, { ...fields, leverage: 5 });
    world.indexFor(9_500, 119);
    const [slice] = world.contracts.fund.slices;
    expect(slice).toMatchObject({ market: COIN, lots: 2, depth: 40, value: 22, profit: -1 });
    expect(world.insurance(BTC)).toBe(before - 1);
  });
});

describe('§3 a cross wallet’s equity below 0 is shared by losses, not by gains (rules fairDeleverage)', () => {
  it('a position that gained closes at the index; the one that lost bears all', () => {
    const world = riskWorld(FUND, { money: 30_000, users: 6 });
    for (const [market, lots, price] of [
      [U, 100, 100],
      [HOURLY, 10, 50],
    ] as const) {
      world.go(BEN, OPEN_SHORT, lots, price, { leverage: 2, marginMode: ISOLATED, market });
      world.go(ANNA, OPEN_LONG, lots, price, { leverage: 20, marginMode: CROSS, market });
    }
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 750);
    world.index(10_000);
    world.index(9_000, 5_100);
    // 750 less 1,000 and 100 more: 150 short, all of it by the first contract.
    expect(
      world.emitted('fund.takeover').map(({ market, lots, value, loss }) => ({ market, lots, value, loss })),
    ).toEqual(expect.arrayContaining([{ market: U, lots: 100, value: 9_150, loss: 150 }]));
    expect(world.emitted('fund.takeover').find(({ market }) => market === HOURLY)?.value).toBe(5_100);
  });

  it('each bears how far its index moved since the tick before the wallet was endangered, however long it waits', () => {
    const world = riskWorld(FUND, { money: 30_000, users: 6 });
    for (const [market, lots, price] of [
      [HOURLY, 10, 50],
      [U, 100, 100],
    ] as const) {
      world.go(BEN, OPEN_SHORT, lots, price, { leverage: 2, marginMode: ISOLATED, market });
      world.go(ANNA, OPEN_LONG, lots, price, { leverage: 20, marginMode: CROSS, market });
    }
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 750);
    world.index(10_000);
    // 750 less 630 are below the maintenance of 1 %, and nobody bids.
    world.index(9_370);
    expect(world.emitted('liquidation.waits').length).toBeGreaterThan(0);
    world.index(9_370, 4_800);
    // 80 short, by 630 and 200: 60.7 are 61 atoms, so 19 are left.
    expect(world.emitted('fund.takeover').map(({ market, value }) => [market, value])).toEqual([
      [U, 9_431],
      [HOURLY, 4_819],
    ]);
  });
});
