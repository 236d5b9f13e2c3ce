// Seeded random numbers: the same seed gives the same run, whatever other streams draw.

const GOLDEN = 0x9e3779b9;

/** Mixes a number into a seed, to derive streams by label. */
function mix(seed: number, label: number): number {
  let h = (seed ^ Math.imul(label + 1, GOLDEN)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A stream of numbers (mulberry32). */
export class Random {
  private state: number;
  private readonly seed: number;

  constructor(seed: number) {
    this.seed = seed | 0;
    this.state = seed | 0;
  }

  /** A separate stream: drawing from it does not affect this one. */
  split(label: number): Random {
    return new Random(mix(this.seed, label));
  }

  /** 0 to 2^32 − 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** 0 to below − 1; `below` up to 2^32. */
  below(below: number): number {
    return this.next() % below;
  }

  /** From least to most, both included; their distance below 2^32. */
  from(least: number, most: number): number {
    return most <= least ? least : least + (this.next() % (most - least + 1));
  }

  /** A number of bits up to 48: parts of keys. */
  bits48(): number {
    return this.below(2 ** 24) * 2 ** 24 + this.below(2 ** 24);
  }

  /** True once in `times` on average. */
  once(times: number): boolean {
    return this.next() % times === 0;
  }

  of<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error('Expected a list with something in it.');
    return one;
  }

  /** 0 up to but not including 1. */
  part(): number {
    return this.next() / 2 ** 32;
  }
}
