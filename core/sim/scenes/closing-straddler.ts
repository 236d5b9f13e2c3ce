// Scene after a run: a user is long and short at maximum leverage just before a market closes for longer than a day,
// and it opens again far away (money §3, rules `closingHours`). The fund never pays what one side loses beyond its
// margin.

import { contracts } from '../actors/contract-listings.ts';
import { against, type Planted, tickAt } from '../planted.ts';
import type { Run } from '../run.ts';
import { HOUR } from './scene.ts';
import { write } from '../words.ts';

/** The contract on gold, which has trading hours, and its maximum leverage. */
const MARKET = 104;
const LEVERAGE = 20;
const MINUTE = 60_000;
/** A session before a closed day begins within this many hours. */
const MOST_HOURS = 24 * 9;
/** Price factors: before the close, so that some lose part of their margin; and after it. */
const DRIFT = 0.99;
const GAP = 1.2;
/** Users who straddle, in pairs, and the part of their wallets they use. */
const PEOPLE = 24;
const PART = 0.5;

/** Runs to the next close longer than a day, with straddles before it, and over the gap after it. */
export function straddleClose(run: Run): void {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return;
  const { instrument, perLot } = listing;
  const planted = { market: MARKET, instrument, perLot, leverage: LEVERAGE, part: PART };
  const calm = run.prices.cents(instrument);
  const closes = nextClose(run, instrument, calm);
  if (closes === 0) return;
  go(run, closes - 61 * MINUTE, instrument, calm);
  for (let user = 2; user < 2 + PEOPLE; user += 2) straddle(run, planted, user, calm);
  // Longs have lost a part of their margin; minutes later the excess is reduced.
  for (const minutes of [30, 11, 10, 9]) go(run, closes - minutes * MINUTE, instrument, Math.round(calm * DRIFT));
  for (let slot = 1; slot < 20; slot += 1) go(run, run.time + 250, instrument, Math.round(calm * DRIFT));
  go(run, closes + 1, instrument, calm);
  const { opensAt } = run.books.auditor.prices.of(instrument);
  if (opensAt === 0) return;
  for (let slot = 1; slot < 20; slot += 1) go(run, opensAt + slot * 250, instrument, Math.round(calm * GAP));
}

/** When the last session before a closed day ends, from the calendar events; 0 when none is near. */
function nextClose(run: Run, instrument: number, price: number): number {
  for (let hour = 0; hour < MOST_HOURS; hour += 1) {
    const { calendar } = run.books.auditor.prices.of(instrument);
    const closing = run.books.contracts.closings.next(calendar);
    if (closing?.doubled === true && closing.closes > run.time + 2 * HOUR) return closing.closes;
    go(run, run.time + HOUR, instrument, price);
  }
  return 0;
}

/** Two users open against each other, after cancelling their earlier orders. */
function straddle(run: Run, planted: Planted, user: number, cents: number): void {
  const orders = against(run, planted, user, 1, cents);
  if (orders.length === 0) return;
  const clear = [user, user + 1].map((of) =>
    write('order.cancelAll', { user: of, ...run.stage.key(), market: MARKET }),
  );
  later(run, run.time + 1, [...clear, ...orders], planted.instrument, cents);
}

function go(run: Run, time: number, instrument: number, cents: number): void {
  // A slot before it, so that timers due then find a usable price.
  if (time - run.time > 1_000) later(run, time - 1, [], instrument, cents);
  later(run, time, [], instrument, cents);
}

/** A batch at a time, unless that has passed. */
function later(run: Run, time: number, commands: Float64Array[], instrument: number, cents: number): void {
  if (time >= run.time) tickAt(run, time, commands, instrument, cents);
}
