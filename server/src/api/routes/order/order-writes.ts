// Placing spot and margin orders; cancelling and amending orders of every product.

import type { Ack, AckOrCode, ParsedOf } from '@vitrine/contract';
import { CODE, codes } from '@vitrine/contract';
import { type Lots, type MarketId, type Ticks } from '@vitrine/core';
import { CLOSE_REASON } from '@vitrine/core/enum';
import { type HandlersOf, NO_KEY, Refusal, refuse, refuseField, type UserContext } from '../../call/index.ts';
import { IntakeError } from '../../../engine/sequencer/index.ts';
import { placeOnMargin } from '../margin/orders.ts';
import type { RouteParts } from '../parts.ts';
import { ackOf, cancelOrder, submit } from './submit.ts';
import {
  ACCOUNT_WALLET,
  commandKeyWords,
  lotsOf,
  marketOrAll,
  orderIdOf,
  placeCommand,
  type Ticket,
  ticksOf,
} from './ticket.ts';
import { CONTRACT_KIND, contractOf, isContract, tradedOf } from '../market/traded.ts';

/** Cancels of one call in flight at the exchange: fewer than a user's places there. */
const CANCELS_AT_ONCE = 16;

type Names =
  | 'currency.order.submit'
  | 'entrust.exchange'
  | 'currency.order.cancelOrder'
  | 'entrust.cancel.entrust'
  | 'entrust.amend'
  | 'entrust.cancel.all'
  | 'entrust.cancel.after';

/** The handlers of placing spot orders, and of cancelling and amending any order. */
export function orderWrites(parts: RouteParts): HandlersOf<Names> {
  const { live } = parts;

  async function place(account: 'spot', ticket: Ticket, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    const { command, market } = placeCommand(live, user, account, ticket, context.key);
    const spends = ticket.direction === 1 ? market.quote : market.base;
    const outcome = await submit(parts, user, command, { market, asset: spends, price: command.price });
    return ackOf(parts, outcome.result, outcome);
  }

  async function cancelOrCode(id: string, context: UserContext): Promise<AckOrCode> {
    try {
      // One key cannot cover many cancels; an id that was cancelled stays cancelled anyway.
      const { status, seq } = await cancelOrder(parts, id, { session: context.session, key: NO_KEY });
      return { id, code: CODE.ok, key: 'ok', status, seq };
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
    const traded = order?.user === user ? tradedOf(live, order.market) : undefined;
    if (!order || !traded) throw refuse('order.unknown');
    // A market order has no price to change, not even while it waits for its trigger.
    if (input.price !== undefined && order.price === 0) throw refuseField('price', 'range');
    const spends = isContract(traded) ? traded.settle : order.side === 1 ? traded.quote : traded.base;
    const price = input.price === undefined ? (0 as Ticks) : ticksOf(input.price, traded);
    const outcome = await submit(
      parts,
      user,
      {
        name: 'order.amend',
        user,
        ...commandKeyWords(context.key),
        order: id,
        price,
        lots: input.quantity === undefined ? (0 as Lots) : lotsOf(input.quantity, traded, live),
      },
      {
        market: traded,
        asset: spends,
        dealt: order.dealtLots,
        price,
        // A take-profit or stop-loss order of a position is changed with the call that set it.
        invalid: refuseField('id', 'range'),
      },
    );
    return ackOf(parts, id, outcome);
  }

  /** Wallet and market of a cancel-all; 0: every one. */
  function scopeOf({ contractType, account, symbol }: ParsedOf<'entrust.cancel.all'>) {
    if (contractType === undefined) return { wallet: ACCOUNT_WALLET[account], market: marketOrAll(live, symbol) };
    const contract = symbol === undefined ? undefined : contractOf(live, contractType, symbol);
    return { wallet: CONTRACT_KIND[contractType], market: contract?.market ?? (0 as MarketId) };
  }

  return {
    'currency.order.submit': (input, context) => place('spot', input, context),
    'entrust.exchange': (input, context) =>
      input.x === 'spot' ? place(input.x, input, context) : placeOnMargin(parts, input.x, input, context),
    'currency.order.cancelOrder': (input, context) => cancelOrder(parts, input.id, context),
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
      const scope = scopeOf(input);
      const outcome = await submit(
        parts,
        user,
        { name: 'order.clear', user, ...commandKeyWords(context.key), ...scope, reason: CLOSE_REASON.all },
        { market: tradedOf(live, scope.market) },
      );
      return { count: outcome.result, seq: outcome.seq };
    },
    async 'entrust.cancel.after'({ timeoutMs }, { session }) {
      const { gone } = parts.people;
      const user = session.coreUser;
      return { actsAt: timeoutMs === undefined ? await gone.at(user) : await gone.arm(user, timeoutMs) };
    },
  };
}
