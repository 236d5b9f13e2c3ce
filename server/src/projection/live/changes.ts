// Collects the changes of one batch: each item once, as it is after the batch.

import type { InstrumentId, MarketId, Seq } from '@vitrine/core';
import type {
  AccountRow,
  Cause,
  Debt,
  Fill,
  Head,
  OrderRow,
  Position,
  PriceState,
  Second,
  Settlement,
  Tick,
  Trade,
  User,
} from '../handlers/index.ts';
import { debtKey } from '../handlers/index.ts';
import type { BalanceChange, BatchChange, CandleChange, LevelChange, OrderChange } from './face.ts';

export class Changes {
  readonly trades: Trade[] = [];
  readonly ticks: Tick[] = [];
  readonly settlements: Settlement[] = [];
  readonly closedCandles: CandleChange[] = [];
  readonly priceMarkets = new Set<MarketId>();
  readonly priceInstruments = new Set<InstrumentId>();
  readonly #states = new Map<number, PriceState>();
  readonly #users = new Map<number, User>();
  readonly #orders = new Map<number, { order: OrderRow; fills: Fill[] }>();
  readonly #balances = new Map<number, { row: AccountRow; cause: Cause }>();
  readonly #positions = new Map<number, Position>();
  readonly #seconds = new Map<number, Second>();
  readonly #debts = new Map<string, Debt>();
  readonly contractMarkets = new Set<MarketId>();
  listings = false;

  order(order: OrderRow): void {
    const known = this.#orders.get(order.order);
    if (known === undefined) this.#orders.set(order.order, { order, fills: [] });
    else known.order = order;
  }

  /** A fill of a customer's order; the order's change event follows it. */
  fill(fill: Fill, order: OrderRow | undefined): void {
    const known = this.#orders.get(fill.order);
    if (known !== undefined) known.fills.push(fill);
    else if (order !== undefined) this.#orders.set(fill.order, { order, fills: [fill] });
  }

  /** The last cause that credited or debited names the change; otherwise the last hold does. */
  balance(row: AccountRow, cause: Cause): void {
    const known = this.#balances.get(row.account);
    if (known === undefined || cause.kind !== 'hold' || known.cause.kind === 'hold') {
      this.#balances.set(row.account, { row, cause });
    }
  }

  user(user: User): void {
    this.#users.set(user.user, user);
  }

  state(state: PriceState): void {
    this.#states.set(state.instrument, state);
  }

  position(position: Position): void {
    this.#positions.set(position.position, position);
  }

  second(second: Second): void {
    this.#seconds.set(second.second, second);
  }

  debt(debt: Debt): void {
    this.#debts.set(debtKey(debt.user, debt.wallet, debt.market, debt.asset), debt);
  }

  /** The complete change of the batch. */
  done(
    head: Head,
    firstSeq: Seq,
    count: number,
    levels: readonly LevelChange[],
    openCandles: readonly CandleChange[],
  ): BatchChange {
    const orders: OrderChange[] = [];
    for (const { order, fills } of this.#orders.values()) orders.push({ user: order.user, order: { ...order }, fills });
    const balances: BalanceChange[] = [];
    for (const { row, cause } of this.#balances.values()) {
      const { account, user, wallet, asset, market, available, held } = row;
      balances.push({
        balance: { account, user, wallet, asset, market, available, held },
        kind: cause.kind,
        causeKind: cause.causeKind,
        causeId: cause.causeId,
      });
    }
    return {
      head,
      firstSeq,
      count,
      levels,
      trades: this.trades,
      ticks: this.ticks,
      states: [...this.#states.values()],
      priceMarkets: [...this.priceMarkets],
      priceInstruments: [...this.priceInstruments],
      candles: [...this.closedCandles, ...openCandles],
      orders,
      balances,
      users: [...this.#users.values()],
      positions: [...this.#positions.values()],
      seconds: [...this.#seconds.values()],
      debts: [...this.#debts.values()],
      settlements: this.settlements,
      contractMarkets: [...this.contractMarkets],
      listings: this.listings,
    };
  }
}
