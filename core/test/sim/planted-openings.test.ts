// The simulator's auditor would have caught a breach of what rules 35 say of openings, positions, sales and allowances: the exchange runs
// under the rules before while the auditor checks the new ones.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RULE } from '../../src/index.ts';
import { MAX_SWEEP } from '../../src/book/index.ts';
import { ClosingRates } from '../../src/perpetual/closing-hours/closing-rates.ts';
import type { Books } from '../../sim/auditor/books.ts';
import { agreed } from '../desk/kit.ts';
import { crowd, EACH, run } from '../kit/crowd.ts';
import { partsOf } from '../kit/full.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NOON, SELL, World } from '../kit/world.ts';
import { deal, MERCHANT_BUYS, offer, otcWorld } from '../otc/kit.ts';
import { CLOSE_LONG, COIN, HOURLY, ISOLATED, OPEN_LONG, OPEN_SHORT, U } from '../perpetual/kit.ts';
import { type RiskWorld, riskWorld } from '../perpetual-risk/kit.ts';
import { stage } from '../wallet/kit.ts';
import { queue, queueWorld } from '../wallet/queue-kit.ts';
import { found, itFinds, type Planted } from './listen.ts';

const HOUR = 3_600_000;

/** A market that opens half a second behind a tick. */
function opening(rules: number): void {
  const world = riskWorld(10_000, {}, { calendar: HOURS, rules });
  const [closes, opens] = [NOON + HOUR, NOON + 10 * HOUR];
  const sessions = [
    { opens: NOON - HOUR, closes },
    { opens, closes: opens + HOUR },
  ];
  world.must(command('hours.set', { calendar: HOURS, sessions }));
  world.index(10_000);
  world.time = closes + 1_000;
  world.batch([]);
  world.time = opens - 500;
  world.index(10_000, 4_000);
  world.time = opens + 100;
  world.batch([]);
}

const HOURLY_FIELDS = { market: HOURLY, marginMode: ISOLATED };

/** Five minutes before a close, the index of instrument 2 at so many cents. */
function late(rules: number, cents: number, open: (world: RiskWorld) => void): RiskWorld {
  const world = riskWorld(10_000, { users: 5 }, { calendar: HOURS, rules });
  const closes = NOON + 3 * HOUR;
  const sessions = [
    { opens: NOON - HOUR, closes },
    { opens: closes + 17 * HOUR, closes: closes + 40 * HOUR },
  ];
  world.must(command('hours.set', { calendar: HOURS, sessions }));
  world.index(10_000);
  open(world);
  world.time = closes - 300_000;
  world.index(10_000, cents);
  return world;
}

/** Two open against each other far from the index. */
function farOpening(rules: number): void {
  const world = late(rules, 5_000, () => undefined);
  world.go(BEN, OPEN_SHORT, 20, 52, { ...HOURLY_FIELDS, leverage: 2 });
  world.go(ANNA, OPEN_LONG, 20, 52, { ...HOURLY_FIELDS, leverage: 10 });
}

/** A part closed far from the index, at the expense of the rest. */
function farClose(rules: number): void {
  const rate = command('contract.closingRate', { market: HOURLY, rate: 10_000 });
  const world = late(rules, 4_850, (one) => {
    expect(agreed(one, rate).code).toBe(200);
    one.go(BEN, OPEN_SHORT, 20, 50, { ...HOURLY_FIELDS, leverage: 2 });
    one.go(ANNA, OPEN_LONG, 20, 50, { ...HOURLY_FIELDS, leverage: 20 });
  });
  world.go(CARL, OPEN_LONG, 10, 47, { ...HOURLY_FIELDS, leverage: 2 });
  world.order2(ANNA, CLOSE_LONG, 10, 47, HOURLY_FIELDS);
}

/** A withdrawal that is granted, given back for a lock, and granted again. */
function grantedTwice(rules: number): void {
  const world = queueWorld({ rules });
  queue(world, ANNA, 8_000);
  stage(world, ANNA, 2, 2);
  world.wait(HOUR + 1);
  stage(world, ANNA, 2, 0);
  world.wait(11 * 60_000);
}

/** Who may not withdraw sells what they have to a merchant. */
function lockedSale(rules: number): void {
  const world = otcWorld({ rules });
  const bid = world.must(offer(ANNA, MERCHANT_BUYS));
  world.must(command('user.set', { user: CARL, stage: 2, locks: 2 }));
  world.send(deal(CARL, bid, 20));
}

/** One who is not verified opens all sides there are; of 14 rows others have ten. */
function manySides(rules: number, books: Books): void {
  const world = riskWorld(10_000, { users: 6 }, { rules });
  const rows = 14;
  books.contracts.positionShares.rows = rows;
  if (rules >= RULE.positionShare) partsOf(world.exchange).perpetual.context.positions.rows.bound(rows);
  for (const user of [BEN, CARL, 5, 6]) world.must(command('user.set', { user, stage: 1, locks: 0 }));
  for (const [one, other, market, price] of [
    [BEN, CARL, U, 100],
    [5, 6, U, 100],
    [BEN, CARL, HOURLY, 50],
  ] as const) {
    world.isolatedPair(one, other, 10, price, 2, market);
    if (market === U) world.isolatedPair(other, one, 10, price, 2, market);
  }
  for (const market of [U, HOURLY, COIN])
    for (const direction of [OPEN_LONG, OPEN_SHORT]) {
      const [bid, ask] = market === HOURLY ? [40, 60] : [80, 120];
      const price = direction === OPEN_LONG ? bid : ask;
      world.order2(ANNA, direction, market === COIN ? 2 : 1, price, { market, marginMode: ISOLATED });
    }
}

/** One order that 5,200 others fill. */
function sweeps(rules: number, { auditor }: Books): void {
  const world = new World({ rules, practice: [900, 5_000, 10_000_000] });
  const lots = MAX_SWEEP + EACH;
  const hear = (words: Float64Array) => auditor.fold(words, world.time);
  crowd(world, lots, (user) => world.order(user, { side: SELL, lots: 1, price: 101 }), undefined, hear);
  world.exchange.advance(world.time);
  run(world, world.order(ANNA, { lots, price: 102 }), hear);
}

const breaches: readonly Planted[] = [
  [
    'a market that is open by a price of before its opening',
    RULE.openingMark,
    opening,
    /open by a price of before its opening/,
  ],
  ['an order that more than 5,000 others fill', RULE.boundedSweep, sweeps, /fills against more than 5000 orders/],
  [
    'sides of contracts beyond a customer’s share',
    RULE.positionShare,
    manySides,
    /core §10: user 2 has \d sides of contracts open/,
  ],
  ['a sale of who may not withdraw', RULE.lockedSales, lockedSale, /sells by deal \d+, they may not withdraw/],
  ['a withdrawal that uses its allowance twice', RULE.allowanceBack, grantedTwice, /uses its allowance twice/],
];

afterEach(() => vi.restoreAllMocks());

describe('the auditor knows a breach of each rule of version 35', () => {
  itFinds(breaches);

  it.each([
    ['an opening whose loss leaves less than the rate', farOpening, /money §3: the margin of position/],
    ['a part closed at the expense of the rest', farClose, /user 2 closes a part, the rest has /],
  ] as const)('near a close, %s', (_, story, finding) => {
    const emitted = () => found(RULE.coveredClose, () => story(RULE.coveredClose));
    expect(emitted()).toBeUndefined();
    vi.spyOn(ClosingRates.prototype, 'covered').mockReturnValue(0);
    expect(emitted()).toMatch(finding);
  });
});
