// Price levels of every book, in pages of 1,024 ticks allocated on first use: head, tail and lots of each tick, and
// which ticks have orders. All derived from the order table, and rebuilt from it on load.

/** Ticks in one page, as a power of two. */
export const PAGE_BITS = 10;
const PAGE_TICKS = 1 << PAGE_BITS;
/** Words of 32 ticks: 32 words per page and side. */
const WORDS_A_SIDE = 32;
const WORDS_A_PAGE = 2 * WORDS_A_SIDE;
const FIRST_PAGES = 4;
/**
 * 2^16 pages hold 67 million ticks, 1 GiB. Orders could spread over more ticks; `spare` reports when no page is left.
 */
export const MAX_PAGES = 1 << 16;

/**
 * The pool all books share. A level L is `page × 1,024 + tick in page`. Its head is `links[4L]`, its tail `links[4L +
 * 1]`, its lots `lots[2L + 1]`. Both arrays view one buffer, so a level fits in one cache line.
 */
export class Pages {
  links: Int32Array;
  lots: Float64Array;
  /** One bit per tick: `words[page × 64 + side bit × 32 + word]`. */
  words: Int32Array;
  /** One bit per word: `summary[page × 2 + side bit]`. */
  summary: Int32Array;
  private free: Int32Array;
  private freeCount = 0;
  private used = 1;

  constructor() {
    const buffer = new ArrayBuffer(FIRST_PAGES * PAGE_TICKS * 16);
    this.links = new Int32Array(buffer);
    this.lots = new Float64Array(buffer);
    this.words = new Int32Array(FIRST_PAGES * WORDS_A_PAGE);
    this.summary = new Int32Array(FIRST_PAGES * 2);
    this.free = new Int32Array(FIRST_PAGES);
  }

  /** Pages still available. */
  get spare(): number {
    return this.freeCount + MAX_PAGES - this.used;
  }

  /** Takes an empty page; its number is at least 1. Throws when all pages are in use. */
  take(): number {
    if (this.freeCount > 0) {
      this.freeCount -= 1;
      return this.free[this.freeCount] as number;
    }
    if (this.used * 2 >= this.summary.length) this.grow();
    this.used += 1;
    return this.used - 1;
  }

  /** Returns a page after its last order left: nothing in it needs clearing. */
  give(page: number): void {
    this.free[this.freeCount] = page;
    this.freeCount += 1;
  }

  /** Bytes of all pages allocated so far. */
  bytes(): number {
    return this.links.byteLength + this.words.byteLength + this.summary.byteLength + this.free.byteLength;
  }

  private grow(): void {
    const pages = this.summary.length;
    if (pages > MAX_PAGES)
      throw new Error(`Expected at most ${MAX_PAGES} pages of price levels, found ${pages} in use.`);
    const buffer = new ArrayBuffer(pages * PAGE_TICKS * 16);
    const links = new Int32Array(buffer);
    links.set(this.links);
    this.links = links;
    this.lots = new Float64Array(buffer);
    this.words = longer(this.words);
    this.summary = longer(this.summary);
    this.free = longer(this.free);
  }
}

function longer(column: Int32Array): Int32Array {
  const twice = new Int32Array(column.length * 2);
  twice.set(column);
  return twice;
}
