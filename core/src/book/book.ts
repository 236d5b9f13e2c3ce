// The fast order book: levels in pages, and the best price from a three-level bitmap (pages, words, ticks).

import { SIDE } from '../enum/index.ts';
import { above, below, highest, lowest } from './bits.ts';
import { type Book, NONE, type OrderColumns, type Side, ROW32, ROW64 } from './face.ts';
import { MAX_PAGES, PAGE_BITS, type Pages } from './pages.ts';

const TICK_MASK = (1 << PAGE_BITS) - 1;
/** 2^24 ticks are 16,384 pages, 512 words of 32 pages. */
const PAGE_WORDS = 512;
/** Words per side that show which of the 512 words are not 0. */
const TOP_WORDS = 16;
const FIRST_DIRECTORY = 64;
/**
 * Most pages of one book before it refuses prices far from the index; pages of all books reserved for prices near it.
 */
export const FAR_PAGES = 512;
export const NEAR_PAGES = MAX_PAGES / 4;

/** One market's order book. All its fields are derived: `Pages` and the order table hold the levels and the queues. */
export class FastBook implements Book {
  readonly market: number;
  private readonly orders: OrderColumns;
  private readonly pages: Pages;
  /** Page in the pool by `price >> 10`, 0 for none. */
  private directory = new Int32Array(FIRST_DIRECTORY);
  /** One bit per page: `pageBits[side bit × 512 + word]`. One bit per word: `topBits[side bit × 16 + word]`. */
  private readonly pageBits = new Int32Array(2 * PAGE_WORDS);
  private readonly topBits = new Int32Array(2 * TOP_WORDS);
  /** Number of pages in use. */
  private count = 0;
  private bid = 0;
  private ask = 0;

  constructor(market: number, orders: OrderColumns, pages: Pages) {
    this.market = market;
    this.orders = orders;
    this.pages = pages;
  }

  best(side: Side): number {
    return side === SIDE.buy ? this.bid : this.ask;
  }

  front(side: Side): number {
    const price = side === SIDE.buy ? this.bid : this.ask;
    if (price === 0) return NONE;
    return this.pages.links[this.level(price) << 2] as number;
  }

  after(slot: number): number {
    const following = this.orders.next[slot * ROW32] as number;
    if (following !== NONE) return following;
    const side = (((this.orders.place[slot * ROW32] as number) & 1) + 1) as Side;
    const price = this.worse(side, this.orders.price[slot * ROW32] as number);
    return price === 0 ? NONE : (this.pages.links[this.level(price) << 2] as number);
  }

  worse(side: Side, price: number): number {
    return side === SIDE.buy ? this.lower(price) : this.higher(price);
  }

  lotsAt(side: Side, price: number): number {
    return this.has(side, price) ? (this.pages.lots[(this.level(price) << 1) + 1] as number) : 0;
  }

  headAt(side: Side, price: number): number {
    return this.has(side, price) ? (this.pages.links[this.level(price) << 2] as number) : NONE;
  }

  fits(price: number, near: boolean): boolean {
    const number = price >> PAGE_BITS;
    if (number < this.directory.length && this.directory[number] !== 0) return true;
    const { spare } = this.pages;
    return near ? spare > 0 : this.count < FAR_PAGES && spare > NEAR_PAGES;
  }

  add(slot: number): void {
    const { orders, pages } = this;
    const price = orders.price[slot * ROW32] as number;
    const sideBit = (orders.place[slot * ROW32] as number) & 1;
    const number = price >> PAGE_BITS;
    if (number >= this.directory.length) this.widen(number);
    let page = this.directory[number] as number;
    if (page === 0) {
      page = pages.take();
      this.count += 1;
      this.directory[number] = page;
    }
    const level = (page << PAGE_BITS) | (price & TICK_MASK);
    const links = pages.links;
    const tail = links[(level << 2) + 1] as number;
    orders.previous[slot * ROW32] = tail;
    orders.next[slot * ROW32] = NONE;
    links[(level << 2) + 1] = slot;
    if (tail === NONE) {
      links[level << 2] = slot;
      pages.lots[(level << 1) + 1] = orders.rest[slot * ROW64] as number;
      this.mark(sideBit, number, page, price);
      this.better(sideBit, price);
    } else {
      // The other side has a queue at this price: the book would be crossed.
      if (orders.place[tail * ROW32] !== orders.place[slot * ROW32]) this.better(sideBit, price);
      orders.next[tail * ROW32] = slot;
      const at = (level << 1) + 1;
      pages.lots[at] = (pages.lots[at] as number) + (orders.rest[slot * ROW64] as number);
    }
  }

  remove(slot: number): void {
    this.unlink(slot, this.level(this.orders.price[slot * ROW32] as number), this.orders.rest[slot * ROW64] as number);
  }

