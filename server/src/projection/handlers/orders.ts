// Orders of every product from open to close, and their part in the book.

import type { Atoms, EventOf, Lots, Millis, RowId, Seq, Ticks } from '@vitrine/core';
import { CLOSE_REASON, CONTRACT_DIRECTION, ORDER_STATUS, SIDE } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState, OrderRow } from './state.ts';

type Opened = Omit<EventOf<'order.opened'>, 'name'> &
  Pick<OrderRow, 'direction' | 'marginMode' | 'leverage' | 'stopProfit' | 'stopLoss' | 'position' | 'guard'>;

export class Orders {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;
  /** Orders opened or triggered by the current command without any further event yet. */
  readonly #quiet = new Set<OrderRow>();
  /** By user: the market in which the current command last cancelled one of the user's orders for a liquidation. */
  readonly cancelledIn = new Map<number, number>();

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
  }

  opened(event: EventOf<'order.opened'>): void {
    const { name: _name, ...order } = event;
    this.#open({
      ...order,
      direction: 0,
      marginMode: 0,
      leverage: 0,
      stopProfit: 0 as Ticks,
      stopLoss: 0 as Ticks,
      position: 0 as RowId,
      guard: 0,
    });
  }

  /** A contract order; its wallet follows from the market's type. */
  contractOpened(event: EventOf<'contract.opened'>): void {
    const { name: _name, ...order } = event;
    const { direction, market } = event;
    const wallet = this.#state.markets.get(market)?.type;
    if (wallet === undefined) throw new Error(`fold: order ${event.order} in market ${market}, which no event listed`);
    const side =
      direction === CONTRACT_DIRECTION.openLong || direction === CONTRACT_DIRECTION.closeShort ? SIDE.buy : SIDE.sell;
    // Only a liquidation closes a position at once without a user's command or a trigger.
    if (
      this.#moment.user === 0 &&
      !this.#moment.seeding &&
      direction > CONTRACT_DIRECTION.openShort &&
      order.status === ORDER_STATUS.waiting
    )
      this.#moment.forced = this.#moment.selling === order.position ? 0 : order.order;
    // `quote` and `fill` cover the market maker's orders; one that liquidates it never rests.
    if (this.#state.users.get(order.user)?.house === true) return;
    this.#open({ ...order, wallet, side, amount: 0 as Atoms });
  }

  #open(opened: Opened): void {
    const { seeding } = this.#moment;
    const time = seeding ? (0 as Millis) : this.#moment.time;
    const seq = seeding ? (0 as Seq) : this.#moment.seq;
    const row: OrderRow = {
      ...opened,
      reason: 0,
      dealtLots: 0 as Lots,
      dealtValue: 0 as Atoms,
      fee: 0 as Atoms,
      resting: 0 as Lots,
      created: time,
      updated: time,
      seq,
      lastSeq: seq,
    };
    this.#state.orders.set(row.order, row);
    if (row.status === ORDER_STATUS.waiting) this.#quiet.add(row);
    this.#handler.order(row);
  }

  /** End of a command: orders opened or triggered without a fill or close now rest in the book whole. */
  rest(): void {
    if (this.cancelledIn.size > 0) this.cancelledIn.clear();
    if (this.#quiet.size === 0) return;
    for (const row of this.#quiet) {
      row.resting = row.lots;
      this.#handler.resting(row, row.price, 0 as Lots);
      this.#handler.order(row);
    }
    this.#quiet.clear();
  }

  /** A new leverage of a margin mode also applies to the user's opening orders there; no order event reports it. */
  leverageChanged({ user, market, marginMode, leverage }: EventOf<'leverage.changed'>): void {
    if (this.#moment.seeding) return;
    // Bounded by the number of open orders; leverage changes are manual.
    for (const row of this.#state.orders.values()) {
      if (row.user !== user || row.market !== market || row.marginMode !== marginMode) continue;
      if (row.direction > CONTRACT_DIRECTION.openShort || row.leverage === leverage) continue;
      row.leverage = leverage;
      this.#touch(row);
      this.#handler.order(row);
    }
  }

  triggered(event: EventOf<'order.triggered'>): void {
    const row = this.#state.orders.get(event.order);
    if (row === undefined) return;
    row.status = ORDER_STATUS.waiting;
    this.#touch(row);
    this.#quiet.add(row);
    this.#handler.order(row);
  }

  changed(event: EventOf<'order.changed'>): void {
    const row = this.#state.orders.get(event.order);
    if (row === undefined) return; // a market maker order: covered by `quote` and `fill`
    this.#quiet.delete(row);
    const { price, resting } = row;
    row.price = event.price;
    row.lots = event.lots;
    row.dealtLots = event.dealtLots;
    row.dealtValue = event.dealtValue;
    row.fee = event.fee;
    row.resting = event.resting;
    row.status = event.status;
    this.#touch(row);
    if (price !== row.price || resting !== row.resting) this.#handler.resting(row, price, resting);
    this.#handler.order(row);
  }

  closed(event: EventOf<'order.closed'>): void {
    if (this.#moment.forced === event.order) this.#moment.forced = 0;
    const row = this.#state.orders.get(event.order);
    if (row === undefined) return;
    this.#quiet.delete(row);
    const { resting } = row;
    row.status = event.status;
    row.reason = event.reason;
    row.resting = 0 as Lots;
    this.#touch(row);
    this.#state.orders.delete(event.order);
    if (row.reason === CLOSE_REASON.liquidation) this.cancelledIn.set(row.user, row.market);
    if (resting !== 0) this.#handler.resting(row, row.price, resting);
    this.#handler.order(row);
  }

  #touch(row: OrderRow): void {
    if (this.#moment.seeding) return;
    row.updated = this.#moment.time;
    row.lastSeq = this.#moment.seq;
  }
}
