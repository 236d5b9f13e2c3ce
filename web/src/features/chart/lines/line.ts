// Lines of the page's own things on the chart: orders, entries, stops, liquidation. Their prices are decimal text.

import { parseDecimal, printDecimal, roundDecimal } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { fromSteps, toSteps } from '../../../live/index.ts';

/** Lines drawn at most; more would hide the candles. */
export const MAX_LINES = 60;
/** The highest price an order may have, in ticks (money §3). */
export const MAX_TICKS = 2 ** 24 - 1;

/** What a line stands for. A `trigger` is the price at which a waiting order wakes. */
export type ChartLineKind = 'order' | 'entry' | 'stopProfit' | 'stopLoss' | 'liquidation' | 'trigger';

/** A line at a price. Everything on it is made by the page; the chart draws it, lets it be moved, and tells the page. */
export interface ChartLine {
  /** Stays while the thing stays; two lines never share one. */
  readonly id: string;
  readonly kind: ChartLineKind;
  /** Decimal text; need not lie on a tick (entries, liquidation). */
  readonly price: string;
  /** The side of the order or position it belongs to. */
  readonly side: 'buy' | 'sell';
  /** What it is, in words: "Buy 0.0250", "Long 0.5", "Stop-loss". */
  readonly label: string;
  /** A figure behind the label: "+12.40 USDT"; with `tone` it takes the direction's colour. */
  readonly note?: string | undefined;
  readonly tone?: 'up' | 'down' | undefined;
  /** Whether its price may be changed here. Entry lines never are. */
  readonly draggable: boolean;
  /** Whether it can be taken away from here (an order cancelled, a stop removed). */
  readonly removable?: boolean | undefined;
  /** Entry lines: the stops that can be pulled out of it, each a new line of that kind with the entry's `id` as `owner`. */
  readonly pulls?: readonly ('stopProfit' | 'stopLoss')[] | undefined;
  /** The `id` of the line it was pulled from; the page may set it on stops too. */
  readonly owner?: string | undefined;
}

/** What became of a change that was sent. */
export type ChartLineAnswer =
  | {
      readonly sent: true;
      /** The line as it is now, where its id is another (an amended order). */ readonly line?: ChartLine;
    }
  | { readonly sent: false; readonly why: ReactNode };

/** What the page does for lines that can be changed. The chart itself sends nothing. */
export interface ChartLineHandlers {
  /** What would change with the line at `price` (on the tick), in words: "−15.20 USDT". Asked at each step of a drag. */
  readonly describe?: ((line: ChartLine, price: string) => ReactNode) | undefined;
  /** Why the line may not go to `price`; undefined: it may. Asked at each step of a drag. */
  readonly refuse?: ((line: ChartLine, price: string) => ReactNode | undefined) | undefined;
  /**
   * Sends the change: called when the reader pressed Send (or Undo, with the price it had). `price` is on the tick;
   * null takes the line away. A line whose `owner` is set and that the page does not know was pulled from an entry.
   */
  readonly onDrag: (line: ChartLine, price: string | null) => Promise<ChartLineAnswer>;
}

/** The price on the tick nearest to a drawn value, within the prices an order may have. */
export function snapDrawn(value: number, tickDecimals: number): string {
  const ticks = Number.isFinite(value) ? Math.round(value * 10 ** tickDecimals) : 1;
  return fromSteps(withinTicks(ticks), tickDecimals);
}

/** A price rounded to the tick; undefined for text that is no price. */
export function snapText(price: string, tickDecimals: number): string | undefined {
  const value = parseDecimal(price);
  return value && !value.negative ? printDecimal(roundDecimal(value, tickDecimals)) : undefined;
}

/** The price `steps` ticks away, within the prices an order may have. */
export function stepPrice(price: string, steps: number, tickDecimals: number): string {
  const snapped = snapText(price, tickDecimals);
  return snapped === undefined ? price : fromSteps(withinTicks(toSteps(snapped, tickDecimals) + steps), tickDecimals);
}

/** The line that a reader pulls out of an entry: it stands at the entry until it is let go. */
export function pulledLine(entry: ChartLine, kind: 'stopProfit' | 'stopLoss', label: string): ChartLine {
  return {
    id: `${entry.id}:${kind}`,
    kind,
    owner: entry.id,
    price: entry.price,
    side: entry.side,
    label,
    draggable: true,
  };
}

function withinTicks(ticks: number): number {
  return Math.min(Math.max(ticks, 1), MAX_TICKS);
}
