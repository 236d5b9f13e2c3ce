// Offers, deals and bonds as the event-only auditor sees them: whose coin is locked where, and when it moves.

import { expect } from 'vitest';
import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import type { EventOf, ExchangeEvent } from '../../src/index.ts';
import type { Known } from '../kit/known.ts';
import type { Hold, Owe, ProductAudit } from '../kit/products.ts';

/** Deals: which state may follow which. */
const FOLLOWS: readonly (readonly number[])[] = [[1, 3], [2, 4], [], [], [2, 3]];

export class OtcAudit implements ProductAudit {
  readonly offers = new Map<number, EventOf<'offer.changed'>>();
  readonly deals = new Map<number, EventOf<'deal.changed'>>();
  readonly ended = new Set<number>();
  readonly bonds = new Map<number, EventOf<'bond.changed'>>();
  /** By deal: what can be claimed for it, and what was paid. */
  readonly claimable = new Map<number, { readonly ended: EventOf<'deal.ended'>; paid: number }>();
  readonly claims = new Map<number, EventOf<'claim.changed'>>();
  /** What the bond that changes next pays to somebody else. */
  private paying: EventOf<'claim.changed'> | undefined;

  take(event: ExchangeEvent, _known: Known, owe: Owe): boolean {
    switch (event.name) {
      case 'offer.changed':
        this.offer(event, owe);
        return true;
      case 'deal.changed':
        this.deal(event, owe);
        return true;
      case 'bond.changed': {
        const more = event.bond - (this.bonds.get(event.user)?.bond ?? 0);
        const to = this.paying?.user ?? event.user;
        if (this.paying !== undefined) expect([event.user, more]).toEqual([this.paying.merchant, -this.paying.amount]);
        else if (more < 0) expect(this.claimedOf(event.user), 'money §9: a claimed bond stays').toBe(0);
        this.paying = undefined;
        owe(ACCOUNT_CLASS.wallet, to, WALLET.spot, event.asset, 0, -more);
        owe(ACCOUNT_CLASS.wallet, event.user, WALLET.merchant, event.asset, 0, more);
        this.bonds.set(event.user, event);
        return true;
      }
      case 'deal.ended':
        // A snapshot emits deals that ended before it, without their ends.
        expect(this.deals.has(event.deal), 'a deal is claimable once it ended').toBe(false);
        this.claimable.set(event.deal, { ended: event, paid: 0 });
        return true;
      case 'claim.changed':
        this.claim(event);
        return true;
      case 'otc.changed':
        return true;
      default:
        return false;
    }
  }

  holds(add: Hold): void {
    for (const { user, side, asset, left, fee } of this.offers.values())
      if (side === 2) add(user, WALLET.merchant, asset, 0, left + fee);
    for (const { seller, side, asset, amount, fee } of this.deals.values())
      add(seller, side === 2 ? WALLET.merchant : WALLET.spot, asset, 0, amount + fee);
    for (const { user, asset, bond } of this.bonds.values()) add(user, WALLET.merchant, asset, 0, bond);
  }

  private claimedOf(merchant: number): number {
    let sum = 0;
    for (const one of this.claims.values()) if (one.merchant === merchant) sum += one.amount;
    return sum;
  }

  /** A merchant's claims never exceed the bond, and those of a deal never its value. */
  private claim(event: EventOf<'claim.changed'>): void {
    const { claim, deal, merchant, user, asset, amount, state } = event;
    const record = this.claimable.get(deal);
    expect(record?.ended, 'of that deal’s customer').toMatchObject({ merchant, user, asset });
    if (record === undefined) return;
    if (state === 1) {
      expect(this.claims.has(claim), 'announced once').toBe(false);
      this.claims.set(claim, event);
      expect(record.paid + amount, 'within the value').toBeLessThanOrEqual(record.ended.value);
      expect(this.claimedOf(merchant), 'within the bond').toBeLessThanOrEqual(this.bonds.get(merchant)?.bond ?? 0);
      return;
    }
    expect(this.claims.get(claim), 'as announced').toMatchObject({ deal, merchant, user, asset, amount });
    this.claims.delete(claim);
    if (state !== 2) return;
    record.paid += amount;
    this.paying = event;
  }

  private offer(event: EventOf<'offer.changed'>, owe: Owe): void {
    const { offer, user, side, asset, left, fee, state } = event;
    const before = this.offers.get(offer);
    const sign = before === undefined ? 1 : state === 2 ? -1 : 0;
    if (side === 2) {
      owe(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0, -sign * (left + fee));
      owe(ACCOUNT_CLASS.wallet, user, WALLET.merchant, asset, 0, sign * (left + fee));
    } else expect(fee, 'a buying offer locks nothing').toBe(0);
    if (before !== undefined) expect([before.user, before.price, before.rate]).toEqual([user, event.price, event.rate]);
    if (state === 2) this.offers.delete(offer);
    else this.offers.set(offer, event);
  }

  private deal(event: EventOf<'deal.changed'>, owe: Owe): void {
    const { deal, offer, side, buyer, seller, asset, amount, fee, state } = event;
    const before = this.deals.get(deal);
    expect(this.ended.has(deal), 'what ended stays ended').toBe(false);
    expect(buyer, 'money §9: nobody deals with himself').not.toBe(seller);
    if (before === undefined) {
      const rate = this.offers.get(offer)?.rate;
      if (rate !== undefined) expect(fee, 'the fee of what is sold, rounded up').toBe(Math.ceil((amount * rate) / 1e6));
    } else {
      expect(FOLLOWS[before.state], `deal ${deal}: ${before.state} to ${state}`).toContain(state);
      expect([before.buyer, before.seller, before.amount, before.fee]).toEqual([buyer, seller, amount, fee]);
    }
    if (state !== 2 && state !== 3) {
      this.deals.set(deal, event);
      return;
    }
    this.deals.delete(deal);
    this.ended.add(deal);
    const wallet = side === 2 ? WALLET.merchant : WALLET.spot;
    if (state === 2) {
      owe(ACCOUNT_CLASS.wallet, seller, wallet, asset, 0, -(amount + fee));
      owe(ACCOUNT_CLASS.wallet, buyer, WALLET.spot, asset, 0, amount);
      owe(ACCOUNT_CLASS.fee, 0, 0, asset, 0, fee);
    } else if (side === 2 && !this.offers.has(offer)) {
      owe(ACCOUNT_CLASS.wallet, seller, wallet, asset, 0, -(amount + fee));
      owe(ACCOUNT_CLASS.wallet, seller, WALLET.spot, asset, 0, amount + fee);
    }
  }
}
