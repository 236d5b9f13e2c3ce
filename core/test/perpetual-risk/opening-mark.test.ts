// money §11, rules `openingMark`: at an opening a price counts from the first tick of the session on. A tick of before makes no mark, so
// until then everything would be weighed by the mark of before the close.
import { describe, expect, it } from 'vitest';
import { PRICE_STATE } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { partsOf } from '../kit/full.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { activate } from '../kit/rules.ts';
import { ANNA, BEN, BUY, CARL, NOON, SELL } from '../kit/world.ts';
import { HOURLY, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from './kit.ts';

const BEFORE = RULE.openingMark - 1;
const HOUR = 3_600_000;
const CLOSES = NOON + 3 * HOUR;
const OPENS = CLOSES + 17 * HOUR;
/** Of instrument 2. */
const OLD = 5_000;
const hourly = { market: HOURLY, marginMode: ISOLATED };

function worldOf(rules?: number, money = 10_000): RiskWorld {
  const shape = rules === undefined ? {} : { rules };
  const world = riskWorld(1_000_000, { users: 7, money }, { calendar: HOURS, ...shape });
  const sessions = [
    { opens: NOON - HOUR, closes: CLOSES },
    { opens: OPENS, closes: OPENS + 30 * HOUR },
  ];
  world.must(command('hours.set', { calendar: HOURS, sessions }));
  world.index(10_000, OLD);
  return world;
}

/** The market closes, perhaps with quotes; half a second before it opens its index is another; then it is open for a tenth of a second. */
function opened(world: RiskWorld, index: number, { disputed = false, quotes = false } = {}): void {
  world.time = CLOSES - 1_000;
  world.index(10_000, OLD);
  if (quotes)
    world.quote(HOURLY, [
      [BUY, 49, 20],
      [SELL, 51, 20],
    ]);
  world.time = CLOSES + 1_000;
  world.batch([]);
  for (let ago = disputed ? 70 : 0; ago >= 0; ago -= 1) {
    world.time = OPENS - 500 - ago * 1_000;
    const used = disputed ? 1 : 3;
    world.must(
      command('ticks', {
        ticks: [
          { instrument: 1, price: 10_000, spread: 0, used: 3, total: 3 },
          { instrument: 2, price: index, spread: 0, used, total: 3 },
        ],
        quotes: [],
      }),
    );
  }
  world.time = OPENS + 100;
  world.batch([]);
}

const stateOf = (world: RiskWorld): number => partsOf(world.exchange).prices.state(2);

/** What two people who know the gap win by opening against each other at the old price in the first moment. */
function straddle(gap: number, rules?: number): number {
  const world = worldOf(rules, 30_000);
  for (const [long, short] of [
    [BEN, CARL],
    [5, 6],
  ] as const)
    world.isolatedPair(long, short, 20, 50, 2, HOURLY);
  const thieves = [ANNA, 7];
  const worth = (index: number): number =>
    thieves.reduce((sum, user) => {
      const [long, short] = [LONG, SHORT].map((side) => world.position(user, side, HOURLY));
      const profit =
        (long === undefined ? 0 : (long.lots * index) / 10 - long.cost) +
        (short === undefined ? 0 : short.cost - (short.lots * index) / 10);
      return sum + world.wealth(user, U_WALLET) + profit;
    }, 0);
  const before = worth(OLD);
  const index = Math.round(OLD * gap);
  opened(world, index);
  world.order2(7, OPEN_SHORT, 20, 50, { ...hourly, leverage: 1 });
  world.order2(ANNA, OPEN_LONG, 20, 50, { ...hourly, leverage: 10 });
  for (let at = 0; at < 4; at += 1) {
    world.time += 250;
    world.index(10_000, index);
  }
  return worth(index) - before;
}

describe('the first moment of a session', () => {
  it('fills no opening order by a price of before it', () => {
    for (const rules of [BEFORE, undefined]) {
      const world = worldOf(rules);
      const bid = world.go(BEN, OPEN_LONG, 20, 50, { ...hourly, leverage: 5 });
      opened(world, 4_000);
      const sold = world.order2(ANNA, OPEN_SHORT, 20, 50, { ...hourly, leverage: 5 });
      if (rules === BEFORE) {
        expect(world.dealt()).toEqual([[50, 20]]);
        continue;
      }
      expect(stateOf(world)).toBe(PRICE_STATE.stale);
      expect(sold.code).toBe(2005);
      expect(world.dealt()).toEqual([]);
      world.time = OPENS + 250;
      world.index(10_000, 4_000);
      expect(stateOf(world)).toBe(PRICE_STATE.valid);
      expect(world.cancel(BEN, bid).code).toBe(200);
      expect(world.twin().digest()).toBe(world.exchange.digest());
    }
  });

  it('gives nobody a gap that is known already', () => {
    expect(straddle(0.8, BEFORE)).toBeGreaterThan(0);
    for (const gap of [1.05, 0.95, 0.9, 0.8]) expect(straddle(gap), `gap ${gap}`).toBeLessThanOrEqual(0);
  });

  it('takes out the quotes of the market maker that stood over the closed hours', () => {
    for (const rules of [BEFORE, undefined]) {
      const world = worldOf(rules);
      opened(world, 4_000, { quotes: true });
      const left = [BUY, SELL].flatMap((side) => world.audit.book(HOURLY, side)).length;
      expect(left).toBe(rules === BEFORE ? 2 : 0);
    }
  });

  it('liquidates nobody, also by a dispute that was decided while the market was closed', () => {
    const world = worldOf();
    world.isolatedPair(BEN, CARL, 20, 50, 10, HOURLY);
    opened(world, 4_000, { disputed: true });
    expect(partsOf(world.exchange).prices.counts(2)).toBe(false);
    for (let at = 0; at < 3; at += 1) {
      world.time += 1;
      world.only(1, 10_000);
      expect(world.liquidationSteps()).toEqual([]);
    }
    world.time += 1;
    world.index(10_000, 4_000);
    expect(world.liquidationSteps()).not.toEqual([]);
  });

  it('is none where sessions touch', () => {
    const world = worldOf();
    const sessions = [
      { opens: world.time, closes: CLOSES },
      { opens: CLOSES, closes: OPENS },
      { opens: OPENS, closes: OPENS + 30 * HOUR },
    ];
    world.must(command('hours.set', { calendar: HOURS, sessions }));
    world.time = CLOSES - 500;
    world.index(10_000, OLD);
    world.time = CLOSES + 100;
    world.batch([]);
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
  });

  it('that is under way at the activation waits from then on', () => {
    const world = worldOf(BEFORE);
    opened(world, 4_000, { quotes: true });
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
    expect(world.audit.book(HOURLY, BUY)).not.toEqual([]);
    world.must(command('rules.activate', { version: RULE.openingMark }));
    expect(stateOf(world)).toBe(PRICE_STATE.stale);
    expect(world.audit.book(HOURLY, BUY)).toEqual([]);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('leaves what is open alone at the activation in the middle of a session, and in closed hours', () => {
    const world = worldOf(BEFORE);
    activate(world.exchange, RULE.openingMark);
    expect(stateOf(world)).toBe(PRICE_STATE.valid);
    const other = worldOf(BEFORE);
    other.time = CLOSES + 1_000;
    other.batch([]);
    activate(other.exchange, RULE.openingMark);
    expect(stateOf(other)).toBe(PRICE_STATE.closed);
  });
});
