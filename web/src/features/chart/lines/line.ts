// Lines of the user's own orders and positions: order, entry, stop, liquidation. Their prices are decimal text.

import { parseDecimal, printDecimal, roundDecimal } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { fromSteps, toSteps } from '../../../live/index.ts';

/** Maximum lines; more would hide the candles. */
export const MAX_LINES = 60;
/** The highest price an order may have, in ticks (money §3). */
export const MAX_TICKS = 2 ** 24 - 1;

/** The kinds of lines. A `trigger` is the price that activates a waiting order. */
export type ChartLineKind = 'order' | 'entry' | 'stopProfit' | 'stopLoss' | 'liquidation' | 'trigger';

/**
 * A line at a price. The page creates all its content; the chart draws it, lets the user move it, and notifies the
 * page.
 */
export interface ChartLine {
  /** Stable while the order or position exists, and unique. */
  readonly id: string;
  readonly kind: ChartLineKind;
  /** Decimal text; not necessarily on a tick (entries, liquidation). */
  readonly price: string;
  /** The side of its order or position. */
  readonly side: 'buy' | 'sell';
  /** Its name: "Buy 0.0250", "Long 0.5", "Stop-loss". */
  readonly label: string;
  /** A figure after the label: "+12.40 USDT"; with `tone` it takes the colour of its sign. */
  readonly note?: string | undefined;
  readonly tone?: 'up' | 'down' | undefined;
  /** Whether the user may change its price here. Entry lines are never draggable. */
  readonly draggable: boolean;
  /** Whether the user can remove it here (cancel an order, remove a stop). */
  readonly removable?: boolean | undefined;
  /**
   * Entry lines: the stop orders that can be dragged out of it. Each becomes a new line of that kind, with the entry's
   * `id` as `owner`.
   */
  readonly pulls?: readonly ('stopProfit' | 'stopLoss')[] | undefined;
  /** The `id` of the line that it was dragged from; the page may also set it on stops. */
  readonly owner?: string | undefined;
}

/** The outcome of a sent change. */
export type ChartLineAnswer =
  | {
      readonly sent: true;
      /** The line as it is now, where its id is another (an amended order). */ readonly line?: ChartLine;
    }
  | { readonly sent: false; readonly why: ReactNode };

/** The page's handlers for lines that can be changed. The chart itself sends nothing. */
export interface ChartLineHandlers {
  /** What would change with the line at `price` (on a tick), as text: "−15.20 USDT". Called at each step of a drag. */
  readonly describe?: ((line: ChartLine, price: string) => ReactNode) | undefined;
  /** Why the line may not move to `price`; undefined: it may. Called at each step of a drag. */
  readonly refuse?: ((line: ChartLine, price: string) => ReactNode | undefined) | undefined;
  /**
   * Sends the change, after the user pressed Send (or Undo, with the previous price). `price` is on a tick; null
   * removes the line. A line with an `owner` that the page does not know was dragged out of an entry.
   */
  readonly onDrag: (line: ChartLine, price: string | null) => Promise<ChartLineAnswer>;
}

/** Rounds a drawn value to the nearest tick, within the valid order prices. */
export function snapDrawn(value: number, tickDecimals: number): string {
  const ticks = Number.isFinite(value) ? Math.round(value * 10 ** tickDecimals) : 1;
  return fromSteps(withinTicks(ticks), tickDecimals);
}

/** A price rounded to the tick; undefined if the text is not a price. */
export function snapText(price: string, tickDecimals: number): string | undefined {
  const value = parseDecimal(price);
  return value && !value.negative ? printDecimal(roundDecimal(value, tickDecimals)) : undefined;
}

/** The price `steps` ticks away, within the valid order prices. */
export function stepPrice(price: string, steps: number, tickDecimals: number): string {
  const snapped = snapText(price, tickDecimals);
  return snapped === undefined ? price : fromSteps(withinTicks(toSteps(snapped, tickDecimals) + steps), tickDecimals);
}

/** The line that a user drags out of an entry; it stays at the entry until released. */
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
