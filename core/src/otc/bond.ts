// bond.lock, bond.free and otc.set: merchants' bonds, and the terms for everyone (money §9).

import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, WALLET } from '../enum/index.ts';
import { type Changes, MERCHANT } from '../user/index.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type OtcContext } from './context.ts';

const LOCK = commands['bond.lock'].kind;
const FREE = commands['bond.free'].kind;
const SET = commands['otc.set'].kind;
const USER = offsetOf('bond.lock', 'user');
const AMOUNT = offsetOf('bond.lock', 'amount');
const FEE = offsetOf('otc.set', 'fee');
const ASSET = offsetOf('otc.set', 'asset');
const BOND = offsetOf('otc.set', 'bond');
const PAY = offsetOf('otc.set', 'payMs');
const DEALS = offsetOf('otc.set', 'deals');
const COOLING = offsetOf('otc.set', 'cooling');
const ROW = 1;

export class Bonds extends Domain {
  readonly kinds = [LOCK, FREE, SET];
  private readonly context: OtcContext;
  private readonly changes: Changes;

  constructor(context: OtcContext, changes: Changes) {
    super();
    this.context = context;
    this.changes = changes;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === LOCK) return this.decideLock(words, at);
    return kind === FREE ? this.decideFree(words, at) : this.decideSet(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === SET) return this.commitSet(words, at);
    const { context } = this;
    const { people } = context;
    const user = words[at + USER] as number;
    const amount = words[at + AMOUNT] as number;
    people.reach(user);
    if (people.bond[user] === 0) people.bondAsset[user] = context.terms.asset[ROW] as number;
    const asset = people.bondAsset[user] as number;
    people.bond[user] = (people.bond[user] as number) + (kind === LOCK ? amount : 0 - amount);
    context.emitBond(user);
    if (kind === LOCK) context.lock(user, WALLET.merchant, asset, amount);
    else context.unlock(user, WALLET.merchant, asset, amount);
    return 0;
  }

  /** The bond after the command. */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind === SET) return [];
    const has = this.bond(words[at + USER] as number);
    const amount = words[at + AMOUNT] as number;
    return [kind === LOCK ? has + amount : has - amount];
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { people, ledger } = this.context;
    for (let user = 1; user <= people.top; user += 1)
      if (people.bond[user] !== 0)
        add(
          ledger.find(ACCOUNT_CLASS.wallet, user, WALLET.merchant, people.bondAsset[user] as number, 0),
          people.bond[user] as number,
        );
  }

  override emitState(): void {
    const { people } = this.context;
    if (this.context.known()) this.emit();
    for (let user = 1; user <= people.top; user += 1) if (people.bond[user] !== 0) this.context.emitBond(user);
  }

  private bond(user: number): number {
    const { people } = this.context;
    return user > people.top ? 0 : (people.bond[user] as number);
  }

  /** Merchants, and applicants: the bond comes before the approval. */
  private decideLock(words: Float64Array, at: number): number {
    const { context } = this;
    const user = words[at + USER] as number;
    const amount = words[at + AMOUNT] as number;
    if (!context.known()) return this.refuse(rejects['otc.state'], 1, 0);
    const merchant = context.users.agents.merchant(user);
    if (merchant !== MERCHANT.applied && merchant !== MERCHANT.merchant)
      return this.refuse(rejects['merchant.required'], MERCHANT.applied, merchant);
    const asset = context.terms.asset[ROW] as number;
    if (this.bond(user) !== 0 && context.people.bondAsset[user] !== asset)
      return this.refuse(rejects['otc.state'], context.people.bondAsset[user] as number, asset);
    const own = context.ledger.availableOf(user, WALLET.spot, asset, 0);
    return own < amount ? this.refuse(rejects['balance.insufficient'], amount, own) : DONE;
  }

  /**
   * The whole bond stays locked while a claim on it or an offer or deal is open, and during the cooling time after the
   * last.
   */
  private decideFree(words: Float64Array, at: number): number {
    const { context } = this;
    const user = words[at + USER] as number;
    const amount = words[at + AMOUNT] as number;
    const has = this.bond(user);
    if (amount > has) return this.refuse(rejects['bond.insufficient'], amount, has);
    const claimed = context.claimedOf(user);
    if (claimed > 0) return this.refuse(rejects['bond.insufficient'], amount, has - claimed);
    const open = context.countOf(user, 'offers') + context.countOf(user, 'dealing');
    if (open > 0) return this.refuse(rejects['otc.state'], 0, open);
    const from = context.people.freeFrom[user] as number;
    return context.clock.now < from ? this.refuse(rejects['otc.state'], from, context.clock.now) : DONE;
  }

  private decideSet(words: Float64Array, at: number): number {
    const asset = words[at + ASSET] as number;
    if (!this.context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    const code = this.changes.decide(SET, 0, this.tightens(words, at));
    return code === DONE ? DONE : this.refuse(code, 0, 0);
  }

  private commitSet(words: Float64Array, at: number): number {
    if (this.changes.waits(words, at, 0, this.tightens(words, at))) return 0;
    const { terms } = this.context;
    terms.reach(ROW);
    terms.fee[ROW] = words[at + FEE] as number;
    terms.asset[ROW] = words[at + ASSET] as number;
    terms.bond[ROW] = words[at + BOND] as number;
    terms.payMs[ROW] = words[at + PAY] as number;
    terms.deals[ROW] = words[at + DEALS] as number;
    terms.cooling[ROW] = words[at + COOLING] as number;
    terms.version[ROW] = (terms.version[ROW] as number) + 1;
    this.emit();
    return terms.version[ROW] as number;
  }

  /** Open offers and deals keep their fee and their payment window. */
  private tightens(words: Float64Array, at: number): boolean {
    const { terms } = this.context;
    return (
      this.context.known() &&
      ((words[at + FEE] as number) > (terms.fee[ROW] as number) ||
        words[at + ASSET] !== terms.asset[ROW] ||
        (words[at + BOND] as number) > (terms.bond[ROW] as number) ||
        (words[at + PAY] as number) < (terms.payMs[ROW] as number) ||
        (words[at + DEALS] as number) < (terms.deals[ROW] as number) ||
        (words[at + COOLING] as number) > (terms.cooling[ROW] as number))
    );
  }

  /** Emits `otc.changed`. */
  private emit(): void {
    const { terms } = this.context;
    this.context.out.record('otc.changed', {
      fee: terms.fee[ROW] as number,
      asset: terms.asset[ROW] as number,
      bond: terms.bond[ROW] as number,
      payMs: terms.payMs[ROW] as number,
      deals: terms.deals[ROW] as number,
      cooling: terms.cooling[ROW] as number,
      version: terms.version[ROW] as number,
    });
  }
}
