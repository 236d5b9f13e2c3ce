// Contract actors: gamblers at maximum leverage, both sides at once, margin removed to the last atom, closes of other
// users' positions; and the market maker's quotes.

import { LOCK, MARGIN_MODE, PRICE_STATE } from '../../src/enum/index.ts';
import type { Position } from '../auditor/contract/positions.ts';
import { BTC, CENT, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const HOUR = 3_600_000;
/** Gold has trading hours: its maximum leverage is 1 ÷ its closing rate. */
const GOLD = 4;
const GOLD_LEVERAGE = 20;
/** How long a proof is valid, ms. */
const PROOF = 300_000;

export interface ContractListing {
  readonly market: number;
  readonly type: number;
  readonly instrument: number;
  readonly settle: number;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly perLot: number;
  readonly face: number;
  readonly minValue: number;
  readonly maxValue: number;
  readonly impact: number;
  readonly fundingHours: number;
  readonly tiers: readonly { readonly cap: number; readonly rate: number; readonly leverage: number }[];
  /** Lots of a usual level. */
  readonly lots: number;
}

/** Maintenance tiers, with caps as multiples of one amount. */
function steps(one: number): ContractListing['tiers'] {
  return [
    { cap: one, rate: 4_000, leverage: 125 },
    { cap: 5 * one, rate: 5_000, leverage: 100 },
    { cap: 20 * one, rate: 10_000, leverage: 50 },
    { cap: 100 * one, rate: 50_000, leverage: 10 },
  ];
}

const linear = { type: 2, settle: USDT, face: 0, minValue: 5_000_000, maxValue: 1e12, impact: 1e10, perLot: 1 };

export const contracts: readonly ContractListing[] = [
  {
    ...linear,
    market: 101,
    instrument: 1,
    tickDecimals: 1,
    lotDecimals: 5,
    fundingHours: 1,
    tiers: steps(2e10),
    lots: 9_000,
  },
  {
    ...linear,
    market: 102,
    instrument: 2,
    tickDecimals: 2,
    lotDecimals: 4,
    fundingHours: 8,
    tiers: steps(2e10),
    lots: 12_000,
  },
  {
    ...{
      ...linear,
      market: 103,
      instrument: 3,
      tickDecimals: 1,
      lotDecimals: 1,
      fundingHours: 1,
      settle: CENT,
      lots: 60,
    },
    ...{ minValue: 20, maxValue: 1_000_000, impact: 4_000, tiers: steps(20_000) },
  },
  {
    ...linear,
    market: 104,
    instrument: 4,
    tickDecimals: 2,
    lotDecimals: 4,
    fundingHours: 4,
    tiers: steps(2e10),
    lots: 30_000,
  },
  {
    ...{ market: 201, type: 3, instrument: 1, settle: BTC, tickDecimals: 1, lotDecimals: 0, perLot: 1e11, face: 100 },
    ...{ minValue: 100, maxValue: 1_000_000, impact: 10_000, fundingHours: 1, tiers: steps(20_000), lots: 120 },
  },
];

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

function middle(scenario: Scenario, listing: ContractListing): number {
  return Math.max(1, Math.round(scenario.prices.cents(listing.instrument) / 100));
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

function own(scenario: Scenario, user: number): Position | undefined {
  const all = scenario.books.contracts.byUser.get(user);
  if (all === undefined || all.size === 0) return undefined;
  let skip = scenario.random.below(all.size);
  for (const one of all) {
    if (skip === 0) return one;
    skip -= 1;
  }
  return undefined;
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

/** A user with a cross position at a stale price withdraws the wallet's money, or makes it unavailable. */
function escape(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const own = [...(books.contracts.byUser.get(user) ?? [])];
  const stale = own.find(({ market, mode }) => {
    const contract = books.contracts.contracts[market];
    return (
      mode === MARGIN_MODE.cross &&
      contract !== undefined &&
      books.auditor.prices.of(contract.instrument).state > PRICE_STATE.aging
    );
  });
  const listing = contracts.find(({ market }) => market === stale?.market);
  if (listing === undefined) return undefined;
  const amount = Math.max(1, Math.floor(scenario.free(user, listing.settle, listing.type) * random.part() * 0.5));
  const other = own.find(({ mode }) => mode !== MARGIN_MODE.cross);
  if (other !== undefined && random.once(2))
    return write('position.margin', { user, ...scenario.key(), position: other.id, flag: 1, amount });
  return write('wallet.transfer', {
    user,
    ...scenario.key(),
    from: listing.type,
    to: 1,
    asset: listing.settle,
    amount,
    market: 0,
  });
}

/**
 * A user who wants others liquidated empties one side of the book and rests far from the index, so that the mark moves
 * away from it: down in one hour, up in the next.
 */
function push(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  const listing = random.of(contracts);
  const price = middle(scenario, listing);
  const down = Math.floor(scenario.time / HOUR) % 2 === 0;
  const side = random.from(1, 2);
  const away = (random.from(20, 49) / 1_000) * (down ? -1 : 1);
  const known = scenario.books.contracts.position(user, listing.market, side);
  const leverage = known?.leverage ?? 10;
  const worth = listing.type === 2 ? price * listing.perLot : listing.perLot / price;
  // A fill at such a price also costs its distance.
  const most = scenario.free(user, listing.settle, listing.type) / (worth * (1 / leverage + Math.abs(away)));
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: listing.market, direction: side },
    ...{ marginMode: known?.mode ?? (listing.market === 104 ? 2 : 1), leverage, type: 1, timeInForce: 1 },
    price: Math.max(1, Math.round(price * (1 + away))),
    lots: Math.max(1, Math.floor(Math.min(most * 0.8, listing.lots * random.from(2, 12)))),
    ...{ triggerBy: 1, guardBy: 1, selfTrade: random.from(1, 3) },
  });
}

