// Trading over the counter: merchants with bonds, customers who pay, who do not, who appeal, who release what is not theirs.

import { packText } from '../../src/index.ts';
import { BTC, CENT, ETH, USDT } from '../scene.ts';
import type { Act, HouseAct, Stage } from '../stage.ts';
import { write } from '../words.ts';

const BOND = 1_000_000_000;
const DOLLAR = packText('USD');
/** Who becomes a merchant: every fifth. */
const MERCHANT = 5;

export function otcTerms(fee = 1_000): Float64Array {
  return write('otc.set', { fee, asset: USDT, bond: BOND, payMs: 900_000, deals: 3, cooling: 3_600_000 });
}

function offer(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  if (books.desk.merchants.get(user) === undefined && !dice.once(20)) return undefined;
  const bond = books.otc.bonds.get(user)?.bond ?? 0;
  if (bond < BOND && !dice.once(10))
    return write('bond.lock', { user, ...stage.key(), amount: dice.once(4) ? BOND : BOND + dice.below(1_000) });
  if (dice.once(25))
    return write('bond.free', {
      user,
      ...stage.key(),
      amount: Math.max(1, dice.once(2) ? bond : Math.floor(bond / 3)),
    });
  const side = dice.from(1, 2);
  const asset = dice.of([USDT, BTC, ETH, CENT]);
  const amount = Math.max(1, Math.floor(stage.free(user, asset) * dice.part() * 0.4));
  const min = Math.max(1, Math.floor(amount / dice.from(8, 200)));
  return write('offer.open', {
    ...{ user, ...stage.key(), side, asset, currency: DOLLAR, price: dice.from(90, 110), amount },
    ...{ min, max: Math.max(min, Math.floor(amount / dice.from(1, 6))), payments: 3 },
  });
}

function close(stage: Stage, user: number): Float64Array | undefined {
  const own = pick(stage, stage.books.otc.offers, (one) => one.user === user);
  return own === undefined ? undefined : write('offer.close', { user, ...stage.key(), offer: own.id });
}

function deal(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  let skip = dice.below(12);
  let one;
  for (const each of books.otc.offers.values()) {
    one = each;
    if (skip === 0) break;
    skip -= 1;
  }
  if (one === undefined) return undefined;
  const most = Math.max(1, Math.min(one.max, one.left));
  const amount = dice.once(3) ? most : dice.from(Math.min(one.min, most), Math.min(most, one.min + 2 ** 31));
  return write('deal.open', {
    user,
    ...stage.key(),
    offer: one.id,
    amount,
    price: one.price + (dice.once(30) ? 1 : 0),
  });
}

/** The next word in one of one's deals, or a wrong one. */
function word(stage: Stage, user: number): Float64Array | undefined {
  const { dice, books } = stage;
  const one = pick(stage, books.otc.deals, ({ buyer, seller }) => buyer === user || seller === user);
  if (one === undefined) return undefined;
  const fields = { user, ...stage.key(), deal: one.id };
  if (dice.once(6)) return write(dice.of(['deal.paid', 'deal.release', 'deal.cancel', 'deal.appeal'] as const), fields);
  const buys = one.buyer === user;
  if (one.state === 0) return buys ? write(dice.once(4) ? 'deal.cancel' : 'deal.paid', fields) : undefined;
  if (one.state === 1)
    return dice.once(4) ? write('deal.appeal', fields) : buys ? undefined : write('deal.release', fields);
  return buys ? undefined : write('deal.release', fields);
}

/** One of a map that fits; now and then any of the first few. */
function pick<T>(stage: Stage, all: ReadonlyMap<number, T>, fits: (one: T) => boolean): T | undefined {
  let any = stage.dice.once(8) ? stage.dice.below(8) : -1;
  for (const one of all.values()) {
    if (any === 0 || (any < 0 && fits(one))) return one;
    any -= any > 0 ? 1 : 0;
  }
  return undefined;
}

/** Merchants from the beginning. */
export function otcWelcome(user: number): Float64Array[] {
  return user % MERCHANT === 0 ? [1, 2].map((merchant) => write('merchant.set', { user, merchant })) : [];
}

export const otcActs: readonly Act[] = [
  { name: 'offer', weights: { maker: 8, hoarder: 6, trader: 3, attacker: 2, gambler: 2, borrower: 2 }, make: offer },
  { name: 'close offer', weights: { maker: 1, hoarder: 1, trader: 1, attacker: 1 }, make: close },
  { name: 'deal', weights: { trader: 5, hoarder: 10, attacker: 8, gambler: 4, borrower: 4, maker: 3 }, make: deal },
  { name: 'word', weights: { trader: 8, hoarder: 16, attacker: 14, gambler: 8, borrower: 8, maker: 10 }, make: word },
];

export const otcHouse: readonly HouseAct[] = [
  {
    every: 25,
    make: (stage) => {
      const user = stage.someone();
      if (user % MERCHANT !== 0) return undefined;
      const now = stage.books.desk.merchants.get(user) ?? 0;
      return write('merchant.set', { user, merchant: now === 0 ? 1 : now === 2 && stage.dice.once(8) ? 3 : 2 });
    },
  },
];

/** What two persons decide: an appeal. */
export function rule(stage: Stage): Float64Array | undefined {
  for (const one of stage.books.otc.deals.values())
    if (one.state === 4) return write('deal.rule', { deal: one.id, decision: stage.dice.from(1, 2) });
  return undefined;
}

/** What two people decide after notice: now and then of the wrong customer, or of too much. */
export function claimBond(stage: Stage): Float64Array | undefined {
  const { otc } = stage.books;
  const one = pick(stage, otc.endedDeals, (deal) => deal.value > deal.paid && stage.dice.once(3));
  if (one === undefined) return undefined;
  const most = Math.min(one.value - one.paid, otc.bonds.get(one.merchant)?.bond ?? 0);
  const amount = Math.max(1, stage.dice.once(8) ? most + 1 : Math.floor(most * stage.dice.part()));
  return write('bond.pay', { deal: one.id, user: stage.dice.once(8) ? stage.someone() : one.user, amount });
}

/** In the calm sellers release what was paid and buyers cancel what was not; then offers close, bonds are freed. */
export function otcEnds(stage: Stage, user: number): Float64Array[] {
  const { otc } = stage.books;
  const commands: Float64Array[] = [];
  for (const one of otc.deals.values()) {
    if (one.buyer === user && one.state === 0) commands.push(write('deal.cancel', { user, deal: one.id }));
    if (one.seller === user && one.state !== 0) commands.push(write('deal.release', { user, deal: one.id }));
  }
  for (const one of otc.offers.values())
    if (one.user === user) commands.push(write('offer.close', { user, offer: one.id }));
  const bond = otc.bonds.get(user)?.bond ?? 0;
  if (bond > 0) commands.push(write('bond.free', { user, amount: bond }));
  return commands;
}
