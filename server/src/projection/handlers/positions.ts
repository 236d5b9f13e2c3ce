// Contract positions and their history: each change is named by its cause (fill, margin, funding, liquidation).

import {
  type Atoms,
  type Cents,
  DOWN,
  type EventOf,
  type ExchangeEvent,
  type Lots,
  type Millis,
  mulDiv,
  type OrderId,
  type RowId,
  type Seq,
  type Ticks,
} from '@vitrine/core';
import { POSITION_STEP } from '@vitrine/contract';
import { MARGIN_MODE, MARKET_TYPE, POSITION_SIDE } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { PositionStep } from './product.ts';
import type { ProjectionHandler } from './handler.ts';
import { type FoldState, type PositionRow, riskPrice } from './state.ts';

type StepWord = (typeof POSITION_STEP)[number];
/** Steps of `liquidation.step` by number, starting at 1. */
const LIQUIDATION_STEPS = [
  'ordersCancelled',
  'netted',
  'cut',
  'deleveraged',
  'waiting',
] as const satisfies readonly StepWord[];
/** Settlement results that follow the steps of `liquidation.step`. */
const TAKEN_OVER = 6;
const WAITS_FOR_ORDERS = 7;
const NETTED_SIDES = 2;
/** `closing.excess`: what the crossing left is sold in the book. */
const SOLD = 2;

/** Index in `POSITION_STEP` plus one. */
export function positionStepNumber(step: StepWord): number {
  return POSITION_STEP.indexOf(step) + 1;
}

/** The step for a number stored in SQL. @throws if a newer release wrote it. */
export function positionStepOf(number: number): StepWord {
  const step = POSITION_STEP[number - 1];
  if (step === undefined)
    throw new Error(`position step: expected 1 to ${POSITION_STEP.length}, got ${number}; rebuild the views`);
  return step;
}

interface Cut {
  readonly price: Ticks;
  readonly order: OrderId;
}

