// The domain of staking and finance: earn.buy, earn.redeem, earn.set, and the timers of stakes (money §6).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, EARN_KIND, WALLET } from '../enum/index.ts';
import { dayParts, MOST_YIELD } from '../formula/index.ts';
import { RULE } from '../rules.ts';
import { type CommandOf, commands, decodeCommand, DONE, rejects } from '../schema/index.ts';
import { commitBuy, decideBuy } from './buy.ts';
import { MAX_TERMS } from './products.ts';
import { type EarnContext } from './context.ts';
import { commitRedeem, decideRedeem, turn } from './run.ts';
import { MAX_OPEN } from './stakes.ts';
import { emitOpened } from './events.ts';
import type { Expect } from '../expect.ts';

const BUY = commands['earn.buy'].kind;
const REDEEM = commands['earn.redeem'].kind;
const SET = commands['earn.set'].kind;

export class Earn extends Domain {
  readonly kinds = [BUY, REDEEM, SET];
  override readonly closing = [REDEEM];
  override readonly timers = [TIMER.earnDay, TIMER.earnEnd];
  readonly context: EarnContext;

  constructor(context: EarnContext) {
    super();
    this.context = context;
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === SET) return this.decideSet(decodeCommand(words, at) as CommandOf<'earn.set'>);
    this.context.refuse(0, 0, 0);
    const code = (kind === BUY ? decideBuy : decideRedeem)(this.context, words, at);
    return code === DONE ? DONE : this.refuse(code, this.context.expected, this.context.got);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { context } = this;
    if (kind === SET) return context.products.set(decodeCommand(words, at) as CommandOf<'earn.set'>);
    return (kind === BUY ? commitBuy : commitRedeem)(context, words, at);
  }

  /** Numbers of what `decide` just allowed: yield and end, or what a redemption pays, keeps and forfeits. */
  override numbers(_words: Float64Array, _at: number, kind: number): readonly number[] {
    const { context } = this;
    if (kind === BUY) return [context.promised, context.ends];
    return kind === REDEEM ? [context.receive, context.penalty, context.unused] : [];
  }

  override fire(_kind: number, id: number, due: number): void {
    turn(this.context, id, due);
  }

  /** Rules `rowTimers`: removes the timers of stakes that were already redeemed. */
  override activated(version: number): void {
    if (version !== RULE.rowTimers) return;
    const { timers, stakes } = this.context;
    timers.keep(this.timers, (_due, _kind, id) => stakes.rows.find(id) !== 0);
  }

  override rebuild(): void {
    this.context.stakes.rebuild();
  }

  override emitState(): void {
    const { products, stakes } = this.context;
    for (let product = 1; product <= products.rows.top; product += 1)
      if (products.exists(product)) products.emit(product);
    for (let slot = 1; slot <= stakes.rows.top; slot += 1) if (stakes.rows.alive(slot)) emitOpened(this.context, slot);
  }

  private decideSet(given: CommandOf<'earn.set'>): number {
    const { products, listed } = this.context;
    const { product, kind, tab, asset, days, flexible, rate, min, max } = given;
    if (!listed.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    if (products.exists(product)) {
      // A product's sold principal is one sum, so its asset and kind cannot change.
      const terms = products.termsOf(product);
      const before = products.terms.asset[terms] as number;
      if (before !== asset) return this.refuse(rejects['request.invalid'], before, asset);
      if (products.terms.kind[terms] !== kind)
        return this.refuse(rejects['request.invalid'], products.terms.kind[terms] as number, kind);
    }
    if ((kind === EARN_KIND.finance) !== tab > 0) return this.refuse(rejects['request.invalid'], 0, tab);
    if (min > max) return this.refuse(rejects['request.invalid'], max, min);
    // Flexible finance has no fixed end: its term must be one day, with early redemption.
    if (flexible === 1 && (kind !== EARN_KIND.finance || days !== 1 || given.early !== 1))
      return this.refuse(rejects['request.invalid'], 1, days);
    const most = MOST_YIELD * dayParts(kind);
    if (rate * days > most) return this.refuse(rejects['request.invalid'], most, rate * days);
    if (products.terms.full()) return this.refuse(rejects['request.tooFrequent'], MAX_TERMS, MAX_TERMS);
    return DONE;
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { products, stakes, ledger } = this.context;
    const { rows } = stakes;
    for (let slot = 1; slot <= rows.top; slot += 1) {
      if (!rows.alive(slot)) continue;
      const asset = products.terms.asset[rows.terms[slot] as number] as number;
      const account = ledger.find(ACCOUNT_CLASS.wallet, rows.user[slot] as number, WALLET.finance, asset, 0);
      add(account, rows.principal[slot] as number);
    }
  }

  /** Reserve = Σ promised and not yet paid. Sold sums and counts equal those of the stakes (money §12). */
  override audit(expect: Expect): void {
    const { products, stakes, ledger, listed } = this.context;
    const { rows, buyers } = stakes;
    const reserved = new Float64Array(listed.assets.top + 1);
    const sold = new Float64Array(products.rows.top + 1);
    const open = new Float64Array(buyers.top + 1);
    for (let slot = 1; slot <= rows.top; slot += 1) {
      if (!rows.alive(slot)) continue;
      const asset = products.terms.asset[rows.terms[slot] as number] as number;
      const product = rows.product[slot] as number;
      const due = (rows.promised[slot] as number) - (rows.paid[slot] as number);
      expect(due >= 0, () => `stake slot ${slot} to be paid at most what was promised, it lacks ${due}`);
      reserved[asset] = (reserved[asset] as number) + due;
      sold[product] = (sold[product] as number) + (rows.principal[slot] as number);
      const buyer = stakes.buyerOf(rows.user[slot] as number, product);
      open[buyer] = (open[buyer] as number) + 1;
    }
    for (let asset = 1; asset < reserved.length; asset += 1) {
      const reserve = ledger.find(ACCOUNT_CLASS.reserve, 0, 0, asset, 0);
      const has = reserve === 0 ? 0 : ledger.accounts.available[reserve];
      expect(has === reserved[asset], () => `the reserve of asset ${asset} to be ${reserved[asset]}, it is ${has}`);
    }
    for (let product = 1; product <= products.rows.top; product += 1)
      expect(sold[product] === products.rows.sold[product], () => `product ${product} to have sold ${sold[product]}`);
    for (let buyer = 1; buyer <= buyers.top; buyer += 1)
      expect(
        open[buyer] === buyers.open[buyer] &&
          (open[buyer] as number) <= MAX_OPEN &&
          (buyers.times[buyer] as number) >= (open[buyer] as number),
        () =>
          `buyer ${buyer} to have ${open[buyer]} stakes, the row says ${buyers.open[buyer]} of ${buyers.times[buyer]}`,
      );
  }
}
