// OTC actors: merchants with bonds, users who pay, do not pay, appeal, or try to release another party's coins.

import { packText } from '../../src/index.ts';
import { BTC, CENT, ETH, USDT } from '../scenes/scene.ts';
import type { Act, OperatorAct, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const BOND = 1_000_000_000;
const DOLLAR = packText('USD');
/** Every fifth user becomes a merchant. */
const MERCHANT = 5;

export function otcTerms(fee = 1_000): Float64Array {
  return write('otc.set', { fee, asset: USDT, bond: BOND, payMs: 900_000, deals: 3, cooling: 3_600_000 });
}

function offer(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  if (books.desk.merchants.get(user) === undefined && !random.once(20)) return undefined;
  const bond = books.otc.bonds.get(user)?.bond ?? 0;
  if (bond < BOND && !random.once(10))
    return write('bond.lock', { user, ...scenario.key(), amount: random.once(4) ? BOND : BOND + random.below(1_000) });
  if (random.once(25))
    return write('bond.free', {
      user,
      ...scenario.key(),
      amount: Math.max(1, random.once(2) ? bond : Math.floor(bond / 3)),
    });
  const side = random.from(1, 2);
  const asset = random.of([USDT, BTC, ETH, CENT]);
  const amount = Math.max(1, Math.floor(scenario.free(user, asset) * random.part() * 0.4));
  const min = Math.max(1, Math.floor(amount / random.from(8, 200)));
  return write('offer.open', {
    ...{ user, ...scenario.key(), side, asset, currency: DOLLAR, price: random.from(90, 110), amount },
    ...{ min, max: Math.max(min, Math.floor(amount / random.from(1, 6))), payments: 3 },
  });
}

function close(scenario: Scenario, user: number): Float64Array | undefined {
  const own = pick(scenario, scenario.books.otc.offers, (one) => one.user === user);
  return own === undefined ? undefined : write('offer.close', { user, ...scenario.key(), offer: own.id });
}

function deal(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  let skip = random.below(12);
  let one;
  for (const each of books.otc.offers.values()) {
    one = each;
    if (skip === 0) break;
    skip -= 1;
  }
  if (one === undefined) return undefined;
  const most = Math.max(1, Math.min(one.max, one.left));
  const amount = random.once(3) ? most : random.from(Math.min(one.min, most), Math.min(most, one.min + 2 ** 31));
  return write('deal.open', {
    user,
    ...scenario.key(),
    offer: one.id,
    amount,
    price: one.price + (random.once(30) ? 1 : 0),
  });
}

/** The next act in one of the user's deals, or a wrong one. */
function word(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const one = pick(scenario, books.otc.deals, ({ buyer, seller }) => buyer === user || seller === user);
  if (one === undefined) return undefined;
  const fields = { user, ...scenario.key(), deal: one.id };
  if (random.once(6))
    return write(random.of(['deal.paid', 'deal.release', 'deal.cancel', 'deal.appeal'] as const), fields);
  const buys = one.buyer === user;
  if (one.state === 0) return buys ? write(random.once(4) ? 'deal.cancel' : 'deal.paid', fields) : undefined;
  if (one.state === 1)
    return random.once(4) ? write('deal.appeal', fields) : buys ? undefined : write('deal.release', fields);
  return buys ? undefined : write('deal.release', fields);
}

/** An entry of a map that fits; sometimes any of the first few. */
function pick<T>(scenario: Scenario, all: ReadonlyMap<number, T>, fits: (one: T) => boolean): T | undefined {
  let any = scenario.random.once(8) ? scenario.random.below(8) : -1;
  for (const one of all.values()) {
    if (any === 0 || (any < 0 && fits(one))) return one;
    any -= any > 0 ? 1 : 0;
  }
  return undefined;
}

/** Merchants from the start. */
export function otcWelcome(user: number): Float64Array[] {
  return user % MERCHANT === 0 ? [1, 2].map((merchant) => write('merchant.set', { user, merchant })) : [];
}

export const otcActs: readonly Act[] = [
  { name: 'offer', weights: { maker: 8, hoarder: 6, trader: 3, attacker: 2, gambler: 2, borrower: 2 }, make: offer },
  { name: 'close offer', weights: { maker: 1, hoarder: 1, trader: 1, attacker: 1 }, make: close },
  { name: 'deal', weights: { trader: 5, hoarder: 10, attacker: 8, gambler: 4, borrower: 4, maker: 3 }, make: deal },
  { name: 'word', weights: { trader: 8, hoarder: 16, attacker: 14, gambler: 8, borrower: 8, maker: 10 }, make: word },
];

export const otcTreasury: readonly OperatorAct[] = [
  {
    every: 25,
    make: (scenario) => {
      const user = scenario.someone();
      if (user % MERCHANT !== 0) return undefined;
      const now = scenario.books.desk.merchants.get(user) ?? 0;
      return write('merchant.set', { user, merchant: now === 0 ? 1 : now === 2 && scenario.random.once(8) ? 3 : 2 });
    },
  },
];

/** A decision of two operators: an appeal. */
export function rule(scenario: Scenario): Float64Array | undefined {
  for (const one of scenario.books.otc.deals.values())
    if (one.state === 4) return write('deal.rule', { deal: one.id, decision: scenario.random.from(1, 2) });
  return undefined;
}

/** A claim by two operators with notice: sometimes for the wrong user, or too much. */
export function claimBond(scenario: Scenario): Float64Array | undefined {
  const { otc } = scenario.books;
  const one = pick(scenario, otc.endedDeals, (deal) => deal.value > deal.paid && scenario.random.once(3));
  if (one === undefined) return undefined;
  const most = Math.min(one.value - one.paid, otc.bonds.get(one.merchant)?.bond ?? 0);
  const amount = Math.max(1, scenario.random.once(8) ? most + 1 : Math.floor(most * scenario.random.part()));
  return write('bond.pay', { deal: one.id, user: scenario.random.once(8) ? scenario.someone() : one.user, amount });
}

/**
 * In the calm phase sellers release paid deals and buyers cancel unpaid ones; then offers close and bonds are freed.
 */
export function otcEnds(scenario: Scenario, user: number): Float64Array[] {
  const { otc } = scenario.books;
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