/**
 * An accomplice of a user about to be liquidated: rests just within 2 % of the index, beyond where a forced order may
 * fill, on the side that it would match.
 */
function lure(scenario: Scenario, user: number, owner = scenario.someone()): Float64Array | undefined {
  const { random, books } = scenario;
  const victim = own(scenario, owner);
  const listing = contracts.find(({ market }) => market === victim?.market);
  if (victim === undefined || listing === undefined || owner === user) return undefined;
  const price = middle(scenario, listing);
  // A long is sold below the index, a short bought back above it.
  const away = (random.from(150, 210) / 10_000) * (victim.side === 1 ? -1 : 1);
  const known = books.contracts.position(user, listing.market, victim.side);
  const leverage = known?.leverage ?? 10;
  const worth = listing.type === 2 ? price * listing.perLot : listing.perLot / price;
  const most = scenario.free(user, listing.settle, listing.type) / (worth * (1 / leverage + Math.abs(away)));
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: listing.market, direction: victim.side },
    ...{ marginMode: known?.mode ?? (listing.market === 104 ? 2 : 1), leverage, type: 1, timeInForce: 1 },
    price: Math.max(1, Math.round(price * (1 + away))),
    lots: Math.max(1, Math.floor(Math.min(most * 0.8, victim.lots))),
    ...{ triggerBy: 1, guardBy: 1, selfTrade: random.from(1, 3) },
  });
}

/**
 * A user with two accounts opens between them at maximum leverage, and places an order of the second where a forced
 * order of the first would fill (t1, t1c).
 */
function liquidateOneself(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const partner = user % 2 === 0 ? user + 1 : user - 1;
  if (partner < 2 || partner > scenario.people) return undefined;
  if (random.once(2)) return lure(scenario, user, partner);
  const listing = random.of(contracts);
  // The account with the even id is long.
  const side = user % 2 === 0 ? 1 : 2;
  const known = books.contracts.position(user, listing.market, side);
  const top = Math.min(listing.tiers[0]?.leverage ?? 1, listing.instrument === GOLD ? GOLD_LEVERAGE : Infinity);
  const leverage = known?.leverage ?? top;
  const price = middle(scenario, listing);
  const worth = listing.type === 2 ? price * listing.perLot : listing.perLot / price;
  const lots = Math.floor((scenario.free(user, listing.settle, listing.type) * leverage * 0.8) / worth);
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: listing.market, direction: side, marginMode: known?.mode ?? 2, leverage },
    ...{ type: 1, timeInForce: 1, price, lots: Math.max(1, lots), triggerBy: 1, guardBy: 1, selfTrade: 1 },
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
