// A settlement of funding that takes several batches (money §3): an hour at a premium with a crowd of positions.

import { expect } from 'vitest';
import { ISOLATED, OPEN_LONG, OPEN_SHORT } from '../../perpetual/kit.ts';
import { Crowd } from '../crowd.ts';
import type { RiskWorld } from '../kit.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** Positions: more than one batch has steps for. */
const MANY = 1_300;
/** The last short, a receiver, and the last long, a payer: the last turns of their sides. */
export const RECEIVER = MANY;
export const PAYER = MANY + 1;
const TIERS = [
  { cap: 1_000_000, rate: 10_000, leverage: 50 },
  { cap: 100_000_000, rate: 25_000, leverage: 20 },
];

/** An hour at a premium goes by, up to the first batch of its settlement. */
export function hour(crowd: Crowd): void {
  const quote = (): void =>
    crowd.quote([
      [1, 104, 100],
      [2, 105, 100],
    ]);
  quote();
  crowd.end();
  const until = (Math.floor(crowd.time / HOUR) + 1) * HOUR;
  while (crowd.time < until) {
    crowd.later(Math.min(2_000, until - crowd.time));
    crowd.tick(10_000);
    quote();
    crowd.end();
  }
  crowd.later(1);
  expect(crowd.exchange.hasWork()).toBe(true);
}

/** An hour at a premium is over, and more positions are open than one batch has steps for. */
export function unsettled(mode: number = ISOLATED, rules?: number): Crowd {
  const crowd = new Crowd(MANY, 1_000, { tiers: TIERS, impact: 100, fundingHours: 1 }, { rules });
  for (let user = 2; user < MANY + 2; user += 2) {
    const [lots, marginMode] = user === MANY ? [100, mode] : [10, ISOLATED];
    crowd.place(user, OPEN_SHORT, lots, 100, { marginMode });
    crowd.place(user + 1, OPEN_LONG, lots, 100, { marginMode });
  }
  hour(crowd);
  return crowd;
}

/** The sum of a user's payments until the settlement has ended. */
export function settled(crowd: Crowd, user: number): number {
  let sum = 0;
  for (let first = true; first || crowd.exchange.hasWork(); first = false) {
    if (!first) crowd.later(20);
    crowd.end();
    for (const one of crowd.emitted('funding')) if (one.user === user) sum += one.amount;
  }
  crowd.exchange.audit();
  return sum;
}

/** The end of the interval of 8 h in a small world, with both indexes at each minute until then. */
export function interval(world: RiskWorld, cents = 10_000, second = 5_000): void {
  const end = (Math.floor(world.time / (8 * HOUR)) + 1) * 8 * HOUR;
  for (let minute = (Math.floor(world.time / MINUTE) + 1) * MINUTE; minute < end; minute += MINUTE)
    for (const before of [1_000, 0]) {
      world.time = minute - before;
      world.index(cents, second);
    }
  world.time = end - 500;
  world.index(cents, second);
  world.time = end + 1;
  world.batch([]);
}
