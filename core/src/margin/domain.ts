// The margin domain: its commands, hourly interest, ticks, invariants (money §4).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, DEBT_CHANGE, WALLET } from '../enum/index.ts';
import { stepsMet } from '../order/index.ts';
import { RULE } from '../rules.ts';
import { commands, decodeCommand, DONE, MAX_WORD } from '../schema/index.ts';
import { WORK_STEPS } from '../steps.ts';
import {
  borrowNumbers,
  commitBorrow,
  commitLeverage,
  commitRepay,
  decideBorrow,
  decideLeverage,
  decideRepay,
  repayNumbers,
} from './borrow.ts';
import { arm, bringUp, emitDebt } from './debts.ts';
import { examine } from './margin-check.ts';
import { Gate } from './gate.ts';
import { emitStep, STEP } from './liquidate.ts';
import { beginIndex, centsOf, noteTick, tickCounts } from './priced.ts';
import type { MarginContext } from './context.ts';
import { commitSettings, decideSettings, dropOlder, type Settings, emitSettings, tightens } from './settings.ts';
import { CALLED, CALM, LAST, LIQUIDATING, ROW } from './tables.ts';
import { measureRow } from './value.ts';
import { dequeue, enqueue, isAbove } from './watch.ts';
import type { Expect } from '../expect.ts';

const BORROW = commands['debt.borrow'].kind;
const REPAY = commands['debt.repay'].kind;
const LEVERAGE = commands['debt.leverage'].kind;
const SET = commands['margin.set'].kind;
/** Steps of a batch that margin never uses since rules `marginTurns`: a quarter. */
const LEAVES = WORK_STEPS >> 2;
/**
 * Kinds of work that take turns: changed wallets, wallets a tick reached, wallets not calm, hourly interest and new
 * terms.
 */
const KINDS = 4;

export class Margin extends Domain {
  readonly kinds = [BORROW, REPAY, LEVERAGE, SET];
  override readonly whileFrozen = [REPAY];
  override readonly tradesByItself = true;
  override readonly timers = [TIMER.interest];
  /** Margin's checks of orders and transfers in wallets 4 and 5. */
  readonly gate: Gate;
  readonly context: MarginContext;

  constructor(context: MarginContext) {
    super();
    this.context = context;
    this.gate = new Gate(context);
    context.walletRules.give(WALLET.crossMargin, this.gate);
    context.walletRules.give(WALLET.isolatedMargin, this.gate);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    this.context.refuse(0, 0, 0);
    const code = this.judge(words, at, kind);
    return code === DONE ? DONE : this.refuse(code, this.context.expected, this.context.got);
  }

