// The chart panel: intervals, indicators, drawing tools, last price or index or depth, full screen, and the legend.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChartLine, IconMaximize, IconMinimize, IconPencil } from '@tabler/icons-react';
import {
  classes,
  Empty,
  ErrorBlock,
  IconButton,
  Menu,
  NumPercent,
  NumPrice,
  SkeletonBar,
  useFormat,
  formatAmount,
  formatPrice,
} from '@vitrine/ui';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type Candle,
  type Interval,
  INTERVALS,
  type KlineSeries,
  type KlineStore,
  toDrawn,
  useKlines,
  useLive,
  useSelected,
} from '../../live/index.ts';
import style from './chart.module.css';
import { type ChartBasis, drawnBasis, INDICATORS, keepChoice, readChoice } from './choice.ts';

const ChartCanvas = lazy(async () => ({ default: (await import('./canvas.tsx')).ChartCanvas }));

/** A market as the chart needs it. */
export interface ChartMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** An own open order that has a price. */
export interface ChartOrder {
  readonly id: string;
  readonly direction: number;
  readonly entrustPrice: string | null;
  readonly entrustQuantity: string | null;
}

export interface ChartPanelProps {
  readonly market: ChartMarket;
  readonly kind: 1 | 2 | 3;
  readonly orders: readonly ChartOrder[];
  readonly phone: boolean;
  /** Whether the market has ever traded; undefined while nobody has told. */
  readonly traded: boolean | undefined;
  /** What is shown for "Depth". */
  readonly depth: ReactNode;
}

export function ChartPanel({ market, kind, orders, phone, traded, depth }: ChartPanelProps) {
  const { t } = useLingui();
  const [choice, setChoice] = useState(readChoice);
  const [asked, setAsked] = useState<string>();
  const [tool, setTool] = useState<{ readonly name: string }>();
  const basis = drawnBasis(choice.basis, traded, asked === market.symbol);
  const panel = useRef<HTMLDivElement>(null);
  const [full, toggleFull] = useFullScreen(panel);
  const change = (next: typeof choice): void => {
    setChoice(next);
    keepChoice(next);
  };
  const setBasis = (next: ChartBasis): void => {
    setAsked(next === 'last' ? market.symbol : undefined);
    change({ ...choice, basis: next });
  };
  const toggleIndicator = (name: string): void => {
    const on = choice.indicators.includes(name);
    change({
      ...choice,
      indicators: on ? choice.indicators.filter((other) => other !== name) : [...choice.indicators, name],
    });
  };
  const tools = useTools();
  const bases: readonly { readonly key: ChartBasis; readonly label: ReactNode }[] = [
    { key: 'last', label: <Trans comment="Chart drawn from trades">Last price</Trans> },
    { key: 'index', label: <Trans comment="Chart drawn from the index price">Index</Trans> },
    { key: 'depth', label: <Trans comment="Depth of the order book, in place of the chart">Depth</Trans> },
  ];

  return (
    <div className={style['panel']} ref={panel}>
      <div className={style['bar']}>
        <div className={style['group']} role="radiogroup" aria-label={t`Interval`}>
          {INTERVALS.map((interval) => (
            <button
              key={interval}
              type="button"
              role="radio"
              aria-checked={interval === choice.interval}
              className={style['choice']}
              onClick={() => change({ ...choice, interval })}
            >
              {intervalWord(interval)}
            </button>
          ))}
        </div>
        <span className={classes(style['rule'], style['wide'])} />
        <span className={style['wide']}>
          <Menu
            label={t`Indicators`}
            position="bottom-start"
            target={
              <button type="button" className={style['choice']}>
                <IconChartLine size={14} stroke={1.75} aria-hidden="true" /> <Trans>Indicators</Trans>
              </button>
            }
            items={INDICATORS.map((name) => ({
              key: name,
              label: name,
              chosen: choice.indicators.includes(name),
              onClick: () => toggleIndicator(name),
            }))}
          />
        </span>
        <span className={style['wide']}>
          <Menu
            label={t`Drawing tools`}
            position="bottom-start"
            target={
              <button type="button" className={style['choice']} disabled={basis === 'depth'}>
                <IconPencil size={14} stroke={1.75} aria-hidden="true" />{' '}
                <Trans comment="Menu of drawing tools on the chart">Draw</Trans>
              </button>
            }
            items={tools.map(({ name, label }) => ({ key: name, label, onClick: () => setTool({ name }) }))}
          />
        </span>
        <div className={classes(style['group'], style['end'])} role="radiogroup" aria-label={t`What is drawn`}>
          {bases.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              role="radio"
              aria-checked={key === basis}
              className={classes(style['choice'], phone && key !== 'depth' && style['wide'])}
              onClick={() => setBasis(phone && key === basis ? 'last' : key)}
            >
              {label}
            </button>
          ))}
        </div>
        <IconButton
          label={full ? t`Leave full screen` : t`Full screen`}
          pressed={full}
          className={style['full']}
          onClick={toggleFull}
        >
          {full ? (
            <IconMinimize size={14} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconMaximize size={14} stroke={1.75} aria-hidden="true" />
          )}
        </IconButton>
      </div>
      {basis === 'depth' ? (
        depth
      ) : (
        <Candles
          market={market}
          basis={basis === 'index' ? 'index' : kind}
          interval={choice.interval}
          indicators={choice.indicators}
          orders={orders}
          tool={tool}
          onIndex={() => setBasis('index')}
        />
      )}
    </div>
  );
}