  reduce(slot: number, lots: number): void {
    const rest = (this.orders.rest[slot * ROW64] as number) - lots;
    if (!(rest >= 0)) throw new Error(`Expected at most the order's rest to leave, ${lots} lots would leave ${rest}.`);
    this.orders.rest[slot * ROW64] = rest;
    const level = this.level(this.orders.price[slot * ROW32] as number);
    if (rest === 0) this.unlink(slot, level, lots);
    else {
      const at = (level << 1) + 1;
      this.pages.lots[at] = (this.pages.lots[at] as number) - lots;
    }
  }

  /**
   * Rebuilds one queue from the links in the order table, on load. Throws when the links do not form one queue per
   * price.
   * @param head a resting order without a previous one
   */
  restore(head: number): void {
    const { orders } = this;
    const price = orders.price[head * ROW32] as number;
    const place = orders.place[head * ROW32] as number;
    if (this.headAt(((place & 1) + 1) as Side, price) !== NONE)
      throw new Error(
        `Expected one queue at ${price} ticks of market ${this.market}; order slot ${head} begins another.`,
      );
    let before = NONE;
    for (let slot = head; slot !== NONE;) {
      const following = orders.next[slot * ROW32] as number;
      if (
        orders.previous[slot * ROW32] !== before ||
        orders.price[slot * ROW32] !== price ||
        orders.place[slot * ROW32] !== place
      )
        throw new Error(
          `Expected order slot ${slot} to stand behind slot ${before} at ${price} ticks; its row says otherwise.`,
        );
      this.add(slot);
      before = slot;
      slot = following;
    }
  }

  /** Bytes this book uses beside the pages. */
  bytes(): number {
    return this.directory.byteLength + this.pageBits.byteLength + this.topBits.byteLength;
  }

  private level(price: number): number {
    return ((this.directory[price >> PAGE_BITS] as number) << PAGE_BITS) | (price & TICK_MASK);
  }

  private has(side: Side, price: number): boolean {
    const number = price >> PAGE_BITS;
    if (number >= this.directory.length) return false;
    const page = this.directory[number] as number;
    if (page === 0) return false;
    const word = this.pages.words[(page << 6) | ((side - 1) << 5) | ((price >> 5) & 31)] as number;
    return (word & (1 << (price & 31))) !== 0;
  }

  /** A price got its first order and may now be the best. A crossed book stops the core (money §12, 7). */
  private better(sideBit: number, price: number): void {
    const { bid, ask } = this;
    if (sideBit === 0) {
      if (ask !== 0 && price >= ask)
        throw new Error(`Expected a bid below the best ask of ${ask} ticks, got ${price}.`);
      if (price > bid) this.bid = price;
    } else {
      if (price <= bid) throw new Error(`Expected an ask above the best bid of ${bid} ticks, got ${price}.`);
      if (ask === 0 || price < ask) this.ask = price;
    }
  }

  private unlink(slot: number, level: number, lots: number): void {
    const { orders, pages } = this;
    const links = pages.links;
    const before = orders.previous[slot * ROW32] as number;
    const following = orders.next[slot * ROW32] as number;
    const at = level << 2;
    if (before === NONE) {
      if (links[at] !== slot)
        throw new Error(`Expected order slot ${slot} at the head of its price, found ${links[at]}.`);
      links[at] = following;
    } else orders.next[before * ROW32] = following;
    if (following === NONE) links[at + 1] = before;
    else orders.previous[following * ROW32] = before;
    orders.next[slot * ROW32] = NONE;
    orders.previous[slot * ROW32] = NONE;
    const left = (pages.lots[(level << 1) + 1] as number) - lots;
    pages.lots[(level << 1) + 1] = left;
    if (before === NONE && following === NONE) this.empty(slot);
  }

  /** The last order left a price: clears its bit, and moves the best price when it was this one. */
  private empty(slot: number): void {
    const price = this.orders.price[slot * ROW32] as number;
    const sideBit = (this.orders.place[slot * ROW32] as number) & 1;
    this.unmark(sideBit, price);
    if (sideBit === 0) {
      if (price === this.bid) this.bid = this.lower(price);
    } else if (price === this.ask) this.ask = this.higher(price);
  }

  private mark(sideBit: number, number: number, page: number, price: number): void {
    const { words, summary } = this.pages;
    const word = (price >> 5) & 31;
    words[(page << 6) | (sideBit << 5) | word] =
      (words[(page << 6) | (sideBit << 5) | word] as number) | (1 << (price & 31));
    const at = (page << 1) | sideBit;
    const seen = summary[at] as number;
    summary[at] = seen | (1 << word);
    if (seen !== 0) return;
    const pageWord = (sideBit << 9) | (number >> 5);
    this.pageBits[pageWord] = (this.pageBits[pageWord] as number) | (1 << (number & 31));
    const top = (sideBit << 4) | (number >> 10);
    this.topBits[top] = (this.topBits[top] as number) | (1 << ((number >> 5) & 31));
  }

