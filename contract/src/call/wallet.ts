// Calls about the wallet: balances, totals, transfers, bills, practice money.

import * as z from 'zod/mini';
import { BILL_KIND, WALLET_TYPES } from '../enumeration.ts';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import { balance, bill, billSum, coinBalance, transfer, walletTotal } from '../shape/index.ts';
import { coinInput, decimal, id, positive, seq, symbolInput, time } from '../text.ts';
import { call } from './define.ts';

const coin = '/api/{requestHead}/coin';

/** A wallet type, as text or as a number. */
const walletInput = z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), z.enum(WALLET_TYPES));

const transferInput = {
  from: walletInput,
  to: walletInput,
  coin: coinInput,
  amount: positive,
  symbol: z.optional(symbolInput),
};
const transferAnswer = z.object({ id, seq });

export const walletCalls = {
  'wallet.get': call({
    method: 'GET',
    path: `${coin}/wallet/get/{a}/{b}`,
    about: 'Balances of the wallet a (1–8): of the coin b, or of base and quote of the symbol b.',
    who: 'user',
    right: 'r',
    by: 'query',
    input: z.object({ a: walletInput, b: symbolInput }),
    answer: z.array(balance),
  }),
  'wallet.trans': call({
    method: 'GET',
    path: `${coin}/wallet/trans`,
    about: 'Moves money between two wallets of one customer. As userCoin/transfer, which our client uses.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    by: 'query',
    input: z.object(transferInput),
    answer: transferAnswer,
  }),
  'userCoin.transfer': call({
    method: 'POST',
    path: '/api/userCoin/transfer',
    about: 'Moves money between two wallets of one customer, at once, whole or not.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object(transferInput),
    answer: transferAnswer,
  }),
  'userCoin.transferList': call({
    method: 'POST',
    path: '/api/userCoin/transferList',
    about: "One's transfers, newest first.",
    who: 'user',
    right: 'r',
    csv: true,
    input: z.object({ ...paging, ...between, ...exportable, coin: z.optional(coinInput) }),
    answer: searchedPage(transfer),
  }),
  'userCoin.getUserCoin': call({
    method: 'POST',
    path: '/api/userCoin/getUserCoin',
    about: 'The spot wallet, coin by coin.',
    who: 'user',
    right: 'r',
    answer: z.array(coinBalance),
  }),
  'assets.getWalletAccount': call({
    method: 'GET',
    path: `${coin}/assets/getWalletAccount`,
    about:
      "Every wallet's worth, with positions and running stakes, less debts; type 0 is their sum, 8 only for merchants.",
    who: 'user',
    right: 'r',
    by: 'query',
    answer: z.array(walletTotal),
  }),
  'assets.getMyBalance': call({
    method: 'GET',
    path: `${coin}/assets/getMyBalance`,
    about: "One wallet's worth, what the UTC day made of it, and 30 days of it.",
    who: 'user',
    right: 'r',
    by: 'query',
    input: z.object({
      type: z._default(
        z.pipe(z.pipe(z.union([z.string(), z.int()]), z.transform(String)), z.enum(['0', ...WALLET_TYPES])),
        '0',
      ),
    }),
    answer: z.object({
      type: z.string(),
      usdt: z.nullable(decimal),
      btc: z.nullable(decimal),
      dayProfit: z.nullable(decimal),
      /** Components: bills of the day by kind, and `prices` for the rest. */
      causes: z.array(z.object({ kind: z.enum([...BILL_KIND, 'prices']), usdt: decimal })),
      series: z.array(z.object({ time, usdt: decimal })),
    }),
  }),
  'assets.getCurrencyAccount': call({
    method: 'POST',
    path: `${coin}/assets/getCurrencyAccount`,
    about: 'Balances of one wallet.',
    who: 'user',
    right: 'r',
    input: z.object({
      type: z._default(walletInput, '1'),
      symbol: z.optional(symbolInput),
      coin: z.optional(coinInput),
    }),
    answer: z.array(balance),
  }),
  'assets.getMyBill': call({
    method: 'POST',
    path: `${coin}/assets/getMyBill`,
    about: 'Every change of a balance with its cause; opening, in, out and closing for each coin.',
    who: 'user',
    right: 'r',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      walletType: z.optional(walletInput),
      coin: z.optional(coinInput),
      kind: z.optional(z.enum(BILL_KIND)),
    }),
    answer: z.extend(searchedPage(bill), { sums: z.array(billSum) }),
  }),
  'practice.claim': call({
    method: 'POST',
    path: '/api/practice/claim',
    about: 'Tops the spot wallet up with practice money, once a UTC day. Practice mode only.',
    who: 'user',
    writes: true,
    key: true,
    answer: z.object({ seq, balances: z.array(balance) }),
  }),
} as const;
