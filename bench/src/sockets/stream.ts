// The stream of bench/stream.md: orders and cancels from a seed. It keeps its own book, so that every cancel names a
// live order and no order matches its own user. Both measured programs receive exactly this.

export const PLACE = 1;
export const CANCEL = 2;

export interface StreamShape {
  readonly markets: number;
  readonly users: number;
  /** Live orders per market, once it is filled. */
  readonly depth: number;
  /** Commands after the books are filled. */
  readonly commands: number;
  readonly seed: number;
}

/** Commands as columns. The first `filling` fill the books and are not measured. */
export interface Stream {
  readonly shape: StreamShape;
  readonly count: number;
  readonly filling: number;
  readonly kind: Uint8Array;
  /** From 1. */
  readonly market: Int32Array;
  /** From 1. */
  readonly user: Int32Array;
  /** 1 buy, 2 sell. */
  readonly side: Uint8Array;
  readonly price: Int32Array;
  readonly lots: Int32Array;
  /** For a cancel: the command that placed the order. */
  readonly target: Int32Array;
  /** Fills in the stream's own book, to check both programs. */
  readonly fills: number;
  readonly lotsFilled: number;
  readonly crossing: number;
  readonly cancels: number;
}

/** Share of the measured commands that cross the spread. */
const CROSSING = 0.15;
/** Initial middle price of every market in ticks, and the range in which it moves. */
export const MIDDLE = 600_000;
const WALK = 20_000;
/** Orders have 10 to 1,000 lots (6 to 600 USDT), crossing ones up to 1,200. */
const STEP_LOTS = 10;
const MOST_STEPS = 100;
const MOST_CROSSING_STEPS = 120;
/** How far a crossing limit price exceeds the best price. */
const REACH = 5;
/** Maximum distance of orders from the middle price; most are much nearer (square of a uniform number). */
const SPREAD = 1_000;
/** Attempts to find a user whose order would not match their own. */
const TRIES = 16;

/** mulberry32: a small seeded generator, uniform in [0, 1). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One price with its queue. */
interface Level {
  readonly price: number;
  readonly queue: number[];
}

/** A simple book: sides as lists of levels, best last, so that removal is cheap. */
class Sides {
  readonly bids: Level[] = [];
  readonly asks: Level[] = [];
  readonly live: number[] = [];
  middle = MIDDLE;

  level(side: number, price: number, make: boolean): Level | undefined {
    const levels = side === 1 ? this.bids : this.asks;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const at = (low + high) >> 1;
      const there = (levels[at] as Level).price;
      if (side === 1 ? there < price : there > price) low = at + 1;
      else high = at;
    }
    const found = levels[low];
    if (found?.price === price) return found;
    if (!make) return undefined;
    const level = { price, queue: [] };
    levels.splice(low, 0, level);
    return level;
  }

  best(side: number): Level | undefined {
    return (side === 1 ? this.bids : this.asks).at(-1);
  }
}

/** Makes the stream of a shape; the same shape gives the same stream on any machine. */
export function makeStream(shape: StreamShape): Stream {
  const maker = new Maker(shape);
  const filling = shape.depth * shape.markets;
  for (let at = 0; at < filling; at += 1) maker.passive((at % shape.markets) + 1);
  for (let at = 0; at < shape.commands; at += 1) maker.step();
  return maker.stream(filling);
}

class Maker {
  private readonly shape: StreamShape;
  private readonly next: () => number;
  private readonly markets: Sides[];
  private count = 0;
  private readonly kind: Uint8Array;
  private readonly market: Int32Array;
  private readonly user: Int32Array;
  private readonly side: Uint8Array;
  private readonly price: Int32Array;
  private readonly lots: Int32Array;
  private readonly target: Int32Array;
  /** By placing command: lots left, and the index in its market's list of live orders. */
  private readonly left: Int32Array;
  private readonly place: Int32Array;
  private fills = 0;
  private lotsFilled = 0;
  private crossing = 0;
  private cancels = 0;

  constructor(shape: StreamShape) {
    const size = shape.depth * shape.markets + shape.commands;
    this.shape = shape;
    this.next = random(shape.seed);
    this.markets = Array.from({ length: shape.markets + 1 }, () => new Sides());
    this.kind = new Uint8Array(size);
    this.side = new Uint8Array(size);
    this.market = new Int32Array(size);
    this.user = new Int32Array(size);
    this.price = new Int32Array(size);
    this.lots = new Int32Array(size);
    this.target = new Int32Array(size);
    this.left = new Int32Array(size);
    this.place = new Int32Array(size);
  }

  stream(filling: number): Stream {
    const { shape, count, kind, market, user, side, price, lots, target, fills, lotsFilled, crossing, cancels } = this;
    return {
      shape,
      count,
      filling,
      kind,
      market,
      user,
      side,
      price,
      lots,
      target,
      fills,
      lotsFilled,
      crossing,
      cancels,
    };
  }

