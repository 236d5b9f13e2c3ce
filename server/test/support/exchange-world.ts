// A small world on the real core: two markets, users with referrers, a market maker with quotes, and random commands.

import { activations, type Command, encodeCommand, type Exchange, openExchange, packText } from '@vitrine/core';
import type { FoldBatch } from '../../src/projection/views/index.ts';

const MARKETS = [
  { market: 1, base: 1, middle: 1_000_000, lot: 100 },
  { market: 2, base: 2, middle: 300_000, lot: 40 },
] as const;

type Fields = Readonly<Record<string, unknown>>;
/** A command from plain numbers. */
export const command = (name: Command['name'], fields: Fields = {}): Command =>
  ({ name, ...fields }) as unknown as Command;

/** Random numbers from a seed: mulberry32. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Two markets against USDT, a funded market maker, practice money. */
export const genesis = command('genesis', {
  mode: 1,
  assets: [
    { asset: 1, code: packText('BTC'), scale: 8 },
    { asset: 2, code: packText('ETH'), scale: 8 },
    { asset: 3, code: packText('USDT'), scale: 6 },
  ],
  instruments: [
    { instrument: 1, base: packText('BTC'), quote: packText('USDT'), category: 1, calendar: 0, tickDecimals: 1 },
    { instrument: 2, base: packText('ETH'), quote: packText('USDT'), category: 1, calendar: 0, tickDecimals: 2 },
  ],
  markets: MARKETS.map(({ market, base }) => ({
    market,
    type: 1,
    instrument: market,
    base,
    quote: 3,
    tickDecimals: market,
    lotDecimals: market === 1 ? 5 : 4,
    atomsPerTickLot: 1,
    baseAtomsPerLot: market === 1 ? 1_000 : 10_000,
    minValue: 1_000_000,
    maxValue: 10 ** 13,
  })),
  tiers: [
    { volume: 0, maker: 1_000, taker: 1_000 },
    { volume: 20_000, maker: 900, taker: 1_000 },
  ],
  safetyShare: 100_000,
  firstShare: 200_000,
  secondShare: 100_000,
  thirdShare: 50_000,
  funds: [
    { class: 1, asset: 1, amount: 10 ** 12 },
    { class: 1, asset: 2, amount: 10 ** 13 },
    { class: 1, asset: 3, amount: 10 ** 14 },
  ],
  practice: [
    { asset: 3, amount: 10 ** 10 },
    { asset: 1, amount: 10 ** 7 },
    { asset: 2, amount: 2 * 10 ** 8 },
  ],
  seedHash: [],
});

export interface World {
  readonly exchange: Exchange;
  readonly users: readonly number[];
  /** The number of commands done and refused. */
  readonly counts: { done: number; refused: number };
  /** Runs the next random batch. */
  next(): FoldBatch;
}

