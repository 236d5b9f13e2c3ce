// The domain of perpetual contracts: their commands, and the rules of their orders for the order books.

import { ROW64 } from '../book/index.ts';
import { Domain } from '../domain.ts';
import { MARKET_TYPE, ORDER_STATUS } from '../enum/index.ts';
import { type OrderRules, emitChanged } from '../order/index.ts';
import type { WalletRule, WalletRules } from '../ledger/index.ts';
import type { Changes } from '../user/index.ts';
import { allows, NO, USE } from '../price/index.ts';
import { RULE } from '../rules.ts';
import { commands, offsetOf, rejects } from '../schema/index.ts';
import { auditContracts } from './audit.ts';
import { commitAmend, decideAmend } from './order/amend.ts';
import { Decision } from './order/checks.ts';
import { commitChange, commitFees, commitList, decideChange, decideFees, decideList, emitContract } from './listing.ts';
import { commitGuard, commitSide, decideGuard, decideSide } from './order/set-tpsl.ts';
import {
  commitClose,
  commitLeverage,
  commitMany,
  commitMargin,
  decideClose,
  decideLeverage,
  decideMany,
  decideMargin,
  decideProven,
} from './position/commands.ts';
import { opens } from './order/fill-side.ts';
import { spendable } from './position/valuation.ts';
import { leverageNumbers, marginNumbers, placeNumbers } from './answers.ts';
import { commitPlace, decidePlace } from './order/place.ts';
import { commitQuote, decideQuote } from './order/quote.ts';
import { lockedBy } from './priced.ts';
import type { PerpetualContext } from './context.ts';
import { cancel } from './order/order-lifecycle.ts';
import { Estimate, Legs } from './order/take.ts';
import { emitLeverage, emitOpened, emitPosition } from './events.ts';
import { fire, fireNear, meetsNear } from './order/trigger.ts';
import type { Expect } from '../expect.ts';

const K = {
  place: commands['contract.place'].kind,
  close: commands['position.close'].kind,
  proven: commands['position.closeProven'].kind,
  many: commands['position.closeMany'].kind,
  margin: commands['position.margin'].kind,
  guard: commands['position.guard'].kind,
  side: commands['position.guardSide'].kind,
  leverage: commands['leverage.set'].kind,
  list: commands['contract.list'].kind,
  change: commands['contract.change'].kind,
  fees: commands['contract.fees'].kind,
} as const;

const DIRECTION = offsetOf('contract.place', 'direction');

export class Perpetual extends Domain implements OrderRules, WalletRule {
  readonly kinds = Object.values(K);
  /** Adding margin. Removing it is refused inside. */
  override readonly whileFrozen = [K.margin, K.proven];
  override readonly frozenReduces = [K.guard, K.side];
  override readonly closing = [K.place, K.close, K.many];
  readonly context: PerpetualContext;
  private readonly changes: Changes;
  private readonly made = new Decision();
  private readonly estimate = new Estimate();
  private readonly legs = new Legs();

  constructor(context: PerpetualContext, changes: Changes, walletRules: WalletRules) {
    super();
    this.context = context;
    this.changes = changes;
    context.orderBooks.give(MARKET_TYPE.linear, this);
    context.orderBooks.give(MARKET_TYPE.inverse, this);
    walletRules.give(MARKET_TYPE.linear, this);
    walletRules.give(MARKET_TYPE.inverse, this);
  }

