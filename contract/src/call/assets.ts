// Calls about deposits and withdrawals: networks, deposits, withdrawals, address book, swaps, and why a balance
// changed.

import * as z from 'zod/mini';
import { FUNDS_STATUS, NETWORKS, ORDER_STATUS } from '../enumeration.ts';
import { between, exportable, page, paging, searchedPage } from '../paging.ts';
import {
  ack,
  addressBook,
  addressCheck,
  billDetail,
  bookAddress,
  coinRate,
  depositAddress,
  order,
  practiceSent,
  recharge,
  rechargeCurrency,
  swapQuote,
  swapRecord,
  withdrawal,
  withdrawalAck,
  withdrawalLimits,
} from '../shape/index.ts';
import { coinInput, flagInput, id, idInput, oneOf, positive, seq, symbolInput, time } from '../text.ts';
import { call, keyedInSql } from './define.ts';
import { linkInput, passwordHash } from './input.ts';

const coin = '/api/{requestHead}/coin';
/** Most addresses in a customer's address book. */
export const MAX_BOOK = 100;
/** Maximum age of a sealed body, ms. */
export const SEALED_LIFE = 300_000;
const MAX_LABEL = 32;
const MAX_ADDRESS = 128;
/** Longest sealed body, characters. */
const MAX_SEALED = 8_192;

const network = z.enum(NETWORKS);
/** Only the text form is checked here: the rail decides whether it is an address. */
const addressInput = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ADDRESS), z.regex(/^[!-~]+$/));
const label = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LABEL), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
const status = z.optional(oneOf([FUNDS_STATUS.underReview, FUNDS_STATUS.passed, FUNDS_STATUS.failed]));
const listed = { ...paging, ...between, ...exportable, coin: z.optional(coinInput), status };

/** Content of the sealed body of a withdrawal. */
export const withdrawalBody = z.object({
  userId: id,
  /** The request's Idempotency-Key. */
  key: z.string().check(z.maxLength(36)),
  time,
  coin: coinInput,
  network,
  address: z.optional(addressInput),
  /** Id of the user's bank card. */
  cardId: z.optional(idInput),
  amount: positive,
  fundPassword: z.optional(passwordHash),
});
export type WithdrawalBody = z.output<typeof withdrawalBody>;

const sealedInput = z.object({ data: z.string().check(z.minLength(1), z.maxLength(MAX_SEALED)) });

const read = { method: 'POST', who: 'user', right: 'r' } as const;

const rechargeList = { ...read, csv: true, input: z.object({ ...listed, type: z.optional(oneOf([1])) }) } as const;
const withdrawalList = { ...read, csv: true, input: z.object(listed) } as const;
const withdraw = {
  method: 'POST',
  who: 'user',
  writes: true,
  key: true,
  right: 'w',
  secret: true,
  fund: true,
  factor: 'risk',
  each: true,
  input: sealedInput,
  sealed: withdrawalBody,
  answer: withdrawalAck,
} as const;

