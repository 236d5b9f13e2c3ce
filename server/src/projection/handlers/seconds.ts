// Second contracts: their markets, and each contract from waiting to settled or void.

import type { Atoms, Cents, EventOf, ExchangeEvent, Millis, Seq } from '@vitrine/core';
import { SECOND_STATUS } from '@vitrine/core/enum';
import type { Moment } from './context.ts';
import type { ProjectionHandler } from './handler.ts';
import type { FoldState, SecondRow } from './state.ts';

export class Seconds {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;
  /** The last valid tick of each instrument, with its command. */
  readonly #valid = new Map<number, { readonly number: Seq; readonly seq: Seq }>();

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
  }

  /** Applies an event; returns false if it is not for this handler. */
  take(event: ExchangeEvent): boolean {
    switch (event.name) {
      case 'second.changed': {
        const { name: _name, ...market } = event;
        this.#state.secondMarkets.set(event.market, market);
        this.#handler.listing('secondMarket', event.market);
        return true;
      }
      case 'second.waiting':
        this.#waiting(event);
        return true;
      case 'second.opened': {
        const row = this.#row(event.second);
        row.status = SECOND_STATUS.countdown;
        row.openTick = event.tick;
        // It opens in the same command that reads its tick.
        row.openSeq = this.#moment.seeding ? (0 as Seq) : this.#moment.seq;
        row.openPrice = event.price;
        row.openTime = event.time;
        row.matures = event.matures;
        this.#report(row, 0 as Atoms);
        return true;
      }
      case 'second.settled': {
        const row = this.#row(event.second);
        row.status = SECOND_STATUS.settled;
        row.closeTick = event.tick;
        row.closeSeq = this.#seqOf(event.market, event.tick);
        row.closePrice = event.price;
        row.closeTime = event.time;
        row.result = event.result;
        row.paid = event.paid;
        this.#over(row);
        return true;
      }
      case 'second.void': {
        const row = this.#row(event.second);
        row.status = SECOND_STATUS.void;
        row.reason = event.reason;
        row.paid = event.paid;
        this.#over(row);
        return true;
      }
      default:
        return false;
    }
  }

  /** A valid tick was read: one of them settles what matures before the next. */
  tick(instrument: number, number: Seq, seq: Seq): void {
    this.#valid.set(instrument, { number, seq });
  }

  /** The command of a settling tick; 0: it came before the seed. */
  #seqOf(market: number, number: Seq): Seq {
    const valid = this.#valid.get(this.#state.secondMarkets.get(market)?.instrument ?? 0);
    return valid?.number === number ? valid.seq : (0 as Seq);
  }

  #waiting(event: EventOf<'second.waiting'>): void {
    const { name: _name, ...waiting } = event;
    const { time, seq, seeding } = this.#moment;
    // A seed does not contain the order time; the first tick was due `delay` after it.
    const delay = this.#state.secondMarkets.get(event.market)?.delay ?? 0;
    const row: SecondRow = {
      ...waiting,
      status: 0,
      openTick: 0 as Seq,
      openSeq: 0 as Seq,
      openPrice: 0 as Cents,
      openTime: 0 as Millis,
      matures: 0 as Millis,
      closeTick: 0 as Seq,
      closeSeq: 0 as Seq,
      closePrice: 0 as Cents,
      closeTime: 0 as Millis,
      result: 0,
      reason: 0,
      paid: 0 as Atoms,
      created: seeding ? ((event.opensFrom - delay) as Millis) : time,
      seq: seeding ? (0 as Seq) : seq,
      lastSeq: seeding ? (0 as Seq) : seq,
    };
    this.#state.seconds.set(event.second, row);
    this.#report(row, -event.amount as Atoms);
  }

  /** Settled or void: it is removed from the state and emitted with its result. */
  #over(row: SecondRow): void {
    this.#state.seconds.delete(row.second);
    this.#report(row, row.paid);
  }

  #row(second: number): SecondRow {
    const row = this.#state.seconds.get(second);
    if (row === undefined) throw new Error(`fold: second contract ${second}, which no event opened`);
    return row;
  }

  /** `amount`: credited (+) or debited (−) now. */
  #report(row: SecondRow, amount: Atoms): void {
    const { seq, seeding } = this.#moment;
    if (!seeding) row.lastSeq = seq;
    this.#handler.second({ ...row });
    if (seeding) return;
    const { user, second, market, asset, result } = row;
    this.#handler.settlement({ user, kind: 'second', id: second, market, asset, amount, result, seq });
  }
}
