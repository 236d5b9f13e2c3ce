// Contract actors: gamblers at maximum leverage, both sides at once, margin removed to the last atom, closes of other
// users' positions; and the market maker's quotes.

import { LOCK } from '../../src/enum/index.ts';
import { BTC, CENT, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';
import { contracts, GOLD, GOLD_LEVERAGE, middle, own } from './contract-listings.ts';
import { escape, liquidateOneself, lure, push } from './contract-attacks.ts';

/** How long a proof is valid, ms. */
const PROOF = 300_000;

export function contractSetup(): Float64Array[] {
  return [
    write('contract.fees', {
      tiers: [
        { maker: 200, taker: 500 },
        { maker: 160, taker: 450 },
        { maker: 0, taker: 333 },
      ],
    }),
    ...contracts.map(({ lots, ...listing }) => write('contract.list', { ...listing, ...(lots > 0 ? {} : {}) })),
    write('maker.transfer', { from: 1, to: 2, asset: USDT, amount: 3e13 }),
    write('maker.transfer', { from: 1, to: 2, asset: CENT, amount: 1e8 }),
    write('maker.transfer', { from: 1, to: 3, asset: BTC, amount: 1e11 }),
  ];
}

function open(scenario: Scenario, user: number): Float64Array {
  const { random, books } = scenario;
  const listing = random.of(contracts);
  const price = middle(scenario, listing);
  const side = random.from(1, 2);
  const known = books.contracts.position(user, listing.market, side);
  const top = Math.min(listing.tiers[0]?.leverage ?? 1, listing.instrument === GOLD ? GOLD_LEVERAGE : Infinity);
  const leverage = known?.leverage ?? (random.once(3) ? top : random.from(1, top + (random.once(20) ? 1 : 0)));
  const free = scenario.free(user, listing.settle, listing.type);
  const part = random.once(5) ? 0.97 : random.part() * 0.5;
  const worth = listing.type === 2 ? price * listing.perLot : listing.perLot / price;
  const lots = Math.max(1, Math.floor((free * leverage * part) / worth));
  const type = random.below(10) < 5 ? 2 : random.below(10) < 8 ? 1 : random.from(3, 6);
  const limit = type % 2 === 1;
  const step = Math.max(1, Math.round(price / 5_000));
  const rising = (side === 1) === type < 5;
  return write('contract.place', {
    ...{
      user,
      ...scenario.key(),
      market: listing.market,
      direction: side,
      marginMode: known?.mode ?? random.from(1, 2),
      leverage,
    },
    ...{ type, timeInForce: limit ? random.of([1, 1, 1, 2, 4]) : random.of([1, 2]) },
    price: limit ? Math.max(1, price + random.from(-12, 12) * step) : 0,
    ...{
      lots,
      trigger: type > 2 ? Math.max(1, price + (rising ? 1 : -1) * random.from(1, 30) * step) : 0,
      triggerBy: random.from(1, 2),
    },
    stopProfit: random.once(8) ? price + (side === 1 ? 1 : -1) * random.from(1, 60) * step : 0,
    stopLoss: random.once(6) ? Math.max(1, price - (side === 1 ? 1 : -1) * random.from(1, 60) * step) : 0,
    ...{ guardBy: random.from(1, 2), selfTrade: random.from(1, 3) },
  });
}

/** A market maker of contracts: quotes both sides close to the mid price. */
function make(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(contracts);
  const price = middle(scenario, listing);
  const side = random.from(1, 2);
  const step = Math.max(1, Math.round(price / 5_000));
  const mode = scenario.books.contracts.position(user, listing.market, side)?.mode ?? (listing.market === 104 ? 2 : 1);
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: listing.market, direction: side, marginMode: mode, leverage: 10, type: 1 },
    ...{ timeInForce: random.of([1, 4]), price: Math.max(1, price - (side === 1 ? 1 : -1) * random.from(0, 8) * step) },
    ...{
      lots: Math.max(1, Math.floor(listing.lots * random.part())),
      triggerBy: 1,
      guardBy: 1,
      selfTrade: random.from(1, 3),
    },
  });
}

function close(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const position = own(scenario, user);
  const listing = contracts.find(({ market }) => market === position?.market);
  if (position === undefined || listing === undefined) return undefined;
  const price = middle(scenario, listing);
  const limit = random.once(2);
  const step = Math.max(1, Math.round(price / 5_000));
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: position.market, direction: position.side + 2, marginMode: position.mode },
    ...{
      type: limit ? 1 : 2,
      timeInForce: limit ? random.of([1, 1, 4]) : 2,
      price: limit ? price + random.from(-8, 8) * step : 0,
    },
    ...{
      lots: random.once(3) ? position.lots : Math.max(1, Math.ceil(position.lots * random.part())),
      triggerBy: 1,
      guardBy: 1,
    },
    selfTrade: random.from(1, 3),
  });
}

