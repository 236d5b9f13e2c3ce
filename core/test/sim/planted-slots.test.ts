// Issue 13: the simulator's auditor would have caught what rules 38 and 39 mend. The bug that is planted is the rule before.
import { describe } from 'vitest';
import { type Command, RULE } from '../../src/index.ts';
import { SWEEP_BUDGET } from '../../src/order/index.ts';
import type { Books } from '../../sim/auditor/books.ts';
import { crowd, EACH, run } from '../kit/crowd.ts';
import { command } from '../kit/genesis.ts';
import { SLOT_END } from '../kit/slots.ts';
import { ANNA, BEN, BUY, CARL, IOC, SELL, STOP_MARKET, World } from '../kit/world.ts';
import { ISOLATED, OPEN_LONG, U } from '../perpetual/kit.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';
import { DELAY, SecondWorld } from '../second/kit.ts';
import { itFinds, type Planted } from './listen.ts';

const bid = (market: number, price: number, lots: number): Command =>
  command('maker.quote', { market, levels: [{ side: BUY, price, lots }] });

/** A stop whose slot moves the bid that it would meet. */
function stop(rules: number): void {
  const world = new World({ rules });
  world.send(bid(1, 98, 50));
  world.must(world.order(BEN, { side: SELL, type: STOP_MARKET, timeInForce: IOC, lots: 10, trigger: 99 }));
  world.batch([world.ticks([9_850, 5_000]), bid(1, 98, 0), bid(1, 97, 50), SLOT_END]);
}

/** A liquidation whose slot moves the bid that it would meet. */
function liquidation(rules: number): void {
  const world = riskWorld(10_000, {}, { rules });
  world.isolatedPair(ANNA, BEN, 100, 100, 20);
  world.quoteAround(95, 105, 1_000);
  world.batch([world.ticks([9_595, 5_000]), bid(U, 95, 30), SLOT_END]);
}

/** Somebody sells to a bid that the index has moved past. */
function pickOff(rules: number): void {
  const world = new World({ rules });
  world.send(bid(1, 98, 50));
  world.batch([world.ticks([9_700, 5_000]), SLOT_END]);
  world.place(CARL, { side: SELL, lots: 20, price: 97 });
}

function pickOffContract(rules: number): void {
  const world = riskWorld(10_000, {}, { rules });
  world.quoteAround(95, 105, 1_000);
  world.batch([world.ticks([10_600, 5_000]), SLOT_END]);
  world.order2(BEN, OPEN_LONG, 10, 106, { leverage: 2, marginMode: ISOLATED });
}

/** More contracts of one moment than a batch pays. */
function burst(rules: number): void {
  const world = new SecondWorld({ rules });
  for (const user of [ANNA, BEN]) world.batch(Array.from({ length: 200 }, () => world.secondOf(user, { amount: 10 })));
  world.tickAt(world.time + DELAY, 10_000);
  world.tickAt(world.time + 30_000, 10_001);
  world.wait(1);
  world.wait(1);
}

/** Quotes that 2,200 others fill. */
function overfilled(rules: number, { auditor }: Books): void {
  const world = new World({ rules, practice: [900, 5_000, 10_000_000] });
  const hear = (words: Float64Array) => auditor.fold(words, world.time);
  const each = (user: number): Command => world.order(user, { side: SELL, lots: 1, price: 101 });
  crowd(world, SWEEP_BUDGET + EACH, each, undefined, hear);
  run(world, bid(1, 101, SWEEP_BUDGET + EACH), hear);
}

/** A take profit that buys behind quotes that the budget cut. */
function cutQuotes(rules: number, { auditor }: Books): void {
  const world = new World({ rules, practice: [900, 5_000, 10_000_000] });
  const hear = (words: Float64Array) => auditor.fold(words, world.time);
  crowd(world, SWEEP_BUDGET + EACH, (user) => world.order(user, { side: BUY, lots: 1, price: 99 }), undefined, hear);
  run(world, world.order(ANNA, { side: SELL, lots: 100, price: 100 }), hear);
  run(world, world.order(BEN, { side: BUY, type: 6, timeInForce: IOC, lots: 10, trigger: 99 }), hear);
  const offer = command('maker.quote', { market: 1, levels: [{ side: SELL, price: 99, lots: SWEEP_BUDGET + EACH }] });
  world.time += 1_000;
  world.exchange.advance(world.time);
  for (const one of [world.ticks([9_900, 5_000]), offer, SLOT_END]) run(world, one, hear);
}

/** One order that 2,200 others fill. */
function sweep(rules: number, { auditor }: Books): void {
  const world = new World({ rules, practice: [900, 5_000, 10_000_000] });
  const lots = SWEEP_BUDGET + EACH;
  const hear = (words: Float64Array) => auditor.fold(words, world.time);
  crowd(world, lots, (user) => world.order(user, { side: SELL, lots: 1, price: 101 }), undefined, hear);
  world.exchange.advance(world.time);
  run(world, world.order(ANNA, { lots, price: 102 }), hear);
}

const breaches: readonly Planted[] = [
  [
    'a stop that meets the quotes of the slot before',
    RULE.tickWorkBehindQuotes,
    stop,
    /order\.triggered in command 10/,
  ],
  ['a liquidation that does', RULE.tickWorkBehindQuotes, liquidation, /liquidation\.step in command 10/],
  [
    'a quote that the index has moved past and somebody meets',
    RULE.tickWorkBehindQuotes,
    pickOff,
    /the index 9700 is past it/,
  ],
  ['one of contracts', RULE.tickWorkBehindQuotes, pickOffContract, /the index 10600 is past it/],
  ['an order that more others fill than a command may meet', RULE.sweepBudget, sweep, /user 2 meets orders for more/],
  ['quotes that do', RULE.sweepBudget, overfilled, /quotes of market 1 meet orders for more/],
  ['a stop behind quotes that the budget cut', RULE.cutQuotes, cutQuotes, /while quotes of market 1 are cut/],
  ['second contracts of one moment, all paid at once', RULE.secondsInSteps, burst, /more than 250 second contracts/],
];

describe('issue 13: the auditor knows a breach of each of the rules of versions 38 and 39', () => {
  itFinds(breaches);
});