  private judge(words: Float64Array, at: number, kind: number): number {
    const { context } = this;
    if (kind === BORROW) return decideBorrow(context, words, at);
    if (kind === REPAY) return decideRepay(context, words, at);
    if (kind === LEVERAGE) return decideLeverage(context, words, at);
    const set = decodeCommand(words, at) as Settings;
    const code = decideSettings(context, set);
    return code === DONE ? context.changes.decide(SET, 0, tightens(context, set)) : code;
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { context } = this;
    if (kind === BORROW) return commitBorrow(context, words, at);
    if (kind === REPAY) return commitRepay(context, words, at);
    if (kind === LEVERAGE) return commitLeverage(context, words, at);
    const set = decodeCommand(words, at) as Settings;
    return context.changes.waits(words, at, 0, tightens(context, set)) ? 0 : commitSettings(context, set);
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind === BORROW) return borrowNumbers(this.context, words, at);
    return kind === REPAY ? repayNumbers(this.context, words, at) : [];
  }

  /** An hour began: all debts are swept step by step. None is late, because each counts its own hours. */
  override fire(): void {
    const { state } = this.context.tables;
    state.armed[ROW] = 0;
    state.sweep[ROW] = 1;
    arm(this.context);
  }

  override tick(instrument: number): void {
    const { context } = this;
    const { assets, state, terms } = context.tables;
    if (terms.version[ROW] === 0) return;
    const counts = tickCounts(context, instrument);
    // Bounded by the assets listed.
    for (let asset = 1; asset <= assets.top; asset += 1) {
      if (assets.instrument[asset] !== instrument) continue;
      noteTick(context, asset, counts);
      if (!counts) continue;
      if (state.round[ROW] === 0) state.round[ROW] = state.watchFirst[ROW] as number;
      if (assets.stirred[asset] !== 0) continue;
      assets.stirred[asset] = 1;
      state.stirred[ROW] = (state.stirred[ROW] as number) + 1;
    }
  }

  /**
   * Since rules `marginTurns`: uses at most half of the remaining steps, and never the last quarter of a batch. So
   * triggered orders, deposits and other work progress however many wallets need a check.
   */
  override work(steps: number): number {
    const turns = this.inTurns();
    const keeps = turns ? Math.max(steps >> 1, LEAVES) : 0;
    let left = steps;
    const { orderBooks } = this.context;
    while (left > keeps && this.busy()) {
      orderBooks.met = 0;
      left -= turns ? this.stepInTurn() : this.step();
      left -= stepsMet(orderBooks);
    }
    return left > keeps ? left : keeps;
  }

  private inTurns(): boolean {
    return this.context.clock.rules >= RULE.marginTurns;
  }

  override busy(steps = WORK_STEPS): boolean {
    const { state } = this.context.tables;
    if (steps <= LEAVES && this.inTurns()) return false;
    return (
      state.queueFirst[ROW] !== 0 ||
      state.stirred[ROW] !== 0 ||
      state.round[ROW] !== 0 ||
      state.sweep[ROW] !== 0 ||
      state.renew[ROW] !== 0
    );
  }

  /** One step of pending work: changed wallets, reached bounds, wallets not calm, hourly interest, new terms. */
  private step(): number {
    const { context } = this;
    const { state } = context.tables;
    const changed = dequeue(context);
    if (changed !== 0) return examine(context, changed);
    if (state.stirred[ROW] !== 0) return this.stirred();
    return state.round[ROW] !== 0 ? this.round() : this.sweep();
  }

  /**
   * The same with all kinds in turn, so that none waits for many items of another. Bounded: one of the kinds has work.
   */
  private stepInTurn(): number {
    const { context } = this;
    const { state } = context.tables;
    for (let tries = 0; tries < KINDS; tries += 1) {
      const turn = ((state.turn[ROW] as number) % KINDS) + 1;
      state.turn[ROW] = turn;
      const changed = turn === 1 ? dequeue(context) : 0;
      if (changed !== 0) return examine(context, changed);
      if (turn === 2 && state.stirred[ROW] !== 0) return this.stirred();
      if (turn === 3 && state.round[ROW] !== 0) return this.round();
      if (turn === KINDS && (state.sweep[ROW] !== 0 || state.renew[ROW] !== 0)) return this.sweep();
    }
    return 1;
  }

  /** The next of the wallets that are not calm. */
  private round(): number {
    const { state, wallets } = this.context.tables;
    const row = state.round[ROW] as number;
    state.round[ROW] = wallets.after[row] as number;
    return examine(this.context, row);
  }

  /** The next debt of the hourly sweep, then the next wallet whose bounds are recomputed. */
  private sweep(): number {
    const { context } = this;
    const { state, wallets, debts } = context.tables;
    const debt = state.sweep[ROW] as number;
    if (debt !== 0) {
      state.sweep[ROW] = debt < debts.top ? debt + 1 : 0;
      if (debt <= debts.top && debts.alive(debt) && bringUp(context, debt))
        enqueue(context, debts.owner[debt] as number);
      if (state.sweep[ROW] === 0) dropOlder(context);
      return 1;
    }
    const row = state.renew[ROW] as number;
    state.renew[ROW] = row < wallets.top ? row + 1 : 0;
    enqueue(context, row);
    return 1;
  }

  /** The next wallet whose bound a coin's tick reached. A coin without one needs no further checks. */
  private stirred(): number {
    const { context } = this;
    const { assets, state } = context.tables;
    let asset = 1;
    while (assets.stirred[asset] === 0) asset += 1;
    // Since rules `marginStale` the last usable index is kept, so bounds are checked also when the price is now stale.
    const counts = context.clock.rules >= RULE.marginStale || tickCounts(context, assets.instrument[asset] as number);
    const hit = counts ? context.bounds.hit(asset, centsOf(context, asset)) : 0;
    if (hit !== 0) return examine(context, hit);
    assets.stirred[asset] = 0;
    state.stirred[ROW] = (state.stirred[ROW] as number) - 1;
    return 1;
  }

  /** Wallets that waited for a coin's price are checked at its last index, step by step with all others. */
  override activated(version: number): void {
    if (version !== RULE.marginStale) return;
    const { assets, wallets, state } = this.context.tables;
    for (let asset = 1; asset <= assets.top; asset += 1) beginIndex(this.context, asset);
    if (wallets.top > 0) state.renew[ROW] = 1;
  }

  override rebuild(): void {
    this.context.rebuild();
  }

  override emitState(): void {
    const { context } = this;
    const { wallets, debts } = context.tables;
    emitSettings(context);
    for (let row = 1; row <= wallets.top; row += 1) {
      context.out.record('margin.leverage', {
        user: wallets.user[row] as number,
        wallet: wallets.wallet[row] as number,
        market: wallets.market[row] as number,
        leverage: wallets.leverage[row] as number,
      });
      for (let debt = wallets.debts[row] as number; debt !== 0; debt = debts.next[debt] as number)
        emitDebt(context, debt, DEBT_CHANGE.borrowed, 0);
      if (wallets.state[row] === CALLED) emitStep(context, row, STEP.call, 0);
      else if (wallets.state[row] !== CALM) emitStep(context, row, STEP.began, 0);
    }
  }

  /** money §4: when all work is done, a calm wallet is above its call level, so its bounds missed nothing. */
  private auditCalm(expect: Expect): void {
    const { context } = this;
    const { wallets, bounds, levels } = context.tables;
    if (this.busy()) return;
    const blinds = context.clock.rules < RULE.marginStale;
    for (let row = 1; row <= wallets.top; row += 1) {
      const bound = wallets.bounds[row] as number;
      if (wallets.debts[row] === 0 || wallets.state[row] === LIQUIDATING) continue;
      // Before rules `marginTurns` a called wallet had no bounds: every tick checked it.
      const called = wallets.state[row] === CALLED;
      if (called && !this.inTurns()) continue;
      // It waits for a usable price of one of its coins.
      if (bound !== 0 && bounds.cents[bound] === MAX_WORD) continue;
      const measured = measureRow(context, row);
      const line = (called ? levels.liquidation : levels.call)[wallets.leverage[row] as number] as number;
      expect(
        (blinds && measured.blind !== 0) || isAbove(measured, line),
        () => `wallet row ${row} above its next level`,
      );
    }
  }

  /** Older rates are kept only while a sweep runs, each linked from its asset. */
  private auditRates(expect: Expect): void {
    const { assets, rates, state } = this.context.tables;
    let linked = 0;
    for (let asset = 1; asset <= assets.top; asset += 1)
      for (let row = assets.older[asset] as number; row !== 0; row = rates.next[row] as number) {
        expect(rates.alive(row) && rates.asset[row] === asset, () => `rate ${row} to be asset ${asset}'s`);
        linked += 1;
      }
    expect(
      linked === rates.rowsUsed() && (linked === 0 || state.sweep[ROW] !== 0),
      () => `${linked} older rates, of a sweep that runs`,
    );
  }

  /** money §12, core §4: a debt account equals its row; a receivable equals the sum of its kind. */
  override audit(expect: Expect): void {
    const { ledger, tables } = this.context;
    const { debts, wallets, state, bounds } = tables;
    const a = ledger.accounts;
    this.auditCalm(expect);
    this.auditRates(expect);
    this.context.payments.audit(expect);
    this.context.kept.audit(expect);
    const owed = new Float64Array(a.top + 1);
    let count = 0;
    for (let row = 1; row <= wallets.top; row += 1) {
      for (let debt = wallets.debts[row] as number; debt !== 0; debt = debts.next[debt] as number) {
        const account = debts.account[debt] as number;
        expect(debts.alive(debt) && debts.owner[debt] === row, () => `debt ${debt} to live in wallet row ${row}`);
        expect((debts.principal[debt] as number) > 0, () => `principal in debt ${debt}`);
        owed[account] =
          (owed[account] as number) + (debts.principal[debt] as number) + (debts.interest[debt] as number);
        count += 1;
      }
      for (let bound = wallets.bounds[row] as number; bound !== 0; bound = bounds.next[bound] as number)
        expect(bounds.alive(bound) && bounds.owner[bound] === row, () => `bound ${bound} to live in wallet row ${row}`);
      expect(
        (wallets.state[row] !== CALM) === (wallets.watched[row] === 1),
        () => `wallet row ${row} watched unless calm`,
      );
      expect(wallets.waits[row] === 0 || wallets.waits[row] === LAST || (wallets.waits[row] as number) > 0, 'a queue');
    }
    expect(count === state.count[ROW], () => `${count} debts counted, got ${state.count[ROW]}`);
    const sums = new Float64Array(a.top + 1);
    for (let slot = 1; slot <= a.top; slot += 1) {
      const kind = a.wallet[slot] as number;
      if (a.class[slot] !== ACCOUNT_CLASS.debt || (kind !== 4 && kind !== 5)) continue;
      expect(a.available[slot] === 0 - (owed[slot] as number), () => `debt account ${slot} to owe ${owed[slot]}`);
      const claim = ledger.find(ACCOUNT_CLASS.receivable, 0, kind, a.asset[slot] as number, 0);
      sums[claim] = (sums[claim] as number) - (a.available[slot] as number);
    }
    for (let slot = 1; slot <= a.top; slot += 1) {
      const kind = a.wallet[slot] as number;
      if (a.class[slot] === ACCOUNT_CLASS.receivable && (kind === 4 || kind === 5))
        expect(a.available[slot] === sums[slot], () => `receivable ${slot} to be the ${sums[slot]} owed`);
    }
  }
}
