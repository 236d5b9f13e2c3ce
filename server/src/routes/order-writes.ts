// Placing, cancelling, amending spot orders.

import type { Ack, AckOrCode, ParsedOf } from '@vitrine/contract';
import { codes } from '@vitrine/contract';
import type { Lots, MarketId, OrderId, Ticks } from '@vitrine/core';
import { type HandlersOf, NO_KEY, Refusal, refuse, refuseField, type UserContext } from '../call/index.ts';
import { IntakeError, type Outcome } from '../sequencer/index.ts';
import type { RouteParts } from './parts.ts';
import { submit } from './submit.ts';
import { type Account, commandKeyWords, lotsOf, marketOrAll, placeCommand, type Ticket, ticksOf } from './ticket.ts';

/** Cancels of one call that wait at the exchange together: below the places a user has there. */
const CANCELS_AT_ONCE = 16;
const CANCELLED = 2;
/** Order ids are words of the exchange. */
const MAX_ORDER_ID = 2 ** 52;

type Names =
  | 'currency.order.submit'
  | 'entrust.exchange'
  | 'currency.order.cancelOrder'
  | 'entrust.cancel.entrust'
  | 'entrust.amend'
  | 'entrust.cancel.all';

/** An order's number out of an id. @throws {Refusal} 2101 when it can be none. */
export function orderIdOf(text: string): OrderId {
  const number = /^[0-9]{1,16}$/.test(text) ? Number.parseInt(text, 10) : 0;
  if (number < 1 || number > MAX_ORDER_ID) throw refuse(2101);
  return number as OrderId;
}

/** The handlers of everything that changes spot orders. */
export function orderWrites(parts: RouteParts): HandlersOf<Names> {
  const { live } = parts;

  function ackOf(id: number, outcome: Outcome): Ack {
    return { id: String(id), status: live.order(id)?.status ?? 0, seq: outcome.seq };
  }

  async function place(account: Account, ticket: Ticket, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    // Orders of margin accounts join with borrowing.
    if (account !== 'spot') throw refuseField('x', 'range');
    const { command, market } = placeCommand(live, user, account, ticket, context.key);
    const spends = ticket.direction === 1 ? market.quote : market.base;
    const outcome = await submit(parts, user, command, { market, asset: spends });
    return ackOf(outcome.result, outcome);
  }

  async function cancel(text: string, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    const order = orderIdOf(text);
    const outcome = await submit(parts, user, { name: 'order.cancel', user, ...commandKeyWords(NO_KEY), order }, {});
    return { id: text, status: live.order(order)?.status ?? CANCELLED, seq: outcome.seq };
  }

  async function cancelOrCode(id: string, context: UserContext): Promise<AckOrCode> {
    try {
      const { status, seq } = await cancel(id, context);
      return { id, code: 200, key: codes[200].key, status, seq };
    } catch (error) {
      if (error instanceof Refusal)
        return { id, code: error.code, key: codes[error.code].key, status: null, seq: null };
      if (error instanceof IntakeError)
        return { id, code: error.code, key: codes[error.code].key, status: null, seq: null };
      throw error;
    }
  }

  async function amend(input: ParsedOf<'entrust.amend'>, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    const id = orderIdOf(input.id);
    if (input.price === undefined && input.quantity === undefined) throw refuseField('price', 'required');
    const order = live.order(id);
    const market = order?.user === user ? live.market(order.market) : undefined;
    if (!order || !market) throw refuse(2101);
    const outcome = await submit(
      parts,
      user,
      {
        name: 'order.amend',
        user,
        ...commandKeyWords(NO_KEY),
        order: id,
        price: input.price === undefined ? (0 as Ticks) : ticksOf(input.price, market),
        lots: input.quantity === undefined ? (0 as Lots) : lotsOf(input.quantity, market, live),
      },
      { market, asset: order.side === 1 ? market.quote : market.base },
    );
    return ackOf(id, outcome);
  }

  return {
    'currency.order.submit': (input, context) => place('spot', input, context),
    'entrust.exchange': (input, context) => place(input.x, input, context),
    'currency.order.cancelOrder': (input, context) => cancel(input.id, context),
    'entrust.amend': amend,
    async 'entrust.cancel.entrust'(input, context) {
      const ids = [...new Set([...(input.ids ?? []), ...(input.id === undefined ? [] : [input.id])])];
      if (ids.length === 0) throw refuseField('id', 'required');
      const answers: AckOrCode[] = [];
      for (let at = 0; at < ids.length; at += CANCELS_AT_ONCE)
        answers.push(
          ...(await Promise.all(ids.slice(at, at + CANCELS_AT_ONCE).map((id) => cancelOrCode(id, context)))),
        );
      return answers;
    },
    async 'entrust.cancel.all'(input, context) {
      const user = context.session.coreUser;
      const market: MarketId = marketOrAll(live, input.symbol);
      // Orders of margin accounts join with borrowing; there are none to cancel yet.
      if (input.account !== 'spot') return { count: 0, seq: live.head().seq };
      const outcome = await submit(
        parts,
        user,
        { name: 'order.cancelAll', user, ...commandKeyWords(NO_KEY), market },
        { market: live.market(market) },
      );
      return { count: outcome.result, seq: outcome.seq };
    },
  };
}
