// Issue 13 A.11: the order of deleveraging of a large market is built in steps and kept between ticks (money §3, rules
// `deleverageInSteps`). Counted in positions, never in time.

import { describe, expect, it } from 'vitest';
import { POSITION_SIDE } from '../../../src/enum/index.ts';
import { type Exchange, restoreExchange, RULE, WORK_STEPS } from '../../../src/index.ts';
import type { Parts } from '../../../src/parts.ts';
import { LISTED, RANKED_PER_STEP } from '../../../src/perpetual/risk/deleverage-orders.ts';
import { Ranking } from '../../../src/perpetual/risk/deleverage-rank.ts';
import { U } from '../../perpetual/kit.ts';
import { Crowd, tickOf } from '../crowd.ts';
import { applyWithSlotEnd } from '../../kit/slots.ts';

const LARGE = 4_400;
const SMALL = 40;
/** The lots of each long that goes bankrupt. */
const LOTS = 150;

const partsOf = (exchange: Exchange): Parts => (exchange as unknown as { parts: Parts }).parts;
const deleverageOf = (exchange: Exchange) => partsOf(exchange).risk.liquidation.deleverage;

/** Longs of 150 lots, bankrupt below 95, and shorts of many sizes of margin against the house's long. Nobody buys. */
function crowdOf(shorts: number, { rules, longs = 2 }: { rules?: number; longs?: number } = {}): Crowd {
  const crowd = new Crowd(shorts + longs, 0, { impact: 2 ** 40 }, { rules });
  crowd.quote([[1, 100, 3 * shorts]]);
  for (let user = 2 + longs; user < shorts + longs + 2; user += 1)
    crowd.place(user, 2, 1 + (user % 3), 100, { leverage: 2 + (user % 7) });
  crowd.quote([
    [1, 100, 0],
    [2, 100, LOTS * longs],
  ]);
  for (let user = 2; user < 2 + longs; user += 1) crowd.place(user, 1, LOTS, 100, { leverage: 20 });
  crowd.quote([
    [1, 100, 0],
    [2, 100, 0],
  ]);
  crowd.end();
  return crowd;
}

/** Users in the order of deleveraging, by all positions at once. */
function ranked(exchange: Exchange): number[] {
  const { context } = partsOf(exchange).perpetual;
  const ranking = new Ranking(context, U, POSITION_SIDE.short);
  const users: number[] = [];
  for (let slot = ranking.top(); slot !== 0; slot = ranking.top()) {
    users.push(context.positions.rows.user[slot] as number);
    ranking.remove(slot);
  }
  return users;
}

const takenOf = (crowd: Crowd) => crowd.emitted('deleveraged').map(({ user, lots }) => [user, lots]);

describe('issue 13 A.11 the order of deleveraging of a large market', () => {
  it('no batch ranks more positions than its steps allow; what is bankrupt waits, and the desk is not called', () => {
    const crowd = crowdOf(LARGE);
    crowd.later(1_000);
    const { orders } = deleverageOf(crowd.exchange);
    let before = orders.ranked;
    crowd.tick(9_300);
    const expected = ranked(crowd.exchange);
    let batches = 0;
    for (; crowd.exchange.hasWork(); batches += 1) {
      expect(orders.ranked - before).toBeLessThanOrEqual(WORK_STEPS * RANKED_PER_STEP);
      before = orders.ranked;
      crowd.end();
      expect(crowd.emitted('liquidation.step').filter(({ step }) => step > 2)).toEqual([]);
      crowd.exchange.audit();
      crowd.later(1);
    }
    expect(batches).toBeGreaterThan(0);
    // Built at the first tick, used at the next one.
    crowd.later(1_000);
    crowd.tick(9_290);
    crowd.end();
    const first = [...new Set(crowd.emitted('deleveraged').map(({ user }) => user))];
    expect(first.length).toBeGreaterThan(100);
    expect(first).toEqual(expected.slice(0, first.length));
    crowd.exchange.audit();
  });

  it('comes to the same whatever the batches are, and after a restart in the middle', () => {
    const crowd = crowdOf(LARGE);
    crowd.later(1_000);
    crowd.tick(9_300);
    crowd.end();
    expect(crowd.exchange.hasWork()).toBe(true);
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    twin.audit();
    const both = [crowd.exchange, twin];
    for (const one of both) {
      one.advance(crowd.time + 5);
      applyWithSlotEnd(one, tickOf(9_310));
      for (let at = 6; one.hasWork(); at += 1) one.advance(crowd.time + at);
      one.advance(crowd.time + 2_000);
      applyWithSlotEnd(one, tickOf(9_290));
      one.advance(crowd.time + 2_001);
      one.takeEvents();
      one.audit();
    }
    expect(twin.digest()).toBe(crowd.exchange.digest());
  });

  it('a position that changes meanwhile takes the place its change gives it', () => {
    const crowd = crowdOf(LARGE);
    crowd.later(1_000);
    crowd.tick(9_300);
    const top = ranked(crowd.exchange)[0] as number;
    const position = crowd.positions.get(`${top} 2`);
    // With more margin behind it, it is no longer the first.
    crowd.add(top, position?.position ?? 0, 500);
    crowd.exchange.audit();
    while (crowd.exchange.hasWork()) crowd.later(1);
    crowd.later(1_000);
    crowd.tick(9_290);
    crowd.end();
    expect(crowd.emitted('deleveraged').length).toBeGreaterThan(0);
    expect(crowd.emitted('deleveraged').some(({ user }) => user === top)).toBe(false);
    crowd.exchange.audit();
  });

  it('what needs more than one order lists gets another one', () => {
    const crowd = crowdOf(LARGE, { longs: 6 });
    const closed = new Set<number>();
    for (let tick = 0; tick < 8; tick += 1) {
      crowd.later(1_000);
      crowd.tick(9_300 - tick);
      while (crowd.exchange.hasWork()) crowd.later(1);
      crowd.end();
      for (const { user } of crowd.emitted('deleveraged')) closed.add(user);
      expect(crowd.emitted('liquidation.step').filter(({ step }) => step === 5)).toEqual([]);
      crowd.exchange.audit();
    }
    expect(closed.size).toBeGreaterThan(LISTED);
    expect(crowd.open(1)).toBe(0);
  });

  it('a small market is deleveraged in the tick itself, as before', () => {
    const [before, since] = [RULE.deleverageInSteps - 1, RULE.deleverageInSteps].map((rules) => {
      const crowd = crowdOf(SMALL, { rules });
      crowd.later(1_000);
      crowd.tick(9_300);
      crowd.end();
      crowd.exchange.audit();
      return takenOf(crowd);
    });
    expect(since?.length).toBeGreaterThan(10);
    expect(since).toEqual(before);
  });

  it('an order that is not used goes after a while', () => {
    const crowd = crowdOf(LARGE);
    crowd.later(1_000);
    crowd.tick(9_300);
    const { orders } = deleverageOf(crowd.exchange);
    expect(orders.any()).toBe(true);
    crowd.later(1);
    crowd.tick(10_000);
    while (crowd.exchange.hasWork()) crowd.later(1);
    crowd.later(61_000);
    crowd.tick(10_000);
    expect(orders.any()).toBe(false);
    expect(crowd.emitted('deleveraged')).toEqual([]);
    crowd.exchange.audit();
  });
});
