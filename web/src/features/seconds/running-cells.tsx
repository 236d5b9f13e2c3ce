// Cells of a running second contract in any market; they update with its index and the clock.

import { MARKET_TYPE, type Second } from '@vitrine/contract';
import { formatCountdown, NumMoney, NumPrice } from '@vitrine/ui';
import { useDetail } from '../../live/index.ts';
import { type Market, useNow } from '../../market/index.ts';
import { ifSettled } from './if-settled.ts';
import { Settling } from './words.tsx';

/** The market data that lists of contracts need. */
export type SecondMarket = Pick<Market, 'route' | 'spot' | 'decimals'>;

/** Second contracts have no stream: the index comes with the market's spot or contract price. */
export function useIndex({ route, spot }: Pick<SecondMarket, 'route' | 'spot'>): ReturnType<typeof useDetail> {
  return useDetail(route, spot ? MARKET_TYPE.spot : MARKET_TYPE.linear);
}

/** The index of a market, live. */
export function IndexNow({ market }: { readonly market: SecondMarket }) {
  return <NumPrice value={useIndex(market)?.indexPrice} decimals={market.decimals} />;
}

/** The result of a contract if it settled now. */
export function ResultNow({ row, market }: { readonly row: Second; readonly market: SecondMarket }) {
  const outcome = ifSettled(row, useIndex(market)?.indexPrice, market.decimals);
  return (
    <span data-testid="result-now">
      <NumMoney className="v-strong" value={outcome?.result} asset={row.coin} directed />
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
