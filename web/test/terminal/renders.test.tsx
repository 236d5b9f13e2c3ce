// Which parts of the real terminal render when prices and books move, by counting React's renders.
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type ComponentType, Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FormatProvider, ThemeProvider } from '@vitrine/ui';
import type { Coin } from '@vitrine/contract';
import { queryKey } from '../../src/api/index.ts';
import { Live, LiveProvider } from '../../src/live/index.ts';
import { Network } from '../live/world.ts';

/** Longer than any cadence of the terminal, ms. */
const TURN_MS = 1_000;

/** Renders within each counted part since `forget`; the book counts its own, not those of its leaves. */
const counts = vi.hoisted(() => new Map<string, number>());

/** Notes every commit in which a component of the subtree rendered. */
const counted = vi.hoisted(() => <P extends object>(name: string, Part: ComponentType<P>) => (props: P) => (
  <Profiler id={name} onRender={() => counts.set(name, (counts.get(name) ?? 0) + 1)}>
    <Part {...props} />
  </Profiler>
));

// Nothing to draw on here: the canvas paints without React.
vi.mock('../../src/features/chart/canvas.tsx', () => ({ ChartCanvas: () => null }));
// The dead man's switch at the end of the tabs counts down by a clock of its own.
vi.mock('../../src/features/alerts/index.ts', () => ({ CancelAfterMenu: () => null }));
vi.mock('../../src/features/chart/index.ts', async (original) => {
  const real = await original<typeof import('../../src/features/chart/index.ts')>();
  return { ...real, ChartPanel: counted('chart', real.ChartPanel) };
});
vi.mock('../../src/features/spot/index.ts', async (original) => {
  const real = await original<typeof import('../../src/features/spot/index.ts')>();
  return { ...real, Ticket: counted('ticket', real.Ticket) };
});
vi.mock('../../src/features/terminal/index.ts', async (original) => {
  const real = await original<typeof import('../../src/features/terminal/index.ts')>();
  return {
    ...real,
    PriceHeader: counted('header', real.PriceHeader),
    TradeTabs: counted('tabs', real.TradeTabs),
  };
});
vi.mock('../../src/features/book/book-side.tsx', async (original) => {
  const real = await original<typeof import('../../src/features/book/book-side.tsx')>();
  return { ...real, Side: counted('book', real.Side) };
});

const { Exchange } = await import('../../src/routes/exchange/-exchange.tsx');

const btc = {
  id: '1',
  type: 1,
  baseCoin: 'USDT',
  coin: 'BTC',
  symbol: 'btcusdt',
  showSymbol: '',
  customizeFlag: 1,
  market: 'vitrine',
  coinType: 1,
  amount: null,
  open: null,
  plate: '1',
  tick: '0.1',
  lot: '0.00001',
  minValue: '5',
  baseScale: 8,
  quoteScale: 6,
  maxLeverage: 1,
  state: 'valid',
  opensAt: null,
} as unknown as Coin;

const price = (symbol: string, seq: number, close: string) => ({
  symbol,
  close,
  indexPrice: close,
  openPrice: '100.0',
  change: '1.0',
  priceChangePercent: '1.00',
  volume24: '5.0',
  high24: '200.0',
  low24: '50.0',
  state: 'valid',
  tradeTime: seq * TURN_MS,
  indexTime: seq * TURN_MS,
  seq,
  time: seq * TURN_MS,
});

async function pass(): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(TURN_MS));
}

async function terminal(): Promise<Live> {
  const network = new Network();
  const never = (): Promise<never> => new Promise(() => undefined);
  const live = new Live({
    socketBase: 'wss://exchange.test',
    mqttUrl: 'wss://exchange.test/mqtt',
    clientId: 'page-1234',
    readTime: () => Promise.resolve(Date.now()),
    readKlines: never,
    readOpenOrders: never,
    readPositions: never,
    readBalances: never,
    readTicket: never,
    comparePrices: (a, b) => Number(a) - Number(b),
    onRefresh: () => undefined,
    onUserStatus: () => undefined,
    report: (error) => {
      throw error;
    },
    host: network.host,
    makeWorker: () => ({ postMessage: () => undefined, terminate: () => undefined }),
  });
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn: never } } });
  queries.setQueryData(queryKey('common.getCoinList', {}), {
    coinList: [],
    currencyList: [btc],
    contractList: [],
  } as never);
  const root = createRootRoute({ component: () => <Exchange product="spot" symbol="BTC_USDT" /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) });
  const format = {
    tag: 'en',
    time: { offset: 0, format: 'YYYY-MM-DD' },
    currency: { code: 'USD', symbol: '$', rate: '1' },
    now: () => live.clock.now(),
  } as never;
  render(
    <QueryClientProvider client={queries}>
      <I18nProvider i18n={i18n}>
        <ThemeProvider name="theme-daytime" env="test">
          <LiveProvider live={live} userId={undefined}>
            <FormatProvider value={format}>
              <RouterProvider router={router as never} />
            </FormatProvider>
          </LiveProvider>
        </ThemeProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  // Late parts load, the first price comes.
  for (let turn = 0; turn < 10; turn += 1) await pass();
  live.tickers.take(price('btcusdt', 1, '100.0'), MARKET_TYPE.spot);
  for (let turn = 0; turn < 3; turn += 1) await pass();
  for (const part of ['chart', 'ticket', 'tabs', 'book', 'header']) expect(counts.get(part), part).toBeGreaterThan(0);
  counts.clear();
  return live;
}

const rendered = (): string[] => [...counts.keys()].filter((part) => part !== 'header').sort();

beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  counts.clear();
});

test('issue 17: ticks without a change, and those of other markets, render neither chart, book, tabs nor ticket', async () => {
  const live = await terminal();
  for (let seq = 2; seq < 12; seq += 1) {
    live.tickers.take(price('btcusdt', seq, '100.0'), MARKET_TYPE.spot);
    live.tickers.take(price('ethusdt', seq, `${seq}.0`), MARKET_TYPE.spot);
    live.feed
      .book('ETH_USDT', MARKET_TYPE.spot, { tickDecimals: 1, lotDecimals: 5 })
      .snapshot({ bids: [[`${seq}.0`, '1', '0']], asks: [], checksum: 0 }, seq, seq);
    await pass();
  }
  expect(rendered()).toEqual([]);
});

test('issue 17: a moving price renders header and ticket, and neither chart, book rows nor tabs', async () => {
  const live = await terminal();
  for (let seq = 2; seq < 12; seq += 1) {
    live.tickers.take(price('btcusdt', seq, `10${seq % 10}.0`), MARKET_TYPE.spot);
    await pass();
  }
  expect(counts.get('header')).toBeGreaterThanOrEqual(10);
  expect(rendered()).toEqual(['ticket']);
  expect(screen.getAllByText('101.0').length).toBeGreaterThan(0);
});
