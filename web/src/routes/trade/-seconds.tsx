// The page of second contracts: tick chart, candles of the index, and the market switcher.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MARKET_TYPE, type Second, symbolKey } from '@vitrine/contract';
import { Drawer, ErrorBlock, formatMoney, SkeletonRows, useFormat } from '@vitrine/ui';
import { useCallback, useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { ChartPanel } from '../../features/chart/index.ts';
import { type ChartData, SecondsPage } from '../../features/seconds/index.ts';
import { MarketSwitcher, PHONE_QUERY, useSpotMarkets } from '../../features/terminal/index.ts';
import { TickChart, type TickOrder } from '../../features/tick-chart/index.ts';
import { MAX_TICKS_KEPT, useTicks } from '../../live/index.ts';
import { type Market, useFavourites, useMarkets } from '../../market/index.ts';
import { useMedia, useTitle } from '../../page/index.ts';
import { useGo } from '../exchange/-go.ts';
import { NoMarket } from '../exchange/-no-market.tsx';
import { TradeWays } from './-ways.tsx';

const SECOND_MS = 1_000;

export function SecondsTrade({ symbol }: { readonly symbol: string }) {
  const { markets, failed, retry } = useMarkets();
  if (!markets)
    return failed ? (
      <ErrorBlock title={<Trans>Couldn’t load the markets</Trans>} onRetry={retry} />
    ) : (
      <SkeletonRows rows={8} />
    );
  const key = symbolKey(symbol);
  const market =
    markets.find((one) => symbolKey(one.symbol) === key) ?? markets.find((one) => symbolKey(one.base) === key);
  return market ? <Loaded key={market.symbol} market={market} markets={markets} /> : <NoMarket symbol={symbol} />;
}

function Loaded({ market, markets }: { readonly market: Market; readonly markets: readonly Market[] }) {
  const { t } = useLingui();
  const phone = useMedia(PHONE_QUERY);
  const spot = useSpotMarkets();
  const favourites = useFavourites();
  const go = useGo(false);
  const [switching, setSwitching] = useState(false);
  const marketOf = useCallback((name: string) => markets.find((one) => one.name === name), [markets]);
  const { name } = market;
  useTitle(
    t({
      message: `${name} second contracts`,
      comment: 'Title of the page of a market of second contracts',
    }),
  );
  return (
    <>
      <SecondsPage
        market={market}
        ways={<TradeWays shown="sec" route={market.route} spot={market.spot} />}
        onSwitch={() => setSwitching(true)}
        tickChart={(data) => <Ticks market={market} data={data} />}
        candles={
          <ChartPanel
            market={{
              symbol: market.route,
              base: market.base,
              quote: market.quote,
              tickDecimals: market.decimals,
              lotDecimals: 0,
            }}
            kind={MARKET_TYPE.spot}
            orders={[]}
            phone={phone}
            traded={false}
            depth={null}
          />
        }
        marketOf={marketOf}
      />
      <Drawer open={switching} onClose={() => setSwitching(false)} title={<Trans>Markets</Trans>}>
        {switching ? (
          <MarketSwitcher
            spot={spot.markets}
            favourites={favourites}
            product="second"
            chosen={market.route}
            onChoose={(choice) => {
              setSwitching(false);
              go(choice);
            }}
          />
        ) : null}
      </Drawer>
    </>
  );
}

function Ticks({ market, data }: { readonly market: Market; readonly data: ChartData }) {
  const { now } = useFormat();
  const store = useTicks(market.route);
  // The feed starts with half a minute, but the chart shows two or more. Requested anew each time, so that it joins the
  // feed.
  const { data: history } = useQuery({
    ...queryOf('common.ticks', { symbol: market.route, size: MAX_TICKS_KEPT }, 'lazy'),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const draw = useDraw();
  const order = data.order && draw(data.order);
  const seconds = data.order?.seconds ?? data.period;
  return (
    <TickChart
      store={store}
      history={history}
      pair={market.name}
      decimals={market.decimals}
      now={now}
      order={order}
      period={seconds === undefined ? undefined : seconds * SECOND_MS}
    />
  );
}

/** Converts a running contract for the chart; skips one with an unknown side. */
function useDraw(): (row: Second) => TickOrder | undefined {
  const { t } = useLingui();
  const { tag } = useFormat();
  return (row) => {
    const { direction } = row;
    if (direction !== 1 && direction !== 2) return undefined;
    const stake = formatMoney(row.amount, row.coin, undefined, { tag });
    return {
      id: row.id,
      direction,
      label:
        direction === 1
          ? t({
              message: `Up opened, ${stake}`,
              comment: 'In the chart, where a second contract opened: its side and stake',
            })
          : t({
              message: `Down opened, ${stake}`,
              comment: 'In the chart, where a second contract opened: its side and stake',
            }),
      openPrice: row.openPrice,
      openTime: row.openTick?.time ?? null,
      closeTime: row.closeTime,
    };
  };
}
