// A world with merchants: what they offer, who takes it, and how it ends.

import { OFFER_SIDE } from '../../src/enum/index.ts';
import { type Command, packText } from '../../src/index.ts';
import { BTC, command, type Shape, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, type Fields, NO_KEY, World } from '../kit/world.ts';
import { grantAll, people } from '../desk/kit.ts';

export const TERMS = {
  /** 1 %: one can see it. */
  fee: 10_000,
  asset: USDT,
  bond: 2_000,
  payMs: 900_000,
  deals: 3,
  cooling: 7 * 86_400_000,
} as const;
export const MERCHANT_BUYS = OFFER_SIDE.merchantBuys;
export const MERCHANT_SELLS = OFFER_SIDE.merchantSells;
/** Of one coin, in hundredths of the currency. */
export const PRICE = 705;
export const MERCHANT = 2;

export function terms(fields: Fields = {}): Command {
  return command('otc.set', { ...TERMS, ...fields });
}

/** Anna and Ben are merchants with their bonds; the others are customers. All are verified. */
export function otcWorld(change: Partial<Shape> = {}, users = 5): World {
  const world = new World(change, 0);
  grantAll(world);
  world.must(terms());
  people(world, users);
  for (let user = 2; user < users + 2; user += 1) verify(world, user, 1);
  for (const user of [ANNA, BEN]) {
    merchant(world, user, MERCHANT);
    world.must(bond('lock', user, TERMS.bond));
  }
  world.tick();
  return world;
}

/** Sets a verification stage; 0: not verified. */
export function verify(world: World, user: number, stage: number): void {
  world.must(command('user.set', { user, stage, locks: 0 }));
}

export function merchant(world: World, user: number, state: number): void {
  world.must(command('merchant.set', { user, merchant: state }));
}

export function bond(what: 'lock' | 'free', user: number, amount: number): Command {
  return command(`bond.${what}`, { user, ...NO_KEY, amount });
}

/** Ten to a hundred of 100 atoms BTC, for CNY. */
export function offer(user: number, side: number, fields: Fields = {}): Command {
  return command('offer.open', {
    ...{ user, ...NO_KEY, side, asset: BTC, currency: packText('CNY'), price: PRICE },
    ...{ amount: 100, min: 10, max: 100, payments: 3, ...fields },
  });
}

export function close(user: number, id: number): Command {
  return command('offer.close', { user, ...NO_KEY, offer: id });
}

export function deal(user: number, id: number, amount: number, fields: Fields = {}): Command {
  return command('deal.open', { user, ...NO_KEY, offer: id, amount, price: PRICE, ...fields });
}

export function act(what: 'paid' | 'release' | 'cancel' | 'appeal', user: number, id: number): Command {
  return command(`deal.${what}`, { user, ...NO_KEY, deal: id });
}

/** Pays `user` from the bond of an ended deal's merchant: what two people agree on. */
export function claim(id: number, user: number, amount: number): Command {
  return command('bond.pay', { deal: id, user, amount });
}

/** decision 1 to the buyer, 2 back to the seller. */
export function rule(id: number, decision: number): Command {
  return command('deal.rule', { deal: id, decision });
}
