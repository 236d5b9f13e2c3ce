// offer.open and offer.close: what a merchant buys or sells over the counter (money §9). A selling offer locks the coin
// and the fees of all deals it can have.

import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, OFFER_SIDE, WALLET } from '../enum/index.ts';
import { quotient, shareUp } from '../number/index.ts';
import { MERCHANT } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type OtcContext } from './context.ts';
import type { Expect } from '../expect.ts';

const OPEN = commands['offer.open'].kind;
const CLOSE = commands['offer.close'].kind;
const USER = offsetOf('offer.open', 'user');
const SIDE = offsetOf('offer.open', 'side');
const ASSET = offsetOf('offer.open', 'asset');
const CURRENCY = offsetOf('offer.open', 'currency');
const PRICE = offsetOf('offer.open', 'price');
const AMOUNT = offsetOf('offer.open', 'amount');
const LEAST = offsetOf('offer.open', 'min');
const GREATEST = offsetOf('offer.open', 'max');
const PAYMENTS = offsetOf('offer.open', 'payments');
const OFFER = offsetOf('offer.close', 'offer');
const ROW = 1;
/** Most open offers of a merchant. */
export const MAX_OPEN_OFFERS = 20;
/** Most deals that one offer can have at a time: its amount divided by the minimum deal. */
export const MAX_OFFER_DEALS = 1_000;

/**
 * Atoms that a selling offer locks for fees: those of the whole amount, plus one per possible deal, because each deal's
 * fee is rounded up. This is enough for any order of deals and cancels: a deal takes at least the minimum and leaves
 * one fewer possible deal.
 */
export function feesOf(amount: number, least: number, rate: number): number {
  return shareUp(amount, rate) + (rate === 0 ? 0 : quotient(amount, least));
}

export class Offers extends Domain {
  readonly kinds = [OPEN, CLOSE];
  override readonly whileFrozen = [CLOSE];
  private readonly context: OtcContext;

  constructor(context: OtcContext) {
    super();
    this.context = context;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    return kind === OPEN ? this.decideOpen(words, at) : this.decideClose(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === OPEN) return this.commitOpen(words, at);
    this.context.close(this.context.offers.find(words[at + OFFER] as number));
    return 0;
  }

  /** Atoms locked for fees; all atoms locked (selling offers). */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== OPEN || words[at + SIDE] !== OFFER_SIDE.merchantSells) return kind === OPEN ? [0, 0] : [];
    const fees = this.fees(words, at);
    return [fees, (words[at + AMOUNT] as number) + fees];
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { offers, ledger } = this.context;
    for (let row = 1; row <= offers.top; row += 1) {
      if (!offers.alive(row) || offers.side[row] !== OFFER_SIDE.merchantSells) continue;
      add(
        ledger.find(ACCOUNT_CLASS.wallet, offers.user[row] as number, WALLET.merchant, offers.asset[row] as number, 0),
        this.context.lockedBy(row),
      );
    }
  }

  override emitState(): void {
    const { offers } = this.context;
    for (let row = 1; row <= offers.top; row += 1) if (offers.alive(row)) this.context.emitOffer(row);
  }

  /** Counts of offers per merchant agree, and no offer locks too little for its possible deals. */
  override audit(expect: Expect): void {
    const { offers, people } = this.context;
    const counts = new Float64Array(people.top + 1);
    for (let row = 1; row <= offers.top; row += 1) {
      if (!offers.alive(row)) continue;
      const user = offers.user[row] as number;
      counts[user] = (counts[user] as number) + 1;
      if (offers.side[row] !== OFFER_SIDE.merchantSells) continue;
      const need = feesOf(offers.left[row] as number, offers.least[row] as number, offers.rate[row] as number);
      expect((offers.fees[row] as number) >= need, () => `offer row ${row} to lock ${need} for fees`);
    }
    for (let user = 1; user <= people.top; user += 1)
      expect(counts[user] === people.offers[user], () => `user ${user} to have ${people.offers[user]} offers open`);
  }

  private decideOpen(words: Float64Array, at: number): number {
    const { context } = this;
    const { users, terms, offers } = context;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const least = words[at + LEAST] as number;
    const greatest = words[at + GREATEST] as number;
    if (!context.known()) return this.refuse(rejects['otc.state'], 1, 0);
    const merchant = users.agents.merchant(user);
    if (merchant !== MERCHANT.merchant) return this.refuse(rejects['merchant.required'], MERCHANT.merchant, merchant);
    const bond = terms.bond[ROW] as number;
    if (context.coverOf(user) < bond) return this.refuse(rejects['bond.insufficient'], bond, context.coverOf(user));
    if (!context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    if (least > greatest) return this.refuse(rejects['product.range'], least, greatest);
    if (least > amount) return this.refuse(rejects['product.range'], amount, least);
    const deals = quotient(amount, least);
    if (deals > MAX_OFFER_DEALS) return this.refuse(rejects['product.range'], MAX_OFFER_DEALS, deals);
    const open = context.countOf(user, 'offers');
    if (open >= MAX_OPEN_OFFERS) return this.refuse(rejects['order.tooMany'], MAX_OPEN_OFFERS, open);
    if (words[at + SIDE] === OFFER_SIDE.merchantSells) {
      const sells = context.maySell(user);
      if (sells !== DONE) return this.refuse(sells, ...context.saleNumbers(user));
      const need = amount + this.fees(words, at);
      const own = context.ledger.availableOf(user, WALLET.spot, asset, 0);
      if (own < need) return this.refuse(rejects['balance.insufficient'], need, own);
    }
    return offers.full() ? this.refuse(rejects['request.tooFrequent'], offers.most, offers.top) : DONE;
  }

  /** Returns the offer's id. */
  private commitOpen(words: Float64Array, at: number): number {
    const { context } = this;
    const { offers } = context;
    const row = offers.take();
    const user = words[at + USER] as number;
    const sells = words[at + SIDE] === OFFER_SIDE.merchantSells;
    offers.user[row] = user;
    offers.side[row] = words[at + SIDE] as number;
    offers.asset[row] = words[at + ASSET] as number;
    offers.currency[row] = words[at + CURRENCY] as number;
    offers.price[row] = words[at + PRICE] as number;
    offers.left[row] = words[at + AMOUNT] as number;
    offers.least[row] = words[at + LEAST] as number;
    offers.greatest[row] = words[at + GREATEST] as number;
    offers.payments[row] = words[at + PAYMENTS] as number;
    offers.rate[row] = context.terms.fee[ROW] as number;
    offers.fees[row] = sells ? this.fees(words, at) : 0;
    offers.dealing[row] = 0;
    for (const column of [offers.unverified, offers.unpaid, offers.unpaidDay]) column[row] = 0;
    context.count(user, 'offers', 1);
    context.emitOffer(row);
    if (sells) context.lock(user, WALLET.merchant, offers.asset[row] as number, context.lockedBy(row));
    return offers.id(row);
  }

  private decideClose(words: Float64Array, at: number): number {
    const { offers } = this.context;
    const id = words[at + OFFER] as number;
    const row = offers.find(id);
    return row === 0 || offers.user[row] !== words[at + USER] ? this.refuse(rejects['offer.unknown'], 0, id) : DONE;
  }

  private fees(words: Float64Array, at: number): number {
    return feesOf(words[at + AMOUNT] as number, words[at + LEAST] as number, this.context.terms.fee[ROW] as number);
  }
}
