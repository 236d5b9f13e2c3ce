// The figures of the candle under the crosshair, or of the last.

import { Trans } from '@lingui/react/macro';
import { NumPercent, NumPrice, NumVolume } from '@vitrine/ui';
import { useCallback } from 'react';
import { type Candle, type KlineSeries, type KlineStore, toDrawn, useSelected } from '../../live/index.ts';
import style from './chart.module.css';

interface LegendProps {
  readonly series: KlineSeries;
  readonly tickDecimals: number;
  readonly pointed: number | undefined;
  /** Index and mark price have no volume. */
  readonly volume: boolean;
}

export function Legend({ series, tickDecimals, pointed, volume }: LegendProps) {
  const candle = useSelected<KlineStore, Candle | undefined>(
    series.store,
    useCallback((store) => (pointed === undefined ? store.last : candleAt(store, pointed)), [pointed]),
    undefined,
  );
  if (!candle) return null;
  const parts = [
    { key: 'open', name: <Trans comment="Chart legend, one letter: open">O</Trans>, value: candle.open },
    { key: 'high', name: <Trans comment="Chart legend, one letter: high">H</Trans>, value: candle.high },
    { key: 'low', name: <Trans comment="Chart legend, one letter: low">L</Trans>, value: candle.low },
    { key: 'close', name: <Trans comment="Chart legend, one letter: close">C</Trans>, value: candle.close },
  ] as const;
  return (
    <div className={style['legend']}>
      {parts.map(({ key, name, value }) => (
        <span key={key}>
          {name} <b>{<NumPrice value={value} decimals={tickDecimals} />}</b>
        </span>
      ))}
      <span className={style['wide']}>
        <NumPercent value={changeOf(candle)} directed />
      </span>
      {volume ? (
        <span className={style['wide']}>
          <Trans comment="Chart legend: volume, short">Vol</Trans> <b>{<NumVolume value={candle.volume} />}</b>
        </span>
      ) : null}
    </div>
  );
}

/** The candle of a time, or the last one; uses a binary search. */
export function candleAt(store: KlineStore, time: number): Candle | undefined {
  const { candles } = store;
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((candles[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return candles[low]?.time === time ? candles[low] : store.last;
}

/** Close against open in percent, two decimals; a displayed figure, not money. */
function changeOf({ open, close }: Candle): string | undefined {
  const from = toDrawn(open);
  return from > 0 ? (((toDrawn(close) - from) / from) * 100).toFixed(2) : undefined;
}
