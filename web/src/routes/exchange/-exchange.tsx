// The exchange page of every product: selects the market, and builds the spot terminal.
import { Trans } from '@lingui/react/macro';
import { symbolKey } from '@vitrine/contract';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { ErrorBlock, latePart, showMissing, SkeletonRows } from '@vitrine/ui';
import { useMemo } from 'react';
import { CancelAfterMenu } from '../../features/alerts/index.ts';
import { DepthView, GroupSelect, OrderBook, TradeList } from '../../features/book/index.ts';
import { ChartPanel } from '../../features/chart/index.ts';
import { FeeTier, Holdings, setAside, Ticket } from '../../features/spot/index.ts';
import {
  PHONE_QUERY,
  PriceHeader,
  type Product,
  type SpotMarket,
  type SpotMarkets,
  SpotTotals,
  TradeTabs,
  useSpotMarkets,
} from '../../features/terminal/index.ts';
import { type OrderProduct, useOpenOrdersOf } from '../../live/index.ts';
import { useContractMarkets } from '../../market/index.ts';
import { useMedia, useTitle } from '../../page/index.ts';
import { NoMarket } from './-no-market.tsx';
import { MarketFrame } from './-frame.tsx';
import type { TradePage } from './-go.ts';
import { useLists } from './-lists.tsx';
import { useMarketFeeds } from './-market-feeds.ts';
import { useSpotLines } from './-spot-lines.tsx';

/** Open orders are movable lines instead. */
const noOrders: readonly [] = [];
/** The default market. */
export const DEFAULT_MARKET = 'BTC_USDT';

// Visitors of spot load neither the contract ticket nor the margin accounts.
const MarginPanel = latePart(async () => (await import('../../features/margin/index.ts')).MarginPanel);
const ContractExchange = latePart(async () => (await import('./-contract.tsx')).ContractExchange);

export interface ExchangeProps {
  readonly product: Product;
  /** `BTC_USDT`, in any case. */
  readonly symbol: string;
  /** Fills the window, with its own navigation. */
  readonly full?: boolean;
  /** Shown as the simpler trade page. */
  readonly trade?: TradePage;
}

export function Exchange({ product, symbol, full = false, trade }: ExchangeProps) {
  if (product === 'spot') return <SpotExchange symbol={symbol} full={full} trade={trade} />;
  return (
    <ContractExchange
      key={product}
      of={{ contractType: product, symbol, full, trade }}
      missing={<SkeletonRows rows={8} />}
      onMissing={showMissing}
    />
  );
}

function SpotExchange({
  symbol,
  full,
  trade,
}: Omit<SpotTerminalProps, 'market' | 'list'> & { readonly symbol: string }) {
  const list = useSpotMarkets();
  const contracts = useContractMarkets('u').markets;
  const { markets } = list;
  if (!markets) {
    return list.failed ? (
      <ErrorBlock title={<Trans>Couldn’t load the markets</Trans>} onRetry={list.retry} />
    ) : (
      <SkeletonRows rows={8} />
    );
  }
  const key = symbolKey(symbol);
  const market = markets.find(({ route }) => symbolKey(route) === key);
  if (!market) {
    // The trade page's `xau` is requested as XAU_USDT; its contract is priced in USD.
    const base = symbol.split('_', 1)[0]?.toUpperCase();
    const contract = contracts?.find(({ route, rules }) => symbolKey(route) === key || rules.base === base);
    return <NoMarket symbol={symbol} contract={contract?.route} />;
  }
  return <SpotTerminal market={market} list={list} full={full} trade={trade} />;
}

interface SpotTerminalProps {
  readonly market: SpotMarket;
  readonly list: SpotMarkets;
  readonly full: boolean;
  readonly trade: TradePage | undefined;
}

function SpotTerminal({ market, list, full, trade }: SpotTerminalProps) {
  const { rules } = market;
  const phone = useMedia(PHONE_QUERY);
  const { frame, traded, ticks, favourites, priceAge, ...feeds } = useMarketFeeds(rules, MARKET_TYPE.spot);
  const { book } = frame;
  const { orders } = useOpenOrdersOf('spot');
  const own = useMemo(() => orders.filter(({ symbolName }) => symbolName === market.name), [orders, market.name]);
  const waiting = useMemo(() => own.filter(({ status }) => status === 0 || status === 3), [own]);
  const { lines, handlers } = useSpotLines(own, rules);
  const lists = useLists({
    product: 'spot',
    route: market.route,
    spot: list.markets,
    own: list.markets,
    favourites,
    full,
    trade,
  });
  useTitle(market.name);

  return (
    <MarketFrame
      of={{ product: 'spot', symbol: rules.symbol }}
      market={{ ...rules, kind: MARKET_TYPE.spot, name: market.name, unit: rules.base }}
      {...frame}
      ways={trade?.ways}
      parts={{
        ...lists,
        header: (onSwitch, tools) => (
          <PriceHeader
            market={market}
            kind={MARKET_TYPE.spot}
            ticks={ticks}
            favourites={favourites}
            onSwitch={onSwitch}
            totals={<SpotTotals market={market} />}
            tools={tools}
          />
        ),
        chart: (
          <ChartPanel
            market={rules}
            kind={MARKET_TYPE.spot}
            orders={noOrders}
            lines={lines}
            handlers={handlers}
            phone={phone}
            traded={traded}
            depth={<DepthView market={rules} store={book} />}
          />
        ),
        book: (
          <OrderBook
            key={rules.symbol}
            market={rules}
            store={book}
            kind={MARKET_TYPE.spot}
            own={waiting}
            group={feeds.group}
            phone={phone}
            onTake={feeds.setTaken}
          />
        ),
        group: <GroupSelect tickDecimals={rules.tickDecimals} value={feeds.group} onChange={feeds.setGroup} />,
        trades: <TradeList market={rules} store={feeds.trades} />,
        ticket: (side, onDone) => (
          <Ticket rules={rules} book={book} side={side} taken={feeds.taken} priceAge={priceAge} onTaken={onDone} />
        ),
        holdings: <Holdings rules={rules} />,
        feeTier: <FeeTier />,
        orders: (
          <TradeTabs
            products={['spot', 'all', 'fixed']}
            symbolName={market.name}
            rulesOf={list.rulesOf}
            aside={(order) => setAside(order, list.rulesOf(order.symbolName))}
            assets={(product) => <MarginAssets product={product} symbol={market.route} />}
            extra={<CancelAfterMenu />}
          />
        ),
      }}
    />
  );
}

/** A margin account instead of the wallet's list; not for the spot wallet. */
function MarginAssets({ product, symbol }: { readonly product: OrderProduct; readonly symbol: string }) {
  if (product !== 'all' && product !== 'fixed') return null;
  return (
    <MarginPanel
      of={{ dense: true, of: product === 'all' ? { account: 'all' } : { account: 'fixed', symbol } }}
      missing={<SkeletonRows rows={3} />}
      onMissing={showMissing}
    />
  );
}
