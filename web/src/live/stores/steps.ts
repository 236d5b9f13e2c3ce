// Converts decimal text to whole steps of a market's tick or lot, and back: exact, without floats.

const ZERO = 48;
const POINT = 46;

/**
 * The value of `text` in steps of 10^−decimals. Digits after the last step must be zeros. Throws a RangeError if the
 * text is not a plain decimal, is between two steps, or exceeds 2^53 − 1 steps.
 */
export function toSteps(text: string, decimals: number): number {
  let steps = 0;
  let behind = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === POINT && behind < 0 && at > 0) {
      behind = 0;
      continue;
    }
    const digit = code - ZERO;
    if (digit < 0 || digit > 9) throw notSteps(text, decimals);
    if (behind >= decimals) {
      if (digit !== 0) throw notSteps(text, decimals);
      continue;
    }
    steps = steps * 10 + digit;
    if (behind >= 0) behind += 1;
  }
  if (text.length === 0) throw notSteps(text, decimals);
  for (let missing = Math.max(behind, 0); missing < decimals; missing += 1) steps *= 10;
  if (!Number.isSafeInteger(steps)) throw notSteps(text, decimals);
  return steps;
}

/** Steps printed as a decimal with exactly `decimals` places. */
export function fromSteps(steps: number, decimals: number): string {
  const digits = Math.abs(steps)
    .toString()
    .padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return steps < 0 ? `-${text}` : text;
}

/** Decimals of a step: 0.1 gives 1, 0.00001 gives 5, 1 gives 0. */
export function decimalsOfStep(step: string): number {
  const point = step.indexOf('.');
  return point < 0 ? 0 : step.replace(/0+$/, '').length - point - 1;
}

/**
 * A decimal as a float, for drawing only: candles, depth curves, bars. Never used for printing or sending. Invalid text
 * draws nothing (NaN).
 */
export function toDrawn(text: string): number {
  return Number.parseFloat(text);
}

function notSteps(text: string, decimals: number): RangeError {
  return new RangeError(`expected a decimal with at most ${decimals} digits behind its point, got '${text}'`);
}
