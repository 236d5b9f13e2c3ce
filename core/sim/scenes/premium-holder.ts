// Scene after a run: the market maker's book stays above the index until funding is capped and becomes hourly. Then it
// is moved only in the last millisecond of each minute, which must not affect any rate (money §3, rules
// `fundingByTime`).

import { contracts } from '../actors/contract-listings.ts';
import { levelPrices } from '../auditor/spot.ts';
import type { Run } from '../run.ts';
import { HOUR } from './scene.ts';
import { SLOT_END, write } from '../words.ts';

/** A contract with funding every 4 hours, so that it can become hourly. */
const MARKET = 104;
const HOURS = 14;
const MINUTE = 60_000;
/** Interval of ticks, and a shorter one around an hour's end, so that the price is usable, ms. */
const SLOT = 40_000;
const NEAR = 3_000;
/** The raised book, and the usual one: factors of the index. */
const HELD = 1.03;
const USUAL = 1;
const SPREAD = 0.001;

/** Keeps the premium for some hours, then raises it at the end of each minute of one more hour. */
export function holdPremium(run: Run): void {
  for (let user = 2; user <= run.stage.people; user += 1) {
    run.send([write('order.cancelAll', { user, market: MARKET })]);
    run.deliver();
  }
  for (const end = run.time + HOURS * HOUR; run.time < end;) {
    const left = HOUR - (run.time % HOUR);
    batch(run, left > 2 * NEAR ? Math.min(SLOT, left - NEAR) : left > 1 ? left - 1 : 2, HELD);
  }
  for (let minute = 0; minute < 60; minute += 1) {
    batch(run, MINUTE - 1 - (run.time % MINUTE), HELD);
    batch(run, 1, USUAL);
  }
}

/** Some ms later: the market maker's book around a factor of the index, and a tick that sees it. */
function batch(run: Run, milliseconds: number, part: number): void {
  // Quotes cannot be at a stale price: a tick ends that.
  if (milliseconds > 1) later(run, milliseconds - 1, () => []);
  later(run, 1, () => quotes(run, part));
}

function later(run: Run, milliseconds: number, before: () => Float64Array[]): void {
  run.time += milliseconds;
  run.stage.time = run.time;
  run.send([...before(), run.prices.slot(true), SLOT_END]);
  run.deliver();
}

function quotes({ books, prices }: Run, part: number): Float64Array[] {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return [];
  const middle = (prices.cents(listing.instrument) / 100) * part;
  // Twice the impact notional.
  const lots = Math.ceil((2 * listing.impact) / (middle * listing.perLot));
  const wanted = [
    { side: 1, price: Math.max(1, Math.floor(middle * (1 - SPREAD))), lots },
    { side: 2, price: Math.max(2, Math.ceil(middle * (1 + SPREAD))), lots },
  ];
  const removals = [1, 2].flatMap((side) =>
    levelPrices(books.spot.quotes, MARKET, side).map((price) => ({ side, price, lots: 0 })),
  );
  // Old levels are removed first, because the new ones may cross them.
  return [...(removals.length > 0 ? [removals] : []), wanted].map((levels) =>
    write('maker.quote', { market: MARKET, levels }),
  );
}
