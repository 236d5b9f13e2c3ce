// The candles of one market: their series, their states, and the lines and drawings on them.

import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, ErrorBlock, formatAmount, latePart, SkeletonBar, useFormat } from '@vitrine/ui';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { type Interval, type KlineStore, type PriceBasis, useKlines, useLive, useSelected } from '../../live/index.ts';
import style from './chart.module.css';
import { fewCandles } from './choice.ts';
import { draw, keepDrawings, readDrawings, type ToolName } from './drawing/drawing.ts';
import type { ShownIndicator } from './indicators/indicator.ts';
import { Legend } from './legend.tsx';
import type { ChartLine, ChartLineHandlers } from './lines/line.ts';

const ChartCanvas = latePart(async () => (await import('./canvas.tsx')).ChartCanvas);

/** A market as the chart needs it. */
export interface ChartMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** The user's open order with a price. */
export interface ChartOrder {
  readonly id: string;
  readonly direction: number;
  readonly entrustPrice: string | null;
  readonly entrustQuantity: string | null;
}

export interface CandlesProps {
  readonly market: ChartMarket;
  /** The market's name in storage. */
  readonly keptAs: string;
  readonly basis: PriceBasis;
  readonly interval: Interval;
  readonly indicators: readonly ShownIndicator[];
  readonly lines: readonly ChartLine[];
  readonly handlers: ChartLineHandlers | undefined;
  readonly tool: ToolName | undefined;
  readonly onTool: (tool: ToolName | undefined) => void;
  readonly onIndex: () => void;
  /** Called when trades make too few candles of this interval. */
  readonly onFew: (interval: Interval) => void;
}

export function Candles(props: CandlesProps) {
  const { market, keptAs, basis, interval, indicators, lines, handlers, tool, onTool, onIndex, onFew } = props;
  const { t } = useLingui();
  const { base, quote } = market;
  const { feed } = useLive();
  const series = useKlines(market.symbol, basis, interval);
  const state = useSelected(
    series.store,
    useCallback(() => series.state, [series]),
    'loading',
    0,
  );
  const bare = useSelected(
    series.store,
    useCallback((store: KlineStore) => store.last === undefined, []),
    false,
  );
  const [pointed, setPointed] = useState<number>();
  /** Attempts to load the chart canvas, and the time of the last failure. */
  const [tries, setTries] = useState(0);
  const [missed, setMissed] = useState<number>();
  const [selected, setSelected] = useState<string>();
  const [drawings, onDrawing] = useReducer(draw, keptAs, readDrawings);
  const { list, hidden } = drawings;
  useEffect(() => keepDrawings(keptAs, list, hidden), [keptAs, list, hidden]);
  const loadOlder = useCallback(
    () => feed.loadOlder(market.symbol, basis, interval),
    [feed, market.symbol, basis, interval],
  );
  const traded = typeof basis === 'number';
  const shown = useMemo(
    () => (traded ? indicators : indicators.filter(({ name }) => name !== 'VOL')),
    [indicators, traded],
  );
  const known = traded && state === 'ready';
  useEffect(() => {
    if (known && fewCandles(series.store.candles.length, interval)) onFew(interval);
  }, [known, series, interval, onFew]);
  const failed = (retry: () => void) => (
    <ErrorBlock title={<Trans>Couldn’t load the chart</Trans>} onRetry={retry}>
      <Trans>Trading is not affected.</Trans>
    </ErrorBlock>
  );
  if (state === 'failed')
    return <div className={style['canvas']}>{failed(() => feed.reload(market.symbol, basis, interval))}</div>;
  return (
    <div className={style['canvas']}>
      <ChartCanvas
        key={tries}
        of={{
          series,
          interval,
          ticker: market.symbol,
          tickDecimals: market.tickDecimals,
          lotDecimals: market.lotDecimals,
          indicators: shown,
          lines,
          handlers,
          drawings,
          onDrawing,
          tool,
          onTool,
          selected: list.some(({ id }) => id === selected) ? selected : undefined,
          onSelect: setSelected,
          label: t`Candles of ${base}/${quote}, ${interval}`,
          loadOlder,
          onPoint: setPointed,
        }}
        missing={missed === tries ? failed(() => setTries(tries + 1)) : <SkeletonBar className={style['loading']} />}
        onMissing={() => setMissed(tries)}
      />
      {missed === tries && !ChartCanvas.isHere() ? null : (
        <Legend series={series} tickDecimals={market.tickDecimals} pointed={pointed} volume={traded} />
      )}
      {state === 'ready' && bare ? (
        <div className={style['bare']}>
          <Empty title={<Trans>No trades in this market yet</Trans>}>
            <button type="button" className="v-link" onClick={onIndex}>
              <Trans>Show the index</Trans>
            </button>
          </Empty>
        </div>
      ) : null}
    </div>
  );
}

/** Lines of plain orders, for pages that only list orders: shown, but not movable. */
export function useOrderLines(orders: readonly ChartOrder[], lotDecimals: number): readonly ChartLine[] {
  const { t } = useLingui();
  const { tag } = useFormat();
  return useMemo(
    () =>
      orders.flatMap(({ id, direction, entrustPrice, entrustQuantity }): ChartLine[] => {
        if (entrustPrice === null) return [];
        const amount = formatAmount(entrustQuantity ?? '0', lotDecimals, { tag });
        const buy = direction === 1;
        const label = buy
          ? t({ message: `Buy ${amount}`, comment: 'Label of an own order on the chart' })
          : t({ message: `Sell ${amount}`, comment: 'Label of an own order on the chart' });
        return [
          {
            id: `order:${id}`,
            kind: 'order',
            price: entrustPrice,
            side: buy ? 'buy' : 'sell',
            label,
            draggable: false,
          },
        ];
      }),
    [orders, lotDecimals, tag, t],
  );
}
