// The spot exchange put together: market, chart, book, ticket and orders in the terminal's frame.
import { Trans } from '@lingui/react/macro';
import { symbolKey } from '@vitrine/contract';
import { ErrorBlock, SkeletonRows } from '@vitrine/ui';
import { useCallback, useMemo, useState } from 'react';
import { DepthView, GroupSelect, OrderBook, TradeList } from '../../features/book/index.ts';
import { ChartPanel } from '../../features/chart/index.ts';
import { FeeTier, Holdings, OrdersPanel, Ticket, useOpenOrders, useOrderNotices } from '../../features/spot/index.ts';
import {
  MarketList,
  PHONE_QUERY,
  PriceHeader,
  type SpotMarket,
  type SpotMarkets,
  Terminal,
  useMedia,
  useSpotMarkets,
} from '../../features/terminal/index.ts';
import { type TickStore, useBook, useDetail, useLive, useTicks, useTrades } from '../../live/index.ts';
import { useFavourites } from '../../market/index.ts';
import { useTitle } from '../../page/index.ts';

/** Kind of spot streams (calls §8). */
const SPOT = 1;
/** The market shown when none is named. */
export const DEFAULT_MARKET = 'BTC_USDT';

export interface ExchangeProps {
  /** `BTC_USDT`, in any case. */
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
  readonly full?: boolean;
}

export function Exchange({ symbol, onSymbol, full = false }: ExchangeProps) {
  const list = useSpotMarkets();
  const { markets } = list;
  if (!markets) {
    return list.failed ? (
      <ErrorBlock title={<Trans>The markets did not load</Trans>} onRetry={list.retry} />
    ) : (
      <SkeletonRows rows={8} />
    );
  }
  const market =
    markets.find(({ route }) => symbolKey(route) === symbolKey(symbol)) ??
    markets.find(({ route }) => route === DEFAULT_MARKET) ??
    markets[0];
  if (!market) {
    return (
      <ErrorBlock title={<Trans>There is no spot market</Trans>} onRetry={list.retry}>
        <Trans>Your balance is not affected.</Trans>
      </ErrorBlock>
    );
  }
  return <MarketTerminal market={market} list={list} onSymbol={onSymbol} full={full} />;
}

interface MarketTerminalProps {
  readonly market: SpotMarket;
  readonly list: SpotMarkets;
  readonly onSymbol: (symbol: string) => void;
  readonly full: boolean;
}

function MarketTerminal({ market, list, onSymbol, full }: MarketTerminalProps) {
  const { rules } = market;
  const phone = useMedia(PHONE_QUERY);
  const book = useBook(rules.symbol, SPOT, rules);
  const trades = useTrades(rules.symbol, SPOT);
  const ticks = useTicks(rules.symbol);
  const price = useDetail(rules.symbol, SPOT);
  const favourites = useFavourites();
  const { orders } = useOpenOrders();
  const [taken, setTaken] = useState<{ readonly price: string }>();
  const [group, setGroup] = useState(1);
  const own = useMemo(() => orders.filter(({ symbolName }) => symbolName === market.name), [orders, market.name]);
  const waiting = useMemo(() => own.filter(({ status }) => status === 0 || status === 3), [own]);
  const priceAge = usePriceAge(ticks);
  useOrderNotices(list.rulesOf);
  useTitle(market.name);

  return (
    <Terminal
      full={full}
      parts={{
        header: (onSwitch) => (
          <PriceHeader market={market} price={price} ticks={ticks} favourites={favourites} onSwitch={onSwitch} />
        ),
        markets: (onChosen) => (
          <MarketList
            markets={list.markets}
            favourites={favourites}
            chosen={market.route}
            onChoose={(route) => {
              onSymbol(route);
              onChosen();
            }}
          />
        ),
        chart: (
          <ChartPanel
            market={rules}
            kind={SPOT}
            orders={own}
            phone={phone}
            traded={price && price.close !== undefined}
            depth={<DepthView market={rules} store={book} />}
          />
        ),
        book: (
          <OrderBook
            key={rules.symbol}
            market={rules}
            store={book}
            price={price}
            own={waiting}
            group={group}
            phone={phone}
            onTake={(text) => setTaken({ price: text })}
          />
        ),
        group: <GroupSelect tickDecimals={rules.tickDecimals} value={group} onChange={setGroup} />,
        trades: <TradeList market={rules} store={trades} />,
        ticket: (side, onDone) => (
          <Ticket
            rules={rules}
            book={book}
            price={price}
            side={side}
            taken={taken}
            priceAge={priceAge}
            onTaken={onDone}
          />
        ),
        holdings: <Holdings rules={rules} />,
        feeTier: <FeeTier />,
        orders: <OrdersPanel rulesOf={list.rulesOf} />,
      }}
    />
  );
}

/** How old the index is by the server's clock; undefined without a tick, or while the line is cut. */
function usePriceAge(ticks: TickStore): () => number | undefined {
  const { clock, feed } = useLive();
  return useCallback(() => {
    const { last } = ticks;
    if (!last || feed.status.status !== 'open') return undefined;
    return Math.max(0, clock.now() - last.time);
  }, [ticks, clock, feed]);
}
