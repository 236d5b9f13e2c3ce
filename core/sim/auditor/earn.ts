// Audits staking and finance: the whole yield is reserved, days are paid in order, the principal returns (money §6).

import { ACCOUNT_CLASS, WALLET } from '../../src/enum/index.ts';
import { Breach } from '../finding.ts';
import { eventPlaces } from '../words.ts';
import type { Auditor } from './auditor.ts';

const DAY = 86_400_000;
const BILLION = 1_000_000_000n;
const P = eventPlaces('earn.product');
const O = eventPlaces('earn.opened');
const A = eventPlaces('earn.paid');
const C = eventPlaces('earn.closed');

export interface EarnProduct {
  readonly product: number;
  readonly kind: number;
  readonly asset: number;
  readonly days: number;
  readonly flexible: boolean;
  readonly rate: number;
  readonly min: number;
  readonly max: number;
  readonly penalty: number;
  readonly version: number;
}

export interface Stake {
  readonly id: number;
  readonly user: number;
  readonly asset: number;
  readonly amount: number;
  readonly terms: EarnProduct;
  left: number;
  day: number;
  paid: number;
  ends: number;
}

export class EarnBook {
  readonly products = new Map<number, EarnProduct>();
  readonly stakes = new Map<number, Stake>();
  days = 0;
  private readonly auditor: Auditor;
  private readonly reserved = new Map<number, number>();
  /** The earliest end of any stake. */
  private soonest = Infinity;

  constructor(auditor: Auditor) {
    this.auditor = auditor;
    auditor.on('earn.product', (w, at) => {
      const product = w[at + P.product] as number;
      this.products.set(product, {
        ...{
          product,
          kind: w[at + P.kind] as number,
          asset: w[at + P.asset] as number,
          days: w[at + P.days] as number,
        },
        ...{ flexible: w[at + P.flexible] === 1, rate: w[at + P.rate] as number, penalty: w[at + P.penalty] as number },
        ...{ min: w[at + P.min] as number, max: w[at + P.max] as number, version: w[at + P.version] as number },
      });
    });
    auditor.on('earn.opened', (w, at) => this.opened(w, at));
    auditor.on('earn.paid', (w, at) => this.paid(w, at));
    auditor.on('earn.closed', (w, at) => this.closed(w, at));
    auditor.atEnd(() => this.onTime());
  }

  private yieldOf(terms: EarnProduct, principal: number, days: number): number {
    return Number(
      (BigInt(principal) * BigInt(terms.rate) * BigInt(days)) / (terms.kind === 1 ? BILLION : BILLION * 365n),
    );
  }

