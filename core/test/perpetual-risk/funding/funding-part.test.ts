// Funding over several batches (money §3): a payer whose turn has not come changes a part of its position.

import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../../src/index.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { NO_KEY } from '../../kit/world.ts';
import { U_WALLET } from '../../perpetual/kit.ts';
import { Crowd } from '../crowd.ts';

const MANY = 1_300;
const LATE = MANY + 1;
const TIERS = [
  { cap: 1_000_000, rate: 10_000, leverage: 50 },
  { cap: 100_000_000, rate: 25_000, leverage: 20 },
];

/** An hour of a premium is over; more positions than one batch has steps for, so the last payer waits for its turn. */
function waiting(): Crowd {
  const crowd = new Crowd(MANY, 1_000, { tiers: TIERS, impact: 100, fundingHours: 1 });
  for (let user = 2; user < MANY + 2; user += 2) {
    const lots = user === MANY ? 100 : 10;
    crowd.place(user, 2, lots, 100);
    crowd.place(user + 1, 1, lots, 100);
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

/** What the last payer pays until nothing is left over. */
function paid(crowd: Crowd): number {
  let sum = 0;
  const take = (): void => {
    crowd.end();
    for (const { user, amount } of crowd.emitted('funding')) if (user === LATE) sum += amount;
  };
  take();
  while (crowd.exchange.hasWork()) {
    crowd.later(20);
    take();
  }
  crowd.exchange.audit();
  return sum;
}

describe('a payer whose turn has not come', () => {
  it('pays once, by all it had, when it closes a part', () => {
    const own = paid(waiting());
    expect(own).toBeLessThan(0);
    const crowd = waiting();
    crowd.place(LATE, 3, 1, 104, { timeInForce: 2 });
    expect(paid(crowd)).toBe(own);
  });

  it('pays once, by all it had, when it opens more', () => {
    const own = paid(waiting());
    const crowd = waiting();
    crowd.place(LATE, 1, 5, 105);
    expect(paid(crowd)).toBe(own);
  });

  it('pays by all it had when it closes all but one lot in one fill: what it closes does not take the margin along', () => {
    const own = paid(waiting());
    const crowd = waiting();
    crowd.place(LATE, 3, 99, 104, { timeInForce: 2 });
    expect(paid(crowd)).toBe(own);
  });

  it('and moves nothing out of the wallet before: what it closed pays, whatever it asks for', () => {
    const own = paid(waiting());
    for (const closed of [99, 100]) {
      const crowd = waiting();
      crowd.place(LATE, 3, closed, 104, { timeInForce: 2 });
      for (const amount of [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 1]) {
        const asked = { user: LATE, ...NO_KEY, from: U_WALLET, to: 1, asset: USDT, amount, market: 0 };
        crowd.exchange.apply(encodeCommand(command('wallet.transfer', asked)), 0);
      }
      expect(paid(crowd), `${closed} of 100 lots closed`).toBe(own);
    }
  });
});
