// The user's drawings on one market: a list with undo, stored across reloads.

import { readStored, writeStored } from '../../../preference/index.ts';
import { forgetOldest, readRecord } from '../kept.ts';

/** Maximum drawings on one market. */
export const MAX_DRAWINGS = 100;
/** Maximum undo steps. */
export const MAX_UNDO = 50;
/** Maximum characters of a note. */
export const MAX_NOTE = 80;
const MAX_POINTS = 4;

/** A drawing tool: its name in klinecharts (or shapes.ts), and its number of points. */
export interface Tool {
  readonly name: string;
  readonly points: number;
}

/** In the order of the menu. */
export const TOOLS = [
  { name: 'segment', points: 2 },
  { name: 'rayLine', points: 2 },
  { name: 'straightLine', points: 2 },
  { name: 'horizontalStraightLine', points: 1 },
  { name: 'horizontalRayLine', points: 2 },
  { name: 'verticalStraightLine', points: 1 },
  { name: 'parallelStraightLine', points: 3 },
  { name: 'priceChannelLine', points: 3 },
  { name: 'fibonacciLine', points: 2 },
  { name: 'vitrineRectangle', points: 2 },
  { name: 'vitrineMeasure', points: 2 },
  { name: 'vitrineNote', points: 1 },
] as const satisfies readonly Tool[];

export type ToolName = (typeof TOOLS)[number]['name'];

/** A corner: time in ms UTC, and a drawn value (a float, used for pixels only). */
export interface DrawingPoint {
  readonly time: number;
  readonly value: number;
}

export interface Drawing {
  readonly id: string;
  readonly tool: ToolName;
  readonly points: readonly DrawingPoint[];
  readonly locked: boolean;
  /** The text of a note. */
  readonly text: string;
}

/** The current drawings with their undo and redo history. */
export interface Drawings {
  readonly list: readonly Drawing[];
  readonly hidden: boolean;
  readonly past: readonly (readonly Drawing[])[];
  readonly future: readonly (readonly Drawing[])[];
}

export type DrawingEvent =
  | { readonly is: 'add'; readonly drawing: Drawing }
  | { readonly is: 'move'; readonly id: string; readonly points: readonly DrawingPoint[] }
  | { readonly is: 'lock'; readonly id: string; readonly locked: boolean }
  | { readonly is: 'note'; readonly id: string; readonly text: string }
  | { readonly is: 'remove'; readonly id: string }
  | { readonly is: 'clear' }
  | { readonly is: 'hide'; readonly hidden: boolean }
  | { readonly is: 'undo' }
  | { readonly is: 'redo' };

export const noDrawings: Drawings = { list: [], hidden: false, past: [], future: [] };

/** The drawings after an event. Only clear and undo change a locked drawing. */
export function draw(state: Drawings, event: DrawingEvent): Drawings {
  const { list, past, future } = state;
  switch (event.is) {
    case 'add':
      return list.length >= MAX_DRAWINGS || list.some(({ id }) => id === event.drawing.id)
        ? state
        : changed(state, [...list, event.drawing]);
    case 'move':
      return edit(state, event.id, (one) => ({ ...one, points: event.points }));
    case 'note':
      return edit(state, event.id, (one) => ({ ...one, text: event.text.slice(0, MAX_NOTE) }));
    case 'lock':
      return list.some(({ id, locked }) => id === event.id && locked !== event.locked)
        ? changed(
            state,
            list.map((one) => (one.id === event.id ? { ...one, locked: event.locked } : one)),
          )
        : state;
    case 'remove':
      return list.some(({ id, locked }) => id === event.id && !locked)
        ? changed(
            state,
            list.filter(({ id }) => id !== event.id),
          )
        : state;
    case 'clear':
      return list.length > 0 ? changed(state, []) : state;
    case 'hide':
      return { ...state, hidden: event.hidden };
    case 'undo': {
      const before = past.at(-1);
      return before ? { ...state, list: before, past: past.slice(0, -1), future: [list, ...future] } : state;
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after ? { ...state, list: after, past: [...past, list], future: rest } : state;
    }
  }
}

function changed(state: Drawings, list: readonly Drawing[]): Drawings {
  // Adding a drawing makes drawings visible.
  const hidden = list.length > state.list.length ? false : state.hidden;
  return { list, hidden, past: [...state.past, state.list].slice(-MAX_UNDO), future: [] };
}

function edit(state: Drawings, id: string, with_: (one: Drawing) => Drawing): Drawings {
  if (!state.list.some((one) => one.id === id && !one.locked)) return state;
  return changed(
    state,
    state.list.map((one) => (one.id === id ? with_(one) : one)),
  );
}

const NAME = 'drawings';
const VERSION = 1;

/** Reads a market's drawings; skips invalid ones. */
export function readDrawings(market: string): Drawings {
  const stored = readRecord(readStored(`${NAME}:${market}`));
  if (stored?.['version'] !== VERSION || !Array.isArray(stored['list'])) return noDrawings;
  const list: Drawing[] = [];
  for (const one of stored['list'].slice(0, MAX_DRAWINGS) as unknown[]) {
    const drawing = readDrawing(one);
    if (drawing && !list.some(({ id }) => id === drawing.id)) list.push(drawing);
  }
  return { ...noDrawings, list, hidden: stored['hidden'] === true };
}

/** Stores a market's drawings; an empty list removes the entry. */
export function keepDrawings(market: string, list: readonly Drawing[], hidden: boolean): void {
  if (list.length === 0) {
    writeStored(`${NAME}:${market}`, undefined);
    return;
  }
  writeStored(`${NAME}:${market}`, JSON.stringify({ version: VERSION, hidden, list }));
  forgetOldest(NAME, market);
}

function readDrawing(one: unknown): Drawing | undefined {
  if (typeof one !== 'object' || one === null) return undefined;
  const { id, tool, points, locked, text } = one as Record<string, unknown>;
  const found = TOOLS.find(({ name }) => name === tool);
  if (typeof id !== 'string' || id.length > 40 || !found || !Array.isArray(points)) return undefined;
  const read = points.slice(0, MAX_POINTS).map(readPoint);
  const whole = read.filter((point) => point !== undefined);
  if (whole.length !== found.points || read.length !== whole.length) return undefined;
  return {
    id,
    tool: found.name,
    points: whole,
    locked: locked === true,
    text: typeof text === 'string' ? text.slice(0, MAX_NOTE) : '',
  };
}

function readPoint(one: unknown): DrawingPoint | undefined {
  if (typeof one !== 'object' || one === null) return undefined;
  const { time, value } = one as Record<string, unknown>;
  return typeof time === 'number' && Number.isFinite(time) && typeof value === 'number' && Number.isFinite(value)
    ? { time, value }
    : undefined;
}
