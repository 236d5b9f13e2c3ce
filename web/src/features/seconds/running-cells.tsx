// Cells of a running second contract, of whatever market: they move with its index and with the clock.

import { MARKET_TYPE, type Second } from '@vitrine/contract';
import { formatCountdown, NumMoney, NumPrice } from '@vitrine/ui';
import { useDetail } from '../../live/index.ts';
import { type Market, useNow } from '../../market/index.ts';
import { ifSettled } from './if-settled.ts';
import { Settling } from './words.tsx';

/** What lists of contracts need of a market. */
export type SecondMarket = Pick<Market, 'route' | 'spot' | 'decimals'>;

/** Second contracts have no stream of their own: the index is told with the market's spot or contract price. */
export function useIndex({ route, spot }: Pick<SecondMarket, 'route' | 'spot'>): ReturnType<typeof useDetail> {
  return useDetail(route, spot ? MARKET_TYPE.spot : MARKET_TYPE.uContract);
}

/** The index of a market, live. */
export function IndexNow({ market }: { readonly market: SecondMarket }) {
  return <NumPrice value={useIndex(market)?.indexPrice} decimals={market.decimals} />;
}

/** What a contract would bring if it settled now. */
export function ResultNow({ row, market }: { readonly row: Second; readonly market: SecondMarket }) {
  const told = ifSettled(row, useIndex(market)?.indexPrice, market.decimals);
  return (
    <span data-testid="result-now">
      <NumMoney className="v-strong" value={told?.result} asset={row.coin} directed />
    </span>
  );
}

/** How long until a contract settles; a dash while it has not opened, and that it settles once it is over. */
export function TimeLeft({ row }: { readonly row: Second }) {
  const now = useNow();
  return (
    <span className="v-num" role="timer" data-testid="time-left">
      {row.closeTime === null ? '–' : row.closeTime < now ? <Settling /> : formatCountdown(row.closeTime - now)}
    </span>
  );
}
