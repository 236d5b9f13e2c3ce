// Calls about margin borrowing: cross (`all`, one wallet) and isolated (`fixed`, one per market).

import * as z from 'zod/mini';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import {
  borrowed,
  borrowPreview,
  borrowRecord,
  canBorrow,
  level,
  marginProperty,
  oneOfLeverage,
  repaid,
} from '../shape/index.ts';
import { coinInput, decimal, flagInput, positive, seq, symbolInput } from '../text.ts';
import { call } from './define.ts';

const coin = '/api/{requestHead}/coin';
const account = z.enum(['all', 'fixed']);
/** `symbol` is the market of the isolated account. */
const loan = { account, coin: coinInput, symbol: z.optional(symbolInput) };
const write = { method: 'POST', who: 'user', writes: true, key: true, right: 't' } as const;
const read = { who: 'user', right: 'r' } as const;

export const marginCalls = {
  'wallet.getCanborrow': call({
    method: 'POST',
    path: `${coin}/wallet/{account}/getCanborrow`,
    about: 'How much of a coin one may borrow, and what one owes of it.',
    ...read,
    input: z.object(loan),
    answer: canBorrow,
  }),
  'wallet.preborrow': call({
    method: 'POST',
    path: `${coin}/wallet/{account}/preborrow`,
    about: 'What borrowing would do, decided by the exchange itself without doing it.',
    ...read,
    input: z.object({ ...loan, amount: positive }),
    answer: borrowPreview,
  }),
  'wallet.borrow': call({
    path: `${coin}/wallet/{account}/borrow`,
    about: 'Borrows.',
    ...write,
    input: z.object({ ...loan, amount: positive }),
    answer: borrowed,
  }),
  'wallet.still': call({
    path: `${coin}/wallet/still/{account}`,
    about: 'Repays, interest first: an amount, or all.',
    ...write,
    input: z.object({ ...loan, amount: z.optional(positive), all: z.optional(flagInput) }),
    answer: repaid,
  }),
  'wallet.all.marginProperty': call({
    method: 'GET',
    path: `${coin}/wallet/all/marginProperty`,
    about: 'The cross margin wallet: level, worth, and each coin with what is owed.',
    ...read,
    by: 'query',
    answer: marginProperty,
  }),
  'wallet.fixed.marginProperty': call({
    method: 'GET',
    path: `${coin}/wallet/fixed/marginProperty/{x}`,
    about: 'The isolated margin wallet of the market x.',
    ...read,
    by: 'query',
    input: z.object({ x: symbolInput }),
    answer: marginProperty,
  }),
  'wallet.all.getCanborrowList': call({
    method: 'GET',
    path: `${coin}/wallet/all/getCanborrowList`,
    about: 'Every coin that can be borrowed across: how much, at which rate.',
    ...read,
    by: 'query',
    answer: z.array(
      z.object({ coin: z.string(), canBorrow: decimal, hourRate: decimal, dayRate: decimal, limit: decimal }),
    ),
  }),
  'wallet.all.getDepositRate': call({
    method: 'GET',
    path: `${coin}/wallet/all/getDepositRate`,
    about: "The cross wallet's margin level and its steps. Not an interest rate.",
    ...read,
    by: 'query',
    answer: z.object({ level, transferOut: decimal, borrow: decimal, call: decimal, liquidation: decimal }),
  }),
  'wallet.fixed.updateLeverageRadio': call({
    method: 'POST',
    path: `${coin}/wallet/fixed/updateLeverageRadio`,
    about: 'Leverage of an isolated margin wallet.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({ symbol: symbolInput, leverageRadio: oneOfLeverage() }),
    /** Borrowable amount of the quote coin before and after. */
    answer: z.object({
      symbolName: z.string(),
      leverageBefore: z.int(),
      leverageAfter: z.int(),
      limitBefore: decimal,
      limitAfter: decimal,
      coin: z.string(),
      seq,
    }),
  }),
  'entrust.borrowOrder': call({
    method: 'GET',
    path: `${coin}/entrust/borrowOrder/{a}/{b}/{c}`,
    about:
      'Records of the account a (all, fixed): b borrow, still, interest or liquidation; c a coin, a symbol or all.',
    ...read,
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      a: account,
      b: z.enum(['borrow', 'still', 'interest', 'liquidation']),
      c: z.union([z.literal('all'), symbolInput, coinInput]),
    }),
    answer: searchedPage(borrowRecord),
  }),
} as const;
