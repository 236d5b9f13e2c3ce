// The share card: a position's result net of fees and funding, as text and as a picture.

import type { Position } from '@vitrine/contract';
import { initialMargin, type PositionFigures } from '@vitrine/core/formula';
import { printDecimal } from '@vitrine/core/number';
import type { Held } from '../positions/held.ts';

const PERCENT_DECIMALS = 2;
const PERCENT_UNITS = 10_000n;

/** The content of the card, ready to print. */
export interface ShareText {
  readonly title: string;
  readonly result: string;
  readonly percent: string;
  readonly tone: 'up' | 'down' | 'flat';
  /** Label and value, in order. */
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** "Practice – play money", or nothing. */
  readonly practice: string | undefined;
  readonly foot: string;
}

/** Result in percent of the initial margin, two decimals, rounded toward zero; undefined without a margin. */
export function percentOfResult(
  { words }: Pick<Held, 'words'>,
  { profit }: Pick<PositionFigures, 'profit'>,
): string | undefined {
  const margin = initialMargin(words.cost, words.leverage);
  if (margin === 0) return undefined;
  return printDecimal(Number((BigInt(profit) * PERCENT_UNITS) / BigInt(margin)), PERCENT_DECIMALS);
}

/** Up, down or neutral, by the sign of the PnL. */
export function toneOf(profit: Position['profit'] | string): 'up' | 'down' | 'flat' {
  if (!/[1-9]/.test(profit)) return 'flat';
  return profit.startsWith('-') ? 'down' : 'up';
}

/** The card as plain text. */
export function shareAsText({ title, result, percent, rows, practice, foot }: ShareText): string {
  const lines = [title, `${result} (${percent})`, ...rows.map(([label, value]) => `${label}: ${value}`)];
  return [...(practice === undefined ? [] : [practice]), ...lines, foot].join('\n');
}

/** Colours of the card, from the theme in use. */
export interface ShareColours {
  readonly sheet: string;
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly accent: string;
  readonly result: string;
  readonly pencil: string;
  readonly pencilInk: string;
}

export const SHARE_WIDTH = 800;
export const SHARE_HEIGHT = 500;
const PAD = 48;
const FAMILY = "'Inter Variable', system-ui, sans-serif";

/** Paints the card. */
export function paintShare(context: CanvasRenderingContext2D, text: ShareText, colours: ShareColours): void {
  const print = (
    words: string,
    x: number,
    y: number,
    size: number,
    weight: number,
    colour: string,
    right = false,
  ): void => {
    context.font = `${weight} ${size}px ${FAMILY}`;
    context.fillStyle = colour;
    context.textAlign = right ? 'right' : 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(words, x, y, SHARE_WIDTH - 2 * PAD);
  };
  context.fillStyle = colours.sheet;
  context.fillRect(0, 0, SHARE_WIDTH, SHARE_HEIGHT);
  if (text.practice !== undefined) {
    context.fillStyle = colours.pencil;
    context.fillRect(0, 0, SHARE_WIDTH, 40);
    print(text.practice, PAD, 27, 17, 600, colours.pencilInk);
  }
  print('Vitrine', PAD, 94, 26, 700, colours.accent);
  print(text.title, SHARE_WIDTH - PAD, 94, 22, 600, colours.ink, true);
  print(text.result, PAD, 190, 54, 640, colours.result);
  print(text.percent, PAD, 232, 26, 560, colours.result);
  context.strokeStyle = colours.line;
  context.beginPath();
  context.moveTo(PAD, 262);
  context.lineTo(SHARE_WIDTH - PAD, 262);
  context.stroke();
  const column = (SHARE_WIDTH - 2 * PAD) / 3;
  for (const [at, [label, value]] of text.rows.entries()) {
    const x = PAD + (at % 3) * column;
    const y = 304 + Math.trunc(at / 3) * 76;
    print(label, x, y, 17, 400, colours.faint);
    print(value, x, y + 28, 21, 560, colours.ink);
  }
  print(text.foot, PAD, SHARE_HEIGHT - 30, 16, 400, colours.faint);
}
