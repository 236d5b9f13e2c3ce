// The terminal of contracts: header with mark and funding, book, chart, positions and orders.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ContractType, type Order, symbolKey } from '@vitrine/contract';
import { ErrorBlock, SkeletonRows } from '@vitrine/ui';
import { useMemo } from 'react';
import { CancelAfterMenu } from '../../features/alerts/index.ts';
import { DepthView, GroupSelect, OrderBook, TradeList } from '../../features/book/index.ts';
import { ChartPanel } from '../../features/chart/index.ts';
import { ContractTicket, Positions, useContractAside, useContractLines } from '../../features/contract/index.ts';
import {
  ContractFigures,
  ContractTotals,
  kindOf,
  PHONE_QUERY,
  PriceHeader,
  TradeTabs,
  useSpotMarkets,
} from '../../features/terminal/index.ts';
import { useOpenOrdersOf, usePositions } from '../../live/index.ts';
import { type ContractMarket, type ContractMarkets, useContractMarkets } from '../../market/index.ts';
import { isBuy } from '../../order/index.ts';
import { useMedia, useTitle } from '../../page/index.ts';
import { Hint } from '../../hint/index.ts';
import { NoMarket } from './-no-market.tsx';
import { MarketFrame } from './-frame.tsx';
import type { TradePage } from './-go.ts';
import { useLists } from './-lists.tsx';
import { useMarketFeeds } from './-market-feeds.ts';
import { useMarketOf } from './-market-of.ts';

export interface ContractExchangeProps {
  readonly contractType: ContractType;
  /** `BTC_USDT`, in any case. */
  readonly symbol: string;
  readonly full: boolean;
  readonly trade: TradePage | undefined;
}

export function ContractExchange({ contractType, symbol, full, trade }: ContractExchangeProps) {
  const list = useContractMarkets(contractType);
  const { markets } = list;
  if (!markets) {
    return list.failed ? (
      <ErrorBlock title={<Trans>Couldn’t load the markets</Trans>} onRetry={list.retry} />
    ) : (
      <SkeletonRows rows={8} />
    );
  }
  const market = markets.find(({ route }) => symbolKey(route) === symbolKey(symbol));
  if (!market) return <NoMarket symbol={symbol} />;
  return <ContractTerminal market={market} list={list} full={full} trade={trade} />;
}

interface ContractTerminalProps {
  readonly market: ContractMarket;
  readonly list: ContractMarkets;
  readonly full: boolean;
  readonly trade: TradePage | undefined;
}

function ContractTerminal({ market, list, full, trade }: ContractTerminalProps) {
  const { t } = useLingui();
  const { rules } = market;
  const { contractType } = rules;
  const kind = kindOf[contractType];
  const phone = useMedia(PHONE_QUERY);
  const { frame, traded, ticks, favourites, priceAge, ...feeds } = useMarketFeeds(rules, kind);
  const { book } = frame;
  const spot = useSpotMarkets();
  const { orders } = useOpenOrdersOf(contractType);
  const { positions } = usePositions(contractType);
  const coin = contractType === 'coin';
  const contracts = t({ message: 'contracts', comment: 'Unit of quantities of coin-margined contracts' });
  const bookMarket = useMemo(
    () => ({ ...rules, base: coin ? contracts : rules.base, inverse: coin }),
    [rules, coin, contracts],
  );
  const own = useMemo(() => orders.filter(({ symbolName }) => symbolName === rules.name), [orders, rules.name]);
  const waiting = useMemo(() => own.filter(inBook).map(asSide), [own]);
  const rulesOf = useMarketOf(list, contracts);
  const { lines, describe, refuse, onDrag } = useContractLines(market);
  const handlers = useMemo(() => ({ describe, refuse, onDrag }), [describe, refuse, onDrag]);
  const aside = useContractAside(contractType);
  const lists = useLists({
    product: contractType,
    route: market.route,
    spot: spot.markets,
    own: list.markets,
    favourites,
    full,
    trade,
  });
  useTitle(market.name);
  return (
    <MarketFrame
      of={{ product: contractType, symbol: rules.symbol }}
      market={{ ...rules, kind, unit: bookMarket.base }}
      {...frame}
      ways={trade?.ways}
      parts={{
        ...lists,
        header: (onSwitch, tools) => (
          <PriceHeader
            market={market}
            kind={kind}
            ticks={ticks}
            favourites={favourites}
            onSwitch={onSwitch}
            tag={
              <span data-testid="kind" data-state={rules.contractType}>
                <Hint of={coin ? 'coinMargined' : 'perpetual'}>
                  {coin ? (
                    <Trans comment="Tag: contract settled in its own coin">{{ coin: rules.settle }}-margined</Trans>
                  ) : (
                    <Trans comment="Tag: perpetual contract settled in USDT">Perpetual</Trans>
                  )}
                </Hint>
              </span>
            }
            figures={<ContractFigures market={market} />}
            totals={<ContractTotals market={market} unit={bookMarket.base} />}
            tools={tools}
          />
        ),
        chart: (
          <ChartPanel
            market={rules}
            kind={kind}
            orders={noOrders}
            lines={lines}
            handlers={handlers}
            // The mark's candles are those of the USDT perpetual.
            marked={!coin}
            phone={phone}
            traded={traded}
            depth={<DepthView market={bookMarket} store={book} />}
          />
        ),
        book: (
          <OrderBook
            key={`${kind}|${rules.symbol}`}
            market={bookMarket}
            store={book}
            kind={kind}
            own={waiting}
            group={feeds.group}
            phone={phone}
            onTake={feeds.setTaken}
          />
        ),
        group: <GroupSelect tickDecimals={rules.tickDecimals} value={feeds.group} onChange={feeds.setGroup} />,
        trades: <TradeList market={bookMarket} store={feeds.trades} />,
        ticket: (side, onDone) => (
          <ContractTicket
            market={market}
            book={book}
            side={side}
            taken={feeds.taken}
            priceAge={priceAge}
            onTaken={onDone}
          />
        ),
        holdings: null,
        feeTier: null,
        orders: (
          <TradeTabs
            products={[contractType]}
            symbolName={rules.name}
            rulesOf={rulesOf}
            aside={aside}
            positions={{
              count: positions.length,
              list: (symbolName, tools) => (
                <Positions contractType={contractType} phone={phone} symbolName={symbolName} tools={tools} />
              ),
            }}
            extra={<CancelAfterMenu />}
          />
        ),
      }}
    />
  );
}

/** Open orders are movable lines instead. */
const noOrders: readonly [] = [];
const inBook = ({ status }: Order): boolean => status === 0 || status === 3;

/** An order as book and chart mark it: opening a long and closing a short buy. */
function asSide(order: Order): Order {
  return { ...order, direction: isBuy(order) ? 1 : 2 };
}
