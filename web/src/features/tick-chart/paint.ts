// Paints the tick chart on a canvas in one pass, without reading the page's layout.

import { readToken } from '@vitrine/ui';
import { linePoints, priceMarks, type Stretch, timeMarks } from './picture.ts';
import type { TrailPoint } from './trail.ts';

/** Colours of one theme. */
export type Palette = Record<(typeof COLOURS)[number], string>;

const COLOURS = [
  'sheet',
  'sunk',
  'line',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-text',
  'on-accent',
  'on-dir',
  'up-fill',
  'up-tint',
  'down-fill',
  'down-tint',
  'edge',
] as const;

/** Reads the palette; again after each `vitrine:theme`. */
export function readPalette(): Palette {
  return Object.fromEntries(COLOURS.map((name) => [name, readToken(name)])) as Palette;
}

export interface Scene {
  /** Size in CSS pixels, and device pixels per CSS pixel. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly palette: Palette;
  readonly points: readonly TrailPoint[];
  readonly now: number;
  readonly time: Stretch;
  readonly price: Stretch;
  readonly opening:
    | { readonly value: number; readonly price: string; readonly time: number; readonly words: string }
    | undefined;
  /** `short`: used if the text does not fit between opening and maturity. */
  readonly maturity: { readonly time: number; readonly words: string; readonly short: string } | undefined;
  /** The winning direction; undefined: none is chosen. */
  readonly direction: 1 | 2 | undefined;
  readonly printPrice: (value: number) => string;
  readonly printText: (price: string) => string;
  readonly printTime: (time: number) => string;
}

const AXIS_TIME_PX = 24;
const FONT = "11px 'Inter Variable', system-ui, sans-serif";
const BOLD = "560 11px 'Inter Variable', system-ui, sans-serif";
const TAG_PX = 20;
const PRICE_MARK_PX = 56;
const TIME_MARK_PX = 92;

