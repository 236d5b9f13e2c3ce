// Public calls about the exchange: coin list, settings, time, dictionaries, records, ticks.

import * as z from 'zod/mini';
import { ARTICLE_KIND, COIN_MARKET, LANGUAGES } from '../enumeration.ts';
import {
  allSetting,
  article,
  articleType,
  coin,
  country,
  dict,
  navRecord,
  platformConfig,
  priceState,
  rateRecord,
  rules,
  systemConfig,
  tick,
} from '../shape/index.ts';
import { articleCode, coinInput, decimal, id, oneOf, symbolInput, time, whole } from '../text.ts';
import { call } from './define.ts';

/** Page size that means all. */
export const ALL_RECORDS = -521;
/** Most records that "all" returns. */
export const MAX_RECORDS = 2_000;
/** Most index ticks per answer. */
export const MAX_TICKS_ANSWERED = 1_000;

const common = '/api/common';
const head = '/api/{head}';

export const commonCalls = {
  'common.getCoinList': call({
    method: 'POST',
    path: `${common}/getCoinList`,
    about: 'Every coin entry: second contracts on sale, spot, U and coin contracts.',
    answer: z.object({ coinList: z.array(coin), currencyList: z.array(coin), contractList: z.array(coin) }),
  }),
  'common.getMt5Amount': call({
    method: 'POST',
    path: `${common}/getMt5Amount`,
    about: 'Turnover of 24 hours of an instrument without a book of ours, from its sources.',
    by: 'query',
    input: z.object({ coin: z.string().check(z.regex(/^[0-9A-Za-z_/]{1,24}$/)) }),
    answer: z.object({
      coin: z.string(),
      market: z.enum(COIN_MARKET),
      amount: z.nullable(decimal),
      time: z.nullable(time),
      source: z.string(),
    }),
  }),
  'common.checkTrade': call({
    method: 'POST',
    path: `${common}/checkTrade`,
    about: 'Whether a symbol may be traded now, and why not.',
    input: z.object({ symbol: symbolInput, type: oneOf([1, 2, 3, 6]) }),
    answer: z.object({
      canOpen: z.boolean(),
      canReduce: z.boolean(),
      state: priceState,
      /** 200, or the reason. */
      code: z.int(),
      opensAt: z.nullable(time),
      closesAt: z.nullable(time),
    }),
  }),
  'common.getAllSetting': call({
    method: 'POST',
    path: `${common}/getAllSetting`,
    about: 'Everything the client needs to know at its start.',
    answer: allSetting,
  }),
  'common.getSystemConfig': call({
    method: 'POST',
    path: `${common}/getSystemConfig`,
    about: 'The part systemConfig of all settings.',
    answer: systemConfig,
  }),
  'common.getPlatformConfig': call({
    method: 'POST',
    path: `${common}/getPlatformConfig`,
    about: 'The part platformConfig of all settings.',
    answer: platformConfig,
  }),
  'common.getTime': call({
    method: 'GET',
    path: `${common}/getTime`,
    about: "The server's clock, ms UTC.",
    by: 'query',
    answer: time,
  }),
  'common.getRules': call({
    method: 'GET',
    path: `${common}/getRules`,
    about: 'Every parameter in force, as the rules and rates pages show them.',
    by: 'query',
    answer: rules,
  }),
  'common.ticks': call({
    method: 'GET',
    path: `${common}/ticks`,
    about:
      'Index ticks with their sources, `size` at most; from and to are numbers of commands, or ms UTC. Without `from` the newest.',
    by: 'query',
    input: z.object({
      symbol: symbolInput,
      from: z.optional(whole(0, 2 ** 52)),
      to: z.optional(whole(0, 2 ** 52)),
      size: z._default(whole(1, MAX_TICKS_ANSWERED), MAX_TICKS_ANSWERED),
    }),
    answer: z.array(tick),
  }),
  'user.getCountryCode': call({
    method: 'POST',
    path: '/api/user/getCountryCode',
    about: 'Countries with their dialling codes.',
    answer: z.array(country),
  }),
  'sys.dict.getDictItems': call({
    method: 'GET',
    path: `${head}/sys/sys/dict/getDictItems/{code}`,
    about: 'A dictionary: coin_plate, coin_lang, country, document_type, bill_kind, repay_type.',
    by: 'query',
    input: z.object({ code: z.string().check(z.regex(/^[a-z_]{1,32}$/)) }),
    answer: z.array(dict),
  }),
  'cgform-api.getData': call({
    method: 'GET',
    path: `${head}/cgform-api/getData/{code}`,
    about:
      'A record list by its table: nav, rate, article_type (the tree of topics), article. Articles come with their content only by `article_code`.',
    by: 'query',
    input: z.object({
      code: z.string().check(z.regex(/^[a-z_]{1,32}$/)),
      pageNo: z._default(whole(1, 1_000_000), 1),
      pageSize: z._default(whole(ALL_RECORDS, MAX_RECORDS), 15),
      column: z._default(z.enum(['id', 'sort']), 'id'),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
      pid: z.optional(id),
      exchange_code: z.optional(coinInput),
      article_code: z.optional(articleCode),
      article_type: z.optional(z.enum(ARTICLE_KIND)),
      article_lang: z.optional(z.enum(LANGUAGES)),
    }),
    answer: z.object({
      records: z.array(z.union([article, articleType, navRecord, rateRecord])),
      total: z.int(),
      size: z.int(),
      current: z.int(),
    }),
  }),
  'cgform-api.detailData': call({
    method: 'GET',
    path: `${head}/cgform-api/detailData/{code}/{id}`,
    about: 'One record of a table: nav, rate, article_type, article.',
    by: 'query',
    input: z.object({
      code: z.string().check(z.regex(/^[a-z_]{1,32}$/)),
      id,
      column: z._default(z.enum(['id', 'sort']), 'id'),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
      article_lang: z.optional(z.enum(LANGUAGES)),
    }),
    answer: z.union([article, articleType, navRecord, rateRecord]),
  }),
} as const;
