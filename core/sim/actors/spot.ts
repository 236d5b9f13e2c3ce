// Spot actors: users who place, amend and cancel; the market maker's quotes; users who send garbage or others' ids.

import { HOUR, spots, type SpotListing } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const LEVELS = 8;
const FACTOR = [0, 0.2, 0.5, 1, 1, 2, 8, 40] as const;

function index(scenario: Scenario, listing: Quoted): number {
  return Math.max(1, Math.round(scenario.prices.cents(listing.instrument) / 100));
}

/** A price some steps from the index. A step is about a fiftieth of a percent, at least one tick. */
function near(scenario: Scenario, middle: number, steps: number): number {
  const step = Math.max(1, Math.round(middle / 5_000));
  return Math.min(2 ** 24 - 1, Math.max(1, middle + scenario.random.from(-steps, steps) * step));
}

function lotsOf(scenario: Scenario, listing: SpotListing): number {
  return Math.max(1, Math.floor(listing.lots * scenario.random.of(FACTOR) * (0.1 + scenario.random.part())));
}

function ownOrder(scenario: Scenario, user: number): number {
  const own = scenario.books.orders.byUser.get(user);
  if (own === undefined || own.size === 0) return 0;
  let skip = scenario.random.below(Math.min(own.size, 6));
  for (const id of own) {
    if (skip === 0) return id;
    skip -= 1;
  }
  return 0;
}

function place(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(spots);
  const middle = index(scenario, listing);
  const side = random.from(1, 2);
  const type = random.below(10) < 6 ? 1 : random.from(1, 6);
  const limit = type % 2 === 1;
  const byAmount = !limit && side === 1 && random.once(2);
  const rising = (side === 1) === type < 5;
  const away = Math.max(1, Math.round((middle * random.from(1, 60)) / 20_000));
  return write('order.place', {
    ...{ user, ...scenario.key(), market: listing.market, wallet: 1, side, type },
    timeInForce: limit ? random.of([1, 1, 1, 1, 2, 3, 4, 4]) : random.of([1, 2, 2, 3]),
    price: limit ? near(scenario, middle, random.once(6) ? 900 : 25) : 0,
    lots: byAmount ? 0 : lotsOf(scenario, listing),
    amount: byAmount ? scenario.partOf(scenario.free(user, listing.quote)) : 0,
    trigger: type > 2 ? Math.max(1, middle + (rising === random.below(8) > 0 ? away : -away)) : 0,
    triggerBy: random.of([1, 1, 2]),
    selfTrade: random.from(1, 3),
  });
}

/** Quotes both sides close to the mid price, so that others can trade. */
function make(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(spots);
  const middle = index(scenario, listing);
  const side = random.from(1, 2);
  const step = Math.max(1, Math.round(middle / 5_000));
  const price = Math.max(1, middle + (side === 1 ? -1 : 1) * random.from(0, 12) * step);
  return write('order.place', {
    ...{ user, ...scenario.key(), market: listing.market, wallet: 1, side, type: 1, timeInForce: random.of([1, 4]) },
    ...{ price, lots: lotsOf(scenario, listing), triggerBy: 1, selfTrade: random.from(1, 3) },
  });
}

function amend(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const id = ownOrder(scenario, user);
  const order = scenario.books.orders.orders.get(id);
  if (order === undefined) return undefined;
  return write('order.amend', {
    ...{ user, ...scenario.key(), order: id },
    price: random.once(2) ? 0 : near(scenario, Math.max(1, order.price), 10),
    lots: random.once(2) ? 0 : Math.max(1, Math.floor(order.lots * (0.3 + random.part()))),
  });
}

function cancel(scenario: Scenario, user: number): Float64Array | undefined {
  const order = ownOrder(scenario, user);
  return order === 0 ? undefined : write('order.cancel', { user, ...scenario.key(), order });
}

/** Another user's order, or one's own old order. */
function steal(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const order = ownOrder(scenario, random.once(3) ? user : scenario.someone());
  if (order === 0) return undefined;
  const id = random.once(4) ? order + 2 ** 23 : order;
  return random.once(2)
    ? write('order.cancel', { user, ...scenario.key(), order: id })
    : write('order.amend', { user, ...scenario.key(), order: id, price: 0, lots: 1 });
}

/** Places both sides across the mid price: self-trade rules must hold. */
function cross(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(spots);
  return write('order.place', {
    ...{ user, ...scenario.key(), market: listing.market, wallet: 1, side: random.from(1, 2), type: 1, timeInForce: 1 },
    ...{ price: index(scenario, listing), lots: lotsOf(scenario, listing), triggerBy: 1, selfTrade: random.from(1, 3) },
  });
}

/** A stop hunter sweeps a side of the book, so that the last price leaves the index, and rests far beyond it (t16). */
function hunt(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(spots);
  const middle = index(scenario, listing);
  // One hour down, the next one up.
  const side = Math.floor(scenario.time / HOUR) % 2 === 0 ? 2 : 1;
  const sweeps = random.once(2);
  const away = (random.from(6, 19) / 100) * (side === 1 ? 1 : -1);
  return write('order.place', {
    ...{
      user,
      ...scenario.key(),
      market: listing.market,
      wallet: 1,
      type: sweeps ? 2 : 1,
      timeInForce: sweeps ? 2 : 1,
    },
    // Its bait is on the other side: it sells to triggered buys at a high price, and buys from triggered sells at a low
    // one.
    ...{ side: sweeps ? side : 3 - side, price: sweeps ? 0 : Math.max(1, Math.round(middle * (1 + away))) },
    ...{ lots: listing.lots * random.from(4, 40), triggerBy: 1, selfTrade: random.from(1, 3) },
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
    make: (scenario, user) =>
      write('order.cancelAll', {
        user,
        ...scenario.key(),
        market: scenario.random.once(2) ? 0 : scenario.random.of(spots).market,
      }),
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

/** The market maker's quotes of one market: levels around the index, and removals of old levels. */
export function quoteCommand(scenario: Scenario, listing: Quoted): Float64Array {
  const { random } = scenario;
  const middle = index(scenario, listing);
  const step = Math.max(1, Math.round(middle / 4_000));
  const levels: { side: number; price: number; lots: number }[] = [];
  const wanted = new Set<number>();
  for (let row = 1; row <= LEVELS; row += 1)
    for (const side of [1, 2] as const) {
      const price = middle + (side === 1 ? -row : row) * step;
      if (price < 1 || price >= 2 ** 24) continue;
      wanted.add(side * 2 ** 24 + price);
      levels.push({ side, price, lots: Math.ceil(listing.lots * row * (1 + random.part() * 3)) });
    }
  const first = listing.market * 2;
  for (const key of scenario.books.spot.quotes.keys()) {
    const place = Math.floor(key / 2 ** 24);
    const side = place - first + 1;
    if (side !== 1 && side !== 2) continue;
    const price = key % 2 ** 24;
    if (!wanted.has(side * 2 ** 24 + price) && levels.length < 500) levels.push({ side, price, lots: 0 });
  }
  return write('maker.quote', { market: listing.market, levels });
}
