// deal.open, paid, release, cancel, appeal, rule: a user takes part of an offer (money §9; W21). The coin stays locked
// from the first to the last state, and moves in one step.

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, OFFER_SIDE, WALLET } from '../enum/index.ts';
import { shareUp } from '../number/index.ts';
import { MERCHANT } from '../user/index.ts';
import { RULE as VERSION } from '../rules.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { MOST_ENDED, MOST_OF_MERCHANT } from './ended.ts';
import { type OtcContext } from './context.ts';
import { ACT, type Act, BY, DEAL, dealAfter, NEVER, WHO } from './states.ts';
import { MOST_UNPAID, MOST_UNVERIFIED, UnpaidDeals } from './unpaid.ts';
import type { Expect } from '../expect.ts';

const OPEN = commands['deal.open'].kind;
const PAID = commands['deal.paid'].kind;
const RELEASE = commands['deal.release'].kind;
const CANCEL = commands['deal.cancel'].kind;
const APPEAL = commands['deal.appeal'].kind;
const RULE = commands['deal.rule'].kind;
const USER = offsetOf('deal.open', 'user');
const OFFER = offsetOf('deal.open', 'offer');
const AMOUNT = offsetOf('deal.open', 'amount');
const PRICE = offsetOf('deal.open', 'price');
/** Of paid, release, cancel and appeal alike. */
const DEAL_ID = offsetOf('deal.paid', 'deal');
const RULED = offsetOf('deal.rule', 'deal');
const DECISION = offsetOf('deal.rule', 'decision');
const ROW = 1;
const TO_BUYER = 1;

export class Deals extends Domain {
  readonly kinds = [OPEN, PAID, RELEASE, CANCEL, APPEAL, RULE];
  /**
   * Commands that give nothing away. A frozen user may still report a payment, cancel to get their coin back, and
   * appeal.
   */
  override readonly whileFrozen = [PAID, CANCEL, APPEAL];
  override readonly timers = [TIMER.deal];
  private readonly context: OtcContext;
  private readonly unpaid: UnpaidDeals;

