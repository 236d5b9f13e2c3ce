// Second contract actors: gamblers who bet at the odds shown, sometimes at other odds, and when ticks are late.

import { CENT, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const PERIODS = [
  { seconds: 5, odds: 800_000 },
  { seconds: 30, odds: 850_000 },
  { seconds: 60, odds: 333_333 },
  { seconds: 300, odds: 880_000 },
] as const;

function terms(market: number, instrument: number, asset: number, min: number, max: number): Float64Array {
  return write('second.set', {
    ...{ market, instrument, asset, delay: 1_000, patience: 3_000, most: max * 4 },
    periods: PERIODS.map((period) => ({ ...period, min, max })),
  });
}

export function secondSetup(): Float64Array[] {
  return [
    terms(301, 1, USDT, 1_000_000, 500_000_000),
    terms(302, 2, USDT, 1_000_000, 500_000_000),
    terms(303, 3, CENT, 1, 500),
    terms(304, 4, USDT, 1_000_000, 200_000_000),
  ];
}

function bet(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const market = books.seconds.markets.get(random.from(301, 304));
  if (market === undefined || market.periods.length === 0) return undefined;
  const period = random.of(market.periods);
  const free = scenario.free(user, market.asset, 6);
  const amount = Math.min(period.max + (random.once(30) ? 1 : 0), Math.max(1, Math.floor(free * random.part() * 0.4)));
  return write('second.open', {
    ...{
      user,
      ...scenario.key(),
      market: market.market,
      direction: random.from(1, 2),
      seconds: period.seconds + (random.once(40) ? 1 : 0),
    },
    ...{ amount, terms: period.odds + (random.once(40) ? 1 : 0) },
  });
}

export const secondActs: readonly Act[] = [
  { name: 'bet', weights: { gambler: 40, trader: 4, attacker: 6, hoarder: 2 }, make: bet },
];

/** Other terms, as two operators may set. */
export function otherTerms(scenario: Scenario): Float64Array {
  const { random } = scenario;
  const instrument = random.from(1, 2);
  return write('second.set', {
    ...{ market: 300 + instrument, instrument, asset: USDT, delay: 1_000, patience: 3_000, most: 2_000_000_000 },
    periods: PERIODS.map((period) => ({
      ...{ seconds: period.seconds, odds: period.odds + random.below(20_000) - 10_000 },
      ...{ min: 1_000_000, max: 500_000_000 },
    })),
  });
}
