// withdrawal.request, cancel, pass, approve and step: money leaves after a review, signed once (money §8; W05).

import { Domain } from '../domain.ts';
import { wholeWorth } from '../formula/index.ts';
import { remainder, shareUp } from '../number/index.ts';
import { allows, USE, whyNot, YES } from '../price/index.ts';
import { commands, DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import type { Registry } from '../state/index.ts';
import { WITHDRAWALS } from './rails.ts';
import { SPOT_WALLET, type WalletRoom } from './room.ts';
import { WithdrawalFlow, type WithdrawalRows } from './withdrawal-flow.ts';
import { ACTION, type Action, WITHDRAWAL, withdrawalAfter } from './withdrawal-states.ts';

const REQUEST = commands['withdrawal.request'].kind;
const CANCEL = commands['withdrawal.cancel'].kind;
const STEP = commands['withdrawal.step'].kind;
const APPROVE = commands['withdrawal.approve'].kind;
const PASS = commands['withdrawal.pass'].kind;
const USER = offsetOf('withdrawal.request', 'user');
const ASSET = offsetOf('withdrawal.request', 'asset');
const RAIL = offsetOf('withdrawal.request', 'rail');
const AMOUNT = offsetOf('withdrawal.request', 'amount');
const DESTINATION = offsetOf('withdrawal.request', 'destination');
const CANCELLED = offsetOf('withdrawal.cancel', 'withdrawal');
const PASSED = offsetOf('withdrawal.pass', 'withdrawal');
const STEPPED = offsetOf('withdrawal.step', 'withdrawal');
const WHICH = offsetOf('withdrawal.step', 'step');
const COST = offsetOf('withdrawal.step', 'cost');
const COST_ASSET = offsetOf('withdrawal.step', 'costAsset');
const OPERATOR = offsetOf('withdrawal.approve', 'operator');
const APPROVED = offsetOf('withdrawal.approve', 'withdrawal');
const DECISION = offsetOf('withdrawal.approve', 'decision');
/** Lock bit of a user: withdrawals. */
const LOCKED = 2;
/** Actions of `withdrawal.step`, by its step. */
const STEPS = [ACTION.fail, ACTION.sign, ACTION.broadcast, ACTION.confirm, ACTION.fail] as const;

/** Something else that keeps a customer from withdrawing: an overdue loan. */
export interface WithdrawalLock {
  locksWithdrawals(user: number): boolean;
}

export class Withdrawals extends Domain {
  readonly kinds = [REQUEST, CANCEL, STEP, APPROVE, PASS];
  override readonly whileFrozen = [CANCEL];
  private readonly room: WalletRoom;
  private readonly flow: WithdrawalFlow;
  private readonly rows: WithdrawalRows;
  /** Wired once, no state. */
  private readonly locks: WithdrawalLock[] = [];
  /** Of the request just decided: atoms of the fee, worth in whole USDT. */
  private fee = 0;
  private worth = 0;

  constructor(registry: Registry, room: WalletRoom) {
    super();
    this.room = room;
    this.flow = new WithdrawalFlow(registry, room);
    this.rows = this.flow.rows;
  }

  /** Adds a product that may keep a customer from withdrawing (3105). */
  lockBy(lock: WithdrawalLock): void {
    this.locks.push(lock);
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
        return this.flow.move(rows.find(words[at + CANCELLED] as number), ACTION.cancel);
      case STEP:
        return this.commitStep(words, at);
      case PASS:
        return this.commitPass(rows.find(words[at + PASSED] as number));
      default:
        return this.flow.move(
          rows.find(words[at + APPROVED] as number),
          words[at + DECISION] === 1 ? ACTION.approve : ACTION.refuse,
        );
    }
  }

  /** Fee and all that is held, atoms; worth of the amount, what is left today, whole USDT, and in the hour, atoms, after it. */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== REQUEST) return [];
    const { fee, worth } = this;
    const { limits } = this.room;
    const amount = words[at + AMOUNT] as number;
    const today = limits.leftToday(words[at + USER] as number);
    return [fee, amount + fee, worth, today - worth, limits.leftThisHour(words[at + ASSET] as number) - amount];
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1)
      if (rows.alive(row)) add(this.flow.account(row), this.flow.heldBy(row));
  }

  override tell(): void {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.flow.told(row);
  }

  override audit(expect: (holds: boolean, what: string) => void): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) {
      if (!rows.alive(row)) continue;
      const status = rows.status[row] as number;
      expect(
        status >= WITHDRAWAL.review && status <= WITHDRAWAL.broadcast,
        `withdrawal ${row} under way, got ${status}`,
      );
    }
  }

  private decideRequest(words: Float64Array, at: number): number {
    const { room } = this;
    const { limits } = room;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const { rails } = room;
    const rail = rails.of(words[at + RAIL] as number, asset);
    if (rail === 0) return this.refuse(rejects['coin.unknown'], words[at + RAIL] as number, asset);
    if (((rails.rows.open[rail] as number) & WITHDRAWALS) === 0 || !limits.known())
      return this.refuse(rejects['withdrawal.halted'], 0, words[at + RAIL] as number);
    const step = rails.rows.step[rail] as number;
    if (remainder(amount, step) !== 0) return this.refuse(rejects['request.invalid'], step, amount);
    const least = rails.rows.minWithdrawal[rail] as number;
    if (amount < least) return this.refuse(rejects['amount.tooSmall'], least, amount);
    if (this.locked(user)) return this.refuse(rejects['withdrawal.locked'], 0, room.users.rows.locks[user] as number);
    if (room.users.rows.stage[user] === 0) return this.refuse(rejects['kyc.required'], 1, 0);
    const instrument = rails.rows.instrument[rail] as number;
    if (instrument !== 0) {
      const state = room.prices.state(instrument);
      if (allows(state, USE.settle) !== YES) return this.refuse(whyNot(state), 0, state);
    }
    const unit = room.markets.assets.unit[asset] as number;
    this.worth = wholeWorth(amount, unit, room.cents(instrument), room.parts(instrument));
    const today = limits.leftToday(user);
    if (this.worth > today) return this.refuse(rejects['withdrawal.limit'], today, this.worth);
    const share = shareUp(amount, rails.rows.feeRate[rail] as number);
    const flat = rails.rows.fee[rail] as number;
    this.fee = share > flat ? share : flat;
    const own = room.purses.spendable(user, SPOT_WALLET, asset, 0);
    if (own < amount + this.fee) return this.refuse(rejects['balance.insufficient'], amount + this.fee, own);
    const hour = limits.leftThisHour(asset);
    if (amount > hour) return this.refuse(rejects['withdrawal.limit'], hour, amount);
    return this.rows.full() ? this.refuse(rejects['request.tooFrequent'], this.rows.most, this.rows.top) : DONE;
  }

  /** Holds amount and fee; gives the withdrawal's id. */
  private commitRequest(words: Float64Array, at: number): number {
    const { rows, room } = this;
    const row = rows.take();
    rows.user[row] = words[at + USER] as number;
    rows.asset[row] = words[at + ASSET] as number;
    rows.rail[row] = words[at + RAIL] as number;
    rows.amount[row] = words[at + AMOUNT] as number;
    rows.destination[row] = words[at + DESTINATION] as number;
    rows.fee[row] = this.fee;
    rows.worth[row] = this.worth;
    rows.time[row] = room.clock.now;
    rows.status[row] = WITHDRAWAL.review;
    this.room.limits.add(rows.user[row] as number, this.worth, rows.asset[row] as number, rows.amount[row] as number);
    this.flow.told(row);
    const held = this.flow.heldBy(row);
    room.ledger.post(this.flow.account(row), 0 - held, held);
    return rows.id(row);
  }

  private decideCancel(words: Float64Array, at: number): number {
    const id = words[at + CANCELLED] as number;
    const row = this.rows.find(id);
    if (row !== 0 && this.rows.user[row] !== words[at + USER]) return this.refuse(rejects['request.notFound'], 0, id);
    return this.allowed(id, ACTION.cancel);
  }

  /** One person decides below the threshold, and may refuse above it; operator 0: two did, in a proposal. */
  private decideApprove(words: Float64Array, at: number): number {
    const { rows } = this;
    const id = words[at + APPROVED] as number;
    const approves = words[at + DECISION] === 1;
    const code = this.allowed(id, approves ? ACTION.approve : ACTION.refuse);
    if (code !== DONE || !approves) return code;
    const row = rows.find(id);
    const worth = rows.worth[row] as number;
    if (words[at + OPERATOR] !== 0 && worth >= this.room.limits.threshold())
      return this.refuse(rejects['request.forbidden'], this.room.limits.threshold(), worth);
    return this.stopped(row);
  }

  /** Without a person: worth little, little of the customer's today, and nothing that would stop a person either. */
  private decidePass(id: number): number {
    const { rows } = this;
    const { limits, passes, rails } = this.room;
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
    const { rows, room } = this;
    room.passes.add(rows.id(row), rows.user[row] as number, rows.worth[row] as number);
    return this.flow.move(row, ACTION.pass);
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
      return action === ACTION.sign ? this.stopped(row) : DONE;
    }
    const { rails } = this.room;
    const rail = rails.of(this.rows.rail[row] as number, asset);
    if (rail === 0) return this.refuse(rejects['coin.unknown'], this.rows.rail[row] as number, asset);
    // What is owed in all stays within what one order may be worth.
    const owed = (rails.rows.owed[rail] as number) + cost;
    return owed > MAX_ORDER_ATOMS ? this.refuse(rejects['order.tooLarge'], MAX_ORDER_ATOMS, owed) : DONE;
  }

  private commitStep(words: Float64Array, at: number): number {
    const { rows, room } = this;
    const row = rows.find(words[at + STEPPED] as number);
    const action = STEPS[words[at + WHICH] as number] as Action;
    const rail = rows.rail[row] as number;
    const asset = rows.asset[row] as number;
    this.flow.move(row, action);
    if (action !== ACTION.confirm) return 0;
    const cost = words[at + COST] as number;
    const costAsset = words[at + COST_ASSET] as number;
    if (cost > 0) {
      const { rails } = room;
      const of = rails.of(rail, costAsset);
      rails.rows.owed[of] = (rails.rows.owed[of] as number) + cost;
      this.flow.payRail(of);
    }
    if (costAsset !== asset) this.flow.payRail(room.rails.of(rail, asset));
    return 0;
  }

  /** Whether the table of states allows an action: one that has ended or is signed is final. */
  private allowed(id: number, action: Action): number {
    const { rows } = this;
    const row = rows.find(id);
    if (row === 0)
      return this.refuse(rows.ended(id) ? rejects['withdrawal.final'] : rejects['request.notFound'], 0, id);
    const status = rows.status[row] as number;
    return withdrawalAfter(status, action) === 0 ? this.refuse(rejects['withdrawal.final'], 0, status) : DONE;
  }

  /** A customer locked since: nothing of his is approved or signed. */
  private stopped(row: number): number {
    const user = this.rows.user[row] as number;
    return this.locked(user) || this.room.users.frozen(user)
      ? this.refuse(rejects['withdrawal.locked'], 0, this.room.users.rows.locks[user] as number)
      : DONE;
  }

  private locked(user: number): boolean {
    const { users, reversals } = this.room;
    return (
      ((users.rows.locks[user] as number) & LOCKED) !== 0 ||
      reversals.any(user) ||
      this.locks.some((lock) => lock.locksWithdrawals(user))
    );
  }
}
