// What a batch reaches, over a fold of which only what alerts look at is there: funding, positions, repeats.

import { describe, expect, it } from 'vitest';
import { Watch } from '../../../src/automation/alerts/watch.ts';
import { REPEAT_EVERY, type Watched } from '../../../src/automation/alerts/watched.ts';
import type { BatchChange, Live } from '../../../src/projection/live/index.ts';

const BTC = 1;
const MARKET = 101;
const ANN = 2;
const BEN = 3;

interface World {
  time: number;
  rate: number | undefined;
  mark: number;
  positions: { user: number; position: number; side: number; liquidation: number; lots: number }[];
}

function watchOver(world: World): Watch {
  const contract = { market: MARKET, type: 2, instrument: BTC, tickDecimals: 1 };
  const position = (one: World['positions'][number]) => ({ ...one, market: MARKET });
  const live = {
    head: () => ({ time: world.time }),
    instrument: () => ({ tickDecimals: 1 }),
    market: () => undefined,
    contract: (market: number) => (market === MARKET ? contract : undefined),
    contractOf: (type: number, instrument: number) => (type === 2 && instrument === BTC ? contract : undefined),
    fundingNow: () => (world.rate === undefined ? undefined : { rate: world.rate, premium: 0 }),
    riskPrice: () => world.mark,
    positions: (user: number) => world.positions.filter((one) => one.user === user).map(position),
    position: (id: number) => world.positions.filter((one) => one.position === id).map(position)[0],
  };
  return new Watch(live as unknown as Live);
}

function change(world: World, parts: object = {}): BatchChange {
  const nothing = { trades: [], ticks: [], orders: [], balances: [], positions: [], contractMarkets: [] };
  return { head: { time: world.time }, ...nothing, ...parts } as unknown as BatchChange;
}

let ids = 0;
function alert(fields: Partial<Watched>): Watched {
  ids += 1;
  const usual = { coreUser: ANN, kind: 'above', type: 2, instrument: BTC, value: 0, repeat: false } as const;
  return { id: String(ids), userId: 'u', ...usual, shown: {} as Watched['shown'], ...fields };
}

const world = (fields: Partial<World> = {}): World => ({
  time: 1_000_000,
  rate: undefined,
  mark: 0,
  positions: [],
  ...fields,
});

describe('funding', () => {
  it('fires when the rate passes its value upwards, or downwards below zero; never on a rate that is not known', () => {
    const now = world();
    const watch = watchOver(now);
    const up = alert({ kind: 'funding', value: 300_000 });
    const down = alert({ kind: 'funding', value: -300_000 });
    watch.put(up);
    watch.put(down);
    const look = (rate: number | undefined, market = MARKET) => {
      now.rate = rate;
      return watch.take(change(now, { contractMarkets: [market] })).map((one) => [one.alert.id, one.seen]);
    };
    expect(look(undefined)).toEqual([]);
    expect(look(299_999)).toEqual([]);
    expect(look(300_000, MARKET + 1)).toEqual([]);
    expect(look(300_000)).toEqual([[up.id, '0.000300000']]);
    expect(look(900_000)).toEqual([]);
    expect(look(-300_001)).toEqual([[down.id, '-0.000300001']]);
  });
});

describe('distance to liquidation', () => {
  it('follows the position: a change decides, and a closed position fires no more', () => {
    const now = world({ mark: 1_000_000 });
    const watch = watchOver(now);
    const long = { user: ANN, position: 7, side: 1, liquidation: 900_000, lots: 5 };
    const first = alert({ kind: 'liquidation', value: 50_000 });
    watch.put(first);
    watch.put(alert({ kind: 'liquidation', value: 999_999, coreUser: BEN }));
    const look = (mark: number, positions: object[] = []) => {
      now.mark = mark;
      return watch.take(change(now, { contractMarkets: [MARKET], positions })).map((one) => [one.alert.id, one.seen]);
    };
    expect(look(901_000)).toEqual([]);
    now.positions = [long];
    expect(look(1_000_000, [{ user: ANN, market: MARKET }])).toEqual([]);
    // Margin was added: the same mark is now far enough.
    now.positions = [{ ...long, liquidation: 800_000 }];
    expect(look(940_000, [{ user: ANN, market: MARKET }])).toEqual([]);
    expect(look(842_106)).toEqual([]);
    expect(look(842_105)).toEqual([[first.id, '0.049999']]);
    const again = alert({ kind: 'liquidation', value: 50_000 });
    watch.put(again);
    now.positions = [];
    expect(look(801_000, [{ user: ANN, market: MARKET }])).toEqual([]);
    // A position without a price that would liquidate it is never near.
    now.positions = [{ ...long, liquidation: 0 }];
    expect(look(1, [{ user: ANN, market: MARKET }])).toEqual([]);
  });

  it('tells an alert once where several positions are near', () => {
    const now = world({ mark: 1_000_000 });
    now.positions = [
      { user: ANN, position: 1, side: 1, liquidation: 990_000, lots: 1 },
      { user: ANN, position: 2, side: 2, liquidation: 1_010_000, lots: 1 },
    ];
    const watch = watchOver(now);
    watch.put(alert({ kind: 'liquidation', value: 50_000, instrument: null }));
    expect(watch.take(change(now, { contractMarkets: [MARKET] }))).toHaveLength(1);
    expect(watch.take(change(now, { contractMarkets: [MARKET] }))).toHaveLength(0);
  });
});

describe('a repeating alert', () => {
  it('pauses for its interval, also when it fired before a restart, and can be deleted meanwhile', () => {
    const now = world();
    const watch = watchOver(now);
    const tick = (cents: number) => watch.take(change(now, { ticks: [{ instrument: BTC, price: cents }] })).length;
    const one = alert({ value: 100, repeat: true });
    watch.put(one);
    expect([tick(100), tick(200)]).toEqual([1, 0]);
    now.time += REPEAT_EVERY;
    expect([tick(99), tick(100), tick(100)]).toEqual([0, 1, 0]);
    watch.remove(one.id);
    now.time += REPEAT_EVERY;
    expect(tick(100)).toBe(0);
    watch.put(alert({ value: 100, repeat: true }), now.time - REPEAT_EVERY + 1);
    expect(tick(100)).toBe(0);
    now.time += 1;
    expect(tick(100)).toBe(1);
  });
});
