// withdrawal.request, cancel, approve and step: money leaves after a review, signed once (money §8; W05).

import { Domain } from '../domain.ts';
import { wholeWorth } from '../formula/index.ts';
import { CLASS } from '../ledger/index.ts';
import { remainder, shareUp } from '../number/index.ts';
import { allows, USE, whyNot, YES } from '../price/index.ts';
import { commands, DONE, MAX_ORDER_ATOMS, offsetOf, rejects } from '../schema/index.ts';
import { pool, type Registry } from '../state/index.ts';
import { WITHDRAWALS } from './rails.ts';
import { SPOT_WALLET, type WalletRoom } from './room.ts';
import { ACTION, type Action, WITHDRAWAL, withdrawalAfter } from './withdrawal-states.ts';

const REQUEST = commands['withdrawal.request'].kind;
const CANCEL = commands['withdrawal.cancel'].kind;
const STEP = commands['withdrawal.step'].kind;
const APPROVE = commands['withdrawal.approve'].kind;
const USER = offsetOf('withdrawal.request', 'user');
const ASSET = offsetOf('withdrawal.request', 'asset');
const RAIL = offsetOf('withdrawal.request', 'rail');
const AMOUNT = offsetOf('withdrawal.request', 'amount');
const DESTINATION = offsetOf('withdrawal.request', 'destination');
const CANCELLED = offsetOf('withdrawal.cancel', 'withdrawal');
const STEPPED = offsetOf('withdrawal.step', 'withdrawal');
const WHICH = offsetOf('withdrawal.step', 'step');
const COST = offsetOf('withdrawal.step', 'cost');
const COST_ASSET = offsetOf('withdrawal.step', 'costAsset');
const OPERATOR = offsetOf('withdrawal.approve', 'operator');
const APPROVED = offsetOf('withdrawal.approve', 'withdrawal');
const DECISION = offsetOf('withdrawal.approve', 'decision');
const CHANGED = 211;
const PAID = 219;
/** Lock bit of a user: withdrawals. */
const LOCKED = 2;
/** Actions of `withdrawal.step`, by its step. */
const STEPS = [ACTION.fail, ACTION.sign, ACTION.broadcast, ACTION.confirm, ACTION.fail] as const;
/** Withdrawals under way. */
const MAX_OPEN = 1_000_000;

/** Something else that keeps a customer from withdrawing: an overdue loan. */
export interface WithdrawalLock {
  locksWithdrawals(user: number): boolean;
}

export class Withdrawals extends Domain {
  readonly kinds = [REQUEST, CANCEL, STEP, APPROVE];
  override readonly whileFrozen = [CANCEL];
  private readonly room: WalletRoom;
  /** Those not yet confirmed or ended. */
  private readonly rows;
  /** Wired once, no state. */
  private readonly locks: WithdrawalLock[] = [];
  /** Of the request just decided: atoms of the fee, worth in whole USDT. */
  private fee = 0;
  private worth = 0;

  constructor(registry: Registry, room: WalletRoom) {
    super();
    this.room = room;
    this.rows = registry.add(
      pool(
        'withdrawals',
        {
          amount: 'f64',
          fee: 'f64',
          destination: 'f64',
          worth: 'f64',
          /** When it was asked for, ms. */
          time: 'f64',
          user: 'i32',
          asset: 'i32',
          rail: 'i32',
          status: 'i32',
          next: 'i32',
        },
        MAX_OPEN,
        'next',
      ),
    );
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
      default:
        return this.move(
          rows.find(words[at + APPROVED] as number),
          words[at + DECISION] === 1 ? ACTION.approve : ACTION.refuse,
        );
    }
  }

  /** Fee and all that is held, atoms; worth of the amount and what may still be asked for today, whole USDT. */
  override numbers(words: Float64Array, at: number, kind: number): readonly number[] {
    if (kind !== REQUEST) return [];
    const { fee, worth } = this;
    const left = this.room.limits.leftToday(words[at + USER] as number);
    return [fee, (words[at + AMOUNT] as number) + fee, worth, left - worth];
  }

  override holds(add: (account: number, atoms: number) => void): void {
    const { rows } = this;
    for (let row = 1; row <= rows.top; row += 1) if (rows.alive(row)) add(this.account(row), this.heldBy(row));
  }

  override tell(): void {
    for (let row = 1; row <= this.rows.top; row += 1) if (this.rows.alive(row)) this.told(row);
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
    this.told(row);
    const held = this.heldBy(row);
    room.ledger.post(this.account(row), 0 - held, held);
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
    this.move(row, action);
    if (action !== ACTION.confirm) return 0;
    const cost = words[at + COST] as number;
    const costAsset = words[at + COST_ASSET] as number;
    if (cost > 0) {
      const { rails } = room;
      const of = rails.of(rail, costAsset);
      rails.rows.owed[of] = (rails.rows.owed[of] as number) + cost;
      this.payRail(of);
    }
    if (costAsset !== asset) this.payRail(room.rails.of(rail, asset));
    return 0;
  }

  /** `network` pays a rail what it owes it, as far as it has it: it is never below 0. */
  private payRail(row: number): void {
    const { ledger, rails, out, outside } = this.room;
    const owed = rails.rows.owed[row] as number;
    if (owed === 0) return;
    const rail = rails.rows.rail[row] as number;
    const asset = rails.rows.asset[row] as number;
    const network = ledger.open(CLASS.network, 0, 0, asset, 0);
    const has = ledger.accounts.available[network] as number;
    const paid = has < owed ? has : owed;
    rails.rows.owed[row] = owed - paid;
    const account = outside.account(rail, asset);
    out.record(PAID, [rail, asset, paid, owed - paid]);
    ledger.post(network, 0 - paid, 0);
    ledger.post(account, paid, 0);
  }

  /** Takes a withdrawal to its next status and its money with it. */
  private move(row: number, action: Action): number {
    const { rows, room } = this;
    const { ledger } = room;
    const status = withdrawalAfter(rows.status[row] as number, action);
    rows.status[row] = status;
    this.told(row);
    if (status <= WITHDRAWAL.broadcast) return 0;
    const account = this.account(row);
    const held = this.heldBy(row);
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const amount = rows.amount[row] as number;
    const fee = rows.fee[row] as number;
    rows.free(row);
    if (status === WITHDRAWAL.confirmed) {
      ledger.post(account, 0, 0 - held);
      ledger.post(room.outside.account(rows.rail[row] as number, asset), amount, 0);
      ledger.post(ledger.open(CLASS.network, 0, 0, asset, 0), fee, 0);
      return 0;
    }
    ledger.post(account, held, 0 - held);
    this.room.limits.giveBack(rows.time[row] as number, user, rows.worth[row] as number, asset, amount);
    room.reversals.repay(user, asset);
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

  private heldBy(row: number): number {
    return (this.rows.amount[row] as number) + (this.rows.fee[row] as number);
  }

  private account(row: number): number {
    return this.room.ledger.find(
      CLASS.wallet,
      this.rows.user[row] as number,
      SPOT_WALLET,
      this.rows.asset[row] as number,
      0,
    );
  }

  /** The `withdrawal.changed` event. */
  private told(row: number): void {
    const { rows } = this;
    this.room.out.record(CHANGED, [
      rows.id(row),
      rows.user[row] as number,
      rows.asset[row] as number,
      rows.rail[row] as number,
      rows.amount[row] as number,
      rows.fee[row] as number,
      rows.destination[row] as number,
      rows.status[row] as number,
      rows.worth[row] as number,
    ]);
  }
}
