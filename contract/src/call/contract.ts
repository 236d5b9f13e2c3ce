// Calls about contracts: orders, positions, margin, leverage, take-profit and stop-loss, tiers and funding.

import * as z from 'zod/mini';
import { CONTRACT_TYPE, TRIGGER_BY } from '../enumeration.ts';
import { between, exportable, paging, searchedPage } from '../paging.ts';
import {
  ack,
  ackOrCode,
  contractDetail,
  contractTicket,
  fundingPoint,
  groupLimits,
  guardOrder,
  insuranceFund,
  marginChange,
  marginMode,
  oneOfLeverage,
  order,
  position,
  positionStep,
  tier,
} from '../shape/index.ts';
import { decimal, idInput, oneOf, positive, symbolInput, time } from '../text.ts';
import { call } from './define.ts';

/** Most symbols per close-all call and per detail call. */
export const MAX_SYMBOLS = 200;
/** Most steps of a position's history; older ones are left out. */
export const MAX_STORY = 500;

const coin = '/api/{requestHead}/coin';
const kindWord = z.enum(CONTRACT_TYPE);
const kindDefault = z._default(kindWord, 'u');
const status = z.optional(oneOf([0, 1, 2, 3, 4, 5]));
const orAll = z.union([z.literal('all'), symbolInput]);
const symbols = z.array(symbolInput).check(z.minLength(1), z.maxLength(MAX_SYMBOLS));
/** 1 add, 2 reduce. */
const flag = oneOf([1, 2]);
/** An empty text removes that side. */
const guardPrice = z.optional(z.union([z.literal(''), positive]));

const write = { who: 'user', writes: true, right: 't' } as const;
const read = { who: 'user', right: 'r' } as const;

