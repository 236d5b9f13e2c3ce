// Terms of contracts: specifications, maintenance margin tiers, fees, marks, funding rates, leverages.

import type { Billionths, EventOf, ExchangeEvent, Millis } from '@vitrine/core';
import type { Moment } from './context.ts';
import type { Orders } from './orders.ts';
import type { Mark } from './product.ts';
import type { ProjectionHandler } from './handler.ts';
import { type FoldState, leverageKey } from './state.ts';

const NO_TIME = 0 as Millis;
const NOTHING = { premium: 0 as Billionths, time: NO_TIME };

export class Contracts {
  readonly #state: FoldState;
  readonly #handler: ProjectionHandler;
  readonly #moment: Moment;
  readonly #orders: Orders;

  constructor(state: FoldState, handler: ProjectionHandler, moment: Moment, orders: Orders) {
    this.#state = state;
    this.#handler = handler;
    this.#moment = moment;
    this.#orders = orders;
  }

  /** Applies an event; returns false if it is not for this handler. */
  take(event: ExchangeEvent): boolean {
    switch (event.name) {
      case 'contract.changed': {
        const { name: _name, ...contract } = event;
        this.#state.contracts.set(event.market, contract);
        this.#handler.listing('contract', event.market);
        return true;
      }
      case 'contract.fee': {
        const { name: _name, ...fee } = event;
        this.#state.contractFees.set(event.tier, fee);
        this.#handler.listing('contractFee', event.tier);
        return true;
      }
      case 'mark':
        this.#mark(event);
        return true;
      case 'funding.rate': {
        const { name: _name, ...rate } = event;
        const minutes = this.#state.fundingMinutes.get(event.market);
        const { premium, time: counted } = minutes !== undefined && minutes.time > 0 ? minutes : NOTHING;
        this.#state.fundingMinutes.delete(event.market);
        this.#handler.fundingRate({ ...rate, premium, counted, seq: this.#moment.seq });
        return true;
      }
      case 'funding.minute': {
        const { name: _name, ...minutes } = event;
        this.#state.fundingMinutes.set(event.market, { ...minutes, time: NO_TIME });
        return true;
      }
      case 'funding.average': {
        const { name: _name, sum, ...average } = event;
        this.#state.fundingMinutes.set(event.market, { ...average, premium: sum });
        return true;
      }
      case 'funding.pace': {
        const { name: _name, ...pace } = event;
        this.#state.fundingPaces.set(event.market, pace);
        return true;
      }
      case 'market.closing': {
        const { name: _name, ...closing } = event;
        this.#state.closings.set(event.calendar, closing);
        return true;
      }
      case 'contract.closingRate':
        this.#state.closingRates.set(event.market, event.rate);
        return true;
      case 'leverage.changed':
        this.#orders.leverageChanged(event);
        this.#state.leverages.set(leverageKey(event.user, event.market, event.marginMode), event.leverage);
        return true;
      default:
        return false;
    }
  }

  #mark({ market, mark, basis }: EventOf<'mark'>): void {
    const { time, seq } = this.#moment;
    const latest: Mark = { market, mark, basis, time, seq };
    this.#state.marks.set(market, latest);
    this.#handler.mark(latest);
  }
}
