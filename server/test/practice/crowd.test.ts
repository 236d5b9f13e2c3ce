// The crowd on the real core, with its prices and its market maker: what it sends, that a run can be repeated, that money
// stays whole, and that it leaves nothing open when it is stopped.

import type { CommandName } from '@vitrine/core';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';

import { SLOT_MS } from '../../src/markets/slots.ts';
import { CAPACITY, REACTION_CAPACITY } from '../../src/practice/crowd.ts';
import { crowdMarkets } from '../../src/practice/markets.ts';
import { TRADERS } from '../../src/practice/trader.ts';
import { MOST_RATE, REACTION_RATE } from '../../src/practice/pace.ts';
import { ended, START, wordsOf, world } from './crowd-world.ts';

describe('the crowd (issue 18 §1)', () => {
  it('makes every kind of market trade in a minute, at its rate, in few bytes, with hardly a refusal', async () => {
    const one = await world();
    const crowd = await one.start();
    await crowd.set(true);
    await one.clock.move(START + 63_000);
    const { sent } = one;
    const counts = new Map<CommandName, number>();
    for (const { command } of sent) counts.set(command.name, (counts.get(command.name) ?? 0) + 1);
    expect(counts.get('practice.claim')).toBe(TRADERS);
    for (const name of ['order.place', 'contract.place', 'order.amend', 'wallet.transfer'] as const)
      expect(counts.get(name), name).toBeGreaterThan(0);

    // The rate bounds what trades; money matters come once a day and are not counted.
    const trading = sent.filter(({ command: { name } }) => name !== 'practice.claim' && name !== 'wallet.transfer');
    expect(trading.length).toBeGreaterThan(60 * 2);
    expect(trading.length).toBeLessThan(60 * MOST_RATE + CAPACITY + 4 * (60 * REACTION_RATE + REACTION_CAPACITY) + 1);
    const bytes = wordsOf(one).reduce((sum, hex) => sum + hex.length / 2, 0);
    expect(bytes / sent.length).toBeLessThan(40);
    expect(sent.filter(({ code }) => code !== 200).length).toBeLessThan(sent.length * 0.05);
    // One row a second, and one for each sweep, at a tick.
    const rows = new Set(sent.map(({ time }) => time).filter((time) => time % SLOT_MS !== 0));
    expect(rows.size).toBeLessThanOrEqual(61);

    // Longs and shorts, resting orders on both sides, most books traded.
    const { orders, positions } = one.own();
    expect(new Set(positions.map(({ side }) => side))).toEqual(new Set([1, 2]));
    expect(new Set(orders.map(({ side }) => side))).toEqual(new Set([1, 2]));
    const crypto = crowdMarkets().filter((market) => market.crypto && market.type !== MARKET_TYPE.inverse);
    const traded = new Set(
      sent.flatMap(({ command, code }) => ('market' in command && code === 200 ? [command.market] : [])),
    );
    expect(crypto.filter(({ market }) => traded.has(market as never)).length).toBeGreaterThan(crypto.length * 0.8);
    await ended(one, crowd);
  });

  it('can be repeated: the same seed and time send the same commands, byte by byte', async () => {
    const runs: string[][] = [];
    for (let time = 0; time < 2; time += 1) {
      const one = await world();
      const crowd = await one.start();
      await crowd.set(true);
      await one.clock.move(START + 20_000);
      await ended(one, crowd);
      runs.push(wordsOf(one));
    }
    expect(runs[0]?.length).toBeGreaterThan(60);
    expect(runs[1]).toEqual(runs[0]);
  });

  it('breaks no invariant in thousands of commands, and stopping it leaves no order and no position', async () => {
    const one = await world({ rate: 60 });
    const crowd = await one.start();
    await crowd.set(true);
    await one.clock.move(START + 303_000);
    expect(one.sent.length).toBeGreaterThan(1_500);
    one.exchange.audit();
    const before = one.own();
    expect(before.orders.length).toBeGreaterThan(20);
    expect(before.positions.length).toBeGreaterThan(20);

    const from = one.sent.length;
    await crowd.set(false);
    const stopping = one.sent.slice(from);
    expect(new Set(stopping.map(({ command }) => command.name))).toEqual(
      new Set(['order.cancelAll', 'position.close']),
    );
    expect(stopping.filter(({ code }) => code !== 200)).toEqual([]);
    expect(one.own()).toEqual({ orders: [], positions: [] });
    const after = one.sent.length;
    await one.clock.move(START + 330_000);
    expect(one.sent.length).toBe(after);

    // Switched on again it trades again.
    await crowd.set(true);
    await one.clock.move(START + 340_000);
    expect(one.sent.length).toBeGreaterThan(after);
    await ended(one, crowd);
  });

  it('finds its orders and positions again after a restart, and closes them if it is not wanted any more', async () => {
    const one = await world({ rate: 30 });
    const first = await one.start();
    await first.set(true);
    await one.clock.move(START + 30_000);
    await first.stop();
    const { orders, positions } = one.own();
    expect(orders.length + positions.length).toBeGreaterThan(20);
    const second = await one.start();
    await second.set(false);
    expect(one.own()).toEqual({ orders: [], positions: [] });
    await ended(one, second);
  });
});
