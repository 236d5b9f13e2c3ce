// Calls about second contracts: periods, orders, receipts.

import * as z from 'zod/mini';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import { period, receipt, second, secondNet } from '../shape/index.ts';
import { decimal, idInput, oneOf, positive, symbolInput } from '../text.ts';
import { call } from './define.ts';

const orders = '/api/secondContractOrder';

export const secondCalls = {
  'period.list': call({
    method: 'POST',
    path: '/api/period/list',
    about: 'Periods a second contract of a symbol is sold with; empty when none.',
    input: z.object({ symbol: symbolInput }),
    answer: z.array(period),
  }),
  'secondContractOrder.createSecondContractOrder': call({
    method: 'POST',
    path: `${orders}/createSecondContractOrder`,
    about: 'Opens a second contract from wallet 6, on the odds as shown; the opening tick follows on the user socket.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({
      symbol: symbolInput,
      periodId: idInput,
      /** 1 bullish, 2 bearish. */
      direction: oneOf([1, 2]),
      amount: positive,
      odds: decimal,
    }),
    answer: second,
  }),
  'secondContractOrder.selectOrderList': call({
    method: 'POST',
    path: `${orders}/selectOrderList`,
    about: "One's second contracts, newest first, and one's own result to date, over all of them.",
    who: 'user',
    right: 'r',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      symbol: z.optional(symbolInput),
      status: z.optional(oneOf([0, 1, 2, 3])),
    }),
    answer: z.extend(searchedPage(second), { net: z.array(secondNet) }),
  }),
  'secondContractOrder.receipt': call({
    method: 'GET',
    path: `${orders}/receipt/{id}`,
    about: "Everything the outcome of one of one's second contracts was made of.",
    who: 'user',
    right: 'r',
    by: 'query',
    input: z.object({ id: idInput }),
    answer: receipt,
  }),
} as const;
