// withdrawal.request, cancel, pass, approve, step, failProven and replan: reviewed, then signed once (money §8; W05).

import { Domain } from '../../domain.ts';
import { TIMER } from '../../clock/index.ts';
import { WALLET } from '../../enum/index.ts';
import { wholeWorth } from '../../formula/index.ts';
import { DOWN, mulDiv, remainder, shareUp } from '../../number/index.ts';
import { allows, USE, whyNot, YES } from '../../price/index.ts';
import { RULE } from '../../rules.ts';
import { commands, DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../../schema/index.ts';
import type { Registry } from '../../state/index.ts';
import { WITHDRAWALS } from '../rails.ts';
import { type WalletContext } from '../context.ts';
import { WithdrawalFlow, type WithdrawalRows } from './flow.ts';
import { SMALL_WITHDRAWAL } from '../hourly-grants.ts';
import { type WithdrawalLock, WithdrawalLocks } from './locks.ts';
import { MOST_OF_USER, WithdrawalQueue } from './queue.ts';
import { ACTION, type Action, WITHDRAWAL, withdrawalAfter } from './states.ts';
import type { Expect } from '../../expect.ts';

const REQUEST = commands['withdrawal.request'].kind;
const CANCEL = commands['withdrawal.cancel'].kind;
const STEP = commands['withdrawal.step'].kind;
const APPROVE = commands['withdrawal.approve'].kind;
const PASS = commands['withdrawal.pass'].kind;
const FAIL_PROVEN = commands['withdrawal.failProven'].kind;
const REPLAN = commands['withdrawal.replan'].kind;
const USER = offsetOf('withdrawal.request', 'user');
const ASSET = offsetOf('withdrawal.request', 'asset');
const RAIL = offsetOf('withdrawal.request', 'rail');
const AMOUNT = offsetOf('withdrawal.request', 'amount');
const DESTINATION = offsetOf('withdrawal.request', 'destination');
const CANCELLED = offsetOf('withdrawal.cancel', 'withdrawal');
const PASSED = offsetOf('withdrawal.pass', 'withdrawal');
const PROVEN = offsetOf('withdrawal.failProven', 'withdrawal');
const REPLANNED = offsetOf('withdrawal.replan', 'withdrawal');
const STEPPED = offsetOf('withdrawal.step', 'withdrawal');
const WHICH = offsetOf('withdrawal.step', 'step');
const COST = offsetOf('withdrawal.step', 'cost');
const COST_ASSET = offsetOf('withdrawal.step', 'costAsset');
const OPERATOR = offsetOf('withdrawal.approve', 'operator');
const APPROVED = offsetOf('withdrawal.approve', 'withdrawal');
const DECISION = offsetOf('withdrawal.approve', 'decision');
/** Actions of `withdrawal.step`, by step. */
const STEPS = [ACTION.fail, ACTION.sign, ACTION.broadcast, ACTION.confirm, ACTION.fail] as const;
/** Actions after which it waits for its turn, and those that end it unpaid. */
const APPROVES: readonly Action[] = [ACTION.approve, ACTION.pass, ACTION.replan];
const ENDS: readonly Action[] = [ACTION.refuse, ACTION.cancel, ACTION.fail, ACTION.failProven];

export class Withdrawals extends Domain {
  readonly kinds = [REQUEST, CANCEL, STEP, APPROVE, PASS, FAIL_PROVEN, REPLAN];
  override readonly whileFrozen = [CANCEL];
  override readonly timers = [TIMER.withdrawalTurn, TIMER.withdrawalMinute, TIMER.withdrawalHour];
  private readonly context: WalletContext;
  private readonly flow: WithdrawalFlow;
  private readonly rows: WithdrawalRows;
  private readonly queue: WithdrawalQueue;
  private readonly locks: WithdrawalLocks;
  /** The request just decided: fee in atoms, value in whole USDT. */
  private fee = 0;
  private worth = 0;

  constructor(registry: Registry, context: WalletContext) {
    super();
    this.context = context;
    this.flow = new WithdrawalFlow(registry, context);
    this.rows = this.flow.rows;
    this.locks = new WithdrawalLocks(context);
    this.queue = new WithdrawalQueue(registry, context, this.rows, (user) => this.locks.stopped(user));
  }

  /** Registers a product that may lock a user's withdrawals (3105). */
  lockBy(lock: WithdrawalLock): void {
    this.locks.add(lock);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    switch (kind) {
      case REQUEST:
        return this.decideRequest(words, at);
      case CANCEL:
        return this.decideCancel(words, at);
      case STEP:
        return this.decideStep(words, at);
      case PASS:
        return this.decidePass(words[at + PASSED] as number);
      case FAIL_PROVEN:
        return this.allowed(words[at + PROVEN] as number, ACTION.failProven);
      case REPLAN:
        return this.allowed(words[at + REPLANNED] as number, ACTION.replan);
      default:
        return this.decideApprove(words, at);
    }
  }

  commit(words: Float64Array, at: number, kind: number): number {
    const { rows } = this;
    switch (kind) {
      case REQUEST:
        return this.commitRequest(words, at);
      case CANCEL:
        return this.move(rows.find(words[at + CANCELLED] as number), ACTION.cancel);
      case STEP:
        return this.commitStep(words, at);
      case PASS:
        return this.commitPass(rows.find(words[at + PASSED] as number));
      case FAIL_PROVEN:
        return this.move(rows.find(words[at + PROVEN] as number), ACTION.failProven);
      case REPLAN:
        return this.move(rows.find(words[at + REPLANNED] as number), ACTION.replan);
      default:
        return this.move(
          rows.find(words[at + APPROVED] as number),
          words[at + DECISION] === 1 ? ACTION.approve : ACTION.refuse,
        );
    }
  }

  /**
   * Fee and total hold, atoms; value of the amount, and what is left after it today, whole USDT, and in the hour,
   * atoms; whether it would wait after approval; atoms of the hour, before it, that large withdrawals may use.
   */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== REQUEST) return [];
    const { fee, worth } = this;
    const { limits } = this.context;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const today = limits.leftToday(user) - worth;
    const hour = this.queue.grants.left(asset);
    if (!this.queues()) return [fee, amount + fee, worth, today, hour - amount, 0, hour];
    const waits = this.queue.waits(user, asset, words[at + RAIL] as number, amount, worth);
    return [
      fee,
      amount + fee,
      worth,
      today,
      hour > amount ? hour - amount : 0,
      waits ? 1 : 0,
      this.queue.grants.leftForLarge(asset),
    ];
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row)) add(this.flow.account(row), this.flow.heldBy(row));
  }

  override fire(kind: number, id: number): void {
    this.queue.fire(kind, id);
  }

  override busy(): boolean {
    return this.queue.busy();
  }

  override work(steps: number): number {
    return this.queue.work(steps);
  }

  override activated(version: number): void {
    if (version === RULE.allowanceBack) this.queue.refundReturned();
    if (version === RULE.allowanceByHour) this.queue.allowance.hours.begin();
    if (version === RULE.allowancePassed) this.queue.allowance.beginPassing();
    if (version !== RULE.withdrawalQueue) return;
    this.context.limits.countAsLarge();
    this.queue.rebuild();
  }

  override rebuild(): void {
    this.queue.rebuild();
  }

  override emitState(): void {
    this.queue.allowance.hours.emitState();
    for (let row = 1; row <= this.rows.top; row += 1) {
      if (!this.rows.alive(row)) continue;
      this.flow.emit(row);
      this.queue.emit(row);
    }
  }

  override audit(expect: Expect): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      const status = rows.status[row] as number;
      expect(
        status >= WITHDRAWAL.review && status <= WITHDRAWAL.broadcast,
        () => `withdrawal ${row} under way, got ${status}`,
      );
    }
    this.queue.audit(expect);
  }

  private decideRequest(words: Float64Array, at: number): number {
    const { context } = this;
    const { limits } = context;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const { rails } = context;
    const rail = rails.of(words[at + RAIL] as number, asset);
    if (rail === 0) return this.refuse(rejects['coin.unknown'], words[at + RAIL] as number, asset);
    if (((rails.rows.open[rail] as number) & WITHDRAWALS) === 0 || !limits.known())
      return this.refuse(rejects['withdrawal.halted'], 0, words[at + RAIL] as number);
    const step = rails.rows.step[rail] as number;
    if (remainder(amount, step) !== 0) return this.refuse(rejects['request.invalid'], step, amount);
    const least = rails.rows.minWithdrawal[rail] as number;
    if (amount < least) return this.refuse(rejects['amount.tooSmall'], least, amount);
    if (this.locked(user))
      return this.refuse(rejects['withdrawal.locked'], 0, context.users.rows.locks[user] as number);
    if (context.users.rows.stage[user] === 0) return this.refuse(rejects['kyc.required'], 1, 0);
    const instrument = rails.rows.instrument[rail] as number;
    if (instrument !== 0) {
      const state = context.prices.state(instrument);
      if (allows(state, USE.settle) !== YES) return this.refuse(whyNot(state), 0, state);
    }
    const unit = context.markets.assets.unit[asset] as number;
    this.worth = wholeWorth(amount, unit, context.cents(instrument), context.parts(instrument));
    const today = limits.leftToday(user);
    if (this.worth > today) return this.refuse(rejects['withdrawal.limit'], today, this.worth);
    const share = shareUp(amount, rails.rows.feeRate[rail] as number);
    const flat = rails.rows.fee[rail] as number;
    this.fee = share > flat ? share : flat;
    const own = context.walletRules.spendable(user, WALLET.spot, asset, 0);
    if (own < amount + this.fee) return this.refuse(rejects['balance.insufficient'], amount + this.fee, own);
    const most = this.queues() ? this.mostOf(asset, instrument) : limits.leftThisHour(asset);
    if (amount > most) return this.refuse(rejects['withdrawal.limit'], most, amount);
    if (this.queues() && this.queue.countOf(user) >= MOST_OF_USER)
      return this.refuse(rejects['request.tooFrequent'], MOST_OF_USER, this.queue.countOf(user));
    return this.rows.full() ? this.refuse(rejects['request.tooFrequent'], this.rows.most, this.rows.top) : DONE;
  }

  /** Holds amount and fee. Returns the withdrawal's id. */
  private commitRequest(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const row = rows.take();
    rows.user[row] = words[at + USER] as number;
    rows.asset[row] = words[at + ASSET] as number;
    rows.rail[row] = words[at + RAIL] as number;
    rows.amount[row] = words[at + AMOUNT] as number;
    rows.destination[row] = words[at + DESTINATION] as number;
    rows.fee[row] = this.fee;
    rows.worth[row] = this.worth;
    rows.time[row] = context.clock.now;
    rows.status[row] = WITHDRAWAL.review;
    context.limits.addToDay(rows.user[row] as number, this.worth);
    if (this.queues()) this.queue.asked(row);
    else context.limits.addToHour(rows.asset[row] as number, rows.amount[row] as number, 0, 0);
    this.flow.emit(row);
    const held = this.flow.heldBy(row);
    context.ledger.post(this.flow.account(row), 0 - held, held);
    return rows.id(row);
  }

  private decideCancel(words: Float64Array, at: number): number {
    const id = words[at + CANCELLED] as number;
    const row = this.rows.find(id);
    if (row !== 0 && this.rows.user[row] !== words[at + USER]) return this.refuse(rejects['request.notFound'], 0, id);
    return this.allowed(id, ACTION.cancel);
  }

  /** One operator decides below the threshold, and may refuse above it. Operator 0: two decided, in a proposal. */
  private decideApprove(words: Float64Array, at: number): number {
    const { rows } = this;
    const id = words[at + APPROVED] as number;
    const approves = words[at + DECISION] === 1;
    const code = this.allowed(id, approves ? ACTION.approve : ACTION.refuse);
    if (code !== DONE || !approves) return code;
    const row = rows.find(id);
    const worth = rows.worth[row] as number;
    if (words[at + OPERATOR] !== 0 && worth >= this.context.limits.threshold())
      return this.refuse(rejects['request.forbidden'], this.context.limits.threshold(), worth);
    return this.stopped(row);
  }

  /**
   * Passes without review: a small value, within the user's total for today, and nothing that would stop a reviewer.
   */
  private decidePass(id: number): number {
    const { rows } = this;
    const { limits, passes, rails } = this.context;
    const code = this.allowed(id, ACTION.pass);
    if (code !== DONE) return code;
    const row = rows.find(id);
    const worth = rows.worth[row] as number;
    const rail = rails.of(rows.rail[row] as number, rows.asset[row] as number);
    if (((rails.rows.open[rail] as number) & WITHDRAWALS) === 0)
      return this.refuse(rejects['withdrawal.halted'], 0, rows.rail[row] as number);
    const most = Math.min(passes.most(), passes.leftToday(rows.user[row] as number));
    if (worth > most || worth >= limits.threshold()) return this.refuse(rejects['request.forbidden'], most, worth);
    return this.stopped(row);
  }

  private commitPass(row: number): number {
    const { rows, context } = this;
    context.passes.add(rows.id(row), rows.user[row] as number, rows.worth[row] as number);
    return this.move(row, ACTION.pass);
  }

  private decideStep(words: Float64Array, at: number): number {
    const id = words[at + STEPPED] as number;
    const action = STEPS[words[at + WHICH] as number] as Action;
    const cost = words[at + COST] as number;
    const asset = words[at + COST_ASSET] as number;
    const code = this.allowed(id, action);
    if (code !== DONE) return code;
    const row = this.rows.find(id);
    if (action !== ACTION.confirm || cost === 0) {
      if (cost !== 0 || asset !== 0) return this.refuse(rejects['request.invalid'], 0, cost);
      if (action !== ACTION.sign) return DONE;
      const stopped = this.stopped(row);
      if (stopped !== DONE || !this.queues() || this.queue.isGranted(row)) return stopped;
      return this.refuse(rejects['withdrawal.limit'], 0, this.rows.amount[row] as number);
    }
    const { rails } = this.context;
    const rail = rails.of(this.rows.rail[row] as number, asset);
    if (rail === 0) return this.refuse(rejects['coin.unknown'], this.rows.rail[row] as number, asset);
    // The total owed must stay within the value bound of one order.
    const owed = (rails.rows.owed[rail] as number) + cost;
    return owed > MAX_ORDER_ATOMS ? this.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, owed) : DONE;
  }

  private commitStep(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const row = rows.find(words[at + STEPPED] as number);
    const action = STEPS[words[at + WHICH] as number] as Action;
    const rail = rows.rail[row] as number;
    const asset = rows.asset[row] as number;
    this.move(row, action);
    if (action !== ACTION.confirm) return 0;
    const cost = words[at + COST] as number;
    const costAsset = words[at + COST_ASSET] as number;
    if (cost > 0) {
      const { rails } = context;
      const of = rails.of(rail, costAsset);
      rails.rows.owed[of] = (rails.rows.owed[of] as number) + cost;
      this.flow.payRail(of);
    }
    if (costAsset !== asset) this.flow.payRail(context.rails.of(rail, asset));
    return 0;
  }

  /** Moves a withdrawal to its next status, and updates its position in the queue. */
  private move(row: number, action: Action): number {
    if (!this.queues()) return this.flow.move(row, action);
    const user = this.rows.user[row] as number;
    if (action === ACTION.sign) this.queue.signed(row);
    else if (action === ACTION.replan) this.queue.replanned(row);
    else if (ENDS.includes(action)) this.queue.ended(row, action !== ACTION.cancel);
    const result = this.flow.move(row, action);
    if (APPROVES.includes(action)) this.queue.approved(row);
    else if (action !== ACTION.sign && action !== ACTION.broadcast) this.queue.forget(user, row);
    return result;
  }

  /** Whether withdrawals queue. */
  private queues(): boolean {
    return this.context.clock.rules >= RULE.withdrawalQueue;
  }

  /** Most atoms of one request. A value above a small one must fit the part of an hour for large ones. */
  private mostOf(asset: number, instrument: number): number {
    const { context, queue } = this;
    const large = queue.grants.most(asset, this.worth);
    if (this.worth <= SMALL_WITHDRAWAL) return large;
    const unit = context.markets.assets.unit[asset] as number;
    const small = mulDiv(unit, SMALL_WITHDRAWAL * context.parts(instrument), context.cents(instrument), DOWN);
    return context.limits.hourClosed() || large > small ? large : small;
  }

  /** Whether the table of states allows an action. Ended and confirmed withdrawals are final. */
  private allowed(id: number, action: Action): number {
    const { rows } = this;
    const row = rows.find(id);
    if (row === 0)
      return this.refuse(rows.ended(id) ? rejects['withdrawal.final'] : rejects['request.notFound'], 0, id);
    const status = rows.status[row] as number;
    return withdrawalAfter(status, action) === 0 ? this.refuse(rejects['withdrawal.final'], 0, status) : DONE;
  }

  /** Refuses to approve or sign for a user who has been locked since. */
  private stopped(row: number): number {
    const user = this.rows.user[row] as number;
    return this.locks.stopped(user)
      ? this.refuse(rejects['withdrawal.locked'], 0, this.context.users.rows.locks[user] as number)
      : DONE;
  }

  /** Whether a user may not withdraw: a lock, an unpaid reversed deposit, a product (`lockBy`). */
  locked(user: number): boolean {
    return this.locks.locked(user);
  }
}
