// What the OTC domains share: terms in force, offers, deals, each merchant's open counts and bond.

import type { CoreContext } from '../core-context.ts';
import { type Clock, type Timers } from '../clock/index.ts';
import { ACCOUNT_CLASS, OFFER_SIDE, WALLET } from '../enum/index.ts';
import { type Ledger } from '../ledger/index.ts';
import { dealWorth } from '../formula/index.ts';
import type { Markets } from '../market/index.ts';
import { powerOfTen } from '../number/index.ts';
import { MAX_USERS, type Users } from '../user/index.ts';
import type { Prices } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { DONE, rejects } from '../schema/index.ts';
import { type EventBuffer, pool, table } from '../state/index.ts';
import { EndedDeals } from './ended.ts';

const OPEN = 1;
const CLOSED = 2;
const ROW = 1;
/** Verification stage that a sale takes. */
const VERIFIED = 1;
const MAX_OFFERS = 1_000_000;
const MAX_DEALS = 1_000_000;
/** A claim lives as long as its proposal, so the bound of proposals applies (`desk/waiting.ts`). */
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
  /** By user: bond, and counts of open offers and deals. */
  readonly people;
  readonly ended: EndedDeals;
  /** Claims on bonds, during notice or while the proposal waits. */
  readonly claims;
  private readonly prices: Prices;

  constructor(core: CoreContext) {
    const { registry, out, clock, timers, ledger, users, prices, orderBooks } = core;
    this.prices = prices;
    this.out = out;
    this.clock = clock;
    this.timers = timers;
    this.ledger = ledger;
    this.users = users;
    this.markets = orderBooks.markets;
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
          /** Atoms not in deals, and (selling) atoms locked for fees. */
          left: 'f64',
          fees: 'f64',
          least: 'f64',
          greatest: 'f64',
          user: 'i32',
          side: 'i32',
          asset: 'i32',
          payments: 'i32',
          /** Fee rate of sales, ppm, from when the offer was opened. */
          rate: 'i32',
          /** Its open deals. */
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
          /** Id of its offer, which may already be closed. */
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
          /** Earliest time the bond may be freed, ms. */
          freeFrom: 'f64',
          bondAsset: 'i32',
          offers: 'i32',
          /** Open deals on their offers; open deals they took. */
          dealing: 'i32',
          taken: 'i32',
          /** Since rules `dealCancels`: deals not paid as a buyer on the last UTC day with any, and that day. */
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

  /**
   * Registers the withdrawal lock: a user who may not withdraw may not open new sales. Wired once at start, not state.
   */
  lockBy(lock: (user: number) => boolean): void {
    this.isLocked = lock;
  }
  private isLocked: (user: number) => boolean = () => false;

  /** Registers which coins count as one USDT each, by the terms of rails. */
  dollarsBy(is: (asset: number) => boolean): void {
    this.isDollar = is;
  }
  private isDollar: (asset: number) => boolean = () => false;

  /** Since rules `linkedDeals`: whether two accounts count as one, because the desk has linked them. */
  arePerson(user: number, other: number): boolean {
    return this.clock.rules >= RULE.linkedDeals && this.users.anyLinked(user, (one) => one === other);
  }

  /** The numbers of such a refusal: the stage that it takes and the user's, or the user's locks. */
  saleNumbers(user: number): readonly [expected: number, got: number] {
    const { stage, locks } = this.users.rows;
    return this.maySell(user) === rejects['kyc.required']
      ? [VERIFIED, stage[user] as number]
      : [0, locks[user] as number];
  }

  /**
   * Why a user may not sell over the counter, DONE if they may: who may not withdraw does not, because of a lock (rules
   * `lockedSales`) or because they are not verified (rules `verifiedSales`).
   */
  maySell(user: number): number {
    const { rules } = this.clock;
    const stage = this.users.rows.stage[user] as number;
    if (rules >= RULE.verifiedSales && stage < VERIFIED) return rejects['kyc.required'];
    return rules >= RULE.lockedSales && this.isLocked(user) ? rejects['withdrawal.locked'] : DONE;
  }

  /** Whether terms were ever set. */
  known(): boolean {
    return this.terms.top === ROW;
  }

  /** Atoms of a user's bond, in the asset that the terms require. */
  bondOf(user: number): number {
    const { people, terms } = this;
    if (user > people.top || people.bondAsset[user] !== terms.asset[ROW]) return 0;
    return people.bond[user] as number;
  }

  /** What covers a merchant's new deals: the unclaimed part of their bond, in the asset that the terms require. */
  coverOf(user: number): number {
    return this.bondOf(user) - this.claimedOf(user);
  }

  /** Atoms of a merchant's bond that claims name, except the one for deal `but`. */
  claimedOf(merchant: number, but = 0): number {
    const { claims } = this;
    let sum = 0;
    for (let row = 1; row <= claims.top; row += 1)
      if (claims.alive(row) && claims.merchant[row] === merchant && claims.deal[row] !== but)
        sum += claims.amount[row] as number;
    return sum;
  }

  /** The row of the claim on a deal, 0 none. */
  claimOn(deal: number): number {
    const { claims } = this;
    for (let row = 1; row <= claims.top; row += 1) if (claims.alive(row) && claims.deal[row] === deal) return row;
    return 0;
  }

  /**
   * Ends a deal, so that it can be claimed for. Its value is its coin's value at the last index, however old, or one
   * for one between coins that count as a dollar; 0 when neither applies. `deal.open` reserved the row. A deal opened
   * before the rule may find no row, and then cannot be claimed for.
   */
  endDeal(deal: number, merchant: number, customer: number, coin: number, amount: number): void {
    const { clock, people, ended } = this;
    if (clock.rules < RULE.bondClaims || ended.rows.full()) return;
    const asset = people.bondAsset[merchant] as number;
    const value = this.worth(coin, amount, asset);
    this.emitEnded(ended.keep({ deal, merchant, customer, asset, value }, clock.now));
  }

  /** Emits `deal.ended`. */
  emitEnded(row: number): void {
    const { rows } = this.ended;
    this.out.record('deal.ended', {
      deal: rows.deal[row] as number,
      merchant: rows.merchant[row] as number,
      user: rows.customer[row] as number,
      asset: rows.asset[row] as number,
      value: rows.value[row] as number,
      paid: rows.paid[row] as number,
      until: rows.until[row] as number,
    });
  }

  /** Value of atoms of a coin in atoms of `to`, rounded down. */
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

  /** A column of `people`, 0 for a user who never dealt. */
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
    const spot = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    const holder = wallet === WALLET.spot ? spot : ledger.open(ACCOUNT_CLASS.wallet, user, wallet, asset, 0);
    ledger.post(spot, 0 - atoms, 0);
    ledger.post(holder, 0, atoms);
  }

  /** Moves them back. */
  unlock(user: number, wallet: number, asset: number, atoms: number): void {
    if (atoms === 0) return;
    const { ledger } = this;
    const spot = ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0);
    const holder = wallet === WALLET.spot ? spot : ledger.open(ACCOUNT_CLASS.wallet, user, wallet, asset, 0);
    ledger.post(holder, 0, 0 - atoms);
    ledger.post(spot, atoms, 0);
  }

  /** Moves a deal's locked coin to the buyer, and its fee to the operator. */
  pay(from: number, wallet: number, to: number, asset: number, amount: number, fee: number): void {
    const { ledger } = this;
    const holder = ledger.open(ACCOUNT_CLASS.wallet, from, wallet, asset, 0);
    const gets = ledger.open(ACCOUNT_CLASS.wallet, to, WALLET.spot, asset, 0);
    ledger.post(holder, 0, 0 - amount - fee);
    ledger.post(gets, amount, 0);
    ledger.post(ledger.open(ACCOUNT_CLASS.fee, 0, 0, asset, 0), fee, 0);
  }

  /** Closes an offer and unlocks what it locked. */
  close(row: number): void {
    const { offers } = this;
    const user = offers.user[row] as number;
    const asset = offers.asset[row] as number;
    const locked = this.lockedBy(row);
    this.emitOffer(row, CLOSED);
    offers.free(row);
    this.unlock(user, WALLET.merchant, asset, locked);
    this.count(user, 'offers', -1);
    this.rest(user);
  }

  /** Atoms an offer locks. */
  lockedBy(row: number): number {
    const { offers } = this;
    if (offers.side[row] !== OFFER_SIDE.merchantSells) return 0;
    return (offers.left[row] as number) + (offers.fees[row] as number);
  }

  /** Starts the cooling time of a merchant's bond when their last offer or deal ended. */
  rest(user: number): void {
    const { people, terms, clock } = this;
    if (people.offers[user] !== 0 || people.dealing[user] !== 0) return;
    people.freeFrom[user] = clock.now + (terms.cooling[ROW] as number);
    if (people.bond[user] !== 0) this.emitBond(user);
  }

  /** Emits `offer.changed`. */
  emitOffer(row: number, state: number = OPEN): void {
    const { offers } = this;
    this.out.record('offer.changed', {
      offer: offers.id(row),
      user: offers.user[row] as number,
      side: offers.side[row] as number,
      asset: offers.asset[row] as number,
      currency: offers.currency[row] as number,
      price: offers.price[row] as number,
      left: offers.left[row] as number,
      fee: offers.fees[row] as number,
      rate: offers.rate[row] as number,
      min: offers.least[row] as number,
      max: offers.greatest[row] as number,
      payments: offers.payments[row] as number,
      state,
    });
  }

  /** Emits `bond.changed`. */
  emitBond(user: number): void {
    const { people } = this;
    this.out.record('bond.changed', {
      user,
      asset: people.bondAsset[user] as number,
      bond: people.bond[user] as number,
      freeFrom: people.freeFrom[user] as number,
    });
  }
}