  private unmark(sideBit: number, price: number): void {
    const { words, summary } = this.pages;
    const number = price >> PAGE_BITS;
    const page = this.directory[number] as number;
    const word = (price >> 5) & 31;
    const at = (page << 6) | (sideBit << 5) | word;
    words[at] = (words[at] as number) & ~(1 << (price & 31));
    if (words[at] !== 0) return;
    const pageAt = (page << 1) | sideBit;
    summary[pageAt] = (summary[pageAt] as number) & ~(1 << word);
    if (summary[pageAt] !== 0) return;
    const pageWord = (sideBit << 9) | (number >> 5);
    this.pageBits[pageWord] = (this.pageBits[pageWord] as number) & ~(1 << (number & 31));
    if (this.pageBits[pageWord] === 0) {
      const top = (sideBit << 4) | (number >> 10);
      this.topBits[top] = (this.topBits[top] as number) & ~(1 << ((number >> 5) & 31));
    }
    if (summary[pageAt ^ 1] === 0) {
      this.directory[number] = 0;
      this.pages.give(page);
      this.count -= 1;
    }
  }

  /** Lowest ask above `price`, 0 when there is none. */
  private higher(price: number): number {
    const { words, summary } = this.pages;
    let number = price >> PAGE_BITS;
    const page = number < this.directory.length ? (this.directory[number] as number) : 0;
    if (page !== 0) {
      const word = (price >> 5) & 31;
      const bits = above(words[(page << 6) | 32 | word] as number, price & 31);
      if (bits !== 0) return (price & ~31) | lowest(bits);
      const more = above(summary[(page << 1) | 1] as number, word);
      if (more !== 0) return this.tick(number, page, 1, lowest(more), true);
    }
    number = this.pageAbove(number);
    if (number < 0) return 0;
    const found = this.directory[number] as number;
    return this.tick(number, found, 1, lowest(summary[(found << 1) | 1] as number), true);
  }

  /** Highest bid below `price`, 0 when there is none. */
  private lower(price: number): number {
    const { words, summary } = this.pages;
    let number = price >> PAGE_BITS;
    const page = number < this.directory.length ? (this.directory[number] as number) : 0;
    if (page !== 0) {
      const word = (price >> 5) & 31;
      const bits = below(words[(page << 6) | word] as number, price & 31);
      if (bits !== 0) return (price & ~31) | highest(bits);
      const more = below(summary[page << 1] as number, word);
      if (more !== 0) return this.tick(number, page, 0, highest(more), false);
    }
    number = this.pageBelow(number);
    if (number < 0) return 0;
    const found = this.directory[number] as number;
    return this.tick(number, found, 0, highest(summary[found << 1] as number), false);
  }

  private tick(number: number, page: number, sideBit: number, word: number, up: boolean): number {
    const bits = this.pages.words[(page << 6) | (sideBit << 5) | word] as number;
    return (number << PAGE_BITS) | (word << 5) | (up ? lowest(bits) : highest(bits));
  }

  /** The next page above `number` that has asks, −1 when there is none. */
  private pageAbove(number: number): number {
    const word = number >> 5;
    const bits = above(this.pageBits[PAGE_WORDS | word] as number, number & 31);
    if (bits !== 0) return (word << 5) | lowest(bits);
    let top = word >> 5;
    let tops = above(this.topBits[TOP_WORDS | top] as number, word & 31);
    while (tops === 0 && top < TOP_WORDS - 1) {
      top += 1;
      tops = this.topBits[TOP_WORDS | top] as number;
    }
    if (tops === 0) return -1;
    const found = (top << 5) | lowest(tops);
    return (found << 5) | lowest(this.pageBits[PAGE_WORDS | found] as number);
  }

  /** The next page below `number` that has bids, −1 when there is none. */
  private pageBelow(number: number): number {
    const word = number >> 5;
    const bits = below(this.pageBits[word] as number, number & 31);
    if (bits !== 0) return (word << 5) | highest(bits);
    let top = word >> 5;
    let tops = below(this.topBits[top] as number, word & 31);
    while (tops === 0 && top > 0) {
      top -= 1;
      tops = this.topBits[top] as number;
    }
    if (tops === 0) return -1;
    const found = (top << 5) | highest(tops);
    return (found << 5) | highest(this.pageBits[found] as number);
  }

  private widen(number: number): void {
    let length = this.directory.length;
    while (length <= number) length *= 2;
    const directory = new Int32Array(length);
    directory.set(this.directory);
    this.directory = directory;
  }
}
