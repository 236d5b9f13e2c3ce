// Where a hint's card goes: beside its word, inside the window, never over the field being typed in. CSS pixels.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Between word and card. */
const GAP = 6;
/** Between card and the window's edge. */
const EDGE = 8;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const within = (at: number, size: number, from: number, length: number): number =>
  Math.max(from + EDGE, Math.min(at, from + length - size - EDGE));

/**
 * The place of a card of `size` for a word at `word`, in `view`. `avoid`: the field being typed in. Below the word if
 * possible, else above, right or left; where none of these is free, at the end of the window that hides least of both.
 */
export function placeCard(word: Box, size: Size, view: Box, avoid: Box | undefined): Spot {
  const left = within(word.left, size.width, view.left, view.width);
  const top = within(word.top, size.height, view.top, view.height);
  const spots: readonly Spot[] = [
    { left, top: word.top + word.height + GAP },
    { left, top: word.top - size.height - GAP },
    { left: word.left + word.width + GAP, top },
    { left: word.left - size.width - GAP, top },
  ];
  const fits = ({ left: x, top: y }: Spot): boolean =>
    x >= view.left &&
    y >= view.top &&
    x + size.width <= view.left + view.width &&
    y + size.height <= view.top + view.height;
  const hides = (spot: Spot): number => (avoid === undefined ? 0 : overlap({ ...spot, ...size }, avoid));
  const free = spots.find((spot) => fits(spot) && hides(spot) === 0);
  if (free) return free;
  const ends: readonly Spot[] = [
    { left, top: view.top + EDGE },
    { left, top: view.top + view.height - size.height - EDGE },
  ];
  const cost = (spot: Spot): number => hides(spot) * 2 + overlap({ ...spot, ...size }, word);
  return ends.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}

/** What the user sees of the window: an open keyboard covers a part of it. */
export function viewOf(): Box {
  const seen = globalThis.visualViewport;
  return seen
    ? { left: seen.offsetLeft, top: seen.offsetTop, width: seen.width, height: seen.height }
    : { left: 0, top: 0, width: innerWidth, height: innerHeight };
}
