// A small exchange for the core's tests: two assets, one market, tiny scales, and commands out of a seeded generator.

import { activations, type Command, encodeCommand, type Exchange, openExchange, packText } from '../../src/index.ts';

export const START = 1_800_000_000_000;
export const NO_KEY = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };
export const USDT = 1;
export const COIN = 2;
export const MARKET = 1;

/** Loosens brands: tests write plain numbers. */
export type Loose = { readonly name: Command['name']; readonly [field: string]: unknown };

export interface WorldOptions {
  readonly maker?: number;
  readonly taker?: number;
  readonly start?: number;
}

export function genesis(options: WorldOptions = {}): Loose {
  const { maker = 1_000, taker = 2_000 } = options;
  return {
    name: 'genesis',
    mode: 1,
    assets: [
      { asset: USDT, code: packText('USDT'), scale: 2 },
      { asset: COIN, code: packText('COIN'), scale: 1 },
    ],
    instruments: [
      { instrument: 1, base: packText('COIN'), quote: packText('USDT'), category: 1, calendar: 0, tickDecimals: 1 },
    ],
    markets: [
      {
        market: MARKET,
        type: 1,
        instrument: 1,
        base: COIN,
        quote: USDT,
        tickDecimals: 1,
        lotDecimals: 1,
        atomsPerTickLot: 1,
        baseAtomsPerLot: 1,
        minValue: 1,
        maxValue: 1_000_000,
      },
    ],
    tiers: [
      { volume: 0, maker, taker },
      { volume: 50, maker: maker / 2, taker: taker / 2 },
    ],
    safetyShare: 100_000,
    firstShare: 200_000,
    secondShare: 100_000,
    thirdShare: 50_000,
    funds: [
      { class: 1, asset: USDT, amount: 100_000 },
      { class: 1, asset: COIN, amount: 10_000 },
      { class: 11, asset: USDT, amount: 5_000 },
    ],
    practice: [
      { asset: USDT, amount: options.start ?? 10_000 },
      { asset: COIN, amount: options.start ?? 1_000 },
    ],
    seedHash: [],
  };
}

export function words(command: Loose): Float64Array {
  return encodeCommand(command as unknown as Command);
}

export function run(exchange: Exchange, command: Loose): number {
  return exchange.apply(words(command), 0);
}

export const tick = (price: number): Loose => ({
  name: 'ticks',
  ticks: [{ instrument: 1, price, spread: 0, used: 3, total: 3 }],
  quotes: [],
});

export const order = (user: number, fields: { readonly [field: string]: number }): Loose => ({
  name: 'order.place',
  user,
  ...NO_KEY,
  market: MARKET,
  wallet: 1,
  side: 1,
  type: 1,
  timeInForce: 1,
  price: 0,
  lots: 0,
  amount: 0,
  trigger: 0,
  triggerBy: 1,
  selfTrade: 1,
  ...fields,
});

/** Three users (2, 3, 4; each referred by the one before) with practice money and an index of 100 ticks. */
export function smallWorld(options: WorldOptions = {}): Exchange {
  const exchange = openExchange();
  exchange.advance(START);
  run(exchange, genesis(options));
  for (const one of activations(1)) run(exchange, one as unknown as Loose);
  for (const referrer of [0, 2, 3]) run(exchange, { name: 'user.open', referrer });
  for (const user of [2, 3, 4]) run(exchange, { name: 'practice.claim', user, ...NO_KEY });
  run(exchange, tick(10_000));
  exchange.takeEvents();
  return exchange;
}

/** A small deterministic generator (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** One command of any kind, mostly sound, drawn from `pick`; ids among those given so far. */
export function anyCommand(pick: (below: number) => number, ids: readonly number[], now: number): Loose {
  const user = 2 + pick(3);
  const id = ids.length === 0 ? 1 : (ids[ids.length - 1 - pick(Math.min(ids.length, 12))] as number);
  const key = pick(3) === 0 ? { keyTime: now - pick(5), keyHigh: pick(4), keyLow: pick(4), bodyHash: pick(2) } : NO_KEY;
  const kind = pick(20);
  if (kind < 9) {
    const type = pick(3) === 0 ? 1 + pick(6) : 1;
    const market = type % 2 === 0;
    const side = 1 + pick(2);
    const byAmount = market && side === 1 && pick(2) === 0;
    return order(user, {
      ...key,
      side,
      type,
      timeInForce: market ? 1 + pick(3) : 1 + pick(4),
      price: market ? 0 : 90 + pick(21),
      lots: byAmount ? 0 : 1 + pick(30),
      amount: byAmount ? 1 + pick(3_000) : 0,
      trigger: type > 2 ? 90 + pick(21) : 0,
      triggerBy: 1 + pick(2),
      selfTrade: 1 + pick(3),
    });
  }
  if (kind < 11) return { name: 'order.cancel', user, ...key, order: id };
  if (kind < 13)
    return {
      name: 'order.amend',
      user,
      ...key,
      order: id,
      price: pick(2) * (90 + pick(21)),
      lots: pick(2) * (1 + pick(40)),
    };
  if (kind === 13) return { name: 'order.cancelAll', user, ...key, market: pick(2) };
  if (kind === 14)
    return {
      name: 'wallet.transfer',
      user,
      ...key,
      from: 1 + pick(6),
      to: 1 + pick(6),
      asset: 1 + pick(2),
      amount: 1 + pick(500),
      market: pick(2),
    };
  if (kind === 15) return { name: 'practice.claim', user, ...key };
  if (kind === 16) return tick(9_500 + pick(1_000));
  if (kind === 17)
    return {
      name: 'maker.quote',
      market: MARKET,
      levels: Array.from({ length: 1 + pick(6) }, () => {
        const side = 1 + pick(2);
        return { side, price: side === 1 ? 101 - pick(8) : 99 + pick(8), lots: pick(3) * pick(40) };
      }),
    };
  if (kind === 18) return { name: 'user.set', user, stage: pick(3), locks: pick(8) === 0 ? 1 : 0 };
  return { name: 'key.void', user, keyTime: now - pick(5), keyHigh: pick(4), keyLow: pick(4), bodyHash: 0 };
}
