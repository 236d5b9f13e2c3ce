// The chart panel: intervals, indicators, drawing tools, price source, full screen; below them the candles or the
// depth.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { classes, IconButton, Menu } from '@vitrine/ui';
import { type ReactNode, useMemo, useState } from 'react';
import { type Interval, INTERVALS } from '../../live/index.ts';
import { Candles, type ChartMarket, type ChartOrder, useOrderLines } from './candles.tsx';
import style from './chart.module.css';
import { type ChartBasis, type ChartChoice, drawnBasis, keepChoice, marketKey, readChoice } from './choice.ts';
import { ToolMenu } from './drawing/drawing-tools.tsx';
import type { ToolName } from './drawing/drawing.ts';
import { useFullScreen } from './full-screen.ts';
import { IndicatorMenu } from './indicators/indicator-menu.tsx';
import type { ChartLine, ChartLineHandlers } from './lines/line.ts';
import { useUntraded } from './use-untraded.ts';

export type { ChartMarket, ChartOrder } from './candles.tsx';

export interface ChartPanelProps {
  readonly market: ChartMarket;
  /** 1 spot, 2 USDT perpetuals, 3 coin-margined perpetuals. */
  readonly kind: 1 | 2 | 3;
  /** Open orders, drawn as fixed lines. A page with movable lines sets `lines` instead. */
  readonly orders: readonly ChartOrder[];
  /** Lines besides those of `orders`: orders, entries, stops, liquidation. */
  readonly lines?: readonly ChartLine[];
  /** Handlers for moved lines; without them no line can be moved. */
  readonly handlers?: ChartLineHandlers | undefined;
  /** Whether the market has candles of a mark price. */
  readonly marked?: boolean;
  readonly phone: boolean;
  /** Whether the market has ever traded; undefined while unknown. */
  readonly traded: boolean | undefined;
  /** Shown for "Depth". */
  readonly depth: ReactNode;
}

const NO_LINES: readonly ChartLine[] = [];

export function ChartPanel(props: ChartPanelProps) {
  const key = marketKey(props.kind, props.market.symbol);
  return <MarketChart key={key} {...props} keptAs={key} />;
}

function MarketChart(props: ChartPanelProps & { readonly keptAs: string }) {
  const { market, kind, orders, lines = NO_LINES, handlers, marked = false, phone, traded, depth, keptAs } = props;
  const { t } = useLingui();
  const [{ own, ...choice }, setChoice] = useState(() => readChoice(keptAs));
  const [asked, setAsked] = useState(false);
  const [tool, setTool] = useState<ToolName>();
  // Decided once per interval, so that the next trade does not change the view.
  const [few, setFew] = useState<Interval>();
  const untraded = useUntraded(traded);
  const basis = drawnBasis(
    choice.basis,
    { traded: untraded ? false : traded, few: few === choice.interval, asked },
    marked,
  );
  const [full, toggleFull] = useFullScreen();
  const orderLines = useOrderLines(orders, market.lotDecimals);
  const all = useMemo(() => [...lines, ...orderLines], [lines, orderLines]);
  const change = (part: Partial<ChartChoice>, alone: boolean = own): void => {
    const next = { ...choice, ...part };
    setChoice({ ...next, own: alone });
    keepChoice(next, keptAs, alone);
  };
  const setBasis = (next: ChartBasis): void => {
    setAsked(next === 'last');
    if (next === 'depth') setTool(undefined);
    change({ basis: next });
  };
  const bases: readonly { readonly key: ChartBasis; readonly label: ReactNode }[] = [
    { key: 'last', label: <Trans comment="Chart drawn from trades">Last price</Trans> },
    { key: 'index', label: <Trans comment="Chart drawn from the index price">Index</Trans> },
    ...(marked
      ? [{ key: 'mark' as const, label: <Trans comment="Chart drawn from the mark price of a contract">Mark</Trans> }]
      : []),
    { key: 'depth', label: <Trans comment="Depth of the order book, in place of the chart">Depth</Trans> },
  ];

  return (
    <div className={style['panel']} data-full={full || undefined}>
      <div className={style['bar']}>
        <Intervals value={choice.interval} onChange={(interval) => change({ interval })} />
        <span className={classes(style['rule'], style['wide'])} />
        <div className={style['group']}>
          <IndicatorMenu
            shown={choice.indicators}
            onChange={(indicators) => change({ indicators })}
            own={own}
            onOwn={(alone) => change({}, alone)}
            market={`${market.base}/${market.quote}`}
            disabled={basis === 'depth'}
          />
          <ToolMenu disabled={basis === 'depth'} tool={tool} onTool={setTool} />
        </div>
        <div className={style['end']}>
          {phone ? (
            <Menu
              label={t`Chart type`}
              target={
                <button type="button" className={style['choice']} data-testid="basis" data-state={basis}>
                  {bases.find(({ key }) => key === basis)?.label}
                  <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
                </button>
              }
              items={bases.map(({ key, label }) => ({
                key,
                label,
                chosen: key === basis,
                onClick: () => setBasis(key),
              }))}
            />
          ) : (
            <div className={style['group']} role="radiogroup" aria-label={t`Chart type`}>
              {bases.map(({ key, label }) => (
                <button
                  key={key}
                  type="button"
                  role="radio"
                  data-key={key}
                  aria-checked={key === basis}
                  className={style['choice']}
                  onClick={() => setBasis(key)}
                >
                  {label}
                </button>
              ))}
            </div>
          )}
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
      </div>
      {basis === 'depth' ? (
        depth
      ) : (
        <Candles
          market={market}
          keptAs={keptAs}
          basis={basis === 'last' ? kind : basis}
          interval={choice.interval}
          indicators={choice.indicators}
          lines={all}
          handlers={handlers}
          tool={tool}
          onTool={setTool}
          onIndex={() => setBasis('index')}
          onFew={setFew}
        />
      )}
    </div>
  );
}

function Intervals({ value, onChange }: { readonly value: Interval; readonly onChange: (interval: Interval) => void }) {
  const { t } = useLingui();
  return (
    <div
      className={classes(style['group'], style['intervals'])}
      role="radiogroup"
      aria-label={t({ message: 'Interval', comment: 'Length of a candle' })}
    >
      {INTERVALS.map((interval) => (
        <button
          key={interval}
          type="button"
          role="radio"
          aria-checked={interval === value}
          className={style['choice']}
          onClick={() => onChange(interval)}
        >
          {intervalWord(interval)}
        </button>
      ))}
    </div>
  );
}

/** 1d, 1w as exchanges write them. */
function intervalWord(interval: Interval): string {
  return interval === '1d' ? '1D' : interval === '1w' ? '1W' : interval;
}
