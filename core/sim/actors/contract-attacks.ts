// Attackers of contracts: they push the mark, lure users into liquidation, and liquidate themselves against a friend.

import { MARGIN_MODE, PRICE_STATE } from '../../src/enum/index.ts';
import type { Scenario } from '../scenario.ts';
import { write } from '../words.ts';
import { contracts, GOLD, GOLD_LEVERAGE, middle, own } from './contract-listings.ts';

const HOUR = 3_600_000;

/** A user with a cross position at a stale price withdraws the wallet's money, or makes it unavailable. */
export function escape(scenario: Scenario, user: number): Float64Array | undefined {
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
export function push(scenario: Scenario, user: number): Float64Array {
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
export function lure(scenario: Scenario, user: number, owner = scenario.someone()): Float64Array | undefined {
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
export function liquidateOneself(scenario: Scenario, user: number): Float64Array | undefined {
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
