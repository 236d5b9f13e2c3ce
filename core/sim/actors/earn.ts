// Staking actors: they stake, let it run, and redeem early at a price they compute themselves.

import { BTC, CENT, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

const PRODUCTS = [
  {
    product: 1,
    kind: 1,
    tab: 0,
    asset: USDT,
    days: 1,
    flexible: 0,
    rate: 100_000,
    min: 1_000_000,
    max: 5e9,
    times: 0,
    total: 1e12,
    penalty: 10_000,
    early: 1,
  },
  {
    product: 2,
    kind: 1,
    tab: 0,
    asset: USDT,
    days: 7,
    flexible: 0,
    rate: 160_000,
    min: 1_000_000,
    max: 5e9,
    times: 3,
    total: 1e11,
    penalty: 10_000,
    early: 1,
  },
  {
    product: 3,
    kind: 2,
    tab: 3,
    asset: USDT,
    days: 1,
    flexible: 1,
    rate: 15_000_000,
    min: 1_000_000,
    max: 5e9,
    times: 0,
    total: 1e12,
    penalty: 0,
    early: 1,
  },
  {
    product: 4,
    kind: 2,
    tab: 1,
    asset: BTC,
    days: 2,
    flexible: 0,
    rate: 10_000_000,
    min: 1_000,
    max: 1e8,
    times: 0,
    total: 1e10,
    penalty: 0,
    early: 0,
  },
  {
    product: 5,
    kind: 1,
    tab: 0,
    asset: CENT,
    days: 3,
    flexible: 0,
    rate: 33_333_333,
    min: 1,
    max: 900,
    times: 0,
    total: 1e6,
    penalty: 33_333,
    early: 1,
  },
] as const;

export function earnSetup(): Float64Array[] {
  return PRODUCTS.map((product) => write('earn.set', { ...product, tier: 0, open: 1 }));
}

/** Another rate, or an end of sale, as two operators may set. */
export function otherProduct(scenario: Scenario): Float64Array {
  const product = scenario.random.of(PRODUCTS);
  return write('earn.set', {
    ...product,
    rate: product.rate + scenario.random.below(1_000),
    tier: 0,
    open: scenario.random.once(8) ? 0 : 1,
  });
}

function buy(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const terms = books.earn.products.get(random.from(1, PRODUCTS.length));
  if (terms === undefined) return undefined;
  const free = scenario.free(user, terms.asset);
  const amount = Math.min(terms.max, Math.max(terms.min, Math.floor(free * random.part() * 0.4)));
  return write('earn.buy', {
    ...{ user, ...scenario.key(), product: terms.product, amount, version: random.once(30) ? 1 : terms.version },
  });
}

function redeem(scenario: Scenario, user: number): Float64Array | undefined {
  const { random, books } = scenario;
  const others = random.once(10);
  let stake;
  for (const one of books.earn.stakes.values()) {
    if (one.user !== user && !others) continue;
    stake = one;
    if (random.once(4)) break;
  }
  if (stake === undefined) return undefined;
  const kept = Math.ceil((stake.amount * stake.terms.penalty) / 1_000_000);
  return write('earn.redeem', {
    user,
    ...scenario.key(),
    stake: stake.id,
    receive: stake.amount - kept - (random.once(20) ? 1 : 0),
  });
}

export const earnActs: readonly Act[] = [
  { name: 'stake', weights: { hoarder: 24, trader: 1, attacker: 4, clumsy: 1 }, make: buy },
  { name: 'redeem', weights: { hoarder: 8, attacker: 4, clumsy: 1 }, make: redeem },
];

/** In the calm phase users redeem what they may; the rest runs to its end. */
export function earnEnds(scenario: Scenario, user: number): Float64Array[] {
  return [...scenario.books.earn.stakes.values()]
    .filter((stake) => stake.user === user)
    .map(({ id, amount, terms }) =>
      write('earn.redeem', { user, stake: id, receive: amount - Math.ceil((amount * terms.penalty) / 1_000_000) }),
    );
}