  constructor(context: OtcContext) {
    super();
    this.context = context;
    this.unpaid = new UnpaidDeals(context);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === OPEN) return this.decideOpen(words, at);
    const act = this.act(words, at, kind);
    if (kind === RULE) return this.allowed(words[at + RULED] as number, act, 0);
    return this.allowed(words[at + DEAL_ID] as number, act, words[at + USER] as number);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === OPEN) return this.commitOpen(words, at);
    const id = words[at + (kind === RULE ? RULED : DEAL_ID)] as number;
    this.move(this.context.deals.find(id), this.act(words, at, kind));
    return 0;
  }

  /** Fee in atoms, paid by the seller; end of the payment window, ms. */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== OPEN) return [];
    const { context } = this;
    const row = context.offers.find(words[at + OFFER] as number);
    return [this.fee(row, words[at + AMOUNT] as number), context.clock.now + (context.terms.payMs[ROW] as number)];
  }

  /** Timer: the payment window is over. Ignores a deal that is paid or whose row is reused. */
  override fire(_kind: number, id: number): void {
    const row = this.context.deals.find(id);
    if (row !== 0 && this.context.deals.state[row] === DEAL.toPay) this.move(row, ACT.expire);
  }

  /** Rules `rowTimers`: removes the timers of deals that were paid or cancelled. */
  override activated(version: number): void {
    if (version !== VERSION.rowTimers) return;
    const { timers, deals } = this.context;
    timers.keep(this.timers, (_due, _kind, id) => deals.state[deals.find(id)] === DEAL.toPay);
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { deals, ledger } = this.context;
    for (let row = 1; row <= deals.top; row += 1)
      if (deals.alive(row))
        add(
          ledger.find(
            ACCOUNT_CLASS.wallet,
            deals.seller[row] as number,
            this.wallet(row),
            deals.asset[row] as number,
            0,
          ),
          (deals.amount[row] as number) + (deals.fee[row] as number),
        );
  }

  override emitState(): void {
    const { deals } = this.context;
    for (let row = 1; row <= deals.top; row += 1) if (deals.alive(row)) this.emit(row);
  }

  /** Counts of open deals agree with their offer, merchant and user. */
  override audit(expect: Expect): void {
    const { deals, offers, people } = this.context;
    this.unpaid.audit(expect);
    const dealing = new Float64Array(people.top + 1);
    const taken = new Float64Array(people.top + 1);
    const counts = new Float64Array(offers.top + 1);
    for (let row = 1; row <= deals.top; row += 1) {
      if (!deals.alive(row)) continue;
      const state = deals.state[row] as number;
      expect(
        state !== DEAL.released && state !== DEAL.cancelled,
        () => `deal row ${row} open, it is in state ${state}`,
      );
      expect(deals.buyer[row] !== deals.seller[row], () => `deal row ${row} between two`);
      const merchant = this.merchant(row);
      const customer = this.customer(row);
      dealing[merchant] = (dealing[merchant] as number) + 1;
      taken[customer] = (taken[customer] as number) + 1;
      const offer = offers.find(deals.offer[row] as number);
      if (offer !== 0) counts[offer] = (counts[offer] as number) + 1;
    }
    for (let user = 1; user <= people.top; user += 1)
      expect(
        dealing[user] === people.dealing[user] && taken[user] === people.taken[user],
        () => `user ${user} to count ${dealing[user]} and ${taken[user]} deals`,
      );
    for (let row = 1; row <= offers.top; row += 1)
      if (offers.alive(row)) expect(counts[row] === offers.dealing[row], () => `offer row ${row} to count its deals`);
  }

  private act(words: Float64Array, at: number, kind: number): Act {
    if (kind === PAID) return ACT.pay;
    if (kind === RELEASE) return ACT.release;
    if (kind === CANCEL) return ACT.cancel;
    if (kind === APPEAL) return ACT.appeal;
    return words[at + DECISION] === TO_BUYER ? ACT.ruleBuyer : ACT.ruleSeller;
  }

  private decideOpen(words: Float64Array, at: number): number {
    const { context } = this;
    const { offers, terms, users, deals } = context;
    const user = words[at + USER] as number;
    const amount = words[at + AMOUNT] as number;
    const row = offers.find(words[at + OFFER] as number);
    if (row === 0) return this.refuse(rejects['offer.unknown'], 0, words[at + OFFER] as number);
    const merchant = offers.user[row] as number;
    if (merchant === user || context.arePerson(merchant, user))
      return this.refuse(rejects['request.forbidden'], 0, user);
    const merchantState = users.agents.merchant(merchant);
    if (merchantState !== MERCHANT.merchant || users.frozen(merchant))
      return this.refuse(rejects['merchant.required'], MERCHANT.merchant, merchantState);
    const price = offers.price[row] as number;
    if (words[at + PRICE] !== price) return this.refuse(rejects['offer.changed'], price, words[at + PRICE] as number);
    const least = offers.least[row] as number;
    if (amount < least) return this.refuse(rejects['product.range'], least, amount);
    const greatest = offers.greatest[row] as number;
    if (amount > greatest) return this.refuse(rejects['product.range'], greatest, amount);
    const left = offers.left[row] as number;
    if (amount > left) return this.refuse(rejects['offer.changed'], left, amount);
    const taken = context.countOf(user, 'taken');
    const most = terms.deals[ROW] as number;
    if (taken >= most) return this.refuse(rejects['order.tooMany'], most, taken);
    const buyer = offers.side[row] === OFFER_SIDE.merchantBuys ? merchant : user;
    const unpaid = this.unpaid.of(buyer);
    if (unpaid > MOST_UNPAID) return this.refuse(rejects['request.tooFrequent'], MOST_UNPAID, unpaid);
    if (offers.side[row] === OFFER_SIDE.merchantSells) {
      const unverified = this.unpaid.ofOffer(row, user);
      if (unverified >= MOST_UNVERIFIED)
        return this.refuse(rejects['request.tooFrequent'], MOST_UNVERIFIED, unverified);
      // What a locked merchant's offer has left cannot be had; why is not the customer's to know.
      if (context.maySell(merchant) !== DONE) return this.refuse(rejects['offer.changed'], 0, amount);
    } else {
      const sells = context.maySell(user);
      if (sells !== DONE) return this.refuse(sells, ...context.saleNumbers(user));
    }
    if (offers.side[row] === OFFER_SIDE.merchantBuys) {
      const need = amount + this.fee(row, amount);
      const own = context.ledger.availableOf(user, WALLET.spot, offers.asset[row] as number, 0);
      if (own < need) return this.refuse(rejects['balance.insufficient'], need, own);
    }
    if (deals.full()) return this.refuse(rejects['request.tooFrequent'], deals.most, deals.top);
    return this.decideClaimable(merchant);
  }

  /** Since rules `bondClaims`: the merchant's bond covers a new deal, and a row is free to record its end. */
  private decideClaimable(merchant: number): number {
    const { context } = this;
    if (context.clock.rules < VERSION.bondClaims) return DONE;
    const need = context.terms.bond[ROW] as number;
    const cover = context.coverOf(merchant);
    if (cover < need) return this.refuse(rejects['bond.insufficient'], need, cover);
    const kept = context.ended.count(merchant) + context.countOf(merchant, 'dealing');
    if (kept >= MOST_OF_MERCHANT) return this.refuse(rejects['order.tooMany'], MOST_OF_MERCHANT, kept);
    const all = context.ended.count();
    return all >= MOST_ENDED ? this.refuse(rejects['request.tooFrequent'], MOST_ENDED, all) : DONE;
  }

  /** Returns the deal's id. A selling offer's lock is split; on a buying offer the user's coin is locked. */
  private commitOpen(words: Float64Array, at: number): number {
    const { context } = this;
    const { offers, deals } = context;
    const user = words[at + USER] as number;
    const amount = words[at + AMOUNT] as number;
    const offer = offers.find(words[at + OFFER] as number);
    const merchant = offers.user[offer] as number;
    const sells = offers.side[offer] === OFFER_SIDE.merchantSells;
    const fee = this.fee(offer, amount);
    const row = deals.take();
    deals.offer[row] = words[at + OFFER] as number;
    deals.side[row] = offers.side[offer] as number;
    deals.buyer[row] = sells ? user : merchant;
    deals.seller[row] = sells ? merchant : user;
    deals.asset[row] = offers.asset[offer] as number;
    deals.amount[row] = amount;
    deals.fee[row] = fee;
    deals.price[row] = offers.price[offer] as number;
    deals.payUntil[row] = context.clock.now + (context.terms.payMs[ROW] as number);
    deals.state[row] = DEAL.toPay;
    this.unpaid.opened(row, offer);
    offers.left[offer] = (offers.left[offer] as number) - amount;
    if (sells) offers.fees[offer] = (offers.fees[offer] as number) - fee;
    offers.dealing[offer] = (offers.dealing[offer] as number) + 1;
    context.count(merchant, 'dealing', 1);
    context.count(user, 'taken', 1);
    context.timers.add(deals.payUntil[row] as number, TIMER.deal, deals.id(row));
    context.emitOffer(offer);
    this.emit(row);
    if (!sells) context.lock(user, WALLET.spot, deals.asset[row] as number, amount + fee);
    return deals.id(row);
  }

  /** Checks the table of states and who may act; `user` 0: two operators. */
  private allowed(id: number, act: Act, user: number): number {
    const { deals } = this.context;
    const row = deals.find(id);
    if (row === 0) return this.refuse(deals.ended(id) ? rejects['otc.state'] : rejects['request.notFound'], 0, id);
    if (user !== 0) {
      const role = deals.buyer[row] === user ? BY.buyer : deals.seller[row] === user ? BY.seller : BY.nobody;
      if (role === BY.nobody) return this.refuse(rejects['request.notFound'], 0, id);
      const who = WHO[act] as number;
      if ((who & role) === 0) return this.refuse(rejects['request.forbidden'], who, role);
    }
    const state = deals.state[row] as number;
    return dealAfter(state, act) === NEVER ? this.refuse(rejects['otc.state'], act, state) : DONE;
  }

  private move(row: number, act: Act): void {
    const { context } = this;
    const { deals } = context;
    const state = dealAfter(deals.state[row] as number, act);
    const offer = context.offers.find(deals.offer[row] as number);
    this.unpaid.moves(row, act, offer);
    if (deals.state[row] === DEAL.toPay) context.timers.cancel(TIMER.deal, deals.id(row));
    deals.state[row] = state;
    if (state === DEAL.paid || state === DEAL.appealed) {
      this.emit(row);
      return;
    }
    const sells = deals.side[row] === OFFER_SIDE.merchantSells;
    const amount = deals.amount[row] as number;
    const fee = deals.fee[row] as number;
    const seller = deals.seller[row] as number;
    const buyer = deals.buyer[row] as number;
    const asset = deals.asset[row] as number;
    const wallet = this.wallet(row);
    const merchant = this.merchant(row);
    const customer = this.customer(row);
    const back = state === DEAL.cancelled && offer !== 0;
    if (offer !== 0) {
      context.offers.dealing[offer] = (context.offers.dealing[offer] as number) - 1;
      if (back) {
        context.offers.left[offer] = (context.offers.left[offer] as number) + amount;
        if (sells) context.offers.fees[offer] = (context.offers.fees[offer] as number) + fee;
      }
    }
    this.emit(row);
    const id = deals.id(row);
    deals.free(row);
    if (state === DEAL.released) context.pay(seller, wallet, buyer, asset, amount, fee);
    // On a selling offer that is still open the coin stays locked, and returns to the offer.
    else if (!sells || !back) context.unlock(seller, wallet, asset, amount + fee);
    context.endDeal(id, merchant, customer, asset, amount);
    if (back) context.emitOffer(offer);
    context.count(merchant, 'dealing', -1);
    context.count(customer, 'taken', -1);
    if (!this.wound(offer)) context.rest(merchant);
  }

  /** An offer ends when it has no deal and too little left for one. */
  private wound(offer: number): boolean {
    const { offers } = this.context;
    if (offer === 0 || offers.dealing[offer] !== 0) return false;
    if ((offers.left[offer] as number) >= (offers.least[offer] as number)) return false;
    this.context.close(offer);
    return true;
  }

  private fee(offer: number, amount: number): number {
    return shareUp(amount, this.context.offers.rate[offer] as number);
  }

  private wallet(row: number): number {
    return this.context.deals.side[row] === OFFER_SIDE.merchantSells ? WALLET.merchant : WALLET.spot;
  }

  private merchant(row: number): number {
    const { deals } = this.context;
    return (deals.side[row] === OFFER_SIDE.merchantSells ? deals.seller : deals.buyer)[row] as number;
  }

  private customer(row: number): number {
    const { deals } = this.context;
    return (deals.side[row] === OFFER_SIDE.merchantSells ? deals.buyer : deals.seller)[row] as number;
  }

  /** Emits `deal.changed`. */
  private emit(row: number): void {
    const { deals } = this.context;
    this.context.out.record('deal.changed', {
      deal: deals.id(row),
      offer: deals.offer[row] as number,
      side: deals.side[row] as number,
      buyer: deals.buyer[row] as number,
      seller: deals.seller[row] as number,
      asset: deals.asset[row] as number,
      amount: deals.amount[row] as number,
      fee: deals.fee[row] as number,
      price: deals.price[row] as number,
      state: deals.state[row] as number,
      payUntil: deals.payUntil[row] as number,
    });
  }
}
