// bond.pay: a merchant's bond compensates the party that a deal harmed (money §9, rules bondClaims). Two operators
// agree. Between proposal and approval the merchant has seven days' notice, during which the bond cannot be freed.

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type OtcContext } from './context.ts';
import type { Expect } from '../expect.ts';

const PAY = commands['bond.pay'].kind;
const DEAL = offsetOf('bond.pay', 'deal');
const USER = offsetOf('bond.pay', 'user');
const AMOUNT = offsetOf('bond.pay', 'amount');

/** Notice to the merchant before anyone may approve, ms: 7 days. */
export const CLAIM_NOTICE = 604_800_000;
/** States of a claim in `claim.changed`, numbered like those of proposals. */
export const CLAIM = { notice: 1, paid: 2, refused: 3, late: 4 } as const;

export class Claims extends Domain {
  readonly kinds = [PAY];
  override readonly timers = [TIMER.claimable];
  /** For the desk's proposals (`desk/noticed.ts`): the kind that needs notice, and how long. */
  readonly noticed = PAY;
  readonly notice = CLAIM_NOTICE;
  private readonly context: OtcContext;

  constructor(context: OtcContext) {
    super();
    this.context = context;
  }

  /** Runs at the proposal and again at the approval. Parts of the bond that other claims name are not available. */
  decide(words: Float64Array, at: number): number {
    const { ended, people } = this.context;
    const deal = words[at + DEAL] as number;
    const amount = words[at + AMOUNT] as number;
    const row = ended.find(deal);
    if (row === 0) return this.refuse(rejects['request.notFound'], 0, deal);
    const { merchant: merchants, customer, asset } = ended.rows;
    const harmed = customer[row] as number;
    if (words[at + USER] !== harmed)
      return this.refuse(rejects['request.forbidden'], harmed, words[at + USER] as number);
    const left = ended.left(row);
    if (amount > left) return this.refuse(rejects['product.range'], left, amount);
    const merchant = merchants[row] as number;
    if (this.context.arePerson(merchant, harmed)) return this.refuse(rejects['request.forbidden'], 0, harmed);
    const has = people.bondAsset[merchant] === asset[row] ? (people.bond[merchant] as number) : 0;
    const free = has - this.context.claimedOf(merchant, deal);
    return amount > free ? this.refuse(rejects['bond.insufficient'], amount, free) : DONE;
  }

  /** Pays from the bond held in the merchant's wallet into the harmed party's spot wallet. */
  commit(words: Float64Array, at: number): number {
    const { context } = this;
    const { ended, people, claims, ledger } = context;
    const deal = words[at + DEAL] as number;
    const amount = words[at + AMOUNT] as number;
    const row = ended.find(deal);
    const claim = context.claimOn(deal);
    if (claim === 0) throw new Error(`Expected a claim for deal ${deal} to have been announced.`);
    const merchant = ended.rows.merchant[row] as number;
    const asset = ended.rows.asset[row] as number;
    this.emit(claim, CLAIM.paid);
    claims.free(claim);
    ended.rows.paid[row] = (ended.rows.paid[row] as number) + amount;
    people.bond[merchant] = (people.bond[merchant] as number) - amount;
    context.emitBond(merchant);
    const holder = ledger.open(ACCOUNT_CLASS.wallet, merchant, WALLET.merchant, asset, 0);
    ledger.post(holder, 0, 0 - amount);
    ledger.post(ledger.open(ACCOUNT_CLASS.wallet, words[at + USER] as number, WALLET.spot, asset, 0), amount, 0);
    return 0;
  }

  /** Whether the claim may be announced, after `decide` allowed it: one claim per deal at a time. */
  mayBegin(words: Float64Array, at: number): number {
    const { ended, claims, clock } = this.context;
    const deal = words[at + DEAL] as number;
    const until = ended.rows.until[ended.find(deal)] as number;
    if (clock.now > until) return this.refuse(rejects['otc.state'], until, clock.now);
    const openClaim = this.context.claimOn(deal);
    if (openClaim !== 0) return this.refuse(rejects['otc.state'], 0, claims.proposal[openClaim] as number);
    return claims.full() ? this.refuse(rejects['request.tooFrequent'], claims.most, claims.top) : DONE;
  }

