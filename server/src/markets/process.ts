// A random walk readable at any time without simulating the way there: a Brownian bridge, halved down to 128 ms, whose
// variance is distributed by a multiplicative cascade. Calm and busy periods come in all lengths. The same seed and
// time give the same value on every machine and after every restart, and there is no state to keep.

import { type Draws, STREAMS } from './prices/random.ts';

/** Width of the whole tree: about 25 days. Its ends are drawn around 0, so a price returns to its listing price. */
const SPAN = 2 ** 31;
const DEPTH = 24;
export const YEAR_MS = 365 * 86_400_000;
/** Standard deviation of an end, in units of the walk's move over one span. */
const END_SPREAD = 0.5;
/** How unevenly a node splits its variance: the left half gets 0.5 ± this. */
const UNEVEN = 0.16;
/** Level whose nodes are 70 minutes wide: their variance says how busy an hour is. */
const HOUR_LEVEL = 9;

interface Node {
  index: number;
  level: number;
  left: number;
  right: number;
  variance: number;
}

/** A walk with a standard deviation of 1 per year. */
export interface Walk {
  /** Value at a time, ms UTC. */
  at(time: number): number;
}

/** A walk that knows how busy it is. */
export interface FactorWalk extends Walk {
  /** Variance per year of the hour or so around a time; 1 on average. */
  variance(time: number): number;
}

/** The walk of one factor. Caches the path down to the last place read, so that steps forward in time are cheap. */
export function walkOf(draws: Draws, factor: number): FactorWalk {
  const stream = STREAMS.factor + factor;
  const path: Node[] = [];
  const endOf = (span: number) => draws.normal(stream, span, 0) * END_SPREAD * Math.sqrt(SPAN / YEAR_MS);

  const down = (time: number, depth: number): Node => {
    const span = Math.floor(time / SPAN);
    if (path[0]?.index !== span) {
      path.length = 0;
      path.push({ index: span, level: 0, left: endOf(span), right: endOf(span + 1), variance: SPAN / YEAR_MS });
    }
    for (let level = 1; level <= depth; level += 1) {
      const width = SPAN / 2 ** level;
      const index = Math.floor(time / width);
      const known = path[level];
      if (known?.index === index) continue;
      const parent = path[level - 1];
      if (parent === undefined) throw new Error('the way down to a time has no holes');
      path.length = level;
      path.push(child(parent, index));
    }
    const node = path[depth];
    if (node === undefined) throw new Error('the way down to a time has no holes');
    return node;
  };

  const child = (parent: Node, index: number): Node => {
    const share = 0.5 + UNEVEN * (2 * draws.uniform(stream, parent.index, parent.level * 2 + 2) - 1);
    const first = parent.variance * share;
    const second = parent.variance - first;
    const middle =
      parent.left +
      (parent.right - parent.left) * share +
      Math.sqrt((first * second) / parent.variance) * draws.normal(stream, parent.index, parent.level + 1);
    return index % 2 === 0
      ? { index, level: parent.level + 1, left: parent.left, right: middle, variance: first }
      : { index, level: parent.level + 1, left: middle, right: parent.right, variance: second };
  };

  return {
    at(time) {
      const leaf = down(time, DEPTH);
      const width = SPAN / 2 ** DEPTH;
      return leaf.left + ((leaf.right - leaf.left) * (time - leaf.index * width)) / width;
    },
    variance: (time) => (down(time, HOUR_LEVEL).variance * YEAR_MS * 2 ** HOUR_LEVEL) / SPAN,
  };
}

/** At most one jump lies in each hour; its effect fades over some hours. */
const JUMP_HOUR = 3_600_000;
const JUMP_MEMORY_HOURS = 24;
const JUMP_FADE_MS = 3 * 3_600_000;
/** One hour in sixteen has a jump: about eleven per week. */
const JUMP_CHANCE = 1 / 16;
/** Fraction of the jump that comes at once; the rest follows within the burst's length. */
const JUMP_AT_ONCE = 0.6;
const BURST_MS = 20_000;

/** Jumps of one factor, in units of a day's standard deviation; they fade so that they add no drift. */
export function jumpsOf(draws: Draws, factor: number): Walk {
  const stream = STREAMS.jump + factor;
  const known = new Map<number, { readonly at: number; readonly size: number } | undefined>();
  const jumpIn = (hour: number) => {
    if (known.has(hour)) return known.get(hour);
    if (known.size > 4 * JUMP_MEMORY_HOURS) known.clear();
    const jump =
      draws.uniform(stream, hour, 0) < JUMP_CHANCE
        ? {
            at: hour * JUMP_HOUR + draws.uniform(stream, hour, 1) * JUMP_HOUR,
            size: draws.normal(stream, hour, 2) * 0.35,
          }
        : undefined;
    known.set(hour, jump);
    return jump;
  };
  return {
    at(time) {
      const last = Math.floor(time / JUMP_HOUR);
      let sum = 0;
      for (let hour = last - JUMP_MEMORY_HOURS; hour <= last; hour += 1) {
        const jump = jumpIn(hour);
        if (jump === undefined || jump.at > time) continue;
        const since = time - jump.at;
        const arrived = JUMP_AT_ONCE + (1 - JUMP_AT_ONCE) * Math.min(1, since / BURST_MS);
        sum += jump.size * arrived * Math.exp(-since / JUMP_FADE_MS);
      }
      return sum;
    },
  };
}
