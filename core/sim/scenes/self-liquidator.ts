// Scene after a run: pairs of users are long and short of one contract at high leverage, and its index jumps past the
// shorts' bankruptcy price (t1, t1b, t1c; money §3, rules `fundTakesOver`). The insurance fund's takeovers are bounded,
// and unwound over the next minutes.

import { contracts } from '../actors/contract-listings.ts';
import { levelPrices } from '../auditor/spot.ts';
import { against, tickAt } from '../planted.ts';
import type { Run } from '../run.ts';
import { write } from '../words.ts';

const MARKET = 101;
const LEVERAGE = 50;
/** Number of users, in pairs, and the part of their wallets they use. */
const PEOPLE = 16;
const PART = 0.3;
/** Jumps of the index, as factors: past the bankruptcy price, far past it, and back. */
const JUMPS = [1.021, 1.2, 0.8] as const;
const SLOT = 500;
/** Slots for which the index stays after a jump: three minutes. */
const SLOTS = 360;
/** The market maker's bids and asks after a jump, as parts of the index, within the limit of a slice. */
const SPREAD = 0.001;
const LOTS = 100_000;

/** Straddles before each jump, and the minutes after it. */
export function liquidateThemselves(run: Run): void {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return;
  const { instrument, perLot } = listing;
  const planted = { market: MARKET, instrument, perLot, leverage: LEVERAGE, part: PART };
  for (const jump of JUMPS) {
    const cents = run.prices.cents(instrument);
    for (let user = 2; user <= run.stage.people; user += 1)
      later(run, 1, [write('order.cancelAll', { user, ...run.stage.key(), market: MARKET })], instrument, cents);
    later(run, SLOT, quotes(run, cents, 0), instrument, cents);
    for (let user = 2; user < 2 + PEOPLE; user += 2) {
      const orders = against(run, planted, user, 2, cents);
      if (orders.length > 0) later(run, 1, orders, instrument, cents);
    }
    const jumped = Math.round(cents * jump);
    later(run, SLOT, [], instrument, jumped);
    later(run, SLOT, quotes(run, jumped, LOTS), instrument, jumped);
    for (let slot = 0; slot < SLOTS; slot += 1) later(run, SLOT, [], instrument, jumped);
  }
}

/** The market maker's book around a price; 0 lots: none. */
function quotes({ books }: Run, cents: number, lots: number): Float64Array[] {
  const removals = [1, 2].flatMap((side) =>
    levelPrices(books.spot.quotes, MARKET, side).map((price) => ({ side, price, lots: 0 })),
  );
  const middle = cents / 100;
  const wanted =
    lots === 0
      ? []
      : [
          { side: 1, price: Math.ceil(middle * (1 - SPREAD)), lots },
          { side: 2, price: Math.floor(middle * (1 + SPREAD)) + 1, lots },
        ];
  return [removals, wanted]
    .filter((levels) => levels.length > 0)
    .map((levels) => write('maker.quote', { market: MARKET, levels }));
}

/** A batch some ms later. */
function later(run: Run, milliseconds: number, commands: Float64Array[], instrument: number, cents: number): void {
  tickAt(run, run.time + milliseconds, commands, instrument, cents);
}
