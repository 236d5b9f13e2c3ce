// Margin borrowing as a domain of the exchange: its commands, the hour, the ticks, its invariants (money §4).

import { TIMER } from '../clock/index.ts';
import { Domain } from '../domain.ts';
import { CLASS } from '../ledger/index.ts';
import { NO, USE } from '../price/index.ts';
import { commands, decodeCommand, DONE, MAX_WORD } from '../schema/index.ts';
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
import { arm, BORROWED, bringUp, tellDebt } from './debts.ts';
import { examine } from './examine.ts';
import { Gate } from './gate.ts';
import { tellStep, STEP } from './liquidate.ts';
import type { MarginRoom } from './room.ts';
import { commitSettings, decideSettings, dropOlder, type Settings, tellSettings, tightens } from './settings.ts';
import { CALLED, CALM, CROSS, ISOLATED, LAST, ROW } from './tables.ts';
import { measureRow } from './value.ts';
import { dequeue, enqueue, isAbove } from './watch.ts';

const BORROW = commands['debt.borrow'].kind;
const REPAY = commands['debt.repay'].kind;
const LEVERAGE = commands['debt.leverage'].kind;
const SET = commands['margin.set'].kind;
const LEVERAGE_SET = 243;

export class Margin extends Domain {
  readonly kinds = [BORROW, REPAY, LEVERAGE, SET];
  override readonly whileFrozen = [REPAY];
  override readonly timers = [TIMER.interest];
  /** What it says of orders and transfers in wallets 4 and 5. */
  readonly gate: Gate;
  readonly room: MarginRoom;

  constructor(room: MarginRoom) {
    super();
    this.room = room;
    this.gate = new Gate(room);
    room.purses.give(CROSS, this.gate);
    room.purses.give(ISOLATED, this.gate);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    this.room.refuse(0, 0, 0);
    const code = this.judge(words, at, kind);
    return code === DONE ? DONE : this.refuse(code, this.room.expected, this.room.got);
  }

