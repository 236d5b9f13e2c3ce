// The mark at the end of practice history: candles left of it are made up.

import { Trans } from '@lingui/react/macro';
import type { Chart } from 'klinecharts';
import { useCallback, useEffect, useRef } from 'react';
import { type KlineSeries, type KlineStore, useSelected } from '../../../live/index.ts';
import style from '../chart.module.css';
import { lastOfPast, placeOfLabel } from './past.ts';
import { PAST, type PlacePast } from './past-draw.ts';

/** Distance of the label from the lower edge of the candles, px. */
const BOTTOM_PX = 2;

interface PastMarkProps {
  readonly chart: Chart | undefined;
  readonly series: KlineSeries;
}

export function PastMark({ chart, series }: PastMarkProps) {
  const label = useRef<HTMLParagraphElement>(null);
  const last = useSelected(
    series.store,
    useCallback((store: KlineStore) => lastOfPast(store.candles), []),
    undefined,
  );
  const replayed = useSelected(
    series.store,
    useCallback((store: KlineStore) => store.candles[0]?.practice === 'replayed', []),
    false,
  );
  useEffect(() => {
    if (!chart || last === undefined) return undefined;
    const place: PlacePast = (x, width, height) => {
      const element = label.current;
      if (!element) return;
      const left = placeOfLabel(x, width, element.offsetWidth);
      element.style.visibility = left === undefined ? 'hidden' : 'visible';
      if (left === undefined) return;
      const top = height - BOTTOM_PX - element.offsetHeight;
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    };
    chart.createOverlay({
      ...{ name: PAST, id: PAST, groupId: PAST, lock: true },
      points: [{ timestamp: last }],
      extendData: place,
    });
    return () => {
      chart.removeOverlay({ id: PAST });
    };
  }, [chart, last]);
  if (last === undefined) return null;
  return (
    <p ref={label} className={style['past']} data-testid="practice-history">
      {replayed ? (
        <Trans comment="Mark on the price chart where prices of this exchange begin: candles left of it are from before it opened, out of the recording that it replays">
          Practice history, replayed
        </Trans>
      ) : (
        <Trans comment="Mark on the price chart where recorded prices begin: candles left of it are from before the exchange opened and made by the price simulator">
          Practice history, simulated
        </Trans>
      )}
    </p>
  );
}