/** Paints the scene. */
export function paintTicks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, ratio, palette, points, time, price, opening, maturity, direction, now } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.sheet;
  context.fillRect(0, 0, width, height);
  context.font = BOLD;
  const axis = Math.ceil(context.measureText(scene.printPrice(price.to)).width) + 18;
  const right = width - axis;
  const bottom = height - AXIS_TIME_PX;
  if (right < 40 || bottom < 40) return;
  const x = (at: number): number => ((at - time.from) / (time.to - time.from)) * right;
  const y = (value: number): number => bottom - ((value - price.from) / (price.to - price.from)) * bottom;
  const crisp = (at: number): number => Math.round(at * ratio) / ratio + 0.5 / ratio;

  const rule = (x1: number, y1: number, x2: number, y2: number, color: string, dash: number[] = [], size = 1): void => {
    context.strokeStyle = color;
    context.lineWidth = size;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
    context.setLineDash([]);
  };
  const words = (text: string, at: number, level: number, color: string, align: CanvasTextAlign, font = FONT): void => {
    context.font = font;
    context.fillStyle = color;
    context.textAlign = align;
    context.textBaseline = 'middle';
    context.fillText(text, at, level);
  };

  // The winning and losing areas, from the opening to maturity.
  if (direction && opening) {
    const left = Math.max(0, x(opening.time));
    const end = maturity ? Math.min(right, x(maturity.time)) : right;
    const level = y(opening.value);
    const up = direction === 1;
    context.fillStyle = up ? palette['up-tint'] : palette['down-tint'];
    context.fillRect(left, up ? 0 : level, Math.max(0, end - left), up ? level : bottom - level);
    context.fillStyle = palette.sunk;
    context.fillRect(left, up ? level : 0, Math.max(0, end - left), up ? bottom - level : level);
  }

  const last = points.at(-1);
  const tags = [last && y(last.value), opening && y(opening.value)].filter((at) => at !== undefined);
  for (const mark of priceMarks(price, Math.max(2, Math.floor(bottom / PRICE_MARK_PX)))) {
    const level = crisp(y(mark));
    rule(0, level, right, level, palette.line);
    // Skips marks that a tag would partly cover.
    if (tags.every((at) => Math.abs(at - level) > TAG_PX - 4) && level > 6)
      words(scene.printPrice(mark), width - 8, level, palette['ink-3'], 'right');
  }
  for (const mark of timeMarks(time, Math.max(2, Math.floor(right / TIME_MARK_PX)))) {
    const at = crisp(x(mark));
    rule(at, 0, at, bottom, palette.line);
    if (at > 28 && at < right - 28) words(scene.printTime(mark), at, bottom + 13, palette['ink-3'], 'center');
  }
  rule(0, crisp(bottom), width, crisp(bottom), palette.line);
  rule(crisp(right), 0, crisp(right), bottom, palette.line);

  if (opening) {
    const level = crisp(y(opening.value));
    const at = x(opening.time);
    if (at >= 0) rule(crisp(at), 0, crisp(at), bottom, palette['accent-text'], [2, 3]);
    rule(Math.max(0, at), level, right, level, palette['accent-text'], [4, 3]);
  }
  if (maturity) {
    const at = crisp(x(maturity.time));
    rule(at, 0, at, bottom, palette.ink, [], 2);
    context.font = BOLD;
    const width = at - (opening ? Math.max(0, x(opening.time)) : 0) - 16;
    const fits = context.measureText(maturity.words).width <= width;
    words(fits ? maturity.words : maturity.short, at - 8, 14, palette.ink, 'right', BOLD);
  }

  paintLine(context, scene, x, y);
  if (opening && x(opening.time) >= 0) {
    dot(context, x(opening.time), y(opening.value), palette.accent, palette.sheet);
    // On the side of the opening that has space.
    const before = x(opening.time) > context.measureText(opening.words).width + 24;
    words(
      opening.words,
      before ? x(opening.time) - 8 : x(opening.time) + 8,
      bottom - 14,
      palette['accent-text'],
      before ? 'right' : 'left',
      BOLD,
    );
  }
  if (last) {
    const level = y(last.value);
    const at = Math.min(right, x(Math.max(last.time, Math.min(now, time.to))));
    const side = opening ? Math.sign(last.value - opening.value) : 0;
    const fill = side > 0 ? palette['up-fill'] : side < 0 ? palette['down-fill'] : palette['ink-2'];
    rule(x(last.time), crisp(level), right, crisp(level), fill, [2, 3]);
    dot(context, at, level, fill, palette.sheet);
    const opened = opening && y(opening.value);
    // If the two tags overlap, the opening's moves.
    const pushed =
      opened === undefined || Math.abs(opened - level) >= TAG_PX
        ? opened
        : opened >= level
          ? level + TAG_PX
          : level - TAG_PX;
    if (opening && pushed !== undefined)
      tag(context, right, pushed, axis, scene.printText(opening.price), palette.accent, palette['on-accent']);
    tag(context, right, level, axis, scene.printText(last.price), fill, side === 0 ? palette.sheet : palette['on-dir']);
  }
}

function paintLine(
  context: CanvasRenderingContext2D,
  { palette, points, time, now }: Scene,
  x: (time: number) => number,
  y: (value: number) => number,
): void {
  context.strokeStyle = palette['ink-2'];
  context.lineWidth = 1.25;
  context.lineJoin = 'round';
  context.beginPath();
  let level: number | undefined;
  let at = 0;
  // A price is constant until the next tick: steps, not slopes.
  for (const point of linePoints(points, time.from, x, y)) {
    if (point.fresh || level === undefined) context.moveTo(point.x, point.y);
    else {
      context.lineTo(point.x, level);
      context.lineTo(point.x, point.y);
    }
    level = point.y;
    at = point.x;
  }
  if (level !== undefined) context.lineTo(Math.max(at, Math.min(x(now), x(time.to))), level);
  context.stroke();
}

function dot(context: CanvasRenderingContext2D, x: number, y: number, fill: string, ring: string): void {
  context.beginPath();
  context.arc(x, y, 5, 0, Math.PI * 2);
  context.fillStyle = ring;
  context.fill();
  context.beginPath();
  context.arc(x, y, 3.5, 0, Math.PI * 2);
  context.fillStyle = fill;
  context.fill();
}

function tag(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  text: string,
  fill: string,
  color: string,
): void {
  context.fillStyle = fill;
  context.fillRect(x, y - TAG_PX / 2, width, TAG_PX);
  context.font = BOLD;
  context.fillStyle = color;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillText(text, x + width - 8, y);
}
