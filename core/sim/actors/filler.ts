// Who takes rows for nothing: the smallest thing of each kind, opened and closed again; and keys of cancels that are refused.

import { spots, USDT } from '../scene.ts';
import type { Act, Stage } from '../stage.ts';
import { write } from '../words.ts';
import { contracts } from './contracts.ts';

const WALLETS = [2, 3, 4, 5, 6] as const;
/** How far from the index the orders rest. */
const FAR = 0.85;

/** An order of minimum value, far from the index. */
export function order(stage: Stage, user: number): Float64Array {
  const listing = stage.dice.of(spots);
  const price = Math.max(1, Math.round((stage.prices.cents(listing.instrument) / 100) * FAR) - stage.dice.below(3));
  return write('order.place', {
    ...{ user, ...stage.key(), market: listing.market, wallet: 1, side: 1, type: 1, timeInForce: 1, price },
    ...{ lots: Math.ceil(listing.minValue / (price * listing.k)), triggerBy: 1, selfTrade: 1 },
  });
}

/** An opening order of minimum value, with take profit and stop loss. */
function opening(stage: Stage, user: number): Float64Array {
  const { dice, books } = stage;
  const listing = dice.of(contracts);
  const side = dice.from(1, 2);
  const up = side === 1 ? 1 : -1;
  const middle = Math.round(stage.prices.cents(listing.instrument) / 100);
  const price = Math.max(1, Math.round(middle * (1 - up * 0.03)));
  const known = books.contracts.position(user, listing.market, side);
  const worth = listing.type === 2 ? price * listing.perLot : listing.face;
  return write('contract.place', {
    ...{ user, ...stage.key(), market: listing.market, direction: side, type: 1, timeInForce: 1, price },
    ...{ marginMode: known?.mode ?? 2, leverage: known?.leverage ?? 10, lots: Math.ceil(listing.minValue / worth) },
    ...{ stopProfit: Math.round(price * (1 + up * 0.2)), stopLoss: Math.max(1, Math.round(price * (1 - up * 0.1))) },
    ...{ triggerBy: 1, guardBy: 1, selfTrade: 1 },
  });
}

/** A stake that is redeemed at once leaves nothing behind (t11). */
function stake(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  for (const one of books.earn.stakes.values())
    if (one.user === user && dice.once(2))
      return write('earn.redeem', { user, ...stage.key(), stake: one.id, receive: one.amount });
  const terms = books.earn.products.get(dice.from(1, 5));
  if (terms === undefined) return undefined;
  return write('earn.buy', {
    ...{ user, ...stage.key(), product: terms.product, amount: terms.min, version: terms.version },
  });
}

function fill(stage: Stage, user: number): Float64Array | undefined {
  const { dice } = stage;
  switch (dice.below(6)) {
    case 0:
      return stake(stage, user);
    case 1: {
      const to = dice.of(WALLETS);
      const market = to === 5 ? dice.of(spots).market : 0;
      return write('wallet.transfer', { user, ...stage.key(), from: 1, to, asset: USDT, amount: 1, market });
    }
    case 2:
      return write('leverage.set', {
        ...{ user, ...stage.key(), market: dice.of(contracts).market, marginMode: 2, leverage: 10 },
      });
    case 3:
      return opening(stage, user);
    default:
      return order(stage, user);
  }
}

/** A cancel that is refused, under a new key (t17). */
export function exhaust(stage: Stage, user: number): Float64Array {
  return write('order.cancel', { user, ...stage.freshKey(), order: stage.dice.from(1, 50) });
}

export const fillerActs: readonly Act[] = [
  { name: 'fill tables', weights: { attacker: 10, hoarder: 2 }, make: fill },
  { name: 'exhaust keys', weights: { attacker: 4 }, make: exhaust },
];
