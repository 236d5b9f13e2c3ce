// Wallet actors: transfers between a user's wallets, and practice money.

import { ASSETS, spots, USDT } from '../scenes/scene.ts';
import type { Act, Scenario } from '../scenario.ts';
import { write } from '../words.ts';

/** Wallets that orders and products need funded: contracts, margin, seconds. */
const WANTED = [2, 2, 2, 3, 3, 4, 4, 5, 6, 6] as const;

function fill(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const to = random.of(WANTED);
  const market = to === 5 ? random.of(spots) : undefined;
  const asset =
    market === undefined
      ? random.once(3)
        ? random.of(ASSETS)
        : to === 3
          ? 2
          : USDT
      : random.of([market.base, market.quote]);
  const amount = Math.floor(scenario.free(user, asset) * random.part() * 0.5);
  if (amount === 0) return undefined;
  return write('wallet.transfer', { user, ...scenario.key(), from: 1, to, asset, amount, market: market?.market ?? 0 });
}

function back(scenario: Scenario, user: number): Float64Array | undefined {
  const { random } = scenario;
  const from = random.of(WANTED);
  const market = from === 5 ? random.of(spots) : undefined;
  const asset = market === undefined ? random.of(ASSETS) : random.of([market.base, market.quote]);
  const amount = scenario.partOf(scenario.free(user, asset, from, market?.market ?? 0));
  return write('wallet.transfer', { user, ...scenario.key(), from, to: 1, asset, amount, market: market?.market ?? 0 });
}

function wild(scenario: Scenario, user: number): Float64Array {
  const { random } = scenario;
  return write('wallet.transfer', {
    ...{ user, ...scenario.key(), from: random.from(1, 8), to: random.from(1, 8), asset: random.from(1, 8) },
    ...{ amount: random.once(3) ? 2 ** 50 : random.from(1, 1_000), market: random.below(5) },
  });
}

export const walletActs: readonly Act[] = [
  { name: 'fill', weights: { gambler: 12, borrower: 12, hoarder: 3, trader: 2, attacker: 3, maker: 2 }, make: fill },
  { name: 'back', weights: { gambler: 3, borrower: 3, hoarder: 3, attacker: 3, trader: 1 }, make: back },
  { name: 'wild', weights: { clumsy: 8, attacker: 4 }, make: wild },
  {
    name: 'claim',
    weights: { gambler: 2, trader: 1, borrower: 1, hoarder: 1, maker: 1, clumsy: 1 },
    make: (scenario, user) => write('practice.claim', { user, ...scenario.key() }),
  },
];
