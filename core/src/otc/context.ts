// What the over-the-counter domains share: the terms in force, offers, deals, what a merchant has open and his bond.

import { type Clock, type Timers } from '../clock/index.ts';
import { CLASS, type Ledger } from '../ledger/index.ts';
import { dealWorth } from '../formula/index.ts';
import type { Markets } from '../market/index.ts';
import { powerOfTen } from '../number/index.ts';
import { MAX_USERS, type Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { type EventBuffer, pool, type Registry, table } from '../state/index.ts';
import { EndedDeals } from './ended.ts';

export const SPOT_WALLET = 1;
export const MERCHANT_WALLET = 8;
/** Sides of an offer: the merchant buys, or sells. */
export const MERCHANT_BUYS = 1;
export const MERCHANT_SELLS = 2;
const OFFER_CHANGED = 220;
const BOND_CHANGED = 222;
const DEAL_ENDED = 370;
const OPEN = 1;
const CLOSED = 2;
const ROW = 1;
const MAX_OFFERS = 1_000_000;
const MAX_DEALS = 1_000_000;
/** Claims stand as long as their proposal, and there are no more of those (`desk/waiting.ts`). */
const MAX_CLAIMS = 64;
/** Cents are hundredths of a tick. */
const CENT_DECIMALS = 2;

export class OtcContext {
  readonly out: EventBuffer;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ledger: Ledger;
  readonly users: Users;
  readonly markets: Markets;
  /** One row: the terms of new offers and deals. */
  readonly terms;
  readonly offers;
  readonly deals;
  /** By user: bond, and how much he has open. */
  readonly people;
  readonly ended: EndedDeals;
  /** What is claimed of bonds, while its notice runs or its proposal waits. */
  readonly claims;
  private readonly prices: Prices;

  constructor(
    registry: Registry,
    out: EventBuffer,
    clock: Clock,
    timers: Timers,
    ledger: Ledger,
    users: Users,
    markets: Markets,
    prices: Prices,
  ) {
    this.prices = prices;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.users = users;
    this.markets = markets;
    this.terms = registry.add(
      table(
        'otc',
        { bond: 'f64', payMs: 'f64', cooling: 'f64', fee: 'i32', asset: 'i32', deals: 'i32', version: 'i32' },
        ROW,
      ),
    );
    this.offers = registry.add(
      pool(
        'offers',
        {
          price: 'f64',
          currency: 'f64',
          /** Atoms not in deals, and (selling) those locked for their fees. */
          left: 'f64',
          fees: 'f64',
          least: 'f64',
          greatest: 'f64',
          user: 'i32',
          side: 'i32',
          asset: 'i32',
          payments: 'i32',
          /** Fee of what is sold, ppm, as it was when the offer was opened. */
          rate: 'i32',
          /** Deals of it that are open. */
          dealing: 'i32',
          next: 'i32',
          /** Since rules `unpaidDeals`, of buyers who were not verified: deals that are open; left unpaid on a UTC day. */
          unverified: 'i32',
          unpaid: 'i32',
          unpaidDay: 'i32',
        },
        MAX_OFFERS,
        'next',
        { added: { unverified: 0, unpaid: 0, unpaidDay: 0 } },
      ),
    );
    this.deals = registry.add(
      pool(
        'deals',
        {
          /** Id of its offer, which may be closed by now. */
          offer: 'f64',
          amount: 'f64',
          fee: 'f64',
          price: 'f64',
          payUntil: 'f64',
          buyer: 'i32',
          seller: 'i32',
          asset: 'i32',
          side: 'i32',
          state: 'i32',
          next: 'i32',
          /** Since rules `unpaidDeals`: COUNTS of `unpaid.ts`. */
          counts: 'i32',
        },
        MAX_DEALS,
        'next',
        { added: { counts: 0 } },
      ),
    );
    this.people = registry.add(
      table(
        'dealers',
        {
          bond: 'f64',
          /** From when the bond may be freed, ms. */
          freeFrom: 'f64',
          bondAsset: 'i32',
          offers: 'i32',
          /** Open deals of his offers; open deals he took. */
          dealing: 'i32',
          taken: 'i32',
          /** Since rules `dealCancels`: deals not paid as a buyer on the last UTC day there were any, and that day. */
          unpaid: 'i32',
          unpaidDay: 'i32',
          /** Since rules `unpaidDeals`: deals they took as a buyer and have not paid. */
          toPay: 'i32',
        },
        MAX_USERS,
        true,
        { added: { unpaid: 0, unpaidDay: 0, toPay: 0 } },
      ),
    );
    this.ended = new EndedDeals(registry, timers);
    this.claims = registry.add(
      pool(
        'bond_claims',
        { proposal: 'f64', deal: 'f64', amount: 'f64', from: 'f64', until: 'f64', merchant: 'i32', next: 'i32' },
        MAX_CLAIMS,
        'next',
      ),
    );
  }

  /** Wired once, no state: who may not withdraw sells nothing new. */
  lockBy(lock: (user: number) => boolean): void {
    this.isLocked = lock;
  }
  private isLocked: (user: number) => boolean = () => false;

  /** Who knows which coins count as one USDT each: the terms of rails do. */
  dollarsBy(is: (asset: number) => boolean): void {
    this.isDollar = is;
  }
  private isDollar: (asset: number) => boolean = () => false;

  /** Since rules `lockedSales`: whether a user sells nothing over the counter, because they may not withdraw. */
  sellsNothing(user: number): boolean {
    return this.clock.rules >= RULE.lockedSales && this.isLocked(user);
  }

  /** Whether terms were ever set. */
  known(): boolean {
    return this.terms.top === ROW;
  }

  /** Atoms of a user's bond, of the asset that the terms want. */
  bondOf(user: number): number {
    const { people, terms } = this;
    if (user > people.top || people.bondAsset[user] !== terms.asset[ROW]) return 0;
    return people.bond[user] as number;
  }

  /** What covers a merchant's new deals: the unclaimed part of their bond, in the asset that the terms require. */
  coverOf(user: number): number {
    return this.bondOf(user) - this.claimedOf(user);
  }

  /** Atoms of a merchant's bond that claims name, but the one for the deal `but`. */
  claimedOf(merchant: number, but = 0): number {
    const { claims } = this;
    let sum = 0;
    for (let row = 1; row <= claims.top; row += 1)
      if (claims.alive(row) && claims.merchant[row] === merchant && claims.deal[row] !== but)
        sum += claims.amount[row] as number;
    return sum;
  }

  /** The row of the claim for a deal, 0 none. */
  claimOn(deal: number): number {
    const { claims } = this;
    for (let row = 1; row <= claims.top; row += 1) if (claims.alive(row) && claims.deal[row] === deal) return row;
    return 0;
  }

  /**
   * A deal ends: it can be claimed for from now on. Its value is the worth of its coin at the index as it stands, however
   * old, or one for one between coins that count as a dollar; 0 where neither holds. `deal.open` kept the room; a deal that was opened
   * before the rule may find none, and then cannot be claimed for.
   */
  endDeal(deal: number, merchant: number, customer: number, coin: number, amount: number): void {
    const { clock, people, ended } = this;
    if (clock.rules < RULE.bondClaims || ended.rows.full()) return;
    const asset = people.bondAsset[merchant] as number;
    const value = this.worth(coin, amount, asset);
    this.emitEnded(ended.keep({ deal, merchant, customer, asset, value }, clock.now));
  }

  /** The `deal.ended` event. */
  emitEnded(row: number): void {
    const { rows } = this.ended;
    this.out.record(DEAL_ENDED, [
      rows.deal[row] as number,
      rows.merchant[row] as number,
      rows.customer[row] as number,
      rows.asset[row] as number,
      rows.value[row] as number,
      rows.paid[row] as number,
      rows.until[row] as number,
    ]);
  }

  /** Atoms of `to` that atoms of a coin are worth, rounded down. */
  private worth(coin: number, amount: number, to: number): number {
    if (coin === to) return amount;
    const { rows, assets } = this.markets;
    for (let market = 1; market <= rows.top; market += 1) {
      if (rows.base[market] !== coin || rows.quote[market] !== to) continue;
      const instrument = rows.instrument[market] as number;
      const parts = powerOfTen((this.prices.rows.tickDecimals[instrument] as number) + CENT_DECIMALS);
      const [unit, quoteUnit] = [assets.unit[coin] as number, assets.unit[to] as number];
      return dealWorth(amount, this.prices.cents(instrument), parts, unit, quoteUnit);
    }
    if (this.clock.rules < RULE.dollarDeals || !this.isDollar(coin) || !this.isDollar(to)) return 0;
    return dealWorth(amount, 1, 1, assets.unit[coin] as number, assets.unit[to] as number);
  }

  /** A column of `people`, 0 for who never dealt. */
  countOf(user: number, column: 'offers' | 'dealing' | 'taken'): number {
    return user > this.people.top ? 0 : (this.people[column][user] as number);
  }

  count(user: number, column: 'offers' | 'dealing' | 'taken', change: number): void {
    this.people.reach(user);
    this.people[column][user] = (this.people[column][user] as number) + change;
  }

  /** Moves atoms from available of the spot wallet into what a wallet holds. */
  lock(user: number, wallet: number, asset: number, atoms: number): void {
    const { ledger } = this;
    const spot = ledger.open(CLASS.wallet, user, SPOT_WALLET, asset, 0);
    const holder = wallet === SPOT_WALLET ? spot : ledger.open(CLASS.wallet, user, wallet, asset, 0);
    ledger.post(spot, 0 - atoms, 0);
    ledger.post(holder, 0, atoms);
  }

  /** The other way. */
  unlock(user: number, wallet: number, asset: number, atoms: number): void {
    if (atoms === 0) return;
    const { ledger } = this;
    const spot = ledger.open(CLASS.wallet, user, SPOT_WALLET, asset, 0);
    const holder = wallet === SPOT_WALLET ? spot : ledger.open(CLASS.wallet, user, wallet, asset, 0);
    ledger.post(holder, 0, 0 - atoms);
    ledger.post(spot, atoms, 0);
  }

  /** What is locked of a deal becomes the buyer's; its fee is the house's. */
  pay(from: number, wallet: number, to: number, asset: number, amount: number, fee: number): void {
    const { ledger } = this;
    const holder = ledger.open(CLASS.wallet, from, wallet, asset, 0);
    const gets = ledger.open(CLASS.wallet, to, SPOT_WALLET, asset, 0);
    ledger.post(holder, 0, 0 - amount - fee);
    ledger.post(gets, amount, 0);
    ledger.post(ledger.open(CLASS.fee, 0, 0, asset, 0), fee, 0);
  }

  /** Closes an offer: what it locks comes back. */
  close(row: number): void {
    const { offers } = this;
    const user = offers.user[row] as number;
    const asset = offers.asset[row] as number;
    const locked = this.lockedBy(row);
    this.emitOffer(row, CLOSED);
    offers.free(row);
    this.unlock(user, MERCHANT_WALLET, asset, locked);
    this.count(user, 'offers', -1);
    this.rest(user);
  }

  /** Atoms an offer itself locks. */
  lockedBy(row: number): number {
    const { offers } = this;
    if (offers.side[row] !== MERCHANT_SELLS) return 0;
    return (offers.left[row] as number) + (offers.fees[row] as number);
  }

  /** After an offer or deal of a merchant ended: when it was the last, his bond stays for the cooling time. */
  rest(user: number): void {
    const { people, terms, clock } = this;
    if (people.offers[user] !== 0 || people.dealing[user] !== 0) return;
    people.freeFrom[user] = clock.now + (terms.cooling[ROW] as number);
    if (people.bond[user] !== 0) this.emitBond(user);
  }

  /** The `offer.changed` event. */
  emitOffer(row: number, state: number = OPEN): void {
    const { offers } = this;
    this.out.record(OFFER_CHANGED, [
      offers.id(row),
      offers.user[row] as number,
      offers.side[row] as number,
      offers.asset[row] as number,
      offers.currency[row] as number,
      offers.price[row] as number,
      offers.left[row] as number,
      offers.fees[row] as number,
      offers.rate[row] as number,
      offers.least[row] as number,
      offers.greatest[row] as number,
      offers.payments[row] as number,
      state,
    ]);
  }

  /** The `bond.changed` event. */
  emitBond(user: number): void {
    const { people } = this;
    this.out.record(BOND_CHANGED, [
      user,
      people.bondAsset[user] as number,
      people.bond[user] as number,
      people.freeFrom[user] as number,
    ]);
  }
}