interface CandlesProps {
  readonly market: ChartMarket;
  readonly basis: 1 | 2 | 3 | 'index';
  readonly interval: Interval;
  readonly indicators: readonly string[];
  readonly orders: readonly ChartOrder[];
  readonly tool: { readonly name: string } | undefined;
  readonly onIndex: () => void;
}

function Candles({ market, basis, interval, indicators, orders, tool, onIndex }: CandlesProps) {
  const { t } = useLingui();
  const { tag } = useFormat();
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
  const loadOlder = useCallback(
    () => feed.loadOlder(market.symbol, basis, interval),
    [feed, market.symbol, basis, interval],
  );
  const lines = useMemo(
    () =>
      orders.flatMap(({ id, direction, entrustPrice, entrustQuantity }) => {
        if (entrustPrice === null) return [];
        const amount = formatAmount(entrustQuantity ?? '0', market.lotDecimals, { tag });
        const label =
          direction === 1
            ? t({ message: `Buy ${amount}`, comment: 'Label of an own order on the chart' })
            : t({ message: `Sell ${amount}`, comment: 'Label of an own order on the chart' });
        return [
          { id, value: toDrawn(entrustPrice), label, price: formatPrice(entrustPrice, market.tickDecimals, { tag }) },
        ];
      }),
    [orders, market.lotDecimals, market.tickDecimals, tag, t],
  );
  return (
    <div className={style['canvas']}>
      {state === 'failed' ? (
        <ErrorBlock
          title={<Trans>The chart did not load</Trans>}
          onRetry={() => feed.reload(market.symbol, basis, interval)}
        >
          <Trans>Trading is not affected.</Trans>
        </ErrorBlock>
      ) : (
        <Suspense fallback={<SkeletonBar className={style['loading']} />}>
          <ChartCanvas
            series={series}
            interval={interval}
            ticker={market.symbol}
            tickDecimals={market.tickDecimals}
            lotDecimals={market.lotDecimals}
            indicators={basis === 'index' ? indicators.filter((name) => name !== 'VOL') : indicators}
            orders={lines}
            tool={tool}
            label={t`Candles of ${market.base}/${market.quote}, ${interval}`}
            loadOlder={loadOlder}
            onPoint={setPointed}
          />
          <Legend series={series} market={market} pointed={pointed} />
          {state === 'ready' && bare ? (
            <div className={style['bare']}>
              <Empty title={<Trans>No trades in this market yet</Trans>}>
                <button type="button" className="v-link" onClick={onIndex}>
                  <Trans>Show the index</Trans>
                </button>
              </Empty>
            </div>
          ) : null}
        </Suspense>
      )}
    </div>
  );
}

/** The figures of the candle pointed at, or of the last. */
function Legend({
  series,
  market,
  pointed,
}: {
  series: KlineSeries;
  market: ChartMarket;
  pointed: number | undefined;
}) {
  const candle = useSelected<KlineStore, Candle | undefined>(
    series.store,
    useCallback(
      (store) =>
        pointed === undefined ? store.last : (store.candles.find(({ time }) => time === pointed) ?? store.last),
      [pointed],
    ),
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
          {name} <b>{<NumPrice value={value} decimals={market.tickDecimals} />}</b>
        </span>
      ))}
      <span className={style['wide']}>
        <NumPercent value={changeOf(candle)} directed />
      </span>
    </div>
  );
}

/** Close against open in percent, two digits; a drawn figure, not money. */
function changeOf({ open, close }: Candle): string | undefined {
  const from = toDrawn(open);
  return from > 0 ? (((toDrawn(close) - from) / from) * 100).toFixed(2) : undefined;
}

/** 1d, 1w, 1M as written on exchanges. */
function intervalWord(interval: Interval): string {
  return interval === '1d' ? '1D' : interval === '1w' ? '1W' : interval;
}

function useTools(): readonly { readonly name: string; readonly label: ReactNode }[] {
  return [
    { name: 'segment', label: <Trans comment="Drawing tool">Line from point to point</Trans> },
    { name: 'rayLine', label: <Trans comment="Drawing tool">Ray</Trans> },
    { name: 'straightLine', label: <Trans comment="Drawing tool">Endless line</Trans> },
    { name: 'horizontalStraightLine', label: <Trans comment="Drawing tool">Horizontal line</Trans> },
    { name: 'horizontalSegment', label: <Trans comment="Drawing tool">Horizontal from point to point</Trans> },
    { name: 'verticalStraightLine', label: <Trans comment="Drawing tool">Vertical line</Trans> },
    { name: 'parallelStraightLine', label: <Trans comment="Drawing tool">Parallel lines</Trans> },
    { name: 'priceChannelLine', label: <Trans comment="Drawing tool">Price channel</Trans> },
    { name: 'fibonacciLine', label: <Trans comment="Drawing tool">Fibonacci</Trans> },
    { name: 'priceLine', label: <Trans comment="Drawing tool">Price mark</Trans> },
    { name: 'simpleAnnotation', label: <Trans comment="Drawing tool">Note</Trans> },
    { name: 'remove', label: <Trans comment="Takes all drawings off the chart">Remove drawings</Trans> },
  ];
}

function useFullScreen(panel: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = (): void => {
    // A browser may refuse (an embedded page): then the button simply does nothing.
    const asked = full ? document.exitFullscreen() : panel.current?.requestFullscreen();
    asked?.catch(() => setFull(false));
  };
  return [full, toggle];
}