  step(): void {
    const market = this.below(this.shape.markets) + 1;
    const sides = this.markets[market] as Sides;
    if (this.next() < CROSSING && this.cross(market)) return;
    // Keeps the depth near its target: more orders below it, more cancels above it.
    const full = sides.live.length / this.shape.depth;
    if (this.next() < 0.5 + (1 - full) * 5) this.passive(market);
    else this.cancel(market);
  }

  /** A limit order that enters the book. */
  passive(market: number): void {
    const sides = this.markets[market] as Sides;
    if (this.next() < 0.1) {
      const middle = sides.middle + this.below(3) - 1;
      if (Math.abs(middle - MIDDLE) < WALK) sides.middle = middle;
    }
    const side = this.below(2) + 1;
    const far = 1 + Math.floor(this.next() ** 2 * SPREAD);
    const opposite = sides.best(3 - side)?.price;
    let price = side === 1 ? sides.middle - far : sides.middle + far;
    if (opposite !== undefined) price = side === 1 ? Math.min(price, opposite - 1) : Math.max(price, opposite + 1);
    const at = this.write(
      PLACE,
      market,
      this.below(this.shape.users) + 1,
      side,
      price,
      STEP_LOTS * (this.below(MOST_STEPS) + 1),
    );
    this.rest(at, this.lots[at] as number);
  }

  /** A limit order that matches; the remainder enters the book. False when every tried user would match themselves. */
  private cross(market: number): boolean {
    const sides = this.markets[market] as Sides;
    const side = this.below(2) + 1;
    const best = sides.best(3 - side);
    if (best === undefined) return false;
    const price = side === 1 ? best.price + REACH : best.price - REACH;
    const lots = STEP_LOTS * (this.below(MOST_CROSSING_STEPS) + 1);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const user = this.below(this.shape.users) + 1;
      if (this.meetsHimself(sides, side, price, lots, user)) continue;
      const at = this.write(PLACE, market, user, side, price, lots);
      this.crossing += 1;
      const left = this.take(sides, side, price, lots);
      if (left > 0) this.rest(at, left);
      return true;
    }
    return false;
  }

  private meetsHimself(sides: Sides, side: number, price: number, lots: number, user: number): boolean {
    const levels = side === 1 ? sides.asks : sides.bids;
    let left = lots;
    for (let at = levels.length - 1; at >= 0 && left > 0; at -= 1) {
      const level = levels[at] as Level;
      if (side === 1 ? level.price > price : level.price < price) return false;
      for (const order of level.queue) {
        if (left <= 0) return false;
        if (this.user[order] === user) return true;
        left -= this.left[order] as number;
      }
    }
    return false;
  }

  private take(sides: Sides, side: number, price: number, lots: number): number {
    const levels = side === 1 ? sides.asks : sides.bids;
    let left = lots;
    for (let level = levels.at(-1); level !== undefined && left > 0; level = levels.at(-1)) {
      if (side === 1 ? level.price > price : level.price < price) break;
      const order = level.queue[0] as number;
      const taken = Math.min(left, this.left[order] as number);
      left -= taken;
      this.left[order] = (this.left[order] as number) - taken;
      this.fills += 1;
      this.lotsFilled += taken;
      if (this.left[order] === 0) this.leave(sides, order, level, levels);
    }
    return left;
  }

  private cancel(market: number): void {
    const sides = this.markets[market] as Sides;
    const order = sides.live[this.below(sides.live.length)] as number;
    const side = this.side[order] as number;
    const at = this.write(CANCEL, market, this.user[order] as number, side, this.price[order] as number, 0);
    this.target[at] = order;
    this.cancels += 1;
    const level = sides.level(side, this.price[order] as number, false) as Level;
    this.leave(sides, order, level, side === 1 ? sides.bids : sides.asks);
  }

  private rest(order: number, lots: number): void {
    const sides = this.markets[this.market[order] as number] as Sides;
    this.left[order] = lots;
    (sides.level(this.side[order] as number, this.price[order] as number, true) as Level).queue.push(order);
    this.place[order] = sides.live.length;
    sides.live.push(order);
  }

  private leave(sides: Sides, order: number, level: Level, levels: Level[]): void {
    level.queue.splice(level.queue.indexOf(order), 1);
    if (level.queue.length === 0) levels.splice(levels.indexOf(level), 1);
    const last = sides.live.pop() as number;
    if (last === order) return;
    sides.live[this.place[order] as number] = last;
    this.place[last] = this.place[order] as number;
  }

  private write(kind: number, market: number, user: number, side: number, price: number, lots: number): number {
    const at = this.count;
    this.count += 1;
    this.kind[at] = kind;
    this.market[at] = market;
    this.user[at] = user;
    this.side[at] = side;
    this.price[at] = price;
    this.lots[at] = lots;
    return at;
  }

  private below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
}
