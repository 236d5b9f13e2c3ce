// Calls about spot orders: submit, cancel, amend, preview, lists, details, and the outcome of a key.

import * as z from 'zod/mini';
import { ACCOUNT, CONTRACT_TYPE } from '../enumeration.ts';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import { ack, ackOrCode, contractTicket, fill, order, preview, ticket } from '../shape/index.ts';
import { decimal, flagInput, id, idInput, oneOf, positive, seq, symbolInput } from '../text.ts';
import { call } from './define.ts';
import { outcomeFields, outcomeInput } from './outcome.ts';

/** Most ids per cancel call. */
export const MAX_CANCELS = 50;

const coin = '/api/{requestHead}/coin';

const accountWord = z.enum(ACCOUNT);
const status = z.optional(oneOf([0, 1, 2, 3, 4, 5]));
const orAll = z.union([z.literal('all'), symbolInput]);

export const spotCalls = {
  'currency.order.submit': call({
    method: 'POST',
    path: '/api/currency/order/submit',
    about: 'Places a spot order from the spot wallet.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object(ticket),
    answer: ack,
  }),
  'entrust.exchange': call({
    method: 'POST',
    path: `${coin}/entrust/exchange/{x}`,
    about: 'Places an order from the account x: spot, all (cross margin), fixed (isolated margin).',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({ x: accountWord, ...ticket, autoBorrow: z.optional(flagInput), autoRepay: z.optional(flagInput) }),
    answer: ack,
  }),
  'entrust.preview': call({
    method: 'POST',
    path: `${coin}/entrust/preview`,
    about:
      'What an order would cost and do, decided by the exchange itself without doing it; with a contractType of a contract.',
    who: 'user',
    right: 'r',
    input: z.object({
      account: z._default(accountWord, 'spot'),
      contractType: z.optional(z.enum(CONTRACT_TYPE)),
      ...ticket,
      ...contractTicket,
    }),
    answer: preview,
  }),
  'currency.order.cancelOrder': call({
    method: 'POST',
    path: '/api/currency/order/cancelOrder',
    about: 'Cancels an open order.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    by: 'query',
    input: z.object({ id: idInput }),
    answer: ack,
  }),
  'entrust.cancel.entrust': call({
    method: 'POST',
    path: `${coin}/entrust/cancel/entrust`,
    about: 'Cancels one order, or up to 50.',
    who: 'user',
    writes: true,
    right: 't',
    input: z.object({
      id: z.optional(idInput),
      ids: z.optional(z.array(idInput).check(z.minLength(1), z.maxLength(MAX_CANCELS))),
    }),
    answer: z.array(ackOrCode),
  }),
  'entrust.amend': call({
    method: 'POST',
    path: `${coin}/entrust/amend`,
    about: 'Changes price or quantity of an open order; less quantity at the same price keeps its place.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({ id: idInput, price: z.optional(positive), quantity: z.optional(positive) }),
    answer: ack,
  }),
  'entrust.cancel.all': call({
    method: 'POST',
    path: `${coin}/entrust/cancel/all`,
    about:
      'Cancels every open order of an account (or, with contractType, of a kind of contracts), or those of one symbol; ' +
      'what guards a position stays.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({
      symbol: z.optional(symbolInput),
      account: z._default(accountWord, 'spot'),
      contractType: z.optional(z.enum(CONTRACT_TYPE)),
    }),
    answer: z.object({ count: z.int(), seq }),
  }),
  'currency.order.orderList': call({
    method: 'POST',
    path: '/api/currency/order/orderList',
    about: "One's spot orders, newest first.",
    who: 'user',
    right: 'r',
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      symbol: z.optional(symbolInput),
      status,
      account: z._default(accountWord, 'spot'),
    }),
    answer: searchedPage(order),
  }),
  'entrust.entrustlog': call({
    method: 'GET',
    path: `${coin}/entrust/entrustlog/{a}/{b}/{c}`,
    about: "One's orders of the account a: b open, history or trigger; c a symbol or all.",
    who: 'user',
    right: 'r',
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      a: accountWord,
      b: z.enum(['open', 'history', 'trigger']),
      c: orAll,
    }),
    answer: searchedPage(order),
  }),
  'entrust.get.myExchangeLog': call({
    method: 'GET',
    path: `${coin}/entrust/get/myExchangeLog/{x}`,
    about: "One's own fills of a symbol, or of all.",
    who: 'user',
    right: 'r',
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      x: orAll,
      account: z._default(accountWord, 'spot'),
      contractType: z.optional(z.enum(CONTRACT_TYPE)),
    }),
    answer: searchedPage(fill),
  }),
  'entrust.transaction.details': call({
    method: 'GET',
    path: `${coin}/entrust/transaction/details/{id}`,
    about: "One of one's own orders, its fills, and where each fee went.",
    who: 'user',
    right: 'r',
    by: 'query',
    input: z.object({ id }),
    answer: z.object({
      order,
      fills: z.array(fill),
      /**
       * Shares of each fee: the safety fund, referrers by generation, the contract agent, the operator; they add up.
       */
      fees: z.array(
        z.object({
          fillId: id,
          coin: z.string(),
          fee: decimal,
          safety: decimal,
          referral: z.array(decimal),
          agent: decimal,
          house: decimal,
        }),
      ),
    }),
  }),
  'common.outcome': call({
    method: 'POST',
    path: '/api/common/outcome/{key}',
    about: "What became of a key of one's own. A key that had not run is voided by asking, so that it never will.",
    who: 'user',
    writes: true,
    right: 't',
    input: outcomeInput,
    answer: z.object({
      ...outcomeFields,
      /** Sequence number of the command in the journal; null if it never ran, or is not a command. */
      seq: z.nullable(seq),
      /** The call's answer; null unless a command was done. */
      answer: z.nullable(z.object({ id, status: z.nullable(z.int()), seq })),
    }),
  }),
} as const;
