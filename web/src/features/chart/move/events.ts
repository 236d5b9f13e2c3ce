// The chart's texts: the change that a measure spans, and a candle selected by key.

import { formatDateTime, formatFixed, formatPercent, formatPrice, unknownText, useFormat } from '@vitrine/ui';
import type { KLineData } from 'klinecharts';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { candleStart, type Interval } from '../../../live/index.ts';
import type { TellMeasure } from '../drawing/shapes.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Prints a measure: "+120.5 (+0.42%), 24 candles, 2 h". Displayed figures, not money. */
export function useTellMeasure(tickDecimals: number, interval: Interval): TellMeasure {
  const { t } = useLingui();
  const { tag } = useFormat();
  return useCallback(
    (from, to) => {
      const change = formatFixed((to.value - from.value).toFixed(tickDecimals), tickDecimals, { tag, sign: 'always' });
      const percent =
        from.value > 0
          ? formatPercent((((to.value - from.value) / from.value) * 100).toFixed(2), { tag, sign: 'always' })
          : unknownText;
      const span = Math.abs(to.time - from.time);
      const candles = candlesIn(span, interval);
      const count = t({ message: `${candles} candles`, comment: 'Measure on the chart: how many candles it spans' });
      return `${change} (${percent}) · ${count} · ${spanWord(span)}`;
    },
    [t, tag, tickDecimals, interval],
  );
}

/** The text of a candle selected by key, for screen readers, and the function to announce another. */
export function useAnnounced(tickDecimals: number): readonly [string, (candle: KLineData) => void] {
  const { t } = useLingui();
  const { tag, time } = useFormat();
  const [announced, setAnnounced] = useState('');
  const tell = useCallback(
    ({ timestamp, open, high, low, close }: KLineData) => {
      const at = formatDateTime(timestamp, time, 'minute');
      const [first, most, least, last] = [open, high, low, close].map((value) =>
        formatPrice(value.toFixed(tickDecimals), tickDecimals, { tag }),
      );
      setAnnounced(
        t({
          message: `${at}: open ${first}, high ${most}, low ${least}, close ${last}`,
          comment: 'A candle of the chart, said to screen readers',
        }),
      );
    },
    [t, tag, time, tickDecimals],
  );
  return [announced, tell];
}

/** The number of candles of an interval in a time span; months by their mean length. */
export function candlesIn(span: number, interval: Interval): number {
  if (interval === '1M') return Math.round(span / (30.44 * DAY));
  // Any time far from 1970 works; the next boundary gives the length.
  const start = candleStart(1_000 * DAY, interval);
  let length = MINUTE;
  for (const one of [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 4 * HOUR, DAY, 7 * DAY])
    if (candleStart(start + one, interval) === start + one) {
      length = one;
      break;
    }
  return Math.round(span / length);
}

/** A span as 45m, 2h 15m, 3D 4h: its two largest units. */
export function spanWord(span: number): string {
  const days = Math.trunc(span / DAY);
  const hours = Math.trunc((span % DAY) / HOUR);
  const minutes = Math.trunc((span % HOUR) / MINUTE);
  const parts = days > 0 ? [`${days}D`, hours > 0 && `${hours}h`] : [hours > 0 && `${hours}h`, `${minutes}m`];
  return parts.filter(Boolean).join(' ');
}
