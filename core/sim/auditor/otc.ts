// Audits OTC trading: what is locked stays locked in every state (money §9; W21).

import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import { RULE as VERSION } from '../../src/index.ts';
import { Breach, must } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';
import { shareOf } from './people.ts';

const SELLS = 2;
const O = eventPlaces('offer.changed');
const D = eventPlaces('deal.changed');
const B = eventPlaces('bond.changed');
const E = eventPlaces('deal.ended');
const C = eventPlaces('claim.changed');
/** A merchant's notice of a claim, ms. */
const NOTICE = 604_800_000;
/** Allowed next states of each deal state; 5: no deal yet. */
const NEXT: readonly (readonly number[])[] = [[1, 3], [2, 4], [], [], [2, 3], [0]];
const NONE = 5;
const RELEASED = 2;
const CANCELLED = 3;
const RULE = 86;
/** Lock bits: frozen, or withdrawals locked. */
const LOCKS = 3;

export interface Offer {
  readonly id: number;
  readonly user: number;
  readonly side: number;
  readonly asset: number;
  readonly price: number;
  readonly rate: number;
  readonly min: number;
  readonly max: number;
  left: number;
  locked: number;
}

export interface Deal {
  readonly id: number;
  readonly offer: number;
  readonly side: number;
  readonly buyer: number;
  readonly seller: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
  readonly payUntil: number;
  state: number;
}

/** An ended deal: what can be claimed for it, and what was paid. */
export interface EndedDeal {
  readonly id: number;
  readonly merchant: number;
  readonly user: number;
  readonly asset: number;
  readonly value: number;
  readonly until: number;
  paid: number;
}

export interface Claim {
  readonly id: number;
  readonly deal: number;
  readonly merchant: number;
  readonly user: number;
  readonly amount: number;
  readonly from: number;
}

export class OtcBook {
  readonly offers = new Map<number, Offer>();
  readonly deals = new Map<number, Deal>();
  readonly bonds = new Map<number, { asset: number; bond: number; freeFrom: number }>();
  readonly endedDeals = new Map<number, EndedDeal>();
  readonly claims = new Map<number, Claim>();
  /** The claim that the next bond change pays. */
  private paying: Claim | undefined;
  private readonly auditor: Auditor;
  /** Whether a user has a debt that blocks withdrawals: a reversed deposit, an overdue loan. */
  private readonly owes: (user: number) => boolean;

  constructor(auditor: Auditor, owes: (user: number) => boolean) {
    this.auditor = auditor;
    this.owes = owes;
    auditor.on('otc.changed', () => undefined);
    auditor.on('offer.changed', (w, at) => this.offer(w, at));
    auditor.on('deal.changed', (w, at) => this.deal(w, at));
    auditor.on('bond.changed', (w, at) => this.bond(w, at));
    auditor.on('deal.ended', (w, at) => this.endedDeal(w, at));
    auditor.on('claim.changed', (w, at) => this.claim(w, at));
    auditor.atEnd(() => {
      if (auditor.command !== 0) return;
      for (const deal of this.deals.values())
        if (!(deal.state !== 0 || deal.payUntil >= auditor.time))
          throw new Breach(`money §9: deal ${deal.id} was to be paid by ${deal.payUntil}, at ${auditor.time} it waits`);
    });
  }

  /** money §9: a user who may not withdraw may not open new sales (rules `lockedSales`, `verifiedSales`). */
  private sells(user: number, what: string): void {
    const { rules, people } = this.auditor;
    if (rules < VERSION.lockedSales) return;
    const isUnverified = rules >= VERSION.verifiedSales && people.get(user).stage === 0;
    if ((people.get(user).locks & LOCKS) !== 0 || isUnverified || this.owes(user))
      throw new Breach(`money §9: user ${user} sells by ${what}, they may not withdraw`);
  }

  /** Locks (below 0: frees) atoms of the spot wallet in the merchant wallet. */
  private lock(user: number, asset: number, atoms: number): void {
    const { accounts } = this.auditor;
    accounts.move(accounts.wallet(user, WALLET.spot, asset), -atoms);
    accounts.move(accounts.wallet(user, WALLET.merchant, asset), atoms);
    accounts.bind(accounts.wallet(user, WALLET.merchant, asset), atoms);
  }