export const contractCalls = {
  'contract.order.submit': call({
    method: 'POST',
    path: '/api/contract/order/submit',
    about: 'Places a contract order: direction 1 and 2 open, 3 and 4 close.',
    ...write,
    key: true,
    input: z.object({ contractType: kindDefault, ...contractTicket }),
    answer: ack,
  }),
  'entrust.contract.open': call({
    method: 'POST',
    path: `${coin}/entrust/contract/open/{x}`,
    about: 'Opens: direction 1 or 2, of the kind x.',
    ...write,
    key: true,
    input: z.object({ x: kindWord, ...contractTicket }),
    answer: ack,
  }),
  'entrust.contract.close': call({
    method: 'POST',
    path: `${coin}/entrust/contract/close/{x}`,
    about: 'Closes: direction 3 or 4, of the kind x.',
    ...write,
    key: true,
    input: z.object({ x: kindWord, ...contractTicket }),
    answer: ack,
  }),
  'contract.order.canCelOrder': call({
    method: 'POST',
    path: '/api/contract/order/canCelOrder',
    about: 'Cancels an open contract order.',
    ...write,
    key: true,
    by: 'query',
    input: z.object({ id: idInput }),
    answer: ack,
  }),
  'contract.order.list': call({
    method: 'POST',
    path: '/api/contract/order/list',
    about: "One's contract orders, newest first.",
    ...read,
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      contractType: kindDefault,
      symbol: z.optional(symbolInput),
      status,
    }),
    answer: searchedPage(order),
  }),
  'entrust.entrustlogContract': call({
    method: 'GET',
    path: `${coin}/entrust/entrustlogContract/{a}/{b}/{c}`,
    about: "One's contract orders of the kind a: b open, history or trigger; c a symbol or all.",
    ...read,
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      a: kindWord,
      b: z.enum(['open', 'history', 'trigger']),
      c: orAll,
    }),
    answer: searchedPage(order),
  }),
  'contract.position.list': call({
    method: 'POST',
    path: '/api/contract/position/list',
    about: "One's positions, open or closed, newest first.",
    ...read,
    by: 'query',
    csv: true,
    input: z.object({
      ...paging,
      ...between,
      ...exportable,
      contractType: kindDefault,
      symbol: z.optional(symbolInput),
      status: z._default(z.enum(['open', 'closed']), 'open'),
    }),
    answer: searchedPage(position),
  }),
  'entrust.get.myPosition': call({
    method: 'GET',
    path: `${coin}/entrust/get/myPosition/{x}`,
    about: "One's open positions of the kind x.",
    ...read,
    by: 'query',
    input: z.object({ x: kindWord, symbol: z.optional(symbolInput) }),
    answer: z.array(position),
  }),
  'contract.position.story': call({
    method: 'POST',
    path: '/api/contract/position/story',
    about: "What happened to one of one's positions, oldest first: fills, margin, funding, each step of a liquidation.",
    ...read,
    by: 'query',
    input: z.object({ id: idInput }),
    answer: z.object({ position, steps: z.array(positionStep) }),
  }),
  'contract.position.stopOrder': call({
    method: 'POST',
    path: '/api/contract/position/stopOrder',
    about: 'Quick close: the whole position at the market, reduce-only.',
    ...write,
    key: true,
    by: 'query',
    input: z.object({ id: idInput }),
    answer: ack,
  }),
  'contract.position.adjustAmount': call({
    method: 'POST',
    path: '/api/contract/position/adjustAmount',
    about: "Adds to (flag 1) or takes from (flag 2) an isolated position's margin.",
    ...write,
    key: true,
    by: 'query',
    input: z.object({ id: idInput, money: positive, flag }),
    answer: marginChange,
  }),
  'wallet.contract.updateBond': call({
    method: 'POST',
    path: `${coin}/wallet/contract/updateBond`,
    about: 'As contract/position/adjustAmount.',
    ...write,
    key: true,
    input: z.object({ id: idInput, amount: positive, flag }),
    answer: marginChange,
  }),
  'wallet.contract.updateLeverageRadio': call({
    method: 'POST',
    path: `${coin}/wallet/contract/updateLeverageRadio`,
    about: "Leverage of one's positions of a market and margin mode, open ones and those to come.",
    ...write,
    key: true,
    input: z.object({ symbol: symbolInput, contractType: kindDefault, marginMode, leverageRadio: oneOfLeverage() }),
    answer: marginChange,
  }),
  'wallet.contract.leverage': call({
    method: 'GET',
    path: `${coin}/wallet/contract/leverage`,
    about: "One's leverage of a market by margin mode, and the mode an opening order is suggested with.",
    ...read,
    by: 'query',
    input: z.object({ symbol: symbolInput, contractType: kindDefault }),
    answer: z.object({
      ...{ all: z.int(), fixed: z.int(), most: z.int(), suggested: marginMode },
      /** By margin mode, what linked accounts leave for an opening; null: no other account counts. */
      group: z.nullable(z.object({ all: groupLimits, fixed: groupLimits })),
    }),
  }),
  'contract.loss.list': call({
    method: 'POST',
    path: '/api/contract/loss/list',
    about: "Stop-profit and stop-loss orders of one's positions.",
    ...read,
    by: 'query',
    input: z.object({
      ...paging,
      ...between,
      id: z.optional(idInput),
      symbol: z.optional(symbolInput),
      status: z.optional(z.enum(['waiting', 'triggered', 'cancelled'])),
    }),
    answer: searchedPage(guardOrder),
  }),
  'contract.loss.sett': call({
    method: 'POST',
    path: '/api/contract/loss/sett',
    about: 'Sets stop-profit and stop-loss of a position; an empty price removes that side, one left out stays.',
    ...write,
    key: true,
    input: z.object({
      id: idInput,
      stopProfitPrice: guardPrice,
      stopLossPrice: guardPrice,
      triggerBy: z._default(z.enum(TRIGGER_BY), 'mark'),
      quantity: z.optional(positive),
    }),
    answer: z.array(guardOrder),
    empty: ['stopProfitPrice', 'stopLossPrice'],
  }),
  'contract.loss.cancel': call({
    method: 'POST',
    path: '/api/contract/loss/cancel',
    about: 'Takes one stop order of a position away.',
    ...write,
    key: true,
    by: 'query',
    input: z.object({ id: idInput }),
    answer: ack,
  }),
  'entrust.contract.close.onekey': call({
    method: 'POST',
    path: `${coin}/entrust/contract/close/onekey`,
    about:
      'Closes every position of the named markets; the answer has each position by its id, with the status of the order that closes it.',
    ...write,
    key: true,
    input: z.object({ oneKeySymbolNameList: symbols, contractType: kindDefault }),
    answer: z.array(ackOrCode),
  }),
  'entrust.cancel.after': call({
    method: 'POST',
    path: `${coin}/entrust/cancel/after`,
    about:
      'Cancels every open order of every product, except what guards a position, unless it is called again within ' +
      'timeoutMs; 0 switches it off; without it the call only tells.',
    ...write,
    input: z.object({
      timeoutMs: z.optional(oneOf([0, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000])),
    }),
    /** When it fires, ms UTC; null: disarmed. */
    answer: z.object({ actsAt: z.nullable(time) }),
  }),
  'open.get.contractDetail': call({
    method: 'POST',
    path: `${coin}/open/get/contractDetail`,
    about: 'Contracts with prices, open interest, funding and terms.',
    input: z.object({ symbolNameList: symbols, type: z._default(oneOf([2, 3]), 2) }),
    answer: z.array(contractDetail),
  }),
  'open.getInsuranceFund': call({
    method: 'GET',
    path: `${coin}/open/getInsuranceFund`,
    about: 'What the insurance fund has, holds and may lose, and the last 20 slices it unwound.',
    by: 'query',
    input: z.object({}),
    answer: insuranceFund,
  }),
  'open.getFundingRate': call({
    method: 'GET',
    path: `${coin}/open/getFundingRate`,
    about: 'The funding rate as it stands, when it is settled, and the last 20.',
    by: 'query',
    input: z.object({ symbolName: symbolInput, contractType: kindDefault }),
    answer: z.object({
      symbolName: z.string(),
      /** The rate if settled now, per 8 h; null: too few valid minutes. */
      fundingRate: z.nullable(decimal),
      premium: z.nullable(decimal),
      /**
       * The premium is premiumSum ÷ (premiumTime ÷ 1000): Σ premium × seconds, and the ms counted; null: as above, or
       * computed from minutes.
       */
      premiumSum: z.nullable(decimal),
      premiumTime: z.nullable(z.int()),
      /** The rate cap of the current interval, per 8 h. */
      fundingMost: decimal,
      /** Hours of the current interval: a payment is value × rate × intervalHours ÷ 8. */
      intervalHours: z.int(),
      /** Two capped settlements in a row made funding hourly. */
      hourly: z.boolean(),
      nextFundingTime: z.nullable(time),
      list: z.array(fundingPoint),
    }),
  }),
  'entrust.get.getUbwMaintenanceMargin': call({
    method: 'GET',
    path: `${coin}/entrust/get/getUbwMaintenanceMargin`,
    about: 'Steps of maintenance of every U contract, by symbol.',
    by: 'query',
    answer: z.record(z.string(), z.array(tier)),
  }),
  'entrust.get.getBbwMaintenanceMargin': call({
    method: 'GET',
    path: `${coin}/entrust/get/getBbwMaintenanceMargin/{x}`,
    about: 'Steps of maintenance of the coin contract x.',
    by: 'query',
    input: z.object({ x: symbolInput }),
    answer: z.array(tier),
  }),
} as const;
