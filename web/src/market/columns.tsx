// Columns that every list of markets has; each list adds which of them sort and which leave on a phone.
import { useLingui } from '@lingui/react/macro';
import { NumVolume, Sparkline, type Column } from '@vitrine/ui';
import { AgeCell, ChangeCell, PriceCell, TradeButton, useNow } from './cells.tsx';
import { useMarketPrices, type Market, type MarketPrices } from './markets.ts';

export type MarketColumn = 'price' | 'change' | 'volume' | 'line' | 'age' | 'trade';

export interface MarketColumns {
  readonly prices: MarketPrices;
  readonly columns: Readonly<Record<MarketColumn, Column<Market>>>;
}

/** The columns with live prices. */
export function useMarketColumns(): MarketColumns {
  const { t } = useLingui();
  const prices = useMarketPrices();
  const now = useNow();
  return {
    prices,
    columns: {
      price: {
        key: 'price',
        head: t({ message: 'Index', comment: 'Index price' }),
        right: true,
        phone: 'keep',
        cell: (market) => <PriceCell market={market} price={prices.of(market)} now={now} />,
      },
      change: {
        key: 'change',
        head: t({ message: '24 h', comment: 'Column head: change in 24 hours' }),
        right: true,
        phone: 'keep',
        cell: (market) => <ChangeCell price={prices.of(market)} />,
      },
      volume: {
        key: 'volume',
        head: t`24 h volume`,
        right: true,
        cell: (market) => <NumVolume className="v-ink-2" value={market.turnover} />,
      },
      line: {
        key: 'line',
        head: t`Last 24 h`,
        right: true,
        phone: 'drop',
        cell: (market) => <Sparkline closes={prices.closes(market)} />,
      },
      age: {
        key: 'age',
        head: t({ message: 'Age', comment: 'Column head: how old' }),
        right: true,
        cell: (market) => <AgeCell market={market} price={prices.of(market)} now={now} />,
      },
      trade: {
        key: 'trade',
        head: '',
        label: t({ message: 'Trade', comment: 'Menu entry: the exchange' }),
        right: true,
        cell: (market) => <TradeButton market={market} />,
      },
    },
  };
}
