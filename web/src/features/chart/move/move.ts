// Moving a line: dragged, confirmed, sent, possibly undone. A pure state machine; the page executes it.

import type { ReactNode } from 'react';
import type { ChartLine } from '../lines/line.ts';

/** How long a sent change can be undone, ms. */
export const UNDO_MS = 8_000;

/** The state of a move. `to` null: the line is removed. `from` null: it is new. */
export type Move =
  | { readonly at: 'rest' }
  | { readonly at: 'drag' | 'ask'; readonly line: ChartLine; readonly from: string | null; readonly to: string | null }
  | {
      readonly at: 'send';
      readonly line: ChartLine;
      readonly from: string | null;
      readonly to: string | null;
      /** This is an undo, so no further undo is offered. */
      readonly back: boolean;
    }
  | {
      readonly at: 'sent';
      readonly line: ChartLine;
      readonly from: string | null;
      readonly to: string;
      /** The page's own line has moved; until then the line is drawn at the sent price. */
      readonly seen: boolean;
    }
  | { readonly at: 'failed'; readonly why: ReactNode };

export type MoveEvent =
  /** A line was grabbed; `fresh`: it does not exist yet. */
  | { readonly is: 'hold'; readonly line: ChartLine; readonly fresh?: boolean }
  | { readonly is: 'to'; readonly price: string }
  | { readonly is: 'release' }
  | { readonly is: 'remove'; readonly line: ChartLine }
  | { readonly is: 'send' }
  | { readonly is: 'undo' }
  | { readonly is: 'sent'; readonly line?: ChartLine | undefined }
  | { readonly is: 'failed'; readonly why: ReactNode }
  /** The current lines of the page. */
  | { readonly is: 'lines'; readonly lines: readonly ChartLine[] }
  | { readonly is: 'forget' };

export const REST: Move = { at: 'rest' };

/** The next state. Ignores events that do not fit the state: a late answer, a second press. */
export function moveOn(state: Move, event: MoveEvent): Move {
  switch (event.is) {
    case 'hold':
      // A sent change must finish first.
      if (state.at === 'send') return state;
      // Grabbing the same line again continues from its new price.
      if (state.at === 'ask' && state.to !== null && state.line.id === event.line.id) return { ...state, at: 'drag' };
      return { at: 'drag', line: event.line, from: event.fresh ? null : event.line.price, to: event.line.price };
    case 'to':
      return state.at === 'drag' ? { ...state, to: event.price } : state;
    case 'release':
      if (state.at !== 'drag') return state;
      return state.to === (state.from ?? state.line.price) ? REST : { ...state, at: 'ask' };
    case 'remove':
      return state.at === 'send' ? state : { at: 'ask', line: event.line, from: event.line.price, to: null };
    case 'send':
      return state.at === 'ask' ? { ...state, at: 'send', back: false } : state;
    case 'undo':
      if (state.at === 'drag' || state.at === 'ask') return REST;
      return state.at === 'sent' ? { at: 'send', line: state.line, from: state.to, to: state.from, back: true } : state;
    case 'sent':
      if (state.at !== 'send') return state;
      // The chart cannot restore a removed line: the page would have to create it again.
      if (state.back || state.to === null) return REST;
      return {
        at: 'sent',
        line: event.line ?? { ...state.line, price: state.to },
        from: state.from,
        to: state.to,
        seen: false,
      };
    case 'failed':
      return state.at === 'send' ? { at: 'failed', why: event.why } : state;
    case 'lines':
      return afterLines(state, event.lines);
    case 'forget':
      return state.at === 'sent' || state.at === 'failed' ? REST : state;
  }
}

/**
 * If the line no longer exists (filled, cancelled), the confirmation closes. If it moved, the confirmation starts from
 * its new price.
 */
function afterLines(state: Move, lines: readonly ChartLine[]): Move {
  if (state.at === 'sent' && !state.seen) {
    const moved = lines.some(({ id, price }) => id === state.line.id && price !== state.from);
    return moved ? { ...state, seen: true } : state;
  }
  if (state.at !== 'drag' && state.at !== 'ask') return state;
  if (state.from === null) return lines.some(({ id }) => id === state.line.owner) ? state : REST;
  const now = lines.find(({ id }) => id === state.line.id);
  if (!now) return REST;
  return now === state.line ? state : { ...state, line: now, from: now.price };
}

/** The drawn price of a line: the one it is being moved to, or a sent one that the page has not confirmed yet. */
export function shownPrice(state: Move, line: ChartLine): string {
  if (state.at === 'rest' || state.at === 'failed' || state.line.id !== line.id) return line.price;
  if (state.at === 'sent' && state.seen) return line.price;
  return state.to ?? line.price;
}
