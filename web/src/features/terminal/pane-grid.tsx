// The panes and the separators between them: dragged, or moved by arrow keys; Enter restores a pane's default size.

import { useLingui } from '@lingui/react/macro';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  boundsOf,
  gridOf,
  type LayoutName,
  RESIZE_STEP,
  type Area,
  shownPanes,
  type SizedPane,
  sizesOf,
} from './panes.ts';
import style from './terminal.module.css';
import { sizePane, usePanes } from './use-panes.ts';

export interface PaneGridProps {
  readonly layout: LayoutName;
  /** Whether the list of markets is shown at the side. */
  readonly markets: boolean;
  /** The panes as grid items, each with its area. */
  readonly children: ReactNode;
}

/** A grid with the user's pane sizes; below the working width the style sheet sets the layout. */
export function PaneGrid({ layout, markets, children }: PaneGridProps) {
  const panes = usePanes();
  const box = useRef<HTMLDivElement>(null);
  const [area, setArea] = useState<Area>({ width: 0, height: 0 });
  /** The size during a drag. */
  const [drag, setDrag] = useState<{ readonly pane: SizedPane; readonly size: number }>();
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const measure = (): void =>
      setArea((now) =>
        now.width === current.clientWidth && now.height === current.clientHeight
          ? now
          : { width: current.clientWidth, height: current.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const shown = shownPanes(layout, markets, panes.hidden);
  const chosen = drag ? { ...panes, sizes: { ...panes.sizes, [drag.pane]: drag.size } } : panes;
  const sizes = sizesOf(layout, chosen, shown, area);
  const { columns, rows, areas } = gridOf(shown, sizes);
  const grid: CSSProperties = { gridTemplateColumns: columns, gridTemplateRows: rows, gridTemplateAreas: areas };
  return (
    <div className={style['grid']} ref={box} style={grid}>
      {children}
      {shown.map((pane) => (
        <Separator
          key={pane}
          pane={pane}
          size={sizes[pane]}
          bounds={boundsOf(pane, shown, sizes, area)}
          onDrag={(size) => setDrag({ pane, size })}
          onDone={(size) => {
            setDrag(undefined);
            sizePane(pane, size);
          }}
        />
      ))}
    </div>
  );
}

interface SeparatorProps {
  readonly pane: SizedPane;
  readonly size: number;
  readonly bounds: { readonly least: number; readonly most: number };
  readonly onDrag: (size: number) => void;
  /** Undefined: the default size. */
  readonly onDone: (size: number | undefined) => void;
}

/** Markets grow to the right, panes right of the chart to the left, panes below it upward. */
const grows: Readonly<Record<SizedPane, 1 | -1>> = { markets: 1, book: -1, trades: -1, ticket: -1, orders: -1 };

function Separator({ pane, size, bounds, onDrag, onDone }: SeparatorProps) {
  const words = usePaneWords();
  const { t } = useLingui();
  const flat = pane === 'orders';
  const from = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const clamp = (next: number): number => Math.round(Math.min(Math.max(next, bounds.least), bounds.most));
  const place = (event: PointerEvent): number => (flat ? event.clientY : event.clientX);
  const sizeAt = (event: PointerEvent): number | undefined =>
    from.current && clamp(from.current.size + (place(event) - from.current.at) * grows[pane]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const [less, more] = flat
      ? ['ArrowDown', 'ArrowUp']
      : grows[pane] === 1
        ? ['ArrowLeft', 'ArrowRight']
        : ['ArrowRight', 'ArrowLeft'];
    let next: number | undefined;
    if (event.key === more) next = clamp(size + RESIZE_STEP);
    else if (event.key === less) next = clamp(size - RESIZE_STEP);
    else if (event.key === 'Home') next = bounds.least;
    else if (event.key === 'End') next = bounds.most;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone(next);
  };
  const paneName = words[pane];
  return (
    <div
      role="separator"
      tabIndex={0}
      className={style['separator']}
      data-flat={flat || undefined}
      style={{ gridArea: `s-${pane}` }}
      aria-orientation={flat ? 'horizontal' : 'vertical'}
      aria-label={t({
        message: `Size of: ${paneName}`,
        comment: 'Separator between panes, for screen readers',
      })}
      aria-controls={`pane-${pane}`}
      aria-valuenow={size}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      aria-valuetext={`${size} px`}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onDone(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { at: place(event), size };
      }}
      onPointerMove={(event) => {
        const next = sizeAt(event);
        if (next !== undefined && next !== size) onDrag(next);
      }}
      onPointerUp={(event) => {
        const next = sizeAt(event);
        const moved = from.current !== undefined && from.current.at !== place(event);
        from.current = undefined;
        if (moved) onDone(next);
      }}
      onPointerCancel={() => {
        if (from.current) onDone(from.current.size);
        from.current = undefined;
      }}
    />
  );
}

/** The panes' names. */
export function usePaneWords(): Readonly<Record<SizedPane, string>> {
  const { t } = useLingui();
  return {
    markets: t`Markets`,
    book: t`Order book`,
    trades: t({ message: 'Trades', comment: 'Public trades of the market' }),
    ticket: t`Order form`,
    orders: t({ message: 'Positions and orders', comment: 'Pane of the terminal' }),
  };
}