  private judge(words: Float64Array, at: number, kind: number): number {
    const { room } = this;
    if (kind === BORROW) return decideBorrow(room, words, at);
    if (kind === REPAY) return decideRepay(room, words, at);
    if (kind === LEVERAGE) return decideLeverage(room, words, at);
    const set = decodeCommand(words, at) as Settings;
    const code = decideSettings(room, set);
    return code === DONE ? room.changes.decide(SET, 0, tightens(room, set)) : code;
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { room } = this;
    if (kind === BORROW) return commitBorrow(room, words, at);
    if (kind === REPAY) return commitRepay(room, words, at);
    if (kind === LEVERAGE) return commitLeverage(room, words, at);
    const set = decodeCommand(words, at) as Settings;
    return room.changes.waits(words, at, 0, tightens(room, set)) ? 0 : commitSettings(room, set);
  }

  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind === BORROW) return borrowNumbers(this.room, words, at);
    return kind === REPAY ? repayNumbers(this.room, words, at) : [];
  }

  /** An hour began: all debts are looked through, by and by; none is late, for each counts its hours itself. */
  override fire(): void {
    const { state } = this.room.tables;
    state.armed[ROW] = 0;
    state.sweep[ROW] = 1;
    arm(this.room);
  }

  override tick(instrument: number): void {
    const { tables, prices } = this.room;
    const { assets, state } = tables;
    if (tables.terms.version[ROW] === 0 || prices.allows(instrument, USE.settle) === NO) return;
    // Bounded by the assets listed.
    for (let asset = 1; asset <= assets.top; asset += 1) {
      if (assets.instrument[asset] !== instrument) continue;
      if (state.round[ROW] === 0) state.round[ROW] = state.watchFirst[ROW] as number;
      if (assets.stirred[asset] !== 0) continue;
      assets.stirred[asset] = 1;
      state.stirred[ROW] = (state.stirred[ROW] as number) + 1;
    }
  }

  override work(steps: number): number {
    let left = steps;
    while (left > 0 && this.busy()) left -= this.step();
    return left > 0 ? left : 0;
  }

  override busy(): boolean {
    const { state } = this.room.tables;
    return (
      state.queueFirst[ROW] !== 0 ||
      state.stirred[ROW] !== 0 ||
      state.round[ROW] !== 0 ||
      state.sweep[ROW] !== 0 ||
      state.renew[ROW] !== 0
    );
  }

  /** One thing of what is left over: wallets that changed, bounds that were hit, those not calm, the hour, new terms. */
  private step(): number {
    const { room } = this;
    const { state, wallets, debts } = room.tables;
    const changed = dequeue(room);
    if (changed !== 0) return examine(room, changed);
    if (state.stirred[ROW] !== 0) return this.stirred();
    const round = state.round[ROW] as number;
    if (round !== 0) {
      state.round[ROW] = wallets.after[round] as number;
      return examine(room, round);
    }
    const debt = state.sweep[ROW] as number;
    if (debt !== 0) {
      state.sweep[ROW] = debt < debts.top ? debt + 1 : 0;
      if (debt <= debts.top && debts.alive(debt) && bringUp(room, debt)) enqueue(room, debts.owner[debt] as number);
      if (state.sweep[ROW] === 0) dropOlder(room);
      return 1;
    }
    const row = state.renew[ROW] as number;
    state.renew[ROW] = row < wallets.top ? row + 1 : 0;
    enqueue(room, row);
    return 1;
  }

  /** The next wallet that a tick's coin has to look at; a coin that has none is calm. */
  private stirred(): number {
    const { room } = this;
    const { assets, state } = room.tables;
    let asset = 1;
    while (assets.stirred[asset] === 0) asset += 1;
    const instrument = assets.instrument[asset] as number;
    const hit =
      room.prices.allows(instrument, USE.settle) === NO ? 0 : room.bounds.hit(asset, room.prices.cents(instrument));
    if (hit !== 0) return examine(room, hit);
    assets.stirred[asset] = 0;
    state.stirred[ROW] = (state.stirred[ROW] as number) - 1;
    return 1;
  }

  override rebuild(): void {
    this.room.rebuild();
  }

  override tell(): void {
    const { room } = this;
    const { wallets, debts } = room.tables;
    tellSettings(room);
    for (let row = 1; row <= wallets.top; row += 1) {
      room.out.record(LEVERAGE_SET, [
        ...[wallets.user[row] as number, wallets.wallet[row] as number, wallets.market[row] as number],
        wallets.leverage[row] as number,
      ]);
      for (let debt = wallets.debts[row] as number; debt !== 0; debt = debts.next[debt] as number)
        tellDebt(room, debt, BORROWED, 0);
      if (wallets.state[row] === CALLED) tellStep(room, row, STEP.call, 0);
      else if (wallets.state[row] !== CALM) tellStep(room, row, STEP.began, 0);
    }
  }

  /** money §4: with all work done, a calm wallet is above its call level: its bounds let nothing slip. */
  private auditCalm(expect: (holds: boolean, what: string) => void): void {
    const { room } = this;
    const { wallets, bounds, levels } = room.tables;
    if (this.busy()) return;
    for (let row = 1; row <= wallets.top; row += 1) {
      const bound = wallets.bounds[row] as number;
      if (wallets.debts[row] === 0 || wallets.state[row] !== CALM) continue;
      // It waits for a good price of one of its coins.
      if (bound !== 0 && bounds.cents[bound] === MAX_WORD) continue;
      const measured = measureRow(room, row);
      const call = levels.call[wallets.leverage[row] as number] as number;
      expect(measured.blind !== 0 || isAbove(measured, call), `calm wallet row ${row} above its call level`);
    }
  }

  /** Older rates are kept while a sweep runs, each linked from its asset. */
  private auditRates(expect: (holds: boolean, what: string) => void): void {
    const { assets, rates, state } = this.room.tables;
    let linked = 0;
    for (let asset = 1; asset <= assets.top; asset += 1)
      for (let row = assets.older[asset] as number; row !== 0; row = rates.next[row] as number) {
        expect(rates.alive(row) && rates.asset[row] === asset, `rate ${row} to be asset ${asset}'s`);
        linked += 1;
      }
    expect(
      linked === rates.rowsUsed() && (linked === 0 || state.sweep[ROW] !== 0),
      `${linked} older rates, of a sweep that runs`,
    );
  }

  /** money §12, core §4: a debt's account is what its row says, what is receivable is the sum of its kind. */
  override audit(expect: (holds: boolean, what: string) => void): void {
    const { ledger, tables } = this.room;
    const { debts, wallets, state, bounds } = tables;
    const a = ledger.accounts;
    this.auditCalm(expect);
    this.auditRates(expect);
    this.room.kept.audit(expect);
    const owed = new Float64Array(a.top + 1);
    let count = 0;
    for (let row = 1; row <= wallets.top; row += 1) {
      for (let debt = wallets.debts[row] as number; debt !== 0; debt = debts.next[debt] as number) {
        const account = debts.account[debt] as number;
        expect(debts.alive(debt) && debts.owner[debt] === row, `debt ${debt} to live in wallet row ${row}`);
        expect((debts.principal[debt] as number) > 0, `principal in debt ${debt}`);
        owed[account] =
          (owed[account] as number) + (debts.principal[debt] as number) + (debts.interest[debt] as number);
        count += 1;
      }
      for (let bound = wallets.bounds[row] as number; bound !== 0; bound = bounds.next[bound] as number)
        expect(bounds.alive(bound) && bounds.owner[bound] === row, `bound ${bound} to live in wallet row ${row}`);
      expect((wallets.state[row] !== CALM) === (wallets.watched[row] === 1), `wallet row ${row} watched unless calm`);
      expect(wallets.waits[row] === 0 || wallets.waits[row] === LAST || (wallets.waits[row] as number) > 0, 'a queue');
    }
    expect(count === state.count[ROW], `${count} debts counted, got ${state.count[ROW]}`);
    const sums = new Float64Array(a.top + 1);
    for (let slot = 1; slot <= a.top; slot += 1) {
      const kind = a.wallet[slot] as number;
      if (a.class[slot] !== CLASS.debt || (kind !== 4 && kind !== 5)) continue;
      expect(a.available[slot] === 0 - (owed[slot] as number), `debt account ${slot} to owe ${owed[slot]}`);
      const claim = ledger.find(CLASS.receivable, 0, kind, a.asset[slot] as number, 0);
      sums[claim] = (sums[claim] as number) - (a.available[slot] as number);
    }
    for (let slot = 1; slot <= a.top; slot += 1) {
      const kind = a.wallet[slot] as number;
      if (a.class[slot] === CLASS.receivable && (kind === 4 || kind === 5))
        expect(a.available[slot] === sums[slot], `receivable ${slot} to be the ${sums[slot]} owed`);
    }
  }
}
