// What the over-the-counter domains share: the terms in force, offers, deals, what a merchant has open and his bond.

import { type Clock, dayOf, type Timers } from '../clock/index.ts';
import { CLASS, type Ledger } from '../ledger/index.ts';
import type { Markets } from '../market/index.ts';
import { MAX_USERS, type Users } from '../party/index.ts';
import { RULE } from '../rules.ts';
import { type Out, pool, type Registry, table } from '../state/index.ts';

export const SPOT_WALLET = 1;
export const MERCHANT_WALLET = 8;
/** Sides of an offer: the merchant buys, or sells. */
export const MERCHANT_BUYS = 1;
export const MERCHANT_SELLS = 2;
const OFFER_CHANGED = 220;
const BOND_CHANGED = 222;
const OPEN = 1;
const CLOSED = 2;
const ROW = 1;
const MAX_OFFERS = 1_000_000;
const MAX_DEALS = 1_000_000;

export class OtcRoom {
  readonly out: Out;
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

  constructor(
    registry: Registry,
    out: Out,
    clock: Clock,
    timers: Timers,
    ledger: Ledger,
    users: Users,
    markets: Markets,
  ) {
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
        },
        MAX_OFFERS,
        'next',
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
        },
        MAX_DEALS,
        'next',
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
        },
        MAX_USERS,
        true,
        { added: { unpaid: 0, unpaidDay: 0 } },
      ),
    );
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

  /** A column of `people`, 0 for who never dealt. */
  countOf(user: number, column: 'offers' | 'dealing' | 'taken'): number {
    return user > this.people.top ? 0 : (this.people[column][user] as number);
  }

  count(user: number, column: 'offers' | 'dealing' | 'taken', change: number): void {
    this.people.reach(user);
    this.people[column][user] = (this.people[column][user] as number) + change;
  }

  /** Deals that a user as a buyer cancelled or let run out this UTC day. */
  unpaidOf(user: number): number {
    const { people, clock } = this;
    const known = user <= people.top && people.unpaidDay[user] === dayOf(clock.now);
    return known ? (people.unpaid[user] as number) : 0;
  }

  /** A buyer did not pay a deal. */
  countUnpaid(user: number): void {
    const { people, clock } = this;
    if (clock.rules < RULE.dealCancels) return;
    const count = this.unpaidOf(user) + 1;
    people.reach(user);
    people.unpaid[user] = count;
    people.unpaidDay[user] = dayOf(clock.now);
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
    this.tellOffer(row, CLOSED);
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
    if (people.bond[user] !== 0) this.tellBond(user);
  }

  /** The `offer.changed` event. */
  tellOffer(row: number, state: number = OPEN): void {
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
  tellBond(user: number): void {
    const { people } = this;
    this.out.record(BOND_CHANGED, [
      user,
      people.bondAsset[user] as number,
      people.bond[user] as number,
      people.freeFrom[user] as number,
    ]);
  }
}
