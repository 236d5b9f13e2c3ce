// The chart canvas with its lines, drawings and keys; loaded only when a chart is shown.

import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useId, useMemo, useReducer, useRef } from 'react';
import type { Interval, KlineSeries } from '../../live/index.ts';
import type { DrawingEvent, Drawings, ToolName } from './drawing/drawing.ts';
import { useDrawingLayer } from './drawing/drawing-layer.ts';
import { DrawingBar } from './drawing/drawing-tools.tsx';
import { feedLoader, periodOf } from './feed-loader.ts';
import style from './chart.module.css';
import type { ShownIndicator } from './indicators/indicator.ts';
import { useChartKeys } from './keyboard.ts';
import type { ChartLine, ChartLineHandlers } from './lines/line.ts';
import { LineLabels } from './lines/line-labels.tsx';
import { moveOn, REST } from './move/move.ts';
import { MoveBar, useMoveSending } from './move/move-bar.tsx';
import { useTellMeasure, useAnnounced } from './move/events.ts';
import { PastMark } from './past/past-mark.tsx';
import { useChart, useIndicators, usePointed } from './use-chart.ts';
import { useEscape, useGrabbing } from './drawing/grabbing.ts';
import { useLines } from './lines/use-lines.ts';

export interface ChartCanvasProps {
  readonly series: KlineSeries;
  readonly interval: Interval;
  readonly ticker: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  readonly indicators: readonly ShownIndicator[];
  readonly lines: readonly ChartLine[];
  readonly handlers: ChartLineHandlers | undefined;
  readonly drawings: Drawings;
  readonly onDrawing: (event: DrawingEvent) => void;
  readonly tool: ToolName | undefined;
  readonly onTool: (tool: ToolName | undefined) => void;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly label: string;
  readonly loadOlder: () => Promise<void>;
  /** Time of the candle pointed at, ms UTC; undefined: none. */
  readonly onPoint: (time: number | undefined) => void;
}

export function ChartCanvas(props: ChartCanvasProps) {
  const { series, interval, ticker, tickDecimals, lotDecimals, indicators, lines, handlers, label } = props;
  const { drawings, onDrawing, tool, onTool, selected, onSelect, loadOlder, onPoint } = props;
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [box, chart] = useChart();

  useEffect(() => {
    if (!chart) return undefined;
    const loader = feedLoader(series, loadOlder, () => chart.resetData());
    chart.setSymbol({ ticker, pricePrecision: tickDecimals, volumePrecision: lotDecimals });
    chart.setPeriod(periodOf(interval));
    chart.setDataLoader(loader);
    return loader.stop;
  }, [chart, series, interval, ticker, tickDecimals, lotDecimals, loadOlder]);
  useIndicators(chart, indicators);
  usePointed(chart, onPoint);

  const tellMeasure = useTellMeasure(tickDecimals, interval);
  const onToolDone = useCallback(() => onTool(undefined), [onTool]);
  const layer = useMemo(
    () => ({ drawings, onDrawing, tool, onToolDone, selected, onSelect, tellMeasure }),
    [drawings, onDrawing, tool, onToolDone, selected, onSelect, tellMeasure],
  );
  useDrawingLayer(chart, layer);
  const [announced, onTell] = useAnnounced(tickDecimals);
  const keys = useMemo(() => ({ ...layer, tickDecimals, onPoint, onTell }), [layer, tickDecimals, onPoint, onTell]);
  const onKeyDown = useChartKeys(chart, keys);

  const [move, onMove] = useReducer(moveOn, REST);
  useEffect(() => onMove({ is: 'lines', lines }), [lines]);
  useMoveSending(move, onMove, handlers);
  const hold = useLines(chart, box, lines, move, onMove, tickDecimals);

  useGrabbing(frame, box, hold, tool === undefined);
  useEscape(move, onMove);

  return (
    <div ref={frame} className={style['frame']}>
      {/* The library draws on canvases in here and handles mouse and touch itself; we handle the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application: it takes the keys */}
      <div
        ref={box}
        role="application"
        aria-roledescription={t({ message: 'chart', comment: 'What screen readers call the price chart' })}
        aria-label={label}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application must be reachable by keyboard
        tabIndex={0}
        className={style['box']}
        onKeyDown={onKeyDown}
      />
      <p id={hint} className="v-hidden">
        <Trans>
          Left and right arrows point at candles, plus and minus zoom. With a drawing tool selected, Enter draws; arrows
          move the drawing, Delete deletes it.
        </Trans>
      </p>
      <p className="v-hidden" role="status">
        {announced}
      </p>
      <PastMark chart={chart} series={series} />
      <LineLabels hold={hold} move={move} onMove={onMove} tickDecimals={tickDecimals} handlers={handlers} />
      <DrawingBar
        drawings={drawings}
        onDrawing={onDrawing}
        tool={tool}
        onTool={onTool}
        selected={selected}
        onSelect={onSelect}
      />
      <MoveBar move={move} onMove={onMove} handlers={handlers} tickDecimals={tickDecimals} />
    </div>
  );
}
