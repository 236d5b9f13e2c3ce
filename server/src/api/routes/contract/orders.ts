// Placing contract orders, and closing positions: one, or all of chosen markets.

import { type Ack, type AckOrCode, codes, type ContractType, type ParsedOf, CODE } from '@vitrine/contract';
import type { CommandOf, Millis, RowId } from '@vitrine/core';
import { LOCK } from '@vitrine/core/enum';
import { asRefusalCode, type HandlersOf, NO_KEY, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Contract, Order, Position } from '../../../projection/handlers/index.ts';
import type { Live } from '../../../projection/live/index.ts';
import { type ContractTicket, contractCommand, opens } from './ticket.ts';
import { keptAnswers } from '../kept-answers.ts';
import type { RouteParts } from '../parts.ts';
import { ackOf, cancelOrder, submit } from '../order/submit.ts';
import { commandKeyWords, idNumber } from '../order/ticket.ts';
import { CONTRACT_KIND, contractOf } from '../market/traded.ts';
import { DONE } from '@vitrine/core';

type Names =
  | 'contract.order.submit'
  | 'entrust.contract.open'
  | 'entrust.contract.close'
  | 'contract.order.canCelOrder'
  | 'contract.position.stopOrder'
  | 'entrust.contract.close.onekey';

/** Parses a position id. @throws {Refusal} 2201 if it cannot be one. */
export function positionIdOf(text: string): RowId {
  const number = idNumber(text);
  if (number === 0) throw refuse('position.unknown');
  return number as RowId;
}

/** Whether the exchange has a customer as frozen. */
function isFrozen(live: Live, user: number): boolean {
  return ((live.user(user)?.locks ?? 0) & LOCK.frozen) !== 0;
}

/** The handlers of orders of contracts. */
export function contractOrders(parts: RouteParts): HandlersOf<Names> {
  const { live, link, people } = parts;
  const closedMany = keptAnswers<readonly AckOrCode[]>();

  async function place(kind: ContractType, ticket: ContractTicket, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    const { command, contract } = contractCommand(live, user, kind, ticket, context.key);
    // Other causes of an invalid order were checked: only the margin mode of the market or position is left.
    const invalid = refuseField('marginMode', 'range');
    const outcome = await submit(parts, user, command, { market: contract, price: command.price, invalid });
    return ackOf(parts, outcome.result, outcome);
  }

  function only(opening: boolean, ticket: ContractTicket): ContractTicket {
    if (opens(ticket.direction) !== opening) throw refuseField('direction', 'range');
    return ticket;
  }

  async function close(id: string, context: UserContext): Promise<Ack> {
    const user = context.session.coreUser;
    const position = positionIdOf(id);
    const known = live.position(position);
    const words = { user, ...commandKeyWords(context.key), position };
    const outcome = await submit(
      parts,
      user,
      isFrozen(live, user)
        ? { name: 'position.closeProven', ...words, proven: await provenAt(context) }
        : { name: 'position.close', ...words },
      known?.user === user ? { market: live.contract(known.market), position: known } : {},
    );
    return ackOf(parts, outcome.result, outcome);
  }

  /** When a frozen customer last proved their identity, in the exchange's time. @throws {IdentityRefusal} 1108. */
  async function provenAt(context: UserContext): Promise<Millis> {
    const proven = await people.guardian.provenAt(context.session, context);
    return Math.min(proven, live.head().time) as Millis;
  }

  /** Why a position that should have been closed was not. */
  async function whyOpen(user: CommandOf<'position.close'>['user'], position: RowId) {
    const answer = await link.ask({ name: 'position.close', user, ...commandKeyWords(NO_KEY), position });
    // It can be by now: the others met as many orders as one command may, or its book had nothing.
    return answer.code === DONE ? CODE['position.closeAgain'] : asRefusalCode(answer.code);
  }

  async function closeMany(
    input: ParsedOf<'entrust.contract.close.onekey'>,
    context: UserContext,
  ): Promise<readonly AckOrCode[]> {
    const user = context.session.coreUser;
    const contracts = new Map<number, Contract>();
    for (const symbol of input.oneKeySymbolNameList) {
      const contract = contractOf(live, input.contractType, symbol);
      contracts.set(contract.market, contract);
    }
    const markets = [...contracts.values()].map(({ market }) => ({ market }));
    const before = markets.flatMap(({ market }) => live.positions(user, market));
    const closing = closingOrders(live, user);
    try {
      const outcome = await submit(
        parts,
        user,
        {
          name: 'position.closeMany',
          user,
          ...commandKeyWords(context.key),
          ...{ type: CONTRACT_KIND[input.contractType], markets },
        },
        {},
      );
      const { seq } = outcome;
      const kept = outcome.repeated ? closedMany.of(seq) : undefined;
      if (kept !== undefined) return kept;
      const made = closing.of(seq);
      const behind = live.head().seq < seq;
      const ids = new Set([...before.map((one: Position) => one.position), ...made.keys()]);
      const answers = [...ids].map(async (position): Promise<AckOrCode> => {
        const id = String(position);
        const order = made.get(position);
        if (order !== undefined) return { id, code: DONE, key: codes[DONE].key, status: order.status, seq };
        const code = behind ? 504 : await whyOpen(user, position);
        return { id, code, key: codes[code].key, status: null, seq: null };
      });
      return closedMany.keep(seq, await Promise.all(answers));
    } finally {
      closing.stop();
    }
  }

  return {
    'contract.order.submit': ({ contractType, ...ticket }, context) => place(contractType, ticket, context),
    'entrust.contract.open': ({ x, ...ticket }, context) => place(x, only(true, ticket), context),
    'entrust.contract.close': ({ x, ...ticket }, context) => place(x, only(false, ticket), context),
    'contract.order.canCelOrder': (input, context) => cancelOrder(parts, input.id, context),
    'contract.position.stopOrder': (input, context) => close(input.id, context),
    async 'entrust.contract.close.onekey'(input, context) {
      return [...(await closeMany(input, context))];
    },
  };
}

/** Listens for a user's closing orders until stopped; `of`: those of a command, by the position they close. */
function closingOrders(live: Live, user: number) {
  const seen = new Map<number, Order>();
  const stop = live.onChange((change) => {
    for (const { order } of change.orders)
      if (order.user === user && order.position !== 0 && order.guard === 0) seen.set(order.order, order);
  });
  return {
    stop,
    of: (seq: number): ReadonlyMap<RowId, Order> =>
      new Map([...seen.values()].filter((order) => order.seq === seq).map((order) => [order.position, order])),
  };
}