  private opened(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const id = w[at + O.stake] as number;
    const terms = this.products.get(w[at + O.product] as number);
    const [user, asset, amount, reserved] = [w[at + O.user], w[at + O.asset], w[at + O.amount], w[at + O.reserved]] as [
      number,
      number,
      number,
      number,
    ];
    if (terms === undefined) throw new Error(`Expected terms of stake ${id}.`);
    if (this.stakes.has(id)) throw new Breach(`stake ${id} is opened twice`);
    if (!(terms.version === w[at + O.version] && asset === terms.asset && amount >= terms.min && amount <= terms.max))
      throw new Breach(`stake ${id} is sold on other terms than those in force`);
    const due = this.yieldOf(terms, amount, terms.days);
    if (reserved !== due) throw new Breach(`money §6: stake ${id} reserves ${reserved}, its whole yield is ${due}`);
    const ends = w[at + O.ends] as number;
    if (ends - (w[at + O.starts] as number) !== terms.days * DAY)
      throw new Breach(`stake ${id} ends at ${ends}, it is for ${terms.days} days`);
    this.stakes.set(id, { id, user, asset, amount, terms, left: reserved, day: 0, paid: 0, ends });
    this.soonest = Math.min(this.soonest, ends);
    accounts.move(accounts.wallet(user, WALLET.spot, asset), -amount);
    accounts.move(accounts.wallet(user, WALLET.finance, asset), amount);
    accounts.bind(accounts.wallet(user, WALLET.finance, asset), amount);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.treasury, asset), -reserved);
    this.reserve(asset, reserved);
  }

  private reserve(asset: number, atoms: number): void {
    const { accounts } = this.auditor;
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.reserve, asset), atoms);
    this.reserved.set(asset, (this.reserved.get(asset) ?? 0) + atoms);
  }

  private of(id: number): Stake {
    const stake = this.stakes.get(id);
    if (stake === undefined) throw new Error(`Expected stake ${id} to run.`);
    return stake;
  }

  private paid(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const stake = this.of(w[at + A.stake] as number);
    const { terms } = stake;
    const [amount, day, reserved, ends] = [w[at + A.amount], w[at + A.day], w[at + A.reserved], w[at + A.ends]] as [
      number,
      number,
      number,
      number,
    ];
    this.days += 1;
    if (day !== stake.day + 1) throw new Breach(`money §6: stake ${stake.id} is paid day ${day} after ${stake.day}`);
    stake.day = day;
    if (terms.flexible) {
      if (!(amount === stake.left && reserved === this.yieldOf(terms, stake.amount, 1) && ends === stake.ends + DAY))
        throw new Breach(
          `money §6: stake ${stake.id} renews itself with ${amount} of ${stake.left} paid, ${reserved} reserved`,
        );
    } else {
      const due = this.yieldOf(terms, stake.amount, day) - stake.paid;
      if (!(amount === due && reserved === 0))
        throw new Breach(`money §6: stake ${stake.id} is paid ${amount} for day ${day}, due is ${due}`);
      stake.paid += amount;
    }
    stake.ends = ends;
    stake.left += reserved - amount;
    this.reserve(stake.asset, reserved - amount);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.treasury, stake.asset), -reserved);
    accounts.move(accounts.wallet(stake.user, WALLET.spot, stake.asset), amount);
  }

  private closed(w: Float64Array, at: number): void {
    const { accounts } = this.auditor;
    const stake = this.of(w[at + C.stake] as number);
    const [reason, paid, gain, unused, penalty] = [
      w[at + C.reason],
      w[at + C.paid],
      w[at + C.yield],
      w[at + C.unused],
      w[at + C.penalty],
    ] as [number, number, number, number, number];
    this.stakes.delete(stake.id);
    if (gain + unused !== stake.left)
      throw new Breach(
        `money §6: stake ${stake.id} ends with ${stake.left} reserved, ${gain} is paid and ${unused} goes back`,
      );
    if (paid !== stake.amount + gain - penalty)
      throw new Breach(`stake ${stake.id} pays ${paid} of ${stake.amount} with yield ${gain} and penalty ${penalty}`);
    if (reason === 1) {
      if (unused !== 0 || penalty !== 0 || this.auditor.time < stake.ends)
        throw new Breach(`money §6: stake ${stake.id} at its end gives ${unused} back, keeps ${penalty}`);
    } else {
      const due = Number((BigInt(stake.amount) * BigInt(stake.terms.penalty) + 999_999n) / 1_000_000n);
      if (!(gain === 0 && penalty === due))
        throw new Breach(`money §6: stake ${stake.id} redeemed pays yield ${gain} and penalty ${penalty}, due ${due}`);
    }
    const wallet = accounts.wallet(stake.user, WALLET.finance, stake.asset);
    accounts.move(wallet, -stake.amount);
    accounts.bind(wallet, -stake.amount);
    accounts.move(accounts.wallet(stake.user, WALLET.spot, stake.asset), paid);
    this.reserve(stake.asset, -stake.left);
    accounts.move(accounts.operatorAccount(ACCOUNT_CLASS.treasury, stake.asset), unused + penalty);
  }

  /** After the start of a batch no ended stake is left; the reserve equals what is promised. */
  private onTime(): void {
    const { auditor } = this;
    if (auditor.command !== 0) return;
    if (auditor.time > this.soonest) {
      this.soonest = Infinity;
      for (const stake of this.stakes.values()) {
        if (!(stake.ends >= auditor.time))
          throw new Breach(`money §6: stake ${stake.id} ended at ${stake.ends}, at ${auditor.time} it runs`);
        this.soonest = Math.min(this.soonest, stake.ends);
      }
    }
    for (const [asset, reserved] of this.reserved) {
      const has = auditor.accounts.total(auditor.accounts.operatorAccount(ACCOUNT_CLASS.reserve, asset));
      if (has !== reserved)
        throw new Breach(`core §4: the reserve of asset ${asset} is ${has}, promised is ${reserved}`);
    }
  }
}
