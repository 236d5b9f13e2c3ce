// After a run: customers are long and short of one contract two by two at great leverage, and its index jumps past where
// nothing is left of the shorts (t1, t1b, t1c; money §3, rules `fundTakesOver`). What the insurance fund takes over is bounded;
// it is unwound over the next minutes.

import { contracts } from './actors/contracts.ts';
import { levelPrices } from './auditor/spot.ts';
import type { Run } from './run.ts';
import { instruments, USDT } from './scene.ts';
import { write } from './words.ts';

const MARKET = 101;
const ISOLATED = 2;
const LEVERAGE = 50;
/** Customers, two by two, and what part of their wallets. */
const PEOPLE = 16;
const PART = 0.3;
/** Jumps of the index, parts of it: past the bankruptcy price, far past it, and back. */
const JUMPS = [1.021, 1.2, 0.8] as const;
const SLOT = 500;
/** Slots that the index stands behind a jump: three minutes. */
const SLOTS = 360;
/** The market maker's bids and asks behind a jump, parts of the index, within what a slice takes. */
const SPREAD = 0.001;
const LOTS = 100_000;

/** Straddles before each jump, and the minutes behind it. */
export function liquidateThemselves(run: Run): void {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return;
  const { instrument, perLot } = listing;
  for (const jump of JUMPS) {
    const cents = run.prices.cents(instrument);
    for (let user = 2; user <= run.stage.people; user += 1)
      later(run, 1, [write('order.cancelAll', { user, ...run.stage.key(), market: MARKET })], instrument, cents);
    later(run, SLOT, quotes(run, cents, 0), instrument, cents);
    for (let user = 2; user < 2 + PEOPLE; user += 2) straddle(run, user, instrument, perLot, cents);
    const jumped = Math.round(cents * jump);
    later(run, SLOT, [], instrument, jumped);
    later(run, SLOT, quotes(run, jumped, LOTS), instrument, jumped);
    for (let slot = 0; slot < SLOTS; slot += 1) later(run, SLOT, [], instrument, jumped);
  }
}

/** The maker's book around a price; 0 lots: none. */
function quotes({ books }: Run, cents: number, lots: number): Float64Array[] {
  const gone = [1, 2].flatMap((side) =>
    levelPrices(books.spot.ladder, MARKET, side).map((price) => ({ side, price, lots: 0 })),
  );
  const middle = cents / 100;
  const wanted =
    lots === 0
      ? []
      : [
          { side: 1, price: Math.ceil(middle * (1 - SPREAD)), lots },
          { side: 2, price: Math.floor(middle * (1 + SPREAD)) + 1, lots },
        ];
  return [gone, wanted]
    .filter((levels) => levels.length > 0)
    .map((levels) => write('maker.quote', { market: MARKET, levels }));
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
  later(run, 1, [place(user, 2), place(user + 1, 1)], instrument, cents);
}

/** A batch some ms later with a tick of each instrument, one of them at `cents`. */
function later(run: Run, milliseconds: number, commands: Float64Array[], instrument: number, cents: number): void {
  run.time += milliseconds;
  run.stage.time = run.time;
  const ticks = instruments.map((_, at) => ({
    ...{ instrument: at + 1, price: at + 1 === instrument ? cents : run.prices.cents(at + 1) },
    ...{ spread: 0, used: 3, total: 3 },
  }));
  run.send([write('ticks', { ticks, quotes: [] }), ...commands]);
  run.deliver();
}
