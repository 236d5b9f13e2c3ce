// Simulated prices: every instrument is a random walk around its listing price, driven by factors it shares with
// others.

import { instruments, type Listed } from '@vitrine/core';

import { type Truth, spreadOver } from './faults.ts';
import { CROSS_NOISE, crosses, type Factor, FACTORS, type Model, models } from './models.ts';
import { type FactorWalk, jumpsOf, type Walk, walkOf, YEAR_MS } from '../process.ts';
import type { Draws } from './random.ts';
import type { PriceFeed } from './source.ts';

/** Number of sources of an instrument: crypto has more venues. */
export function sourceCount(category: Listed['category']): number {
  return category === 1 ? 5 : 4;
}

const DAY = Math.sqrt(86_400_000 / YEAR_MS);
/** Numbers of instruments' own factors start here. */
const OWN_FACTOR = 100;

export interface Simulation {
  /** The true price of an instrument at a time, before sources add their noise. */
  truth(instrument: number): Truth;
  /** Variance per year of the logarithm of that price, in the hour or so around a time. */
  variance(instrument: number): (time: number) => number;
  /** Its sources. */
  feed(instrument: number): PriceFeed;
}

interface Prices {
  readonly truth: Truth;
  readonly variance: (time: number) => number;
}

/** The simulation of every listed instrument from one seed. */
export function simulationOf(draws: Draws): Simulation {
  const shared = new Map<Factor, FactorWalk>();
  for (const [at, factor] of FACTORS.entries()) {
    shared.set(factor, sum(walkOf(draws, at), jumpsOf(draws, at)));
  }
  const known = new Map<string, Prices>();

  const pricesOf = (pair: string): Prices => {
    let prices = known.get(pair);
    if (prices === undefined) {
      prices = makePrices(pair);
      known.set(pair, prices);
    }
    return prices;
  };

  const makePrices = (pair: string): Prices => {
    const cross = crosses[pair];
    if (cross !== undefined) {
      const first = pricesOf(cross.first);
      const second = pricesOf(cross.second);
      return {
        truth:
          cross.by === 1
            ? (time) => first.truth(time) * second.truth(time)
            : (time) => first.truth(time) / second.truth(time),
        variance: (time) => first.variance(time) + second.variance(time),
      };
    }
    const at = instruments.findIndex(({ base, quote }) => `${base}/${quote}` === pair);
    const listed = instruments[at];
    const model = models[pair];
    if (listed === undefined || model === undefined)
      throw new Error(`expected a model of ${pair}: add it to the models`);
    return walkAround(Number.parseFloat(listed.price), model, draws, OWN_FACTOR + at, shared);
  };

  const pairAt = (instrument: number): { readonly pair: string; readonly listed: Listed } => {
    const listed = instruments[instrument - 1];
    if (listed === undefined) throw new Error(`expected a listed instrument, got ${instrument}`);
    return { pair: `${listed.base}/${listed.quote}`, listed };
  };

  return {
    truth: (instrument) => pricesOf(pairAt(instrument).pair).truth,
    variance: (instrument) => pricesOf(pairAt(instrument).pair).variance,
    feed(instrument) {
      const { pair, listed } = pairAt(instrument);
      const noise = models[pair]?.noise ?? CROSS_NOISE;
      return spreadOver(draws, instrument, 'simulated', sourceCount(listed.category), noise, pricesOf(pair).truth);
    },
  };
}

/** Walk plus jumps of one factor; the unit of a jump is a day's standard deviation. */
function sum(walk: FactorWalk, jumps: Walk): FactorWalk {
  return { at: (time) => walk.at(time) + DAY * jumps.at(time), variance: walk.variance };
}

function walkAround(
  price: number,
  model: Model,
  draws: Draws,
  own: number,
  shared: ReadonlyMap<Factor, FactorWalk>,
): Prices {
  const pulls: { readonly walk: FactorWalk; readonly weight: number }[] = [];
  let explained = 0;
  for (const [factor, weight] of Object.entries(model.factors)) {
    const walk = shared.get(factor as Factor);
    if (walk === undefined) throw new Error(`expected a known factor, got "${factor}"`);
    pulls.push({ walk, weight });
    explained += weight * weight;
  }
  if (explained < 1)
    pulls.push({ walk: sum(walkOf(draws, own), jumpsOf(draws, own)), weight: Math.sqrt(1 - explained) });
  return {
    truth(time) {
      let moved = 0;
      for (const { walk, weight } of pulls) moved += weight * walk.at(time);
      return price * Math.exp(model.volatility * moved);
    },
    variance(time) {
      let sum = 0;
      for (const { walk, weight } of pulls) sum += weight * weight * walk.variance(time);
      return model.volatility * model.volatility * sum;
    },
  };
}
