// The last public trades, newest first, each with its direction by triangle, sign and colour.

import { Trans, useLingui } from '@lingui/react/macro';
import { Directed, Empty, formatAmount, formatPrice, Time, useFormat } from '@vitrine/ui';
import { useCallback } from 'react';
import { type PublicTrade, type TradesStore, useSelected } from '../../live/index.ts';
import style from './book.module.css';
import type { BookMarket } from './order-book.tsx';

const TRADES_CADENCE_MS = 200;
/** Trades shown. */
const SHOWN = 50;
const none: readonly PublicTrade[] = [];

export function TradeList({ market, store }: { readonly market: BookMarket; readonly store: TradesStore }) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const trades = useSelected<TradesStore, readonly PublicTrade[]>(
    store,
    useCallback(({ trades: all }) => all.slice(0, SHOWN), []),
    none,
    TRADES_CADENCE_MS,
    (a, b) => a.length === b.length && a.every((trade, at) => trade === b[at]),
  );
  if (trades.length === 0) {
    return (
      <Empty title={<Trans>No trades yet</Trans>}>
        <Trans>The first trade of this market appears here.</Trans>
      </Empty>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1)
    <section className={style['trades']} aria-label={t`Last trades`} tabIndex={0}>
      {trades.some(({ practice }) => practice) ? (
        <p className={style['practiceLegend']}>
          <i className={style['practiceMark']} aria-hidden="true" />
          <Trans comment="Legend of a dot in the list of last trades: only simulated customers and the market maker took part in it">
            Among practice traders and the market maker
          </Trans>
        </p>
      ) : null}
      <div className={style['tradeHead']}>
        <span>
          <Trans comment="Column head">Price</Trans>
        </span>
        <span>
          <Trans comment="Column head">Amount</Trans>
        </span>
        <span>
          <Trans comment="Column head">Time</Trans>
        </span>
      </div>
      {trades.map((trade) => (
        <div className={style['trade']} key={trade.id}>
          <span>
            <Directed direction={trade.direction === 1 ? 'up' : 'down'}>
              {formatPrice(trade.price, market.tickDecimals, { tag })}
            </Directed>
          </span>
          <span>
            {trade.practice ? (
              <i
                className={style['practiceMark']}
                role="img"
                aria-label={t({ message: 'No customer took part', comment: 'Mark of a trade among practice traders' })}
              />
            ) : null}
            {formatAmount(trade.quantity, market.lotDecimals, { tag })}
          </span>
          <span className={style['tradeTime']}>
            <Time at={trade.time} as="clock" />
          </span>
        </div>
      ))}
    </section>
  );
}
