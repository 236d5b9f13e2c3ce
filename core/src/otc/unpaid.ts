// Deals that nobody pays tie up a merchant's coin (money §9): how many a buyer and whoever is linked with them may have open
// and leave unpaid on a UTC day, and customers without verification together of one offer.

import { dayOf } from '../clock/index.ts';
import { OFFER_SIDE } from '../enum/index.ts';
import { MERCHANT } from '../user/index.ts';
import { RULE } from '../rules.ts';
import { DONE } from '../schema/index.ts';
import { type OtcContext } from './context.ts';
import { ACT, type Act, DEAL } from './states.ts';
import type { Expect } from '../expect.ts';

/** More deals of a UTC day than this that a buyer leaves unpaid or has open: no further one. */
export const MOST_UNPAID = 3;
/** Deals of one offer that customers without verification have open or left unpaid on a UTC day. */
export const MOST_UNVERIFIED = 4;
/** Bits of a deal's `counts`: among what its buyer has to pay; among those of unverified buyers of its offer. */
const COUNTS = { toPay: 1, unverified: 2 } as const;
/** What leaves a deal unpaid; a ruling for the seller since rules `unpaidDeals`. */
const UNPAID: readonly Act[] = [ACT.cancel, ACT.expire];

export class UnpaidDeals {
  private readonly context: OtcContext;

  constructor(context: OtcContext) {
    this.context = context;
  }

  /**
   * What binds a buyer: deals left unpaid this UTC day, since rules `unpaidDeals` with those that they took and have yet to
   * pay, linked accounts together.
   */
  of(buyer: number): number {
    return this.context.users.together(buyer, (user) => this.own(user));
  }

  /** Deals of an offer that unverified customers have open or left unpaid this UTC day; 0 for a buyer who is verified. */
  ofOffer(offer: number, buyer: number): number {
    const { offers, users } = this.context;
    if (!this.counts() || users.rows.stage[buyer] !== 0) return 0;
    return (offers.unverified[offer] as number) + this.unpaidOfOffer(offer);
  }

  /** A deal was opened: under a selling offer its taker has to pay it. */
  opened(row: number, offer: number): void {
    const { deals, offers, people, users } = this.context;
    deals.counts[row] = 0;
    if (!this.counts() || deals.side[row] !== OFFER_SIDE.merchantSells) return;
    const buyer = deals.buyer[row] as number;
    deals.counts[row] = COUNTS.toPay;
    people.reach(buyer);
    people.toPay[buyer] = (people.toPay[buyer] as number) + 1;
    if (users.rows.stage[buyer] !== 0) return;
    deals.counts[row] = COUNTS.toPay | COUNTS.unverified;
    offers.unverified[offer] = (offers.unverified[offer] as number) + 1;
  }

  /** A deal is about to leave its state; `offer`: the row of its offer, 0 when that is closed. */
  moves(row: number, act: Act, offer: number): void {
    const { deals, people, offers } = this.context;
    const buyer = deals.buyer[row] as number;
    const counts = deals.counts[row] as number;
    const unverified = (counts & COUNTS.unverified) !== 0;
    if (deals.state[row] === DEAL.toPay && (counts & COUNTS.toPay) !== 0)
      people.toPay[buyer] = (people.toPay[buyer] as number) - 1;
    const goesOn = act === ACT.pay || act === ACT.appeal;
    if (unverified && !goesOn && offer !== 0) offers.unverified[offer] = (offers.unverified[offer] as number) - 1;
    if (!this.isUnpaid(row, act)) return;
    this.count(buyer);
    if (!unverified || offer === 0) return;
    const before = this.unpaidOfOffer(offer);
    offers.unpaid[offer] = before + 1;
    offers.unpaidDay[offer] = dayOf(this.context.clock.now);
  }

  audit(expect: Expect): void {
    const { deals, people, offers } = this.context;
    const toPay = new Float64Array(people.top + 1);
    const unverified = new Float64Array(offers.top + 1);
    for (let row = 1; row <= deals.top; row += 1) {
      if (!deals.alive(row)) continue;
      const counts = deals.counts[row] as number;
      const buyer = deals.buyer[row] as number;
      if ((counts & COUNTS.toPay) !== 0 && deals.state[row] === DEAL.toPay) toPay[buyer] = (toPay[buyer] as number) + 1;
      const offer = offers.find(deals.offer[row] as number);
      if ((counts & COUNTS.unverified) !== 0 && offer !== 0) unverified[offer] = (unverified[offer] as number) + 1;
    }
    for (let user = 1; user <= people.top; user += 1)
      expect(toPay[user] === people.toPay[user], () => `user ${user} to have ${toPay[user]} deals to pay`);
    for (let offer = 1; offer <= offers.top; offer += 1)
      if (offers.alive(offer))
        expect(
          unverified[offer] === offers.unverified[offer],
          () => `offer row ${offer} to count its unverified buyers`,
        );
  }

  /**
   * Whether an act leaves a deal unpaid for which its buyer answers. Since rules `unpaidDeals` not when its merchant is
   * suspended, frozen or locked: then nobody should pay.
   */
  private isUnpaid(row: number, act: Act): boolean {
    const { context } = this;
    const { deals, users } = context;
    if (!this.counts()) return UNPAID.includes(act);
    if (!UNPAID.includes(act) && act !== ACT.ruleSeller) return false;
    if (deals.side[row] !== OFFER_SIDE.merchantSells) return true;
    const merchant = deals.seller[row] as number;
    const serves = users.agents.merchant(merchant) === MERCHANT.merchant && !users.frozen(merchant);
    return serves && context.maySell(merchant) === DONE;
  }

  private counts(): boolean {
    return this.context.clock.rules >= RULE.unpaidDeals;
  }

  private own(user: number): number {
    const { people } = this.context;
    if (user > people.top) return 0;
    return this.unpaid(user) + (people.toPay[user] as number);
  }

  /** Deals that a user as a buyer left unpaid this UTC day. */
  private unpaid(user: number): number {
    const { people, clock } = this.context;
    const known = user <= people.top && people.unpaidDay[user] === dayOf(clock.now);
    return known ? (people.unpaid[user] as number) : 0;
  }

  private unpaidOfOffer(offer: number): number {
    const { offers, clock } = this.context;
    return offers.unpaidDay[offer] === dayOf(clock.now) ? (offers.unpaid[offer] as number) : 0;
  }

  private count(buyer: number): void {
    const { people, clock } = this.context;
    if (clock.rules < RULE.dealCancels) return;
    const count = this.unpaid(buyer) + 1;
    people.reach(buyer);
    people.unpaid[buyer] = count;
    people.unpaidDay[buyer] = dayOf(clock.now);
  }
}
