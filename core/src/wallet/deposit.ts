// deposit.credit, reverse and restore: incoming deposits, each external id once (money §8; W02, W03, W04).

import { Domain } from '../domain.ts';
import { ACCOUNT_CLASS, MARKET_MAKER, WALLET } from '../enum/index.ts';
import { remainder } from '../number/index.ts';
import { RULE } from '../rules.ts';
import { commands, DONE, offsetOf, rejects } from '../schema/index.ts';
import { type Registry, table, type Table } from '../state/index.ts';
import { ExternalIds } from './external.ts';
import { DEPOSITS } from './rails.ts';
import { type WalletContext } from './context.ts';
import type { Expect } from '../expect.ts';

const CREDIT = commands['deposit.credit'].kind;
const REVERSE = commands['deposit.reverse'].kind;
const RESTORE = commands['deposit.restore'].kind;
const USER = offsetOf('deposit.credit', 'user');
const ASSET = offsetOf('deposit.credit', 'asset');
const AMOUNT = offsetOf('deposit.credit', 'amount');
/** Offsets of rail, transaction (two words) and position, which are adjacent. */
const CREDITED = offsetOf('deposit.credit', 'rail');
const REVERSED_AT = offsetOf('deposit.reverse', 'rail');
const RESTORED_AT = offsetOf('deposit.restore', 'rail');
/** Most deposits ever. */
const MAX_DEPOSITS = 60_000_000;

/** `was` of a deposit reversed under earlier rules: the minimum decides whether it was credited. */
const UNKNOWN = 0;

/** States of a deposit. */
export const CREDITED_DEPOSIT = 1;
export const BELOW_MINIMUM = 2;
export const REVERSED = 3;

const shape = {
  transactionHigh: 'f64',
  transactionLow: 'f64',
  amount: 'f64',
  /** Position in the transaction. */
  place: 'i32',
  rail: 'i32',
  user: 'i32',
  asset: 'i32',
  status: 'i32',
  /** Its status before the reversal, since rules `depositRestored`. */
  was: 'i32',
} as const;
export type DepositRows = Table<typeof shape>;

export class Deposits extends Domain {
  readonly kinds = [CREDIT, REVERSE, RESTORE];
  private readonly context: WalletContext;
  /** Rows are never freed: an id is the row. */
  private readonly rows: DepositRows;
  private readonly ids: ExternalIds;

  constructor(registry: Registry, context: WalletContext) {
    super();
    this.context = context;
    this.rows = registry.add(table('deposits', shape, MAX_DEPOSITS, true, { added: { was: UNKNOWN } }));
    this.ids = new ExternalIds(this.rows);
  }

  decide(words: Float64Array, at: number, kind: number): number {
    if (kind === CREDIT) return this.decideCredit(words, at);
    return kind === REVERSE ? this.decideReverse(words, at) : this.decideRestore(words, at);
  }

  commit(words: Float64Array, at: number, kind: number): number {
    if (kind === CREDIT) return this.commitCredit(words, at);
    return kind === REVERSE ? this.commitReverse(words, at) : this.commitRestore(words, at);
  }

  /** Deposits of a user who owes a reversed deposit repay it first. */
  override busy(): boolean {
    return this.context.reversals.busy();
  }

  override work(steps: number): number {
    return this.context.reversals.work(steps);
  }

  override emitState(): void {
    this.context.reversals.emitState();
  }

  override rebuild(): void {
    this.ids.rebuild();
    this.context.reversals.rebuild();
  }

  override audit(expect: Expect): void {
    const { rows, context } = this;
    for (let row = 1; row <= rows.top; row += 1)
      expect(
        this.ids.find(
          rows.rail[row] as number,
          rows.transactionHigh[row] as number,
          rows.transactionLow[row] as number,
          rows.place[row] as number,
        ) === row,
        () => `deposit ${row} to be the only one of its external id`,
      );
    context.reversals.audit(expect);
  }

  private find(words: Float64Array, at: number): number {
    return this.ids.find(
      words[at] as number,
      words[at + 1] as number,
      words[at + 2] as number,
      words[at + 3] as number,
    );
  }

  /**
   * A repeated credit succeeds and answers with the first id, at any time; with another body it is a conflict. Since
   * rules `depositRestored` a reversed deposit is refused (410): `deposit.restore` credits it again.
   */
  private decideCredit(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const known = this.find(words, at + CREDITED);
    if (known !== 0) {
      if (rows.user[known] !== user) return this.refuse(rejects['key.otherBody'], rows.user[known] as number, user);
      if (rows.asset[known] !== asset) return this.refuse(rejects['key.otherBody'], rows.asset[known] as number, asset);
      if (rows.amount[known] !== amount)
        return this.refuse(rejects['key.otherBody'], rows.amount[known] as number, amount);
      if (rows.status[known] === REVERSED && context.clock.rules >= RULE.depositRestored)
        return this.refuse(rejects['key.expired'], 0, known);
      return DONE;
    }
    if (!context.users.exists(user) || user === MARKET_MAKER) return this.refuse(rejects['request.notFound'], 0, user);
    if (!context.markets.assetExists(asset)) return this.refuse(rejects['coin.unknown'], 0, asset);
    const { rails } = context;
    const rail = rails.of(words[at + CREDITED] as number, asset);
    if (rail === 0 || ((rails.rows.open[rail] as number) & DEPOSITS) === 0)
      return this.refuse(rejects['deposit.closed'], 0, words[at + CREDITED] as number);
    const step = rails.rows.step[rail] as number;
    if (remainder(amount, step) !== 0) return this.refuse(rejects['request.invalid'], step, amount);
    if (rows.full()) return this.refuse(rejects['request.tooFrequent'], rows.most, rows.top);
    if (amount < (rails.rows.minDeposit[rail] as number)) return DONE;
    const headroom = context.outside.headroom(asset);
    return amount > headroom ? this.refuse(rejects['deposit.closed'], headroom, amount) : DONE;
  }