  private offer(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + O.offer] as number;
    const [user, side, asset] = [w[at + O.user] as number, w[at + O.side] as number, w[at + O.asset] as number];
    const left = w[at + O.left] as number;
    const locked = side === SELLS ? left + (w[at + O.fee] as number) : 0;
    const known = this.offers.get(id);
    if (known === undefined) {
      if (side === SELLS) this.sells(user, `offer ${id}`);
      const rate = w[at + O.rate] as number;
      this.offers.set(id, {
        ...{ id, user, side, asset, price: w[at + O.price] as number, rate, left, locked },
        ...{ min: w[at + O.min] as number, max: w[at + O.max] as number },
      });
      if (side === SELLS)
        if (!(locked - left >= left - shareOf(left, 1_000_000 - rate)))
          throw new Breach(`money §9: offer ${id} of ${left} locks ${locked - left} for fees`);
      if (locked > 0) this.lock(user, asset, locked);
      return;
    }
    if (w[at + O.state] === 2) {
      if (locked !== known.locked) throw new Breach(`offer ${id} closes with ${locked} locked, it had ${known.locked}`);
      this.offers.delete(id);
      if (locked > 0) this.lock(user, asset, -locked);
      return;
    }
    // What moves into a deal, or back, stays in the wallet: the deal's event reports it.
    if (locked !== known.locked) accounts.bind(accounts.wallet(user, WALLET.merchant, asset), locked - known.locked);
    known.left = left;
    known.locked = locked;
  }

  private deal(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + D.deal] as number;
    const state = w[at + D.state] as number;
    const known = this.deals.get(id);
    if (!(NEXT[known?.state ?? NONE]?.includes(state) === true))
      throw new Breach(`money §9: deal ${id} goes from state ${known?.state} to ${state}`);
    if (known === undefined) {
      const [side, asset, amount, fee] = [w[at + D.side], w[at + D.asset], w[at + D.amount], w[at + D.fee]] as [
        number,
        number,
        number,
        number,
      ];
      const made: Deal = {
        ...{
          id,
          offer: w[at + D.offer] as number,
          side,
          buyer: w[at + D.buyer] as number,
          seller: w[at + D.seller] as number,
        },
        ...{ asset, amount, fee, payUntil: w[at + D.payUntil] as number, state },
      };
      const offer = this.offers.get(made.offer);
      const due = amount - shareOf(amount, 1_000_000 - (offer?.rate ?? 0));
      if (fee !== due) throw new Breach(`money §9: deal ${id} of ${amount} costs ${fee}, due is ${due}`);
      this.sells(made.seller, `deal ${id}`);
      this.deals.set(id, made);
      accounts.bind(this.holder(made), amount + fee);
      return;
    }
    if (state === CANCELLED && known.state === 1) must(false, () => `money §9: deal ${id} was paid and is cancelled`);
    if (known.state === 4)
      if (!(this.auditor.command === RULE || state === RELEASED))
        throw new Breach(`money §9: the appeal of deal ${id} ends without two operators`);
    const before = known.state;
    known.state = state;
    if (state !== RELEASED && state !== CANCELLED) return;
    this.deals.delete(id);
    const { seller, buyer, asset, amount, fee } = known;
    const holder = this.holder(known);
    accounts.bind(holder, -amount - fee);
    if (state === RELEASED) {
      if (!(before === 1 || before === 4))
        throw new Breach(`money §9: deal ${id} is released without having been paid`);
      accounts.move(holder, -amount - fee);
      accounts.move(accounts.wallet(buyer, WALLET.spot, asset), amount);
      accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.fee, asset), fee);
      return;
    }
    // On a selling offer that is still open it stays locked, and returns to the offer.
    if (known.side !== SELLS || this.offers.has(known.offer)) return;
    accounts.move(holder, -amount - fee);
    accounts.move(accounts.wallet(seller, WALLET.spot, asset), amount + fee);
  }

  private endedDeal(w: Float64Array, at: number): void {
    const id = w[at + E.deal] as number;
    if (this.deals.has(id)) throw new Breach(`money §9: deal ${id} is open and can be claimed for`);
    this.endedDeals.set(id, {
      ...{ id, merchant: w[at + E.merchant] as number, user: w[at + E.user] as number, paid: 0 },
      ...{ asset: w[at + E.asset] as number, value: w[at + E.value] as number, until: w[at + E.until] as number },
    });
  }

  private claimedOf(merchant: number): number {
    let sum = 0;
    for (const one of this.claims.values()) if (one.merchant === merchant) sum += one.amount;
    return sum;
  }

  /**
   * Requires two operators, seven days' notice, the other party of that deal, and an amount within its value and the
   * bond.
   */
  private claim(w: Float64Array, at: number): void {
    const id = w[at + C.claim] as number;
    const state = w[at + C.state] as number;
    const amount = w[at + C.amount] as number;
    const deal = this.endedDeals.get(w[at + C.deal] as number);
    const user = w[at + C.user] as number;
    const merchant = w[at + C.merchant] as number;
    if (deal === undefined || deal.user !== user || deal.merchant !== merchant)
      throw new Breach(`money §9: claim ${id} names user ${user}, who is not the other party of that deal`);
    if (state === 1) {
      const from = w[at + C.from] as number;
      if (from !== this.auditor.time + NOTICE) throw new Breach(`money §9: claim ${id} gives notice until ${from}`);
      if (deal.paid + amount > deal.value) throw new Breach(`money §9: claim ${id} is beyond the value of its deal`);
      this.claims.set(id, { id, deal: deal.id, merchant, user, amount, from });
      if (this.claimedOf(merchant) > (this.bonds.get(merchant)?.bond ?? 0))
        throw new Breach(`money §9: the claims on user ${merchant} are beyond the bond`);
      return;
    }
    const known = this.claims.get(id);
    if (known?.amount !== amount || known.deal !== deal.id)
      throw new Breach(`money §9: claim ${id} of ${amount} is settled, it was not made so`);
    this.claims.delete(id);
    if (state !== 2) return;
    if (this.auditor.command !== RULE || this.auditor.time < known.from)
      throw new Breach(`money §9: claim ${id} is paid before its notice is over, or without two people`);
    deal.paid += amount;
    this.paying = known;
  }

  private holder({ side, seller, asset }: Deal): number {
    return this.auditor.accounts.wallet(seller, side === SELLS ? WALLET.merchant : WALLET.spot, asset);
  }

  private bond(w: Float64Array, at: number): void {
    const user = w[at + B.user] as number;
    const asset = w[at + B.asset] as number;
    const bond = w[at + B.bond] as number;
    const before = this.bonds.get(user)?.bond ?? 0;
    const { paying } = this;
    this.paying = undefined;
    if (paying !== undefined) {
      if (paying.merchant !== user || before - bond !== paying.amount)
        throw new Breach(`money §9: claim ${paying.id} of ${paying.amount} takes ${before - bond} of user ${user}`);
      const { accounts } = this.auditor;
      accounts.move(accounts.wallet(user, WALLET.merchant, asset), -paying.amount);
      accounts.bind(accounts.wallet(user, WALLET.merchant, asset), -paying.amount);
      accounts.move(accounts.wallet(paying.user, WALLET.spot, asset), paying.amount);
    } else if (bond !== before) this.lock(user, asset, bond - before);
    if (bond < before && paying === undefined) {
      if (this.claimedOf(user) > 0) throw new Breach(`money §9: user ${user} frees a bond that is claimed`);
      const dealing = [...this.offers.values()].some((offer) => offer.user === user);
      if (!(!dealing && this.auditor.time >= (this.bonds.get(user)?.freeFrom ?? 0)))
        throw new Breach(`money §9: user ${user} frees their bond too early`);
    }
    if (bond === 0) this.bonds.delete(user);
    else this.bonds.set(user, { asset, bond, freeFrom: w[at + B.freeFrom] as number });
  }
}
