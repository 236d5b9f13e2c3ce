// How the books of the majors look over minutes of virtual time: their spreads, their depth, and what a sweep leaves.

import { SIDE, WALLET } from '@vitrine/core/enum';
import { expect, it } from 'vitest';

import { claimPractice, spotOrder } from '../../src/practice/commands.ts';
import { MOST_RATE, REACTION_RATE } from '../../src/practice/pace.ts';
import { ended, START, wordsOf, type World, world } from './crowd-world.ts';

const DEEP = process.env['VITRINE_DEEP'] === '1';
/** BTC and ETH, spot and perpetual. */
const MAJORS = [1, 2, 101, 102];
/** A row of the journal beside its commands, bytes (docs: 180). */
const ROW_BYTES = 180;
/** What a sweep takes of the market maker's. */
const MAKER_LOTS = 50;
const DAY_MINUTES = 1_440;

const spreadOf = ({ book }: World, market: number): number => {
  const { bids = [], asks = [] } = book(market) ?? {};
  return (asks[0]?.price ?? Number.POSITIVE_INFINITY) - (bids[0]?.price ?? 0);
};

/** Lots of a side within a part of the price from the best order. */
function depth({ book }: World, market: number, side: 'bids' | 'asks', part: number): number {
  const levels = book(market)?.[side] ?? [];
  const best = levels[0]?.price ?? 0;
  return levels.reduce((sum, { price, lots }) => sum + (Math.abs(price - best) <= best * part ? lots : 0), 0);
}

it('majors stay at a tick or a few for many minutes, and depth grows outward (issue 18 §1)', async () => {
  const minutes = DEEP ? 120 : 4;
  const one = await world();
  const crowd = await one.start();
  await crowd.set(true);
  await one.clock.move(START + 15_000);
  const from = one.sent.length;
  const spreads = new Map(MAJORS.map((market) => [market, [] as number[]]));
  let deeper = 0;
  let looks = 0;
  for (let at = 1; at <= minutes * 240; at += 1) {
    // Between two ticks, where a customer's page reads.
    await one.clock.move(START + 15_000 + at * 250 - 125);
    for (const market of MAJORS) {
      spreads.get(market)?.push(spreadOf(one, market));
      for (const side of ['bids', 'asks'] as const) {
        looks += 1;
        const [near, middle, far] = [0.000_02, 0.000_3, 0.003].map((part) => depth(one, market, side, part));
        if ((near ?? 0) < (middle ?? 0) && (middle ?? 0) < (far ?? 0)) deeper += 1;
      }
    }
  }
  for (const [market, all] of spreads) {
    const sorted = all.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)], `median of ${market}`).toBeLessThanOrEqual(3);
    expect(sorted[Math.floor(sorted.length * 0.95)], `95 % of ${market}`).toBeLessThanOrEqual(6);
  }
  expect(deeper / looks).toBeGreaterThan(0.95);
  // What the crowd alone adds to the journal in a day; what it sends at one moment is one row.
  const sent = one.sent.slice(from);
  const bytes = wordsOf({ sent }).reduce((sum, hex) => sum + hex.length / 2, 0);
  const rows = new Set(sent.map(({ time }) => time)).size;
  expect(((bytes + rows * ROW_BYTES) / minutes) * DAY_MINUTES).toBeLessThan(50_000_000);
  expect(sent.length / (minutes * 60)).toBeLessThan(MOST_RATE + MAJORS.length * REACTION_RATE);
  await ended(one, crowd);
}, 1_800_000);

it('a book that a customer swept is refilled in two seconds (issue 18 §1)', async () => {
  const one = await world();
  const crowd = await one.start();
  await crowd.set(true);
  const customer = one.openCustomer();
  await one.clock.move(START + 30_000);
  expect(one.run([claimPractice(customer)])[0]?.code).toBe(200);
  for (let sweep = 1; sweep <= 5; sweep += 1) {
    const before = depth(one, 1, 'asks', 0.003);
    // All of the practice traders' asks in front of the market maker's, and some of its own.
    const asks = one.book(1)?.asks ?? [];
    const first = asks.findIndex(({ house }) => house > 0);
    const lots = asks.slice(0, first).reduce((sum, level) => sum + level.lots, MAKER_LOTS);
    const swept = spotOrder({
      user: customer,
      market: 1,
      wallet: WALLET.spot,
      side: SIDE.buy,
      lots,
      way: { kind: 'market' },
    });
    const spread = spreadOf(one, 1);
    expect(one.run([swept])[0]?.code, `sweep ${sweep} of ${lots} lots`).toBe(200);
    await one.clock.move(START + 30_000 + sweep * 2_000);
    expect(spreadOf(one, 1), `sweep ${sweep}, ${spread} before`).toBeLessThanOrEqual(6);
    expect(depth(one, 1, 'asks', 0.003)).toBeGreaterThan(before / 2);
  }
  await ended(one, crowd);
});
