// After a run: somebody is long and short at the greatest leverage just before a market closes for longer than a day, and it
// opens again far away (money §3, rules `closingHours`). What one side loses beyond its margin is never the fund's.

import { contracts } from './actors/contracts.ts';
import type { Run } from './run.ts';
import { HOUR, instruments, USDT } from './scene.ts';
import { write } from './words.ts';

/** The contract on gold, the instrument that keeps hours, and the greatest leverage there. */
const MARKET = 104;
const LEVERAGE = 20;
const ISOLATED = 2;
const MINUTE = 60_000;
/** A session before a day off begins within so many hours. */
const MOST_HOURS = 24 * 9;
/** Parts of the index: as some lose of their margin before the close, and behind it. */
const DRIFT = 0.99;
const GAP = 1.2;
/** Customers who straddle, two by two, and what part of their wallets. */
const PEOPLE = 24;
const PART = 0.5;

/** Goes on to the next close longer than a day, with straddles before it, and over the gap behind it. */
export function straddleClose(run: Run): void {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return;
  const { instrument, perLot } = listing;
  const calm = run.prices.cents(instrument);
  const closes = nextClose(run, instrument, calm);
  if (closes === 0) return;
  go(run, closes - 61 * MINUTE, instrument, calm);
  for (let user = 2; user < 2 + PEOPLE; user += 2) straddle(run, user, instrument, perLot, calm);
  // Longs have lost a part of their margin; minutes later the excess is reduced.
  for (const minutes of [30, 11, 10, 9]) go(run, closes - minutes * MINUTE, instrument, Math.round(calm * DRIFT));
  for (let slot = 1; slot < 20; slot += 1) go(run, run.time + 250, instrument, Math.round(calm * DRIFT));
  go(run, closes + 1, instrument, calm);
  const { opensAt } = run.books.auditor.prices.of(instrument);
  if (opensAt === 0) return;
  for (let slot = 1; slot < 20; slot += 1) go(run, opensAt + slot * 250, instrument, Math.round(calm * GAP));
}

/** When the last session before a day off ends, from the calendar events; 0: none is near. */
function nextClose(run: Run, instrument: number, price: number): number {
  for (let hour = 0; hour < MOST_HOURS; hour += 1) {
    const { calendar } = run.books.auditor.prices.of(instrument);
    const closing = run.books.contracts.closings.next(calendar);
    if (closing?.doubled === true && closing.closes > run.time + 2 * HOUR) return closing.closes;
    go(run, run.time + HOUR, instrument, price);
  }
  return 0;
}

/** Two customers open against each other, each with as much as its wallet allows. */
function straddle(run: Run, user: number, instrument: number, perLot: number, cents: number): void {
  const { stage } = run;
  const price = Math.round(cents / 100);
  const free = Math.min(stage.free(user, USDT, 2), stage.free(user + 1, USDT, 2));
  const lots = Math.floor((free * PART * LEVERAGE) / (price * perLot));
  if (lots < 1) return;
  const place = (of: number, direction: number): Float64Array =>
    write('contract.place', {
      ...{ user: of, ...stage.key(), market: MARKET, direction, marginMode: ISOLATED, leverage: LEVERAGE },
      ...{ type: 1, timeInForce: 1, price, lots, trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0 },
      ...{ guardBy: 1, selfTrade: 1 },
    });
  const clear = [user, user + 1].map((of) => write('order.cancelAll', { user: of, ...stage.key(), market: MARKET }));
  later(run, run.time + 1, [...clear, place(user, 1), place(user + 1, 2)], instrument, cents);
}

function go(run: Run, time: number, instrument: number, cents: number): void {
  // A slot before it: what the timers of the time find has a price that counts.
  if (time - run.time > 1_000) later(run, time - 1, [], instrument, cents);
  later(run, time, [], instrument, cents);
}

/** A batch at a time with a tick of each instrument, gold's at `cents`. */
function later(run: Run, time: number, commands: Float64Array[], instrument: number, cents: number): void {
  if (time < run.time) return;
  run.time = time;
  run.stage.time = time;
  const ticks = instruments.map((_, at) => ({
    ...{ instrument: at + 1, price: at + 1 === instrument ? cents : run.prices.cents(at + 1) },
    ...{ spread: 0, used: 3, total: 3 },
  }));
  run.send([write('ticks', { ticks, quotes: [] }), ...commands]);
  run.deliver();
}
