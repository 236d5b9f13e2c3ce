// Spot: people who place, change and cancel; the house that quotes; those who type nonsense or other people's ids.

import { HOUR, spots, type SpotListing } from '../scene.ts';
import type { Act, Stage } from '../stage.ts';
import { write } from '../words.ts';

const LEVELS = 8;
const FACTOR = [0, 0.2, 0.5, 1, 1, 2, 8, 40] as const;

function index(stage: Stage, listing: Quoted): number {
  return Math.max(1, Math.round(stage.prices.cents(listing.instrument) / 100));
}

/** A price some steps from the index; a step is about a fiftieth of a percent, one tick at least. */
function near(stage: Stage, middle: number, steps: number): number {
  const step = Math.max(1, Math.round(middle / 5_000));
  return Math.min(2 ** 24 - 1, Math.max(1, middle + stage.dice.from(-steps, steps) * step));
}

function lotsOf(stage: Stage, listing: SpotListing): number {
  return Math.max(1, Math.floor(listing.lots * stage.dice.of(FACTOR) * (0.1 + stage.dice.part())));
}

function ownOrder(stage: Stage, user: number): number {
  const own = stage.books.orders.byUser.get(user);
  if (own === undefined || own.size === 0) return 0;
  let skip = stage.dice.below(Math.min(own.size, 6));
  for (const id of own) {
    if (skip === 0) return id;
    skip -= 1;
  }
  return 0;
}

function place(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const listing = dice.of(spots);
  const middle = index(stage, listing);
  const side = dice.from(1, 2);
  const type = dice.below(10) < 6 ? 1 : dice.from(1, 6);
  const limit = type % 2 === 1;
  const byAmount = !limit && side === 1 && dice.once(2);
  const rising = (side === 1) === type < 5;
  const away = Math.max(1, Math.round((middle * dice.from(1, 60)) / 20_000));
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet: 1, side, type },
    timeInForce: limit ? dice.of([1, 1, 1, 1, 2, 3, 4, 4]) : dice.of([1, 2, 2, 3]),
    price: limit ? near(stage, middle, dice.once(6) ? 900 : 25) : 0,
    lots: byAmount ? 0 : lotsOf(stage, listing),
    amount: byAmount ? stage.partOf(stage.free(user, listing.quote)) : 0,
    trigger: type > 2 ? Math.max(1, middle + (rising === dice.below(8) > 0 ? away : -away)) : 0,
    triggerBy: dice.of([1, 1, 2]),
    selfTrade: dice.from(1, 3),
  });
}

/** Both sides close to the middle, so that there is something to trade with. */
function make(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const listing = dice.of(spots);
  const middle = index(stage, listing);
  const side = dice.from(1, 2);
  const step = Math.max(1, Math.round(middle / 5_000));
  const price = Math.max(1, middle + (side === 1 ? -1 : 1) * dice.from(0, 12) * step);
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet: 1, side, type: 1, timeInForce: dice.of([1, 4]) },
    ...{ price, lots: lotsOf(stage, listing), triggerBy: 1, selfTrade: dice.from(1, 3) },
  });
}

function amend(stage: Stage, user: number): Float64Array | undefined {
  const { dice } = stage;
  const id = ownOrder(stage, user);
  const order = stage.books.orders.orders.get(id);
  if (order === undefined) return undefined;
  return write('order.amend', {
    ...{ user, ...stage.key(), order: id },
    price: dice.once(2) ? 0 : near(stage, Math.max(1, order.price), 10),
    lots: dice.once(2) ? 0 : Math.max(1, Math.floor(order.lots * (0.3 + dice.part()))),
  });
}

function cancel(stage: Stage, user: number): Float64Array | undefined {
  const order = ownOrder(stage, user);
  return order === 0 ? undefined : write('order.cancel', { user, ...stage.key(), order });
}

