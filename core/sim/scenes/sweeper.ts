// Scene after a run: many orders of the smallest value stand in the way of the market maker's quotes and of huge orders, so that the
// budget of a command ends both (money §2, rules `sweepBudget`, `cutQuotes`). Stops that the same tick triggers wait for the next
// quotes; what is swept is swept by several commands.

import { contracts } from '../actors/contract-listings.ts';
import { levelPrices } from '../auditor/spot.ts';
import { tickAt } from '../planted.ts';
import type { Run } from '../run.ts';
import { write } from '../words.ts';
import { USDT } from './scene.ts';

const MARKET = 101;
/** Orders of each customer: together more than quotes meet twice. */
const EACH = 18;
const LEVERAGE = 10;
const SLOT = 250;
/** Prices as parts of the index before: the tiny bids, the offer behind them, and the index of the slot that moves past them. */
const BIDS = 0.999;
const OFFER = 0.9995;
const FALLEN = 0.997;
/** Quotes until all bids are met, and huge orders until all offers are. */
const TURNS = 6;

/** Bids that cut the quotes of a falling slot, then offers that a huge order does not sweep at once. */
export function sweepBooks(run: Run): void {
  const listing = contracts.find(({ market }) => market === MARKET);
  if (listing === undefined) return;
  const { instrument } = listing;
  const cents = run.prices.cents(instrument);
  const fallen = Math.round(cents * FALLEN);
  clear(run, instrument, cents);
  for (let user = 2; user <= run.stage.people; user += 1) {
    const bids = Array.from({ length: EACH }, () => tiny(run, user, 1, cents * BIDS));
    later(run, [fund(run, user), ...bids], instrument, cents);
  }
  later(run, [tiny(run, 2, 2, cents * OFFER, 20), ...stops(run, fallen)], instrument, cents);
  for (let turn = 0; turn < TURNS; turn += 1) later(run, [quotesAt(fallen)], instrument, fallen);
  clear(run, instrument, fallen);
  for (let user = 2; user <= run.stage.people; user += 1)
    later(
      run,
      Array.from({ length: EACH }, () => tiny(run, user, 2, fallen * (2 - BIDS))),
      instrument,
      fallen,
    );
  const sweeper = run.stage.someone();
  for (let turn = 0; turn < TURNS; turn += 1)
    later(run, [tiny(run, sweeper, 1, fallen * (2 - FALLEN), EACH * run.stage.people)], instrument, fallen);
  clear(run, instrument, fallen);
}

/** Takes every order and quote out of the market. */
function clear(run: Run, instrument: number, cents: number): void {
  const { stage, books } = run;
  const levels = [1, 2].flatMap((side) =>
    levelPrices(books.spot.quotes, MARKET, side).map((price) => ({ side, price, lots: 0 })),
  );
  const quotes = levels.length === 0 ? [] : [write('maker.quote', { market: MARKET, levels })];
  const cancels = Array.from({ length: stage.people - 1 }, (_, at) =>
    write('order.cancelAll', { user: at + 2, ...stage.key(), market: MARKET }),
  );
  later(run, [...quotes, ...cancels], instrument, cents);
}

/** Some money for the margin of a customer's orders. */
function fund({ stage }: Run, user: number): Float64Array {
  const amount = Math.max(1, Math.floor(stage.free(user, USDT) / 4));
  return write('wallet.transfer', { user, ...stage.key(), from: 1, to: 2, asset: USDT, amount, market: 0 });
}

/** An opening limit order of `times` the smallest value. */
function tiny({ stage, books }: Run, user: number, direction: 1 | 2, cents: number, times = 1): Float64Array {
  const listing = contracts.find(({ market }) => market === MARKET);
  const price = Math.round(cents / 100);
  const known = books.contracts.position(user, MARKET, direction);
  const least = Math.ceil((listing?.minValue ?? 1) / (price * (listing?.perLot ?? 1)));
  return write('contract.place', {
    ...{ user, ...stage.key(), market: MARKET, direction, type: 1, timeInForce: 1, price, lots: least * times },
    ...{ marginMode: known?.mode ?? 2, leverage: known?.leverage ?? LEVERAGE, trigger: 0, triggerBy: 1 },
    ...{ stopProfit: 0, stopLoss: 0, guardBy: 1, selfTrade: 2 },
  });
}

/** Orders that buy at the market once the index is there. */
function stops({ stage, books }: Run, cents: number): Float64Array[] {
  const listing = contracts.find(({ market }) => market === MARKET);
  const price = Math.round(cents / 100) + 1;
  const lots = Math.ceil((listing?.minValue ?? 1) / (price * (listing?.perLot ?? 1))) + 1;
  return [3, 4, 5].map((user) => {
    const known = books.contracts.position(user, MARKET, 1);
    return write('contract.place', {
      ...{ user, ...stage.key(), market: MARKET, direction: 1, type: 6, timeInForce: 2, price: 0, lots },
      ...{ marginMode: known?.mode ?? 2, leverage: known?.leverage ?? LEVERAGE, trigger: price, triggerBy: 1 },
      ...{ stopProfit: 0, stopLoss: 0, guardBy: 1, selfTrade: 1 },
    });
  });
}

/** Offers of the market maker at the index. */
function quotesAt(cents: number): Float64Array {
  const lots = contracts.find(({ market }) => market === MARKET)?.lots ?? 1;
  const price = Math.ceil(cents / 100);
  const levels = [0, 1, 2].map((row) => ({ side: 2, price: price + row, lots: lots * 20 }));
  return write('maker.quote', { market: MARKET, levels });
}

function later(run: Run, commands: Float64Array[], instrument: number, cents: number): void {
  tickAt(run, run.time + SLOT, commands, instrument, cents);
}
