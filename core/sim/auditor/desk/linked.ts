// Audits what linked accounts share since rules 40: debts, stakes in second contracts, and that they are no two parties of a
// deal (money §5, §7 to §9). Created after the books whose events it reads.

import { LOAN_STATUS, OFFER_SIDE } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { Breach } from '../../finding.ts';
import { eventPlaces } from '../../words.ts';
import type { Auditor } from '../auditor.ts';
import type { LinkBook } from './links.ts';

const W = eventPlaces('withdrawal.changed');
const L = eventPlaces('loan.changed');
const D = eventPlaces('deal.changed');
const C = eventPlaces('claim.changed');
const S = eventPlaces('second.waiting');
const T = eventPlaces('second.changed');
const APPROVED = 2;
const SIGNED = 3;
const TO_PAY = 0;
const CLAIM_PAID = 2;
/** Causes of `loan.changed`: applied for, paid out. */
const LENDS: readonly number[] = [1, 2];

interface Open {
  readonly user: number;
  readonly asset: number;
  readonly stake: number;
}

/** What the other books know. */
export interface Known {
  /** A debt of a reversed deposit. */
  owes(user: number): boolean;
  isOverdue(user: number): boolean;
  /** Open second contracts. */
  contracts(): Iterable<Open>;
}

export class LinkedBook {
  private readonly auditor: Auditor;
  private readonly links: LinkBook;
  private readonly known: Known;
  /** Status of withdrawals under way. */
  private readonly withdrawals = new Map<number, number>();
  /** By market of second contracts: the most that a user may have staked, atoms. */
  private readonly most = new Map<number, number>();

  constructor(auditor: Auditor, links: LinkBook, known: Known) {
    this.auditor = auditor;
    this.links = links;
    this.known = known;
    auditor.on('withdrawal.changed', (w, at) => this.withdrawal(w, at));
    auditor.on('loan.changed', (w, at) => this.loan(w, at));
    auditor.on('deal.changed', (w, at) => this.deal(w, at));
    auditor.on('claim.changed', (w, at) => this.claim(w, at));
    auditor.on('second.changed', (w, at) => this.most.set(w[at + T.market] as number, w[at + T.most] as number));
    auditor.on('second.waiting', (w, at) => this.stakes(w, at));
  }

  private withdrawal(w: Float64Array, at: number): void {
    const { known, auditor } = this;
    const id = w[at + W.withdrawal] as number;
    const user = w[at + W.user] as number;
    const status = w[at + W.status] as number;
    const before = this.withdrawals.get(id) ?? 0;
    if (status < 5) this.withdrawals.set(id, status);
    else this.withdrawals.delete(id);
    const goesOn = (before === 1 && status === APPROVED) || (before === APPROVED && status === SIGNED);
    if (!goesOn || auditor.rules < RULE.linkedDebts) return;
    const owes = this.links.countedAsOne(user).find((one) => known.owes(one) || known.isOverdue(one));
    if (owes !== undefined)
      throw new Breach(`money §8: withdrawal ${id} of user ${user} goes to status ${status}, user ${owes} owes`);
    if (auditor.people.get(user).stage === 0)
      throw new Breach(`money §8: withdrawal ${id} goes to status ${status}, user ${user} is not verified`);
  }

  private loan(w: Float64Array, at: number): void {
    const { known, auditor } = this;
    const user = w[at + L.user] as number;
    if (auditor.rules < RULE.linkedDebts || !LENDS.includes(w[at + L.cause] as number)) return;
    if (w[at + L.status] === LOAN_STATUS.overdue) return;
    const late = this.links.countedAsOne(user).find((one) => known.isOverdue(one));
    if (late !== undefined) throw new Breach(`money §7: user ${user} gets a loan, user ${late} has an overdue one`);
  }

  private deal(w: Float64Array, at: number): void {
    const buyer = w[at + D.buyer] as number;
    const seller = w[at + D.seller] as number;
    const merchant = w[at + D.side] === OFFER_SIDE.merchantSells ? seller : buyer;
    if (this.auditor.rules < RULE.linkedDeals || w[at + D.state] !== TO_PAY) return;
    if (this.links.countedAsOne(merchant).includes(merchant === seller ? buyer : seller))
      throw new Breach(`money §9: merchant ${merchant} deals with a linked account`);
  }

  private claim(w: Float64Array, at: number): void {
    const user = w[at + C.user] as number;
    const merchant = w[at + C.merchant] as number;
    if (this.auditor.rules < RULE.linkedDeals || w[at + C.state] !== CLAIM_PAID) return;
    if (this.links.countedAsOne(merchant).includes(user))
      throw new Breach(`money §9: the bond of merchant ${merchant} pays a linked account`);
  }

  /** The contract itself is among the open ones already. */
  private stakes(w: Float64Array, at: number): void {
    const user = w[at + S.user] as number;
    const asset = w[at + S.asset] as number;
    const most = this.most.get(w[at + S.market] as number) ?? 0;
    if (this.auditor.rules < RULE.linkedStakes) return;
    const accounts = this.links.countedAsOne(user);
    let staked = 0;
    for (const one of this.known.contracts())
      if (one.asset === asset && accounts.includes(one.user)) staked += one.stake;
    if (staked > most) throw new Breach(`money §5: user ${user} and linked accounts stake ${staked}, at most ${most}`);
  }
}