  override closes(words: Float64Array, at: number, kind: number): boolean {
    return kind !== K.place || !opens(words[at + DIRECTION] as number);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    const { context, made, changes } = this;
    context.refuse(0, 0, 0);
    switch (kind) {
      case K.place:
        return this.noted(decidePlace(context, made, this.estimate, this.legs, words, at));
      case K.close:
        return this.noted(decideClose(context, words, at));
      case K.proven:
        return this.noted(decideProven(context, words, at));
      case K.many:
        return this.noted(decideMany(context, words, at));
      case K.margin:
        return this.noted(decideMargin(context, words, at));
      case K.guard:
        return this.noted(decideGuard(context, words, at));
      case K.side:
        return this.noted(decideSide(context, words, at));
      case K.leverage:
        return this.noted(decideLeverage(context, made, words, at));
      case K.list:
        return this.noted(decideList(context, words, at));
      case K.change:
        return this.noted(decideChange(context, changes, words, at));
      case K.fees:
        return this.noted(decideFees(context, changes, words, at));
      default:
        return this.refuse(rejects['request.invalid'], 0, kind);
    }
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { context, made, legs, changes } = this;
    switch (kind) {
      case K.place:
        return commitPlace(context, made, legs, words, at);
      case K.close:
        return commitClose(context, legs, words, at);
      case K.proven:
        return commitClose(context, legs, words, at);
      case K.many:
        return commitMany(context, legs, words, at);
      case K.margin:
        return commitMargin(context, words, at);
      case K.guard:
        return commitGuard(context, words, at);
      case K.side:
        return commitSide(context, words, at);
      case K.leverage:
        return commitLeverage(context, made, words, at);
      case K.list:
        return commitList(context, words, at);
      case K.change:
        return commitChange(context, changes, words, at);
      case K.fees:
        return commitFees(context, changes, words, at);
      default:
        throw new Error(`Expected a command of contracts, got kind ${kind}.`);
    }
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind === K.place) return placeNumbers(this.context, this.made, this.estimate, words, at);
    if (kind === K.margin) return marginNumbers(this.context, words, at);
    if (kind === K.leverage) return leverageNumbers(this.context, this.made, words, at);
    return [];
  }

  /** Decides the market maker's quotes (`maker.quote`). */
  decideQuote(words: Float64Array, at: number): number {
    this.context.refuse(0, 0, 0);
    return this.noted(decideQuote(this.context, words, at));
  }

  commitQuote(words: Float64Array, at: number): number {
    return commitQuote(this.context, this.made, this.legs, words, at);
  }

  // ── orders on the order books ──

  cancel(slot: number, reason: number): void {
    cancel(this.context, slot, reason);
  }

  guards(slot: number): boolean {
    return this.context.terms.guard[slot] !== 0;
  }

  reduces(slot: number): boolean {
    return !opens(this.context.terms.direction[slot] as number);
  }

  trigger(slot: number): void {
    const { context } = this;
    if (context.clock.rules >= RULE.stops) fireNear(context, this.estimate, this.legs, slot);
    else fire(context, this.estimate, this.legs, slot);
  }

  index(market: number): number {
    const { prices, markets } = this.context;
    const instrument = markets.rows.instrument[market] as number;
    return prices.allows(instrument, USE.settle) === NO ? 0 : prices.cents(instrument);
  }

  major(market: number): boolean {
    return this.context.prices.major(this.context.markets.rows.instrument[market] as number);
  }

  meets(slot: number): boolean {
    return meetsNear(this.context, slot);
  }

  /** The mark, while the market's prices are usable for one; cents. */
  reference(market: number): number {
    const { prices, markets, contracts } = this.context;
    const state = prices.state(markets.rows.instrument[market] as number);
    return allows(state, USE.settle) === NO ? 0 : (contracts.rows.mark[market] as number);
  }

  decideAmend(words: Float64Array, at: number, slot: number): number {
    this.context.refuse(0, 0, 0);
    this.amended = slot;
    return this.noted(decideAmend(this.context, this.made, words, at, slot));
  }
  private amended = 0;

  commitAmend(words: Float64Array, at: number, slot: number): number {
    return commitAmend(this.context, this.made, this.legs, words, at, slot);
  }

  amendNumbers(): readonly number[] {
    const market = this.context.orders.market(this.amended);
    return [this.context.contracts.rows.settle[market] as number, this.made.before, this.made.need];
  }

  emitOrder(slot: number): void {
    const { context } = this;
    const { orders } = context;
    emitOpened(context, slot);
    const rest = orders.rest[slot * ROW64] as number;
    const dealt = (orders.lots[slot * ROW64] as number) - rest;
    if (orders.waiting(slot)) {
      if (dealt > 0) emitChanged(context, slot, dealt, 0, ORDER_STATUS.trigger);
      return;
    }
    emitChanged(context, slot, dealt, rest, dealt > 0 ? ORDER_STATUS.partly : ORDER_STATUS.waiting);
  }

  /** The desk stopped or resumed a contract, also one that a liquidation had made reduce-only (money §3). */
  marketChanged(market: number): void {
    this.context.contracts.rows.state[market] = this.context.markets.rows.state[market] as number;
    emitContract(this.context, market);
  }

  /** Orders require margin in these wallets but hold nothing (money §3). */
  holdOf(): number {
    return 0;
  }

  // ── wallets 2 and 3 ──

  spendable(user: number, wallet: number, asset: number): number {
    const contractWallet = this.context.positions.contractWallet(user, asset, wallet);
    return contractWallet === 0
      ? this.context.ledger.availableOf(user, wallet, asset, 0)
      : spendable(this.context, contractWallet);
  }

  /** While the price of a cross position is stale, nothing may leave its wallet (money §11). */
  lockedBy(user: number, wallet: number, asset: number): number {
    return lockedBy(this.context, this.context.positions.contractWallet(user, asset, wallet));
  }

  /** A transfer went in or out: positions that the wallet backs are checked again. */
  moved(user: number, wallet: number): void {
    const { positions, contracts } = this.context;
    const c = contracts.rows;
    let before = 0;
    for (let market = 1; market <= c.top; market += 1) {
      if (c.type[market] !== wallet) continue;
      const contractWallet = positions.contractWallet(user, c.settle[market] as number, wallet);
      if (contractWallet !== 0 && contractWallet !== before) this.context.watch.contractWallet(contractWallet);
      before = contractWallet;
    }
  }

  /** A wallet accepts the settle assets of contracts of its type, and any asset while no contracts are listed. */
  takesIn(wallet: number, asset: number): boolean {
    const c = this.context.contracts.rows;
    if (c.top === 0) return true;
    for (let market = 1; market <= c.top; market += 1)
      if (c.type[market] === wallet && c.settle[market] === asset) return true;
    return false;
  }

  // ── state ──

  override rebuild(): void {
    this.context.positions.rebuild();
    this.context.kept.rebuild();
  }

  override emitState(): void {
    const { context } = this;
    const { contracts, positions } = context;
    contracts.emitFees();
    for (let market = 1; market <= contracts.rows.top; market += 1)
      if (contracts.exists(market)) emitContract(context, market);
    const h = positions.holdings;
    for (let row = 1; row <= h.top; row += 1) {
      if (h.cross[row] !== 0) emitLeverage(context, row, 1);
      if (h.isolated[row] !== 0) emitLeverage(context, row, 2);
    }
    for (let slot = 1; slot <= positions.rows.top; slot += 1)
      if (positions.rows.alive(slot)) emitPosition(context, slot);
  }

  override audit(expect: Expect): void {
    auditContracts(this.context, expect);
    this.context.kept.audit(expect);
  }

  private noted(code: number): number {
    this.expected = this.context.expected;
    this.got = this.context.got;
    return code;
  }
}
