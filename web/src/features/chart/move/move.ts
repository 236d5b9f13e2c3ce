// A line being moved: dragged, asked about, sent, perhaps taken back. A pure machine; the page does what it says.

import type { ReactNode } from 'react';
import type { ChartLine } from '../lines/line.ts';

/** How long a sent change can be taken back with one press, ms. */
export const UNDO_MS = 8_000;

/** Where a move stands. `to` null: the line is to be taken away. `from` null: it is new. */
export type Move =
  | { readonly at: 'rest' }
  | { readonly at: 'drag' | 'ask'; readonly line: ChartLine; readonly from: string | null; readonly to: string | null }
  | {
      readonly at: 'send';
      readonly line: ChartLine;
      readonly from: string | null;
      readonly to: string | null;
      /** It takes a change back; then nothing is offered after it. */
      readonly back: boolean;
    }
  | {
      readonly at: 'sent';
      readonly line: ChartLine;
      readonly from: string | null;
      readonly to: string;
      /** The page's own line has moved; until then it is still drawn where it was sent. */
      readonly seen: boolean;
    }
  | { readonly at: 'failed'; readonly why: ReactNode };

export type MoveEvent =
  /** A line was taken hold of; `fresh`: it does not exist yet. */
  | { readonly is: 'hold'; readonly line: ChartLine; readonly fresh?: boolean }
  | { readonly is: 'to'; readonly price: string }
  | { readonly is: 'release' }
  | { readonly is: 'remove'; readonly line: ChartLine }
  | { readonly is: 'send' }
  | { readonly is: 'undo' }
  | { readonly is: 'sent'; readonly line?: ChartLine | undefined }
  | { readonly is: 'failed'; readonly why: ReactNode }
  /** The lines the page gives now. */
  | { readonly is: 'lines'; readonly lines: readonly ChartLine[] }
  | { readonly is: 'forget' };

export const REST: Move = { at: 'rest' };

/** The next state. What does not fit the state is passed over: a late answer, a second press. */
export function moveOn(state: Move, event: MoveEvent): Move {
  switch (event.is) {
    case 'hold':
      // What is on its way is not to be overtaken.
      if (state.at === 'send') return state;
      // Taking hold of the same line again goes on from where it was put.
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
      // What was taken away cannot be put back by the chart: the page would have to make it anew.
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

/** A line that is gone (filled, cancelled) takes the question about it along; one that moved is asked about from there. */
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

/** The price a line is drawn at: where it is being moved to, or was sent and is not yet told back. */
export function shownPrice(state: Move, line: ChartLine): string {
  if (state.at === 'rest' || state.at === 'failed' || state.line.id !== line.id) return line.price;
  if (state.at === 'sent' && state.seen) return line.price;
  return state.to ?? line.price;
}
