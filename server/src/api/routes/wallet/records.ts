// Time, countries, dictionaries, and the record lists: `nav`, `rate`, `article_type`, `article`.

import {
  ALL_RECORDS,
  type AnswerOf,
  BILL_KIND,
  type Dict,
  type Language,
  LANGUAGES,
  MAX_RECORDS,
  type ParsedOf,
} from '@vitrine/contract';
import { type HandlersOf, refuse, refuseField } from '../../call/index.ts';
import { plateNames } from '../../../markets/index.ts';
import { countries } from '../reference/countries.ts';
import { currencyOptions } from '../reference/currencies.ts';
import { languageName } from '../reference/languages.ts';
import type { RouteParts } from '../parts.ts';

type Names =
  | 'common.getTime'
  | 'user.getCountryCode'
  | 'sys.dict.getDictItems'
  | 'cgform-api.getData'
  | 'cgform-api.detailData';
/** Filters that the tables of articles apply themselves. */
type Filters = Pick<ParsedOf<'cgform-api.getData'>, 'article_code' | 'article_type'>;
type RecordRow = AnswerOf<'cgform-api.getData'>['records'][number];

/** Existing pages in menu order. */
const nav: readonly { readonly code: string; readonly name: string; readonly path: string }[] = [
  { code: 'home', name: 'Home', path: '/home/index' },
  { code: 'quotes', name: 'Quotes', path: '/quotes/index' },
  { code: 'market', name: 'Markets', path: '/market/main' },
  { code: 'trade', name: 'Trade', path: '/exchange/index' },
  { code: 'assets', name: 'Assets', path: '/assets/index' },
  { code: 'rules', name: 'Rules', path: '/rule/index' },
  { code: 'rates', name: 'Rates', path: '/rate/index' },
  { code: 'help', name: 'Help', path: '/article/main/index' },
];

const entry = (dictKey: string, dictValue: string, remark = ''): Dict => ({ dictKey, dictValue, remark, imgUrl: null });

/** Dictionaries by code; their texts are keys or proper names, which the page translates by key. */
const dictionaries: Readonly<Record<string, readonly Dict[]>> = {
  coin_plate: [...plateNames].map(([plate, name]) => entry(String(plate), name)),
  coin_lang: LANGUAGES.map((code) => entry(code, code, languageName(code))),
  country: countries.map(({ code, name, areaCode }) => entry(code, name, areaCode)),
  document_type: [entry('1', 'identity card'), entry('2', 'passport'), entry('3', "driver's licence")],
  bill_kind: BILL_KIND.map((kind) => entry(kind, kind)),
  repay_type: [entry('1', 'all at the end'), entry('2', 'equal instalments')],
};

/** The handlers of time, countries, dictionaries and records. */
export function records({ live, content }: RouteParts): HandlersOf<Names> {
  async function table(code: string, lang: Language, { article_code, article_type }: Filters): Promise<RecordRow[]> {
    switch (code) {
      case 'nav':
        return nav.map((page, at) => ({ id: String(at + 1), pid: null, ...page, sort: at + 1 }));
      case 'rate':
        return currencyOptions(live).map((currency, at) => ({ id: String(at + 1), ...currency }));
      case 'article_type':
        return content.types(lang);
      case 'article':
        return content.articles(lang, { code: article_code, kind: article_type });
      default:
        throw refuse('request.notFound');
    }
  }

  return {
    'common.getTime': (_, { now }) => now,
    'user.getCountryCode': () => countries.map((country) => ({ ...country, imgUrl: null })),
    'sys.dict.getDictItems'({ code }) {
      const items = Object.hasOwn(dictionaries, code) ? dictionaries[code] : undefined;
      if (!items) throw refuse('request.notFound');
      return [...items];
    },
    async 'cgform-api.getData'(input, { lang }) {
      const { code, pageNo, pageSize } = input;
      if (pageSize !== ALL_RECORDS && pageSize < 1) throw refuseField('pageSize', 'range');
      const rows = (await table(code, input.article_lang ?? lang, input))
        .filter((row) => matches(row, input))
        .sort(orderBy(input));
      const size = pageSize === ALL_RECORDS ? MAX_RECORDS : pageSize;
      const current = pageSize === ALL_RECORDS ? 1 : pageNo;
      return { records: rows.slice((current - 1) * size, current * size), total: rows.length, size, current };
    },
    async 'cgform-api.detailData'({ code, id, article_lang }, { lang }) {
      const read = article_lang ?? lang;
      if (code === 'article') return content.article(read, id);
      const row = (await table(code, read, {})).find((one) => one.id === id);
      if (row === undefined) throw refuse('request.notFound');
      return row;
    },
  };
}

function matches(row: RecordRow, { pid, exchange_code }: ParsedOf<'cgform-api.getData'>): boolean {
  if (pid !== undefined && (!('pid' in row) || row.pid !== pid)) return false;
  if (exchange_code !== undefined && (!('exchange_code' in row) || row.exchange_code !== exchange_code.toUpperCase()))
    return false;
  return true;
}

function orderBy({ column, order }: ParsedOf<'cgform-api.getData'>) {
  const value = (row: RecordRow): number =>
    column === 'sort' && 'sort' in row ? row.sort : Number.parseInt(row.id, 10);
  return (left: RecordRow, right: RecordRow): number =>
    order === 'asc' ? value(left) - value(right) : value(right) - value(left);
}