/** Opens the world; its first `next` is genesis. */
export function openWorld(seed: number): World {
  const random = randomFrom(seed);
  const exchange = openExchange();
  const users: number[] = [];
  const orders: { order: number; user: number }[] = [];
  const counts = { done: 0, refused: 0 };
  const quotesByMarket = MARKETS.map(() => new Map<string, { side: number; price: number }>());
  const prices = MARKETS.map((market) => market.middle * 100);
  let row = 0;
  let time = Date.UTC(2026, 10, 21, 11, 58);
  let keys = 0;

  const key = () => {
    keys += 1;
    return random(3) === 0
      ? { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 }
      : { keyTime: time, keyHigh: random(2 ** 20), keyLow: keys, bodyHash: random(2 ** 20) };
  };
  const pick = <T>(list: readonly T[]): T | undefined => list[random(Math.max(1, list.length))];

  function ticks(): Command {
    for (const [at, price] of prices.entries()) prices[at] = price + (random(2_001) - 1_000) * MARKETS[at]!.market;
    return command('ticks', {
      ticks: prices.map((price, at) => ({ instrument: at + 1, price, spread: random(50), used: 3, total: 3 })),
      quotes: prices.flatMap((_, at) => [
        { instrument: at + 1, source: 1, offset: 0 - random(20), age: random(500), state: 1 },
        { instrument: at + 1, source: 2, offset: random(20), age: random(500), state: 1 },
        { instrument: at + 1, source: 3, offset: 0, age: random(500), state: 1 },
      ]),
    });
  }

  function quote(): Command {
    const at = random(MARKETS.length);
    const { market, lot } = MARKETS[at]!;
    const book = quotesByMarket[at]!;
    const middle = Math.trunc(prices[at]! / 100);
    const levels = new Map<string, { side: number; price: number; lots: number }>();
    for (const [name, level] of book) {
      const gone = level.side === 1 ? level.price >= middle : level.price <= middle;
      if (gone || random(4) === 0) {
        levels.set(name, { ...level, lots: 0 });
        book.delete(name);
      }
    }
    for (let step = 1; step <= 6; step += 1) {
      for (const side of [1, 2]) {
        if (random(3) === 0) continue;
        const price = side === 1 ? middle - step * 10 : middle + step * 10;
        levels.set(`${side}:${price}`, { side, price, lots: lot * (1 + random(5)) });
        book.set(`${side}:${price}`, { side, price });
      }
    }
    return command('maker.quote', { market, levels: [...levels.values()] });
  }

  function place(user: number): Command {
    const at = random(MARKETS.length);
    const { market, lot } = MARKETS[at]!;
    const type = random(3) > 0 ? 1 : 1 + random(6);
    const limit = type === 1 || type === 3 || type === 5;
    const side = 1 + random(2);
    const middle = Math.trunc(prices[at]! / 100);
    const byAmount = side === 1 && !limit && type === 2 && random(2) === 0;
    return command('order.place', {
      user,
      ...key(),
      market,
      wallet: 1,
      side,
      type,
      timeInForce: limit ? 1 + random(4) : 2,
      price: limit ? middle + random(201) - 100 : 0,
      lots: byAmount ? 0 : lot * (1 + random(8)),
      amount: byAmount ? 10_000_000 * (1 + random(50)) : 0,
      trigger: type > 2 ? middle + random(401) - 200 : 0,
      triggerBy: 1 + random(2),
      selfTrade: 1 + random(3),
    });
  }

  function any(): Command {
    const dice = random(100);
    const user = pick(users);
    if (user === undefined || dice < 3) return command('user.open', { referrer: pick(users) ?? 0 });
    const order = pick(orders);
    if (dice < 8) return command('practice.claim', { user, ...key() });
    if (dice < 20) return quote();
    if (dice < 28) return ticks();
    if (dice < 32) {
      const [from, to] = random(2) === 0 ? [1, 2] : [2, 1];
      return command('wallet.transfer', { user, ...key(), from, to, asset: 3, amount: 1 + random(10 ** 8), market: 0 });
    }
    if (dice < 33) return command('user.set', { user, stage: random(3), locks: random(20) === 0 ? 1 : 0 });
    if (order !== undefined && dice < 40)
      return command('order.cancel', { user: order.user, ...key(), order: order.order });
    if (order !== undefined && dice < 47) {
      const at = random(MARKETS.length);
      const price = random(2) === 0 ? 0 : Math.trunc(prices[at]! / 100) + random(101) - 50;
      return command('order.amend', {
        user: order.user,
        ...key(),
        order: order.order,
        price,
        lots: random(3) === 0 ? 0 : 1 + random(600),
      });
    }
    if (dice < 48) return command('order.cancelAll', { user, ...key(), market: random(3) });
    return place(user);
  }

  function run(commands: readonly Command[]): FoldBatch {
    row += 1;
    exchange.advance(time);
    const firstSeq = exchange.seq;
    for (const one of commands) {
      const code = exchange.apply(encodeCommand(one), 0);
      if (code === 200) counts.done += 1;
      else counts.refused += 1;
      if (code !== 200 || exchange.repeated === 1) continue;
      if (one.name === 'user.open') users.push(exchange.result);
      if (one.name === 'order.place') orders.push({ order: exchange.result, user: one.user });
      if (orders.length > 200) orders.shift();
    }
    const events = exchange.takeEvents();
    return { row, firstSeq, count: commands.length, time, hash: exchange.runningHash(), rowHash: `row${row}`, events };
  }

  return {
    exchange,
    users,
    counts,
    next() {
      if (row === 0) return run([genesis, ...activations(1), ticks(), quote(), quote()]);
      time += random(10) === 0 ? random(90_000) : random(1_500);
      const commands: Command[] = random(4) === 0 ? [ticks(), quote()] : [];
      for (let more = random(8); more > 0; more -= 1) commands.push(any());
      return run(commands);
    },
  };
}

/** Ticks of both instruments at their middle prices, from three sources. */
export function tickSlot(): Command {
  return command('ticks', {
    ticks: MARKETS.map(({ middle }, at) => ({
      instrument: at + 1,
      price: middle * 100,
      spread: 10,
      used: 1,
      total: 1,
    })),
    quotes: MARKETS.map((_, at) => ({ instrument: at + 1, source: 1, offset: 0, age: 5, state: 1 })),
  });
}

/** Five price levels per side of the first market around its middle price. */
export function quote(): Command {
  const { market, middle, lot } = MARKETS[0];
  const steps = [1, 2, 3, 4, 5];
  return command('maker.quote', {
    market,
    levels: steps.flatMap((step) => [
      { side: 1, price: middle - step * 10, lots: lot * step },
      { side: 2, price: middle + step * 10, lots: lot * step },
    ]),
  });
}
