// Funding over several batches (money §3): a payer whose turn has not come changes a part of its position; what is opened
// or closed meanwhile; and rows that were used before.

import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../../src/index.ts';
import { Risk } from '../../../src/perpetual/index.ts';
import { partsOf } from '../../kit/full.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, NOON } from '../../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  HOURLY,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../../perpetual/kit.ts';
import type { Crowd } from '../crowd.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';
import { PAYER, RECEIVER, settled, unsettled } from './unsettled.ts';

describe('a payer whose turn has not come', () => {
  it('pays once, by all it had, when it closes a part', () => {
    const own = settled(unsettled(), PAYER);
    expect(own).toBeLessThan(0);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 1, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays once, by all it had, when it opens more', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 1, 5, 105);
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays by all it had when it closes all but one lot in one fill: what it closes does not take the margin along', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 99, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('and moves nothing out of the wallet before: what it closed pays, whatever it asks for', () => {
    const own = settled(unsettled(), PAYER);
    for (const closed of [99, 100]) {
      const crowd = unsettled();
      crowd.place(PAYER, 3, closed, 104, { timeInForce: 2 });
      for (const amount of [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 1]) {
        const asked = { user: PAYER, ...NO_KEY, from: U_WALLET, to: 1, asset: USDT, amount, market: 0 };
        crowd.exchange.apply(encodeCommand(command('wallet.transfer', asked)), 0);
      }
      expect(settled(crowd, PAYER), `${closed} of 100 lots closed`).toBe(own);
    }
  });
});

/** The payments until the settlement has ended, by position. */
function payments(crowd: Crowd): Map<number, number[]> {
  const all = new Map<number, number[]>();
  for (let first = true; first || crowd.exchange.hasWork(); first = false) {
    if (!first) crowd.later(20);
    crowd.end();
    for (const { position, amount } of crowd.emitted('funding'))
      all.set(position, [...(all.get(position) ?? []), amount]);
  }
  crowd.exchange.audit();
  return all;
}

/** The position whose turn is next. */
function next(crowd: Crowd): { readonly user: number; readonly side: number; readonly lots: number } {
  const { domains, perpetual } = partsOf(crowd.exchange);
  const risk = domains.find((one) => one instanceof Risk) as unknown as {
    readonly funding: { readonly payments: { readonly rounds: { readonly cursor: Int32Array } } };
  };
  const { rows: p } = perpetual.context.positions;
  const slot = risk.funding.payments.rounds.cursor[U] as number;
  return { user: p.user[slot] as number, side: p.side[slot] as number, lots: p.lots[slot] as number };
}

describe('what is opened while an interval is settled', () => {
  it.each([
    ['a long', RECEIVER - 2, OPEN_LONG, 101, LONG],
    ['a short', PAYER, OPEN_SHORT, 104, SHORT],
  ] as const)('%s has no part in it', (_, user, direction, price, side) => {
    const crowd = unsettled();
    if (side === LONG) {
      crowd.quote([
        [1, 104, 0],
        [2, 105, 0],
      ]);
      crowd.quote([[2, price, 100]]);
    }
    crowd.place(user, direction, 2, price);
    crowd.end();
    const { position } = crowd.positions.get(`${user} ${side}`)!;
    expect(payments(crowd).has(position)).toBe(false);
  });
});

describe('what is closed while an interval is settled', () => {
  const whole = payments(unsettled());

  it.each(['the last of its side', 'the one whose turn is next'])('leaves all others their turn: %s', (which) => {
    const crowd = unsettled();
    const { user, side, lots } = which.startsWith('the last') ? { user: PAYER, side: LONG, lots: 100 } : next(crowd);
    const { position } = crowd.positions.get(`${user} ${side}`)!;
    const [direction, price] = side === LONG ? [CLOSE_LONG, 104] : [CLOSE_SHORT, 105];
    crowd.place(user, direction, lots, price, { timeInForce: 2 });
    expect([...crowd.end()].some((one) => one.name === 'position.changed' && one.lots === 0)).toBe(true);
    const got = payments(crowd);
    got.delete(position);
    const others = new Map(whole);
    others.delete(position);
    // Payments of the batch that is over came with the closing.
    for (const [one, amounts] of got) expect([one, amounts]).toEqual([one, others.get(one)]);
  });
});

describe('a row that was used before', () => {
  const HOUR = 3_600_000;
  const MINUTE = 60_000;

  /** The end of the interval of 8 h, with both indexes at its times. */
  function interval(world: RiskWorld): void {
    const end = (Math.floor(world.time / (8 * HOUR)) + 1) * 8 * HOUR;
    for (let minute = (Math.floor(world.time / MINUTE) + 1) * MINUTE; minute < end; minute += MINUTE)
      for (const before of [1_000, 0]) {
        world.time = minute - before;
        world.index(10_000);
      }
    world.time = end - 500;
    world.index(10_000);
    world.time = end + 1;
    world.batch([]);
  }

  it('has its turn in another market, whose settlement has the number of the one in which it had the last', () => {
    const world = riskWorld(1_000);
    world.pair(ANNA, BEN, 50, 100);
    interval(world);
    expect(world.emitted('funding').map(({ user, market }) => [user, market])).toEqual([
      [ANNA, U],
      [BEN, U],
    ]);
    world.index(10_000);
    world.go(ANNA, CLOSE_LONG, 50, 100);
    world.go(BEN, CLOSE_SHORT, 50, 100);
    world.pair(ANNA, BEN, 20, 50, { market: HOURLY, marginMode: 2 });
    expect(world.time).toBeGreaterThan(NOON);
    interval(world);
    expect(world.emitted('funding').map(({ user, market }) => [user, market])).toEqual([
      [ANNA, HOURLY],
      [BEN, HOURLY],
    ]);
  });
});