  /** Begins the notice after the proposal was made. It may be approved from `from` on and lapses at `until`, ms. */
  begin(words: Float64Array, at: number, proposal: number, from: number, until: number): void {
    const { claims, ended } = this.context;
    const row = claims.take();
    const deal = words[at + DEAL] as number;
    claims.proposal[row] = proposal;
    claims.deal[row] = deal;
    claims.amount[row] = words[at + AMOUNT] as number;
    claims.from[row] = from;
    claims.until[row] = until;
    claims.merchant[row] = ended.rows.merchant[ended.find(deal)] as number;
    this.emit(row, CLAIM.notice);
  }

  /** Ends the claim when its proposal was refused or lapsed (`state` as in `CLAIM`). */
  end(proposal: number, state: number): void {
    const { claims } = this.context;
    for (let row = 1; row <= claims.top; row += 1)
      if (claims.alive(row) && claims.proposal[row] === proposal) {
        this.emit(row, state);
        claims.free(row);
      }
  }

  /** Timer: the claim period of a deal is over. A deal named by an open claim is kept until that claim ends. */
  override fire(_kind: number, id: number): void {
    const { ended, claims } = this.context;
    const claim = this.context.claimOn(ended.rows.deal[ended.rows.find(id)] as number);
    ended.forget(id, claim === 0 ? 0 : (claims.until[claim] as number));
  }

  override rebuild(): void {
    this.context.ended.rebuild();
  }

  override emitState(): void {
    const { claims, ended } = this.context;
    for (let row = 1; row <= ended.rows.top; row += 1) if (ended.rows.alive(row)) this.context.emitEnded(row);
    for (let row = 1; row <= claims.top; row += 1) if (claims.alive(row)) this.emit(row, CLAIM.notice);
  }

  /** No part of a bond is claimed twice, and no deal is compensated beyond its value. */
  override audit(expect: Expect): void {
    const { claims, ended, people } = this.context;
    let kept = 0;
    for (let row = 1; row <= ended.rows.top; row += 1) {
      if (!ended.rows.alive(row)) continue;
      kept += 1;
      expect(ended.find(ended.rows.deal[row] as number) === row, () => `ended deal row ${row} to be found`);
      expect(ended.left(row) >= 0, () => `ended deal row ${row} to be compensated to its value at most`);
    }
    expect(kept === ended.count(), () => `${kept} ended deals counted, got ${ended.count()}`);
    for (let row = 1; row <= claims.top; row += 1) {
      if (!claims.alive(row)) continue;
      const deal = claims.deal[row] as number;
      const merchant = claims.merchant[row] as number;
      const record = ended.find(deal);
      expect(
        record !== 0 && ended.rows.merchant[record] === merchant,
        () => `claim row ${row} of a deal of its merchant`,
      );
      expect((claims.amount[row] as number) <= ended.left(record), () => `claim row ${row} within the deal's value`);
      expect(this.context.claimOn(deal) === row, () => `one claim for deal ${deal}`);
      const claimed = this.context.claimedOf(merchant);
      expect(
        claimed <= (people.bond[merchant] as number),
        () => `claims of ${claimed} within the bond of user ${merchant}`,
      );
    }
  }

  /** Emits `claim.changed`. */
  private emit(row: number, state: number): void {
    const { claims, ended, out } = this.context;
    const deal = claims.deal[row] as number;
    const record = ended.find(deal);
    out.record('claim.changed', {
      claim: claims.proposal[row] as number,
      deal,
      merchant: claims.merchant[row] as number,
      user: ended.rows.customer[record] as number,
      asset: ended.rows.asset[record] as number,
      amount: claims.amount[row] as number,
      state,
      from: claims.from[row] as number,
      until: claims.until[row] as number,
    });
  }
}
