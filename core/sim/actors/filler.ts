// Actors that use up rows at no cost: the smallest item of each kind, opened and closed again; and keys of refused
// cancels.

import { spots, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';
import { contracts } from './contract-listings.ts';

const WALLETS = [2, 3, 4, 5, 6] as const;
/** Distance of the resting orders from the index. */
const FAR = 0.85;

/** An order of minimum value, far from the index. */
export function order(scenario: Scenario, user: number): Float64Array {
  const listing = scenario.random.of(spots);
  const price = Math.max(
    1,
    Math.round((scenario.prices.cents(listing.instrument) / 100) * FAR) - scenario.random.below(3),
  );
  return write('order.place', {
    ...{ user, ...scenario.key(), market: listing.market, wallet: 1, side: 1, type: 1, timeInForce: 1, price },
    ...{ lots: Math.ceil(listing.minValue / (price * listing.k)), triggerBy: 1, selfTrade: 1 },
  });
}

/** An opening order of minimum value, with take profit and stop loss. */
function opening(scenario: Scenario, user: number): Float64Array {
  const { random, books } = scenario;
  const listing = random.of(contracts);
  const side = random.from(1, 2);
  const up = side === 1 ? 1 : -1;
  const middle = Math.round(scenario.prices.cents(listing.instrument) / 100);
  const price = Math.max(1, Math.round(middle * (1 - up * 0.03)));
  const known = books.contracts.position(user, listing.market, side);
  const worth = listing.type === 2 ? price * listing.perLot : listing.face;
  return write('contract.place', {
    ...{ user, ...scenario.key(), market: listing.market, direction: side, type: 1, timeInForce: 1, price },
    ...{ marginMode: known?.mode ?? 2, leverage: known?.leverage ?? 10, lots: Math.ceil(listing.minValue / worth) },
    ...{ stopProfit: Math.round(price * (1 + up * 0.2)), stopLoss: Math.max(1, Math.round(price * (1 - up * 0.1))) },
    ...{ triggerBy: 1, guardBy: 1, selfTrade: 1 },
  });
}

/** A stake redeemed at once must leave nothing behind (t11). */
function stake(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  for (const one of books.earn.stakes.values())
    if (one.user === user && random.once(2))
      return write('earn.redeem', { user, ...scenario.key(), stake: one.id, receive: one.amount });
  const terms = books.earn.products.get(random.from(1, 5));
  if (terms === undefined) return undefined;
  return write('earn.buy', {
    ...{ user, ...scenario.key(), product: terms.product, amount: terms.min, version: terms.version },
  });
}

function fill(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  switch (random.below(6)) {
    case 0:
      return stake(scenario, user);
    case 1: {
      const to = random.of(WALLETS);
      const market = to === 5 ? random.of(spots).market : 0;
      return write('wallet.transfer', { user, ...scenario.key(), from: 1, to, asset: USDT, amount: 1, market });
    }
    case 2:
      return write('leverage.set', {
        ...{ user, ...scenario.key(), market: random.of(contracts).market, marginMode: 2, leverage: 10 },
      });
    case 3:
      return opening(scenario, user);
    default:
      return order(scenario, user);
  }
}

/** A refused cancel with a new key (t17). */
export function exhaust(scenario: Scenario, user: number): Float64Array {
  return write('order.cancel', { user, ...scenario.freshKey(), order: scenario.random.from(1, 50) });
}

export const fillerActs: readonly Act[] = [
  { name: 'fill tables', weights: { attacker: 10, hoarder: 2 }, make: fill },
  { name: 'exhaust keys', weights: { attacker: 4 }, make: exhaust },
];
