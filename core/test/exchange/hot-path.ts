// A program: a million commands over the whole core, and what they took of the heap. It runs in a process of its own, since
// how much the engine boxes depends on all code that ran before in the same process.
import assert from 'node:assert/strict';
import { encodeCommand, type Exchange, offsetOf, openExchange } from '../../src/index.ts';
import { command, genesisOf, usual } from '../kit/genesis.ts';
import { NO_KEY, NOON } from '../kit/world.ts';

const STRETCH = 10_000;
/** Before anything is counted, until the engine has compiled what runs often. */
const WARM = 20;
const COUNTED = 100;
const BATCH = 200;
const USERS = 40;

/** What the program prints, as JSON. */
export interface HeapUse {
  readonly commands: number;
  readonly done: number;
  /** Bytes a command of the stretch in the middle: half of all stretches took less. */
  readonly each: number;
  /** Bytes that are there at the end and were not at the start. */
  readonly left: number;
}

class Desk {
  readonly exchange: Exchange = openExchange();
  readonly ids = new Float64Array(4_096);
  readonly owners = new Int32Array(4_096);
  count = 0;
  done = 0;
  private state = 7;
  private time = NOON;
  private serial = 0;
  private price = 10_000;
  private readonly place = encodeCommand(
    command('order.place', {
      ...{ user: 2, ...NO_KEY, market: 1, wallet: 1, side: 1, type: 1, timeInForce: 1, price: 100, lots: 1 },
      ...{ amount: 0, trigger: 0, triggerBy: 1, selfTrade: 2 },
    }),
  );
  private readonly cancel = encodeCommand(command('order.cancel', { user: 2, ...NO_KEY, order: 1 }));
  private readonly amend = encodeCommand(command('order.amend', { user: 2, ...NO_KEY, order: 1, price: 0, lots: 1 }));
  private readonly tick = encodeCommand(
    command('ticks', {
      ticks: [1, 2].map((instrument) => ({ instrument, price: 10_000, spread: 0, used: 3, total: 3 })),
      quotes: [1, 2].map((instrument) => ({ instrument, source: 1, offset: 0, age: 1, state: 1 })),
    }),
  );
  private readonly at = {
    user: offsetOf('order.place', 'user'),
    keyTime: offsetOf('order.place', 'keyTime'),
    keyLow: offsetOf('order.place', 'keyLow'),
    side: offsetOf('order.place', 'side'),
    price: offsetOf('order.place', 'price'),
    lots: offsetOf('order.place', 'lots'),
    order: offsetOf('order.cancel', 'order'),
    newPrice: offsetOf('order.amend', 'price'),
    newLots: offsetOf('order.amend', 'lots'),
  };

  constructor() {
    const { exchange } = this;
    const shape = { ...usual, minValue: 1, practice: [10 ** 9, 0, 10 ** 12] as const };
    exchange.advance(this.time);
    exchange.apply(encodeCommand(genesisOf(shape)), 0);
    for (let user = 2; user < USERS + 2; user += 1) {
      exchange.apply(encodeCommand(command('user.open', { referrer: user === 2 ? 0 : user - 1 })), 0);
      assert.equal(exchange.apply(encodeCommand(command('practice.claim', { user, ...NO_KEY })), 0), 200);
    }
    exchange.apply(this.tick, 0);
    exchange.takeEvents();
  }

  /** A number from 0 to `bound` − 1; a linear congruence, so that the test itself allocates nothing. */
  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return ((this.state >> 8) & 0xffff) % bound;
  }

  advance(): void {
    this.time += 20;
    this.exchange.advance(this.time);
    this.price += this.below(21) - 10;
    if (this.price < 9_900 || this.price > 10_100) this.price = 10_000;
    this.tick[4] = this.price;
    this.run(this.tick);
  }

  private run(words: Float64Array): number {
    const code = this.exchange.apply(words, 0);
    if (code === 200) this.done += 1;
    return code;
  }

  /** A third cancels and amends, the rest orders of which about half meet; every other with a key. */
  step(): void {
    const keyed = this.below(2) === 0;
    this.serial += 1;
    const random = this.below(6);
    if (random < 2 && this.count > 0) {
      const at = this.below(this.count);
      const words = random === 0 ? this.cancel : this.amend;
      words[this.at.user] = this.owners[at]!;
      words[this.at.order] = this.ids[at]!;
      words[this.at.newPrice] = random === 0 ? words[this.at.newPrice]! : 0;
      if (random === 1) words[this.at.newLots] = 1 + this.below(9);
      this.key(words, keyed);
      const code = this.run(words);
      if (random === 0 || code !== 200) {
        this.count -= 1;
        this.ids[at] = this.ids[this.count]!;
        this.owners[at] = this.owners[this.count]!;
      }
      return;
    }
    const words = this.place;
    const user = 2 + this.below(USERS);
    const side = 1 + this.below(2);
    words[this.at.user] = user;
    words[this.at.side] = side;
    words[this.at.price] = side === 1 ? 101 - this.below(12) : 99 + this.below(12);
    words[this.at.lots] = 1 + this.below(9);
    this.key(words, keyed);
    if (this.run(words) !== 200) return;
    if (this.count === this.ids.length) this.count = 0;
    this.ids[this.count] = this.exchange.result;
    this.owners[this.count] = user;
    this.count += 1;
  }

  private key(words: Float64Array, keyed: boolean): void {
    words[this.at.keyTime] = keyed ? this.time : 0;
    words[this.at.keyLow] = this.serial;
  }
}

function measure(collect: () => void): HeapUse {
  const desk = new Desk();
  const stretch = (): void => {
    for (let at = 0; at < STRETCH; at += 1) {
      if (at % BATCH === 0) desk.advance();
      desk.step();
    }
  };
  for (let warm = 0; warm < WARM; warm += 1) {
    stretch();
    desk.exchange.takeEvents();
  }
  const grown = new Float64Array(COUNTED);
  collect();
  const start = process.memoryUsage().heapUsed;
  const already = desk.done;
  for (let at = 0; at < COUNTED; at += 1) {
    const before = process.memoryUsage().heapUsed;
    stretch();
    grown[at] = process.memoryUsage().heapUsed - before;
    desk.exchange.takeEvents();
  }
  collect();
  const left = process.memoryUsage().heapUsed - start;
  desk.exchange.audit();
  grown.sort();
  const each = (grown[COUNTED / 2] ?? 0) / STRETCH;
  return { commands: COUNTED * STRETCH, done: desk.done - already, each, left };
}

const { gc } = globalThis;
if (gc === undefined) throw new Error('Expected to run with --expose-gc.');
const collect = (): void => {
  gc();
};
console.log(JSON.stringify(measure(collect)));
