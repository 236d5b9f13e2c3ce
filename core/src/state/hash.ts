// A hash of words with four 32-bit lanes. It distinguishes states and event streams; it is not a signature.

const C1 = 0xcc9e2d51 | 0;
const C2 = 0x1b873593 | 0;
const HIGH = 2 ** 32;
const SEEDS = [0x243f6a88 | 0, 0x85a308d3 | 0, 0x13198a2e | 0, 0x03707344 | 0];

function finish(lane: number): number {
  let h = lane;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const DIGITS = '0123456789abcdef';

/** 8 hex digits of 32 bits. Built digit by digit: `toString(16)` is slow above 2^31. */
function hex(word: number): string {
  let text = '';
  for (let shift = 28; shift >= 0; shift -= 4) text += DIGITS.charAt((word >>> shift) & 15);
  return text;
}

/** Hashes integers up to 2^53 in magnitude. −0 and 0 are equal. */
export class WordHash {
  private readonly lanes = Int32Array.from(SEEDS);
  private count = 0;

  /** Continues with `length` words of `words` from `from` on. */
  words(words: Float64Array | Int32Array, from: number, length: number): void {
    // Each array type has its own loop: one loop for both is several times slower.
    if (words instanceof Int32Array) this.narrow(words, from, length);
    else this.wide(words, from, length);
  }

  private wide(words: Float64Array, from: number, length: number): void {
    const lanes = this.lanes;
    let a = lanes[0] as number;
    let b = lanes[1] as number;
    let c = lanes[2] as number;
    let d = lanes[3] as number;
    const end = from + length;
    let at = from;
    for (; at + 3 < end; at += 4) {
      a = mix(a, words[at] as number);
      b = mix(b, words[at + 1] as number);
      c = mix(c, words[at + 2] as number);
      d = mix(d, words[at + 3] as number);
    }
    if (at < end) a = mix(a, words[at] as number);
    if (at + 1 < end) b = mix(b, words[at + 1] as number);
    if (at + 2 < end) c = mix(c, words[at + 2] as number);
    this.take(a, b, c, d, length);
  }

  private narrow(words: Int32Array, from: number, length: number): void {
    const lanes = this.lanes;
    let a = lanes[0] as number;
    let b = lanes[1] as number;
    let c = lanes[2] as number;
    let d = lanes[3] as number;
    const end = from + length;
    let at = from;
    for (; at + 3 < end; at += 4) {
      a = mixNarrow(a, words[at] as number);
      b = mixNarrow(b, words[at + 1] as number);
      c = mixNarrow(c, words[at + 2] as number);
      d = mixNarrow(d, words[at + 3] as number);
    }
    if (at < end) a = mixNarrow(a, words[at] as number);
    if (at + 1 < end) b = mixNarrow(b, words[at + 1] as number);
    if (at + 2 < end) c = mixNarrow(c, words[at + 2] as number);
    this.take(a, b, c, d, length);
  }

  /** Hashes a text's UTF-16 code units, as words. */
  text(text: string): void {
    const lanes = this.lanes;
    let a = lanes[0] as number;
    let b = lanes[1] as number;
    let c = lanes[2] as number;
    let d = lanes[3] as number;
    const end = text.length;
    let at = 0;
    for (; at + 3 < end; at += 4) {
      a = mixNarrow(a, text.charCodeAt(at));
      b = mixNarrow(b, text.charCodeAt(at + 1));
      c = mixNarrow(c, text.charCodeAt(at + 2));
      d = mixNarrow(d, text.charCodeAt(at + 3));
    }
    if (at < end) a = mixNarrow(a, text.charCodeAt(at));
    if (at + 1 < end) b = mixNarrow(b, text.charCodeAt(at + 1));
    if (at + 2 < end) c = mixNarrow(c, text.charCodeAt(at + 2));
    this.take(a, b, c, d, end);
  }

  /** Stores the lanes after `length` more words. */
  private take(a: number, b: number, c: number, d: number, length: number): void {
    const lanes = this.lanes;
    lanes[0] = a;
    lanes[1] = b;
    lanes[2] = c;
    lanes[3] = mixNarrow(d, length);
    this.count += length;
  }

  /** 32 hex digits. Does not reset the hash: more words may follow. */
  hex(): string {
    const lanes = this.lanes;
    let sum = this.count | 0;
    for (const lane of lanes) sum = Math.imul(sum ^ lane, C1) + 0x9e3779b9;
    let text = '';
    for (const lane of lanes) {
      sum = Math.imul(sum, 5) + (0xe6546b64 | 0);
      text += hex(finish(lane ^ sum));
    }
    return text;
  }

  clear(): void {
    for (let lane = 0; lane < 4; lane += 1) this.lanes[lane] = SEEDS[lane] as number;
    this.count = 0;
  }
}

function mix(lane: number, word: number): number {
  const low = word | 0;
  let h = Math.imul(lane ^ Math.imul(low, C1), 5) + (0xe6546b64 | 0);
  h = (h << 13) | (h >>> 19);
  return Math.imul(h ^ Math.imul(((word - (low >>> 0)) / HIGH) | 0, C2), C1);
}

/** `mix` of a word within 32 bits. */
function mixNarrow(lane: number, word: number): number {
  let h = Math.imul(lane ^ Math.imul(word, C1), 5) + (0xe6546b64 | 0);
  h = (h << 13) | (h >>> 19);
  return Math.imul(h ^ Math.imul(word >> 31, C2), C1);
}