  private commitCredit(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const known = this.find(words, at + CREDITED);
    if (known !== 0) return known;
    const { rails, ledger } = context;
    const user = words[at + USER] as number;
    const asset = words[at + ASSET] as number;
    const amount = words[at + AMOUNT] as number;
    const rail = words[at + CREDITED] as number;
    const credited = amount >= (rails.rows.minDeposit[rails.of(rail, asset)] as number);
    const row = rows.append();
    rows.user[row] = user;
    rows.asset[row] = asset;
    rows.amount[row] = amount;
    rows.rail[row] = rail;
    rows.transactionHigh[row] = words[at + CREDITED + 1] as number;
    rows.transactionLow[row] = words[at + CREDITED + 2] as number;
    rows.place[row] = words[at + CREDITED + 3] as number;
    rows.status[row] = credited ? CREDITED_DEPOSIT : BELOW_MINIMUM;
    this.ids.add(row);
    this.emit(row);
    if (!credited) return row;
    ledger.post(context.outside.account(rail, asset), 0 - amount, 0);
    ledger.post(ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0), amount, 0);
    return row;
  }

  private decideReverse(words: Float64Array, at: number): number {
    if (this.find(words, at + REVERSED_AT) === 0)
      return this.refuse(rejects['request.notFound'], 0, words[at + REVERSED_AT + 3] as number);
    return this.context.reversals.full() ? this.refuse(rejects['request.tooFrequent'], 0, 0) : DONE;
  }

  /** A second reversal changes nothing. A deposit below the minimum was never credited, and leaves no debt. */
  private commitReverse(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const row = this.find(words, at + REVERSED_AT);
    const was = rows.status[row] as number;
    if (was === REVERSED) return row;
    rows.status[row] = REVERSED;
    if (context.clock.rules >= RULE.depositRestored) rows.was[row] = was;
    this.emit(row);
    if (was === CREDITED_DEPOSIT)
      context.reversals.take(
        rows.user[row] as number,
        rows.asset[row] as number,
        rows.rail[row] as number,
        rows.amount[row] as number,
      );
    return row;
  }

  /** A deposit that was never reversed needs nothing. Otherwise the amount must fit, as for a new deposit. */
  private decideRestore(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const row = this.find(words, at + RESTORED_AT);
    if (row === 0) return this.refuse(rejects['request.notFound'], 0, words[at + RESTORED_AT + 3] as number);
    if (rows.status[row] !== REVERSED || !this.wasCredited(row)) return DONE;
    const amount = rows.amount[row] as number;
    const headroom = context.outside.headroom(rows.asset[row] as number);
    return amount > headroom ? this.refuse(rejects['deposit.closed'], headroom, amount) : DONE;
  }

  /** A second restore changes nothing. A deposit below the minimum stays below it, and is not credited. */
  private commitRestore(words: Float64Array, at: number): number {
    const { rows, context } = this;
    const row = this.find(words, at + RESTORED_AT);
    if (rows.status[row] !== REVERSED) return row;
    const credited = this.wasCredited(row);
    rows.status[row] = credited ? CREDITED_DEPOSIT : BELOW_MINIMUM;
    rows.was[row] = UNKNOWN;
    this.emit(row);
    if (!credited) return row;
    const user = rows.user[row] as number;
    const asset = rows.asset[row] as number;
    const rail = rows.rail[row] as number;
    const amount = rows.amount[row] as number;
    context.ledger.post(context.outside.account(rail, asset), 0 - amount, 0);
    context.ledger.post(context.ledger.open(ACCOUNT_CLASS.wallet, user, WALLET.spot, asset, 0), amount, 0);
    context.reversals.repay(user, asset, rail, amount);
    return row;
  }

  /** Whether a reversed deposit had been credited. */
  private wasCredited(row: number): boolean {
    const { rows, context } = this;
    if (rows.was[row] !== UNKNOWN) return rows.was[row] === CREDITED_DEPOSIT;
    const rail = context.rails.of(rows.rail[row] as number, rows.asset[row] as number);
    return (rows.amount[row] as number) >= (context.rails.rows.minDeposit[rail] as number);
  }

  /** Emits `deposit.changed`. */
  private emit(row: number): void {
    const { rows } = this;
    this.context.out.record('deposit.changed', {
      deposit: row,
      user: rows.user[row] as number,
      asset: rows.asset[row] as number,
      amount: rows.amount[row] as number,
      rail: rows.rail[row] as number,
      transactionHigh: rows.transactionHigh[row] as number,
      transactionLow: rows.transactionLow[row] as number,
      position: rows.place[row] as number,
      status: rows.status[row] as number,
    });
  }
}