function quick(scenario: Scenario, user: number): Float64Array | undefined {
  // Sometimes names another user's position.
  const position = own(scenario, scenario.random.once(12) ? scenario.someone() : user);
  return position === undefined
    ? undefined
    : write('position.close', { user, ...scenario.key(), position: position.id });
}

function many(scenario: Scenario, user: number): Float64Array {
  const markets = contracts.filter(() => scenario.random.once(2)).map(({ market }) => ({ market }));
  return write('position.closeMany', { user, ...scenario.key(), type: scenario.random.from(2, 3), markets });
}

function margin(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const position = own(scenario, user);
  if (position === undefined) return undefined;
  const amount = Math.max(1, Math.floor(Math.max(position.margin, 10) * random.part() * (random.once(3) ? 2 : 0.3)));
  return write('position.margin', { user, ...scenario.key(), position: position.id, flag: random.from(1, 2), amount });
}

function guard(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const position = own(scenario, user);
  const listing = contracts.find(({ market }) => market === position?.market);
  if (position === undefined || listing === undefined) return undefined;
  const price = middle(scenario, listing);
  const away = Math.max(1, Math.round((price * random.from(1, 80)) / 10_000));
  const up = position.side === 1 ? 1 : -1;
  return write('position.guard', {
    ...{
      user,
      ...scenario.key(),
      position: position.id,
      stopProfit: random.once(4) ? 0 : Math.max(1, price + up * away),
    },
    ...{ stopLoss: random.once(4) ? 0 : Math.max(1, price - up * away), triggerBy: random.from(1, 2) },
    lots: random.once(2) ? 0 : Math.max(1, Math.floor(position.lots * random.part())),
  });
}

function leverage(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(contracts);
  return write('leverage.set', {
    user,
    ...scenario.key(),
    market: listing.market,
    marginMode: random.from(1, 2),
    leverage: random.from(1, 126),
  });
}

/**
 * A frozen user tries to close with a proof, fresh or not, to set stops, and to move money into the contract wallets.
 */
function frozen(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  if (((books.auditor.people.users[user]?.locks ?? 0) & LOCK.frozen) === 0 && !random.once(8)) return undefined;
  if (random.once(4)) return guard(scenario, user);
  const position = own(scenario, random.once(12) ? scenario.someone() : user);
  if (position === undefined || random.once(4)) {
    const amount = Math.max(1, Math.floor(scenario.free(user, USDT) * random.part() * 0.2));
    const from = random.once(4) ? 2 : 1;
    return write('wallet.transfer', { user, ...scenario.key(), from, to: 3 - from, asset: USDT, amount, market: 0 });
  }
  const proven = scenario.time - random.below(random.once(4) ? 2 * PROOF : 60_000);
  return write('position.closeProven', { user, ...scenario.key(), position: position.id, proven });
}

export const contractActs: readonly Act[] = [
  { name: 'open', weights: { gambler: 60, trader: 12, borrower: 4, attacker: 16, clumsy: 6 }, make: open },
  { name: 'make contracts', weights: { maker: 40, trader: 6 }, make },
  { name: 'close', weights: { gambler: 18, trader: 8, attacker: 8, maker: 14, borrower: 2 }, make: close },
  { name: 'quick close', weights: { gambler: 5, trader: 2, attacker: 3, maker: 1 }, make: quick },
  { name: 'close many', weights: { gambler: 1, attacker: 1 }, make: many },
  { name: 'margin', weights: { gambler: 10, attacker: 8, trader: 2 }, make: margin },
  { name: 'guard', weights: { gambler: 10, trader: 4, attacker: 3 }, make: guard },
  { name: 'escape', weights: { gambler: 4, attacker: 12, trader: 1 }, make: escape },
  { name: 'frozen', weights: { gambler: 5, trader: 3, attacker: 6, maker: 3, borrower: 2 }, make: frozen },
  { name: 'push the book', weights: { attacker: 12, gambler: 2 }, make: push },
  { name: 'lure a forced order', weights: { attacker: 8, gambler: 2 }, make: lure },
  { name: 'liquidate oneself', weights: { attacker: 10, gambler: 2 }, make: liquidateOneself },
  { name: 'leverage', weights: { gambler: 5, attacker: 4, clumsy: 2 }, make: leverage },
];

/** Every user closes their positions, as far as the books allow. */
export function contractEnds(scenario: Scenario, user: number): Float64Array[] {
  const markets = contracts.map(({ market }) => ({ market }));
  return [2, 3].map((type) =>
    write('position.closeMany', { user, type, markets: markets.filter(({ market }) => market < 200 === (type === 2)) }),
  );
}