export const assetCalls = {
  'assets.getCoinRate': call({
    method: 'GET',
    path: `${coin}/assets/getCoinRate`,
    about: 'What one of each coin is worth in USDT by the index.',
    by: 'query',
    answer: z.array(coinRate),
  }),
  'assets.getRechargeCurrency': call({
    method: 'GET',
    path: `${coin}/assets/getRechargeCurrency`,
    about: 'Coins that come and go, with their networks, minimums, fees and whether they are open.',
    who: 'user',
    right: 'r',
    by: 'query',
    answer: z.array(rechargeCurrency),
  }),
  'assets.getDepositAddress': call({
    method: 'GET',
    path: `${coin}/assets/getDepositAddress/{coin}`,
    about: "One's own address for a coin on a network; made when first asked for, the same ever after.",
    who: 'user',
    right: 'r',
    by: 'query',
    input: z.object({ coin: coinInput, network: z.optional(network) }),
    answer: depositAddress,
  }),
  'assets.getRechargeLog': call({
    path: `${coin}/assets/getRechargeLog`,
    about: "One's deposits, newest first.",
    ...rechargeList,
    answer: page(recharge),
  }),
  'assets.getWithdrawalLog': call({
    path: `${coin}/assets/getWithdrawalLog`,
    about: "One's withdrawals, newest first.",
    ...withdrawalList,
    answer: page(withdrawal),
  }),
  'assets.withdrawal': call({
    path: `${coin}/assets/withdrawal`,
    about: 'Asks for a withdrawal. Its body is sealed to the withdrawal key of the runtime configuration.',
    ...withdraw,
  }),
  'assets.withdrawal.cancel': call({
    method: 'POST',
    path: `${coin}/assets/withdrawal/cancel`,
    about: 'Takes a withdrawal back until it is signed; then 3107.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    factor: 'risk',
    input: z.object({ id: idInput }),
    answer: ack,
  }),
  'assets.limits': call({
    method: 'GET',
    path: `${coin}/assets/limits`,
    about: 'What one may withdraw now, and what stands in the way.',
    who: 'user',
    right: 'r',
    by: 'query',
    answer: withdrawalLimits,
  }),
  'assets.address.list': call({
    path: `${coin}/assets/address/list`,
    about: "One's address book.",
    ...read,
    input: z.object({ coin: z.optional(coinInput), network: z.optional(network) }),
    answer: addressBook,
  }),
  'assets.address.save': call({
    method: 'POST',
    path: `${coin}/assets/address/save`,
    about: 'Writes an address into the book, or changes its label; with `allowOnly` alone switches the allow-list.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    factor: 'risk',
    each: true,
    input: z.object({
      id: z.optional(idInput),
      coin: z.optional(coinInput),
      network: z.optional(network),
      address: z.optional(addressInput),
      label: z.optional(label),
      allowOnly: z.optional(flagInput),
    }),
    answer: z.object({ record: z.nullable(bookAddress), allowOnly: z.boolean(), allowOnlyEnds: z.nullable(time) }),
  }),
  'assets.address.del': call({
    method: 'POST',
    path: `${coin}/assets/address/del`,
    about: 'Takes an address out of the book.',
    who: 'user',
    writes: true,
    ...keyedInSql,
    factor: 'risk',
    input: z.object({ id: idInput }),
    answer: z.object({ id }),
  }),
  'assets.address.check': call({
    path: `${coin}/assets/address/check`,
    about: 'Whether an address can be paid to on a network, before anything is asked for.',
    ...read,
    input: z.object({ coin: coinInput, network, address: addressInput }),
    answer: addressCheck,
  }),
  'entrust.getEntrustLogCurrency': call({
    path: `${coin}/entrust/getEntrustLogCurrency`,
    about: "The order centre: one's orders over all spot and margin accounts, and the coins met in them.",
    ...read,
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      account: z.optional(z.enum(['spot', 'all', 'fixed'])),
      symbol: z.optional(symbolInput),
      status: z.optional(oneOf([0, 1, 2, 3, 4, ORDER_STATUS.refused])),
    }),
    answer: z.extend(searchedPage(order), { currencies: z.array(z.string()) }),
  }),

  'userCoin.recharge': call({
    method: 'POST',
    path: '/api/userCoin/recharge',
    about: 'Tells of money paid in by bank or in cash, with its screenshot; two persons look at it.',
    who: 'user',
    writes: true,
    key: true,
    keyIn: 'custody',
    input: z.object({
      coin: coinInput,
      amount: positive,
      img: linkInput,
      /** The account it was sent from. */
      address: z.optional(label),
    }),
    answer: recharge,
  }),
  'userCoin.rechargeList': call({
    path: '/api/userCoin/rechargeList',
    about: 'As assets/getRechargeLog.',
    ...rechargeList,
    answer: page(recharge),
  }),
  'userCoin.withdraw': call({ path: '/api/userCoin/withdraw', about: 'As assets/withdrawal.', ...withdraw }),
  'userCoin.withdrawList': call({
    path: '/api/userCoin/withdrawList',
    about: 'As assets/getWithdrawalLog.',
    ...withdrawalList,
    answer: page(withdrawal),
  }),
  'userCoin.swapQuote': call({
    method: 'POST',
    path: '/api/userCoin/swapQuote',
    about: 'What a swap would bring now, with all that its price is worked out from, and a proposed least amount.',
    who: 'user',
    right: 'r',
    input: z.object({ from: coinInput, to: coinInput, amount: positive }),
    answer: swapQuote,
  }),
  'userCoin.swap': call({
    method: 'POST',
    path: '/api/userCoin/swap',
    about:
      'Orders a swap: executed at the first index at least half a second later, or refused below the least. The amount is held until then, at most ten seconds.',
    who: 'user',
    writes: true,
    key: true,
    right: 't',
    input: z.object({ from: coinInput, to: coinInput, amount: positive, least: positive }),
    answer: z.object({ id, seq }),
  }),
  'userCoin.swapList': call({
    path: '/api/userCoin/swapList',
    about: "One's swaps, newest first: those that wait, are done, and were refused.",
    ...read,
    csv: true,
    input: z.object({ ...paging, ...between, ...exportable, coin: z.optional(coinInput) }),
    answer: searchedPage(swapRecord),
  }),
  'userCoin.detail': call({
    path: '/api/userCoin/detail',
    about: 'Why a balance changed: one line of the bills with its cause and everything that the same command moved.',
    ...read,
    input: z.object({ id: idInput }),
    answer: billDetail,
  }),
  'practice.send': call({
    method: 'POST',
    path: '/api/practice/send',
    about:
      'Pays from a wallet outside to an address on the practice chain, at most so much a UTC day. Practice mode only.',
    who: 'user',
    writes: true,
    key: true,
    keyIn: 'custody',
    input: z.object({ coin: coinInput, address: addressInput, amount: positive }),
    answer: practiceSent,
  }),
} as const;
