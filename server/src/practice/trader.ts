// A practice trader: its habits, drawn from the simulator's seed, and what it has at hand when its turn comes.

import type { Command } from '@vitrine/core';
import { MARKET_TYPE } from '@vitrine/core/enum';
import { type Draws, STREAMS } from '../markets/index.ts';
import type { CrowdMarket } from './markets.ts';
import type { Observer } from './observer.ts';

export const STRATEGIES = ['taker', 'maker', 'grid', 'momentum', 'hedger'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Trader {
  /** From 1; the same account has the same number for ever. */
  readonly number: number;
  readonly user: number;
  readonly strategy: Strategy;
  /** Median value of its orders, USDT. */
  readonly size: number;
  /** Of its contracts. */
  readonly leverage: number;
  /** Markets that it trades, its favourite first. */
  readonly markets: readonly CrowdMarket[];
}

/** One turn of a trader. Draws at the same time and salt are equal. */
export interface Turn {
  readonly trader: Trader;
  readonly observer: Observer;
  /** ms UTC. */
  readonly now: number;
  /** A market that a taker should trade now, because nobody has yet. */
  readonly wish?: CrowdMarket;
  /** In [0, 1). */
  draw(salt: number): number;
  normal(salt: number): number;
}

/** Decides a turn: commands to send, none to wait. */
export type Act = (turn: Turn) => readonly Command[];

/** How many traders of each strategy. */
const CROWD: Readonly<Record<Strategy, number>> = { taker: 10, maker: 6, grid: 5, momentum: 4, hedger: 3 };
export const TRADERS = Object.values(CROWD).reduce((sum, count) => sum + count, 0);

/** Purposes of draws when a trader is made. */
const MADE = { size: 1, leverage: 2, market: 8 } as const;
/** A trader's habits are drawn at this place. */
const BIRTH = 0;

const MEDIAN_USDT: Readonly<Record<Strategy, number>> = {
  taker: 180,
  maker: 350,
  grid: 120,
  momentum: 250,
  hedger: 400,
};
const SIZE_SPREAD = 0.5;
const LEVERAGES = [2, 3, 5, 5, 10, 10, 20] as const;

/** The turn of a trader at a time. */
export function turnOf(draws: Draws, trader: Trader, observer: Observer, now: number, wish?: CrowdMarket): Turn {
  const stream = STREAMS.crowd + trader.number;
  return {
    ...{ trader, observer, now },
    ...(wish === undefined ? {} : { wish }),
    draw: (salt) => draws.uniform(stream, now, salt),
    normal: (salt) => draws.normal(stream, now, salt),
  };
}

/** Picks by weight with a draw in [0, 1). @throws without anything to pick. */
export function pick<T extends { readonly weight: number }>(all: readonly T[], drawn: number): T {
  let left = drawn * all.reduce((sum, { weight }) => sum + weight, 0);
  for (const one of all) {
    left -= one.weight;
    if (left < 0) return one;
  }
  const last = all.at(-1);
  if (last === undefined) throw new Error('expected something to pick from');
  return last;
}

/** Markets of a trader: makers and grids have one or two books of their own, the others pick among all of a kind. */
function marketsOf(strategy: Strategy, at: number, markets: readonly CrowdMarket[], draw: (salt: number) => number) {
  const of = (type: number, keep: (one: CrowdMarket) => boolean = () => true) =>
    markets.filter((one) => one.type === type && keep(one));
  const spot = of(MARKET_TYPE.spot);
  const linear = of(MARKET_TYPE.linear);
  const majors = [...spot, ...linear].filter(({ major }) => major);
  const own = (all: readonly CrowdMarket[], place: number) => all.slice(place % all.length).slice(0, 1);
  switch (strategy) {
    case 'taker':
      // The first takers trade everything; the last one coin-margined contracts.
      if (at === CROWD.taker - 1) return of(MARKET_TYPE.inverse, ({ major }) => major);
      return at % 3 === 0 ? spot : at % 3 === 1 ? linear : [...spot, ...linear];
    case 'maker':
      // Each book of a major has a maker of its own; two more follow the other coins.
      return at < majors.length
        ? own(majors, at)
        : [pick(at % 2 === 0 ? spot.slice(2) : linear.slice(2), draw(MADE.market))];
    case 'grid':
      return at < majors.length ? own(majors, at) : [pick(spot.slice(2), draw(MADE.market))];
    case 'momentum':
      return linear.filter(({ crypto, weight }) => crypto || weight >= 1);
    case 'hedger':
      // Spot first, then the contract on the same coin.
      return [
        ...own(spot, at),
        ...own(
          of(MARKET_TYPE.linear, ({ crypto }) => crypto),
          at,
        ),
      ];
  }
}

/** The crowd: the traders behind these accounts, by number. The same seed gives each the same habits. */
export function crowdOf(
  draws: Draws,
  markets: readonly CrowdMarket[],
  accounts: ReadonlyMap<number, number>,
): readonly Trader[] {
  const traders: Trader[] = [];
  let number = 0;
  for (const strategy of STRATEGIES) {
    for (let at = 0; at < CROWD[strategy]; at += 1) {
      number += 1;
      const user = accounts.get(number);
      if (user === undefined) continue;
      const stream = STREAMS.crowd + number;
      const draw = (salt: number) => draws.uniform(stream, BIRTH, salt);
      traders.push({
        ...{ number, user, strategy },
        size: MEDIAN_USDT[strategy] * Math.exp(SIZE_SPREAD * draws.normal(stream, BIRTH, MADE.size)),
        leverage: LEVERAGES[Math.floor(draw(MADE.leverage) * LEVERAGES.length)] ?? LEVERAGES[0],
        markets: marketsOf(strategy, at, markets, draw),
      });
    }
  }
  return traders;
}
