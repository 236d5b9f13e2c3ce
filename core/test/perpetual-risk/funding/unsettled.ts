// A settlement of funding that takes several batches (money §3): an hour at a premium with a crowd of positions.

import { expect } from 'vitest';
import { ISOLATED, OPEN_LONG, OPEN_SHORT } from '../../perpetual/kit.ts';
import { Crowd } from '../crowd.ts';

/** Positions: more than one batch has steps for. */
const MANY = 1_300;
/** The last short, a receiver, and the last long, a payer: the last turns of their sides. */
export const RECEIVER = MANY;
export const PAYER = MANY + 1;
const TIERS = [
  { cap: 1_000_000, rate: 10_000, leverage: 50 },
  { cap: 100_000_000, rate: 25_000, leverage: 20 },
];

/** An hour at a premium is over, and more positions are open than one batch has steps for. */
export function unsettled(mode: number = ISOLATED): Crowd {
  const crowd = new Crowd(MANY, 1_000, { tiers: TIERS, impact: 100, fundingHours: 1 });
  for (let user = 2; user < MANY + 2; user += 2) {
    const [lots, marginMode] = user === MANY ? [100, mode] : [10, ISOLATED];
    crowd.place(user, OPEN_SHORT, lots, 100, { marginMode });
    crowd.place(user + 1, OPEN_LONG, lots, 100, { marginMode });
  }
  const quote = (): void =>
    crowd.quote([
      [1, 104, 100],
      [2, 105, 100],
    ]);
  quote();
  crowd.end();
  for (let second = 0; second < 3_600; second += 2) {
    crowd.later(2_000);
    crowd.tick(10_000);
    quote();
    crowd.end();
  }
  crowd.later(1);
  expect(crowd.exchange.hasWork()).toBe(true);
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