export class Positions {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;
  readonly #cancelledIn: ReadonlyMap<number, number>;
  /** The last fill of a position's liquidation order. */
  readonly #cuts = new Map<number, Cut>();
  /** The deleveraging now being read: whose, and at what price. */
  #against: EventOf<'deleveraged'> | undefined;
  /** What the insurance fund takes over from the position whose event comes next. */
  #taken: EventOf<'fund.takeover'> | undefined;
  /** The crossing before a close whose two sides come next; and the position whose excess is sold in the book. */
  #crossed: EventOf<'closing.crossed'> | undefined;
  #sold = 0;
  /** The netting of long against short in one market, and how many of its two sides are still to come. */
  #netted: EventOf<'liquidation.step'> | undefined;
  #nettedLeft = 0;

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment, cancelledIn: ReadonlyMap<number, number>) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
    this.#cancelledIn = cancelledIn;
  }

  /** Applies an event; returns false if it is not for this handler. */
  take(event: ExchangeEvent): boolean {
    switch (event.name) {
      case 'begin':
        if (this.#cuts.size > 0) this.#cuts.clear();
        this.#sold = 0;
        this.#crossed = undefined;
        this.#taken = undefined;
        return false;
      case 'position.changed':
        this.#changed(event);
        return true;
      case 'funding.realised':
        if (!this.#house(event.user)) this.#step('realised', event, { amount: event.amount });
        return true;
      case 'funding':
        this.#funding(event);
        return true;
      case 'liquidation.step':
        this.#liquidation(event);
        return true;
      case 'deleveraged':
        this.#against = event;
        return true;
      case 'fund.takeover':
        this.#taken = event;
        return true;
      case 'liquidation.waits':
        this.#waits(event);
        return true;
      case 'closing.crossed':
        this.#crossed = event;
        return true;
      case 'closing.excess':
        if (event.step === SOLD) {
          this.#sold = event.position;
          this.#moment.selling = event.position;
        }
        return true;
      case 'gap.borne':
        return true;
      default:
        return false;
    }
  }

  #house(user: number): boolean {
    return this.#state.users.get(user)?.house === true;
  }

  #changed(event: EventOf<'position.changed'>): void {
    const { positions } = this.#state;
    const { time, seq, seeding } = this.#moment;
    const { name: _name, ...fields } = event;
    const before = positions.get(event.position);
    const gone = event.lots === 0;
    const row: PositionRow = {
      ...fields,
      created: before?.created ?? (seeding ? (0 as Millis) : time),
      updated: seeding ? (0 as Millis) : time,
      closed: gone ? time : (0 as Millis),
      seq: before?.seq ?? (seeding ? (0 as Seq) : seq),
      lastSeq: seeding ? (0 as Seq) : seq,
    };
    if (gone) positions.delete(event.position);
    else positions.set(event.position, row);
    if (row.side === POSITION_SIDE.long) {
      const { openInterest } = this.#state;
      openInterest.set(row.market, (openInterest.get(row.market) ?? 0) + row.lots - (before?.lots ?? 0));
    }
    const crossed = this.#crossed;
    if (crossed?.short === event.position) this.#crossed = undefined;
    if (this.#house(event.user)) return;
    if (!seeding) this.#why(before, row, crossed);
    this.#handler.position(row);
  }

  /** Emits the step that a change represents; a change of only its trigger or closing orders is none. */
  #why(before: PositionRow | undefined, now: PositionRow, crossed: EventOf<'closing.crossed'> | undefined): void {
    const { fill } = this.#moment;
    const moved = now.lots - (before?.lots ?? 0);
    if (moved === 0) {
      if (before === undefined) return;
      const margin = (now.margin - before.margin) as Atoms;
      if (now.leverage !== before.leverage) this.#step('leverage', now, { amount: margin });
      else if (margin !== 0 && now.fundingProfit === before.fundingProfit)
        this.#step('margin', now, { amount: margin });
      return;
    }
    const lots = Math.abs(moved) as Lots;
    const amount = (now.priceProfit - (before?.priceProfit ?? 0)) as Atoms;
    const against = this.#against;
    if (against !== undefined) {
      // `liquidation.step` reports the bankrupt position.
      if (against.position !== now.position) return;
      this.#against = undefined;
      this.#step('counterparty', now, { lots, amount, price: this.#priceOf(now.market, lots, against.value) });
      return;
    }
    const taken = this.#taken;
    if (taken?.position === now.position) {
      this.#taken = undefined;
      const { equity, maintenance, index: mark } = taken;
      const price = this.#priceOf(now.market, lots, taken.value);
      this.#step('takenOver', now, { lots, equity, maintenance, mark, price });
      this.#forced(now, amount, TAKEN_OVER);
      return;
    }
    if (crossed !== undefined && (now.position === crossed.long || now.position === crossed.short)) {
      this.#step('crossed', now, { lots, amount, price: this.#priceOf(now.market, lots, crossed.value) });
      const settle = this.#state.contracts.get(now.market)?.settle;
      const { user, market, position: id } = now;
      const { seq } = this.#moment;
      if (settle !== undefined)
        this.#handler.settlement({ user, kind: 'reduction', id, market, asset: settle, amount, result: 0, seq });
      return;
    }
    if (this.#isNetted(now, lots) || fill === undefined || fill.market !== now.market) return;
    const order = fill.taker === now.user ? fill.takerOrder : fill.makerOrder;
    if (moved < 0 && order === this.#moment.forced) {
      this.#cuts.set(now.position, { price: fill.price, order });
      return;
    }
    const closing = this.#sold === now.position ? 'sold' : now.lots === 0 ? 'close' : 'reduce';
    const step = moved > 0 ? (before === undefined ? 'open' : 'increase') : closing;
    this.#step(step, now, { lots, amount: moved > 0 ? (0 as Atoms) : amount, price: fill.price, order });
  }

  /**
   * Whether a change is one of the two sides of a netting. Emits the step for the side that `liquidation.step` does not
   * name.
   */
  #isNetted(now: PositionRow, lots: Lots): boolean {
    const netted = this.#netted;
    if (netted === undefined || netted.user !== now.user || netted.market !== now.market) return false;
    this.#nettedLeft -= 1;
    if (this.#nettedLeft === 0) this.#netted = undefined;
    const { equity, maintenance, mark } = netted;
    if (now.position !== netted.position) this.#step('netted', now, { lots, equity, maintenance, mark });
    return true;
  }

  #funding(event: EventOf<'funding'>): void {
    const { position, user, market, rate, amount } = event;
    const settle = this.#state.contracts.get(market)?.settle;
    if (settle === undefined) throw new Error(`fold: funding in market ${market}, which no event listed`);
    if (this.#house(user)) return;
    const { time, seq } = this.#moment;
    this.#handler.funding({ position, user, market, asset: settle, rate, amount, time, seq });
    this.#step('funding', { position, user, market }, { amount });
    this.#handler.settlement({ user, kind: 'funding', id: position, market, asset: settle, amount, result: 0, seq });
  }

  #liquidation(event: EventOf<'liquidation.step'>): void {
    this.#against = undefined;
    const { user, position, market, step, lots, insurance } = event;
    if (this.#house(user)) return;
    const word = LIQUIDATION_STEPS[step - 1];
    if (word === undefined) throw new Error(`fold: expected a step of liquidation from 1 to 5, got ${step}`);
    const state = { equity: event.equity, maintenance: event.maintenance };
    if (word === 'netted') {
      this.#netted = event;
      this.#nettedLeft = NETTED_SIDES;
    }
    if (position === 0) {
      for (const one of this.#crossOf(user))
        this.#step(word, one, { ...state, mark: riskPrice(this.#state, one.market) });
    } else {
      const cut = word === 'cut' ? this.#cuts.get(position) : undefined;
      const price =
        word === 'deleveraged' ? this.#priceOf(market, lots, event.bankruptcy) : (cut?.price ?? (0 as Ticks));
      const more = { ...state, lots, price, order: cut?.order ?? (0 as OrderId), mark: event.mark, amount: insurance };
      this.#step(word, { position, user, market }, more);
    }
    const { seq } = this.#moment;
    const settle = this.#state.contracts.get(market)?.settle ?? this.#crossOf(user)[0]?.asset;
    if (settle === undefined) return;
    const settlement = { user, id: position, market, asset: settle, amount: insurance, result: step, seq };
    this.#handler.settlement({ kind: 'liquidation', ...settlement });
  }

  /** A liquidation waits for orders in the book. */
  #waits({ position, user, market, lots, index: mark, equity, maintenance }: EventOf<'liquidation.waits'>): void {
    if (this.#house(user)) return;
    this.#step('waitsForOrders', { position, user, market }, { lots, mark, equity, maintenance });
    this.#forced({ position, user, market }, 0 as Atoms, WAITS_FOR_ORDERS);
  }

  /** Emits a liquidation step for the customer's SETTLEMENT stream. */
  #forced(of: Pick<PositionRow, 'position' | 'user' | 'market'>, amount: Atoms, result: number): void {
    const { position: id, user, market } = of;
    const settle = this.#state.contracts.get(market)?.settle;
    if (settle === undefined) return;
    const { seq } = this.#moment;
    this.#handler.settlement({ kind: 'liquidation', user, id, market, asset: settle, amount, result, seq });
  }

  /** The cross positions of the wallet whose orders the current command has cancelled. */
  #crossOf(user: number) {
    const cancelled = this.#state.contracts.get(this.#cancelledIn.get(user) ?? 0);
    const found = [];
    // Bounded by the number of open positions; runs once per liquidation of a wallet.
    for (const one of this.#state.positions.values()) {
      if (one.user !== user || one.marginMode !== MARGIN_MODE.cross) continue;
      const contract = this.#state.contracts.get(one.market);
      if (contract === undefined) continue;
      if (cancelled !== undefined && (contract.settle !== cancelled.settle || contract.type !== cancelled.type))
        continue;
      found.push({ ...one, asset: contract.settle });
    }
    return found;
  }

  /** Price (ticks, toward zero) at which this many lots have this value; 0: none. */
  #priceOf(market: number, lots: number, value: number): Ticks {
    const contract = this.#state.contracts.get(market);
    if (contract === undefined || lots === 0 || value <= 0) return 0 as Ticks;
    return (
      contract.type === MARKET_TYPE.linear
        ? mulDiv(value, 1, lots * contract.perLot, DOWN)
        : mulDiv(lots, contract.perLot, value, DOWN)
    ) as Ticks;
  }

  #step(
    step: StepWord,
    of: { readonly position: RowId; readonly user: PositionRow['user']; readonly market: PositionRow['market'] },
    more: Partial<PositionStep>,
  ): void {
    const { position, user, market } = of;
    const { time, seq } = this.#moment;
    this.#handler.positionStep({
      position,
      user,
      market,
      step: positionStepNumber(step),
      time,
      seq,
      price: 0 as Ticks,
      lots: 0 as Lots,
      mark: this.#state.marks.get(market)?.mark ?? (0 as Cents),
      amount: 0 as Atoms,
      equity: 0 as Atoms,
      maintenance: 0 as Atoms,
      order: 0 as OrderId,
      ...more,
    });
  }
}
