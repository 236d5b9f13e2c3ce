// The positions and sizes of the terminal's panes; pure, so that every window gets a valid layout.

/** Resizable panes: their widths, and the height below chart and book. */
export const SIZED = ['markets', 'book', 'trades', 'ticket', 'orders'] as const;
export type SizedPane = (typeof SIZED)[number];
/** Panes that can be hidden; the chart is always shown. */
export type Pane = SizedPane | 'chart';

export interface Panes {
  /** Chosen sizes, px; absent: the layout's default. */
  readonly sizes: Readonly<Partial<Record<SizedPane, number>>>;
  readonly hidden: readonly SizedPane[];
}

export const usualPanes: Panes = { sizes: {}, hidden: [] };

/** The working width (981 up; `roomy` from 1281) and the wide one (1720 up), by look §9. */
export type LayoutName = 'working' | 'wide';

const usual: Readonly<Record<LayoutName, Readonly<Record<SizedPane, number>>>> = {
  working: { markets: 244, book: 284, trades: 232, ticket: 320, orders: 210 },
  wide: { markets: 264, book: 284, trades: 232, ticket: 332, orders: 240 },
};
const least: Readonly<Record<SizedPane, number>> = { markets: 200, book: 240, trades: 200, ticket: 296, orders: 120 };
const most: Readonly<Record<SizedPane, number>> = { markets: 420, book: 520, trades: 420, ticket: 460, orders: 620 };
/** Minimum size of the chart, px. */
export const CHART_LEAST = { width: 320, height: 200 } as const;
/** One step of an arrow key, px. */
export const RESIZE_STEP = 16;

/** The visible panes of a layout. */
export function shownPanes(layout: LayoutName, markets: boolean, hidden: readonly SizedPane[]): readonly SizedPane[] {
  const there: readonly SizedPane[] = [
    ...(markets ? (['markets'] as const) : []),
    'book',
    ...(layout === 'wide' ? (['trades'] as const) : []),
    'ticket',
    'orders',
  ];
  return there.filter((pane) => !hidden.includes(pane));
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** Minimum and maximum size of a pane now, so that the other panes and the chart fit. */
export function boundsOf(
  pane: SizedPane,
  shown: readonly SizedPane[],
  sizes: Readonly<Record<SizedPane, number>>,
  area: Area,
): { readonly least: number; readonly most: number } {
  const free =
    pane === 'orders'
      ? area.height - CHART_LEAST.height
      : area.width -
        CHART_LEAST.width -
        shown.filter((one) => one !== pane && one !== 'orders').reduce((sum, one) => sum + sizes[one], 0);
  const top = Math.max(least[pane], Math.min(most[pane], Math.floor(free)));
  return { least: least[pane], most: top };
}

/**
 * The effective sizes: chosen ones within their bounds, otherwise the defaults. If the window is too small, the chart
 * keeps its minimum and the chosen panes shrink, the last one first.
 */
export function sizesOf(
  layout: LayoutName,
  panes: Panes,
  shown: readonly SizedPane[],
  area: Area,
): Readonly<Record<SizedPane, number>> {
  const sizes = { ...usual[layout] };
  for (const pane of SIZED) {
    const chosen = panes.sizes[pane];
    if (chosen !== undefined) sizes[pane] = clamp(chosen, least[pane], most[pane]);
  }
  if (area.width === 0) return sizes;
  for (const pane of shown.toReversed()) sizes[pane] = clamp(sizes[pane], ...pair(boundsOf(pane, shown, sizes, area)));
  return sizes;
}

/** The grid's tracks and areas. Separators are one-pixel tracks between panes, named `s-` and their pane. */
export function gridOf(
  shown: readonly SizedPane[],
  sizes: Readonly<Record<SizedPane, number>>,
): { readonly columns: string; readonly rows: string; readonly areas: string } {
  const has = (pane: SizedPane): boolean => shown.includes(pane);
  const columns: string[] = [];
  const top: string[] = [];
  const bottom: string[] = [];
  const middle: string[] = [];
  const put = (track: string, area: string, below: string): void => {
    columns.push(track);
    top.push(area);
    middle.push(below === 'orders' ? 's-orders' : below);
    bottom.push(below);
  };
  if (has('markets')) {
    put(`${sizes.markets}px`, 'markets', 'markets');
    put('1px', 's-markets', 's-markets');
  }
  put('minmax(0, 1fr)', 'chart', 'orders');
  for (const pane of ['book', 'trades'] as const) {
    if (!has(pane)) continue;
    put('1px', `s-${pane}`, 'orders');
    put(`${sizes[pane]}px`, pane, 'orders');
  }
  if (has('ticket')) {
    put('1px', 's-ticket', 's-ticket');
    put(`${sizes.ticket}px`, 'ticket', 'ticket');
  }
  const line = (areas: readonly string[]): string => `'${areas.join(' ')}'`;
  if (!has('orders')) return { columns: columns.join(' '), rows: 'minmax(0, 1fr)', areas: line(top) };
  return {
    columns: columns.join(' '),
    rows: `minmax(0, 1fr) 1px ${sizes.orders}px`,
    areas: [top, middle, bottom].map(line).join(' '),
  };
}

/** Parses stored panes; ignores invalid values. */
export function readPanes(text: string | undefined): Panes {
  if (text === undefined) return usualPanes;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return usualPanes;
    throw error;
  }
  if (typeof kept !== 'object' || kept === null || !('sizes' in kept) || !('hidden' in kept)) return usualPanes;
  const sizes: Partial<Record<SizedPane, number>> = {};
  for (const pane of SIZED) {
    const size = (kept.sizes as Readonly<Record<string, unknown>> | null)?.[pane];
    if (typeof size === 'number' && Number.isFinite(size))
      sizes[pane] = clamp(Math.round(size), least[pane], most[pane]);
  }
  const hidden = Array.isArray(kept.hidden) ? SIZED.filter((pane) => (kept.hidden as unknown[]).includes(pane)) : [];
  return { sizes, hidden };
}

function pair({ least: from, most: to }: { readonly least: number; readonly most: number }): [number, number] {
  return [from, to];
}

function clamp(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), to);
}
