// Calls of staking and finance: products, purchases, redemptions (money §6).

import * as z from 'zod/mini';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import {
  earnBought,
  earnOwn,
  financeList,
  financeOrder,
  financeProduct,
  pledgeList,
  pledgeOrder,
  redeemed,
  redeemPrice,
} from '../shape/index.ts';
import { decimal, numberIdInput, oneOf, positive, whole } from '../text.ts';
import { call } from './define.ts';

const ofCustomer = { method: 'POST', who: 'user' } as const;
const trade = { ...ofCustomer, writes: true, key: true, right: 't' } as const;
const buy = z.object({
  id: numberIdInput,
  /** Version of the terms as shown; after a change the purchase is refused (4008). */
  version: whole(1, 2 ** 31 - 1),
  amount: positive,
});
const list = z.object({
  ...paging,
  ...between,
  ...exportable,
  status: z.optional(oneOf([0, 1, 2])),
});
const redeem = z.object({
  id: numberIdInput,
  /** What the preview said is received; another price is refused (4008). */
  receive: decimal,
});
const one = z.object({ id: numberIdInput });

export const earnCalls = {
  'pledge.list': call({
    method: 'POST',
    path: '/api/pledge/list',
    about: 'Staking products with what each promised, paid and still reserves, and the reserve of each coin.',
    answer: pledgeList,
  }),
  'pledge.submit': call({
    ...trade,
    path: '/api/pledge/submit',
    about: 'Buys a staking product from the spot wallet; its whole yield is reserved at once.',
    input: buy,
    answer: earnBought,
  }),
  'pledge.orderList': call({
    ...ofCustomer,
    path: '/api/pledge/orderList',
    about: "One's stakes, newest first, and one's own figures by coin.",
    right: 'r',
    csv: true,
    input: list,
    answer: z.extend(searchedPage(pledgeOrder), { own: z.array(earnOwn) }),
  }),
  'pledge.redeemPreview': call({
    ...ofCustomer,
    path: '/api/pledge/redeemPreview',
    about: "What redeeming one of one's stakes now pays, keeps and gives up.",
    right: 'r',
    input: one,
    answer: redeemPrice,
  }),
  'pledge.redeem': call({
    ...trade,
    path: '/api/pledge/redeem',
    about: "Redeems one of one's stakes before its end, for exactly the price shown.",
    input: redeem,
    answer: redeemed,
  }),
  'finance.list': call({
    method: 'POST',
    path: '/api/finance/list',
    about: 'Finance products, all or of one tab, and the reserve of each coin.',
    input: z.object({
      /** 1 value-added, 2 members, 3 ordinary. */
      tab: z.optional(oneOf([1, 2, 3])),
    }),
    answer: financeList,
  }),
  'finance.detail': call({
    method: 'POST',
    path: '/api/finance/detail/{id}',
    about: 'One finance product.',
    input: one,
    answer: financeProduct,
  }),
  'finance.submit': call({
    ...trade,
    path: '/api/finance/submit',
    about: 'Buys a finance product from the spot wallet; its whole yield is reserved at once.',
    input: buy,
    answer: earnBought,
  }),
  'finance.orderList': call({
    ...ofCustomer,
    path: '/api/finance/orderList',
    about: "One's investments, newest first, and one's own figures by coin.",
    right: 'r',
    csv: true,
    input: list,
    answer: z.extend(searchedPage(financeOrder), { own: z.array(earnOwn) }),
  }),
  'finance.redeemPreview': call({
    ...ofCustomer,
    path: '/api/finance/redeemPreview',
    about: "What redeeming one of one's investments now pays, keeps and gives up.",
    right: 'r',
    input: one,
    answer: redeemPrice,
  }),
  'finance.redeem': call({
    ...trade,
    path: '/api/finance/redeem',
    about: "Redeems one of one's investments before its end, for exactly the price shown.",
    input: redeem,
    answer: redeemed,
  }),
} as const;
