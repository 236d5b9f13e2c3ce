// Pending withdrawals: what is held for them, and how money moves with each status (money §8).

import { ACCOUNT_CLASS } from '../../enum/index.ts';
import { RULE } from '../../rules.ts';
import { pool, type Registry, type Table } from '../../state/index.ts';
import type { WalletContext } from '../context.ts';
import { type Action, WITHDRAWAL, withdrawalAfter } from './states.ts';

/** Most pending withdrawals. */
const MAX_OPEN = 1_000_000;

const shape = {
  amount: 'f64',
  fee: 'f64',
  destination: 'f64',
  worth: 'f64',
  /** Time of the request, ms. */
  time: 'f64',
  user: 'i32',
  asset: 'i32',
  rail: 'i32',
  status: 'i32',
  next: 'i32',
  /** Its position in the queue: `withdrawal-queue.ts`. 0: not queued. */
  round: 'f64',
  /** Until when it is skipped, ms; 0: not skipped. */
  until: 'f64',
  /** What its grant used of the user's allowance, ms. */
  spent: 'f64',
  /** TURN of `withdrawal-queue.ts`. */
  turn: 'i32',
  /** ASIDE of `withdrawal-queue.ts`. */
  why: 'i32',
  /** Since rules `allowancePassed`: until when the allowance that its grant used is in use, and when it was granted, ms. */
  usedTo: 'f64',
  granted: 'f64',
} as const;
const added = { round: 0, until: 0, spent: 0, turn: 0, why: 0, usedTo: 0, granted: 0 };
export type WithdrawalRows = Table<typeof shape>;

export class WithdrawalFlow {
  /** Withdrawals not yet confirmed or ended. */
  readonly rows: WithdrawalRows;
  private readonly context: WalletContext;

  constructor(registry: Registry, context: WalletContext) {
    this.context = context;
    this.rows = registry.add(pool('withdrawals', shape, MAX_OPEN, 'next', { added }));
  }

  /** Moves a withdrawal to its next status, with its money. */
  move(row: number, action: Action): number {
    const { rows, context } = this;
    const { ledger } = context;
    const status = withdrawalAfter(rows.status[row] as number, action);
    rows.status[row] = status;
    this.emit(row);
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
      ledger.post(context.outside.account(rows.rail[row] as number, asset), amount, 0);
      ledger.post(ledger.open(ACCOUNT_CLASS.network, 0, 0, asset, 0), fee, 0);
      return 0;
    }
    ledger.post(account, held, 0 - held);
    context.limits.giveBackDay(rows.time[row] as number, user, rows.worth[row] as number);
    // Since `withdrawalQueue` a withdrawal counts against the hour only when signed. Earlier requests stay counted.
    if (context.clock.rules < RULE.withdrawalQueue)
      context.limits.giveBackHour(rows.time[row] as number, asset, amount);
    return 0;
  }

  /** `network` pays a rail what it owes, as far as its balance allows: it is never below 0. */
  payRail(row: number): void {
    const { ledger, rails, out, outside } = this.context;
    const owed = rails.rows.owed[row] as number;
    if (owed === 0) return;
    const rail = rails.rows.rail[row] as number;
    const asset = rails.rows.asset[row] as number;
    const network = ledger.open(ACCOUNT_CLASS.network, 0, 0, asset, 0);
    const has = ledger.accounts.available[network] as number;
    const paid = has < owed ? has : owed;
    rails.rows.owed[row] = owed - paid;
    const account = outside.account(rail, asset);
    out.record('network.paid', { rail, asset, paid, owed: owed - paid });
    ledger.post(network, 0 - paid, 0);
    ledger.post(account, paid, 0);
  }

  /** Atoms held for a withdrawal: its amount and fee. */
  heldBy(row: number): number {
    return (this.rows.amount[row] as number) + (this.rows.fee[row] as number);
  }

  /** The account that holds them. */
  account(row: number): number {
    return this.context.spotAccount(this.rows.user[row] as number, this.rows.asset[row] as number);
  }

  /** Emits `withdrawal.changed`. */
  emit(row: number): void {
    const { rows } = this;
    this.context.out.record('withdrawal.changed', {
      withdrawal: rows.id(row),
      user: rows.user[row] as number,
      asset: rows.asset[row] as number,
      rail: rows.rail[row] as number,
      amount: rows.amount[row] as number,
      fee: rows.fee[row] as number,
      destination: rows.destination[row] as number,
      status: rows.status[row] as number,
      worth: rows.worth[row] as number,
    });
  }
}