/** Somebody else's order, or one's own of another time. */
function steal(stage: Stage, user: number): Float64Array | undefined {
  const { dice } = stage;
  const order = ownOrder(stage, dice.once(3) ? user : stage.someone());
  if (order === 0) return undefined;
  const id = dice.once(4) ? order + 2 ** 23 : order;
  return dice.once(2)
    ? write('order.cancel', { user, ...stage.key(), order: id })
    : write('order.amend', { user, ...stage.key(), order: id, price: 0, lots: 1 });
}

/** Both sides of one's own, through the middle: self-trade rules must hold. */
function cross(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const listing = dice.of(spots);
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet: 1, side: dice.from(1, 2), type: 1, timeInForce: 1 },
    ...{ price: index(stage, listing), lots: lotsOf(stage, listing), triggerBy: 1, selfTrade: dice.from(1, 3) },
  });
}

/** Who hunts stops sweeps a side of the book, so that the last price leaves the index, and waits far beyond it (t16). */
function hunt(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  const listing = dice.of(spots);
  const middle = index(stage, listing);
  // One hour down, the next one up.
  const side = Math.floor(stage.time / HOUR) % 2 === 0 ? 2 : 1;
  const sweeps = dice.once(2);
  const away = (dice.from(6, 19) / 100) * (side === 1 ? 1 : -1);
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet: 1, type: sweeps ? 2 : 1, timeInForce: sweeps ? 2 : 1 },
    // Its bait is on the other side: it sells to those whose stops buy high, and buys from those that sell low.
    ...{ side: sweeps ? side : 3 - side, price: sweeps ? 0 : Math.max(1, Math.round(middle * (1 + away))) },
    ...{ lots: listing.lots * dice.from(4, 40), triggerBy: 1, selfTrade: dice.from(1, 3) },
  });
}

export const spotActs: readonly Act[] = [
  {
    name: 'place',
    weights: { trader: 40, gambler: 12, hoarder: 4, clumsy: 10, borrower: 8, attacker: 6 },
    make: place,
  },
  { name: 'make', weights: { maker: 60, trader: 6 }, make },
  { name: 'amend', weights: { maker: 20, trader: 6, clumsy: 4 }, make: amend },
  { name: 'cancel', weights: { maker: 40, trader: 14, gambler: 4, clumsy: 4, attacker: 4, hoarder: 2 }, make: cancel },
  {
    name: 'cancelAll',
    weights: { maker: 1, trader: 1, clumsy: 1, attacker: 1 },
    make: (stage, user) =>
      write('order.cancelAll', { user, ...stage.key(), market: stage.dice.once(2) ? 0 : stage.dice.of(spots).market }),
  },
  { name: 'steal', weights: { attacker: 14, clumsy: 3 }, make: steal },
  { name: 'cross', weights: { attacker: 16 }, make: cross },
  { name: 'hunt stops', weights: { attacker: 10, gambler: 1 }, make: hunt },
];

export interface Quoted {
  readonly market: number;
  readonly instrument: number;
  /** Lots of a usual level. */
  readonly lots: number;
}

/** The house's ladder of one market: levels around the index, and those no longer wanted away. */
export function ladder(stage: Stage, listing: Quoted): Float64Array {
  const { dice } = stage;
  const middle = index(stage, listing);
  const step = Math.max(1, Math.round(middle / 4_000));
  const levels: { side: number; price: number; lots: number }[] = [];
  const wanted = new Set<number>();
  for (let row = 1; row <= LEVELS; row += 1)
    for (const side of [1, 2] as const) {
      const price = middle + (side === 1 ? -row : row) * step;
      if (price < 1 || price >= 2 ** 24) continue;
      wanted.add(side * 2 ** 24 + price);
      levels.push({ side, price, lots: Math.ceil(listing.lots * row * (1 + dice.part() * 3)) });
    }
  const first = listing.market * 2;
  for (const key of stage.books.spot.ladder.keys()) {
    const place = Math.floor(key / 2 ** 24);
    const side = place - first + 1;
    if (side !== 1 && side !== 2) continue;
    const price = key % 2 ** 24;
    if (!wanted.has(side * 2 ** 24 + price) && levels.length < 500) levels.push({ side, price, lots: 0 });
  }
  return write('maker.quote', { market: listing.market, levels });
}
