// The action palette: what a typed line could mean; every action fills a form and sends nothing.

import { afterEach, expect, test } from 'vitest';
import { intend, meantFor, takeIntent } from '../../src/pending-action/index.ts';
import { actionsOf, type Labels, MOST_SHOWN, pages } from '../../src/features/palette/actions.ts';
import { fits, type Known, understand } from '../../src/features/palette/understand.ts';

const market = (base: string, more: Partial<Known> = {}): Known => ({
  symbol: `${base}_USDT`,
  base,
  quote: 'USDT',
  spot: true,
  u: true,
  coin: true,
  second: true,
  tickDecimals: 1,
  lotDecimals: 5,
  ...more,
});
const markets = [
  market('BTC'),
  market('ETH'),
  market('XAU', { symbol: 'XAU_USD', quote: 'USD', spot: false, coin: false }),
];
const labels: Labels = {
  page: (page) => page,
  go: (symbol, product) => `Go to ${symbol} ${product}`,
  buy: (symbol) => `Buy ${symbol}`,
  sell: (symbol) => `Sell ${symbol}`,
  long: (symbol, coin) => `Open long ${symbol}${coin ? ' coin' : ''}`,
  short: (symbol, coin) => `Open short ${symbol}${coin ? ' coin' : ''}`,
  alert: (symbol) => `Alert on ${symbol}`,
  keys: 'Keys',
  rule: 'Rules',
  filled: (amount, price) => amount && (price === undefined ? amount : `${amount} at ${price}`),
};
const typed = (line: string, tag = 'en') => actionsOf(understand(line, markets, tag), labels);

test('a market, an amount and a price fill a limit ticket, whatever their order', () => {
  for (const line of ['btc 0.1 110000', '0.1 BTC @110000', 'btc/usdt 0.1 110000']) {
    expect(typed(line)[0]).toEqual({
      key: 'buy',
      label: 'Buy BTC/USDT',
      aside: '0.1 at 110000',
      deed: {
        to: 'ticket',
        intent: { product: 'spot', symbol: 'BTC_USDT', side: 'buy', kind: 'limit', price: '110000', amount: '0.1' },
      },
    });
  }
});

test('one number is an amount at the market, and the value of an alert', () => {
  const actions = typed('eth 2500');
  expect(actions.find(({ key }) => key === 'long')?.deed).toMatchObject({
    intent: { kind: 'market', amount: '2500', price: undefined },
  });
  expect(actions.find(({ key }) => key === 'alert')?.deed).toEqual({
    to: 'alert',
    symbol: 'ETH_USDT',
    type: 1,
    value: '2500',
  });
});

test('words choose among the actions by their labels, accents and case apart', () => {
  expect(typed('SELL btc').map(({ key }) => key)).toEqual(['sell']);
  expect(typed('short eth').map(({ key }) => key)).toEqual(['short', 'coin-short']);
  expect(fits('Vendre à découvert', ['decou'])).toBe(true);
  expect(typed('nothing like it btc')).toEqual([]);
});

test('numbers are cut to what the market takes; coin contracts are whole', () => {
  const actions = typed('btc 0.1234567 110000.55');
  expect(actions.find(({ key }) => key === 'buy')?.deed).toMatchObject({
    intent: { amount: '0.12345', price: '110000.5' },
  });
  expect(typed('btc 3.7').find(({ key }) => key === 'coin-long')).toMatchObject({
    aside: '3',
    deed: { intent: { amount: '3' } },
  });
  expect(typed('btc 0.1').some(({ key }) => key === 'coin-long')).toBe(false);
});

test('numbers are read as the reader writes them; what can be read in two ways is no number', () => {
  expect(understand('btc 0,1', markets, 'de').numbers).toEqual(['0.1']);
  expect(understand('btc 1,234.5', markets, 'de').numbers).toEqual([]);
  expect(understand('btc 1,234.5', markets, 'en').numbers).toEqual(['1234.5']);
});

test('a market without a book has no spot ticket; without a market the pages are offered', () => {
  expect(typed('xau 1').map(({ key }) => key)).toEqual(['long', 'short', 'alert', 'go-u', 'go-second']);
  expect(typed('')).toHaveLength(Math.min(MOST_SHOWN, pages.length + 1));
  expect(typed('rul').map(({ key }) => key)).toEqual(['rules']);
  expect(typed('12 13')).toEqual([]);
});

afterEach(() => void takeIntent('spot', 'BTC_USDT', 0));

test('an intent is taken once, by the ticket of its market only, and not much later', () => {
  const intent = { product: 'spot', symbol: 'BTC_USDT', side: 'buy', kind: 'market', amount: '1' } as const;
  intend(intent, 1_000);
  expect(takeIntent('u', 'BTC_USDT', 1_001)).toBeUndefined();
  expect(takeIntent('spot', 'ETH_USDT', 1_001)).toBeUndefined();
  expect([meantFor('spot', 'BTC_USDT', 1_001), meantFor('u', 'BTC_USDT', 1_001)]).toEqual([true, false]);
  expect(meantFor('spot', 'BTC_USDT', 16_001)).toBe(false);
  expect(takeIntent('spot', 'BTC_USDT', 1_001)).toEqual(intent);
  expect(takeIntent('spot', 'BTC_USDT', 1_002)).toBeUndefined();
  intend(intent, 1_000);
  expect(takeIntent('spot', 'BTC_USDT', 16_001)).toBeUndefined();
});

test('words find terms that hints explain, with their rules; an empty line lists none (issue 18 §2)', () => {
  const help = [
    { key: 'mark', title: 'Mark price', link: '/rule/index?key=contracts#rule-mark' },
    { key: 'funding', title: 'Funding', link: '/rule/index?key=contracts#rule-funding' },
  ];
  const found = (line: string) => actionsOf(understand(line, markets, 'en'), labels, help);
  expect(found('mark pr')).toEqual([
    { key: 'term-mark', label: 'Mark price', aside: 'Rules', deed: { to: 'rule', link: help[0]?.link } },
  ]);
  expect(found('fund').map(({ key }) => key)).toEqual(['term-funding']);
  expect(found('').some(({ key }) => key.startsWith('term-'))).toBe(false);
  expect(found('btc 0.1').some(({ key }) => key.startsWith('term-'))).toBe(false);
});
