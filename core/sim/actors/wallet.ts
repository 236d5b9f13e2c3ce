// Moves between one's own wallets, and play money.

import { ASSETS, spots, USDT } from '../scene.ts';
import type { Act, Stage } from '../stage.ts';
import { write } from '../words.ts';

/** Wallets that orders and products need filled: contracts, margin, seconds. */
const WANTED = [2, 2, 2, 3, 3, 4, 4, 5, 6, 6] as const;

function fill(stage: Stage, user: number): Float64Array | undefined {
  const { dice } = stage;
  const to = dice.of(WANTED);
  const market = to === 5 ? dice.of(spots) : undefined;
  const asset =
    market === undefined
      ? dice.once(3)
        ? dice.of(ASSETS)
        : to === 3
          ? 2
          : USDT
      : dice.of([market.base, market.quote]);
  const amount = Math.floor(stage.free(user, asset) * dice.part() * 0.5);
  if (amount === 0) return undefined;
  return write('wallet.transfer', { user, ...stage.key(), from: 1, to, asset, amount, market: market?.market ?? 0 });
}

function back(stage: Stage, user: number): Float64Array | undefined {
  const { dice } = stage;
  const from = dice.of(WANTED);
  const market = from === 5 ? dice.of(spots) : undefined;
  const asset = market === undefined ? dice.of(ASSETS) : dice.of([market.base, market.quote]);
  const amount = stage.partOf(stage.free(user, asset, from, market?.market ?? 0));
  return write('wallet.transfer', { user, ...stage.key(), from, to: 1, asset, amount, market: market?.market ?? 0 });
}

function wild(stage: Stage, user: number): Float64Array {
  const { dice } = stage;
  return write('wallet.transfer', {
    ...{ user, ...stage.key(), from: dice.from(1, 8), to: dice.from(1, 8), asset: dice.from(1, 8) },
    ...{ amount: dice.once(3) ? 2 ** 50 : dice.from(1, 1_000), market: dice.below(5) },
  });
}

export const walletActs: readonly Act[] = [
  { name: 'fill', weights: { gambler: 12, borrower: 12, hoarder: 3, trader: 2, attacker: 3, maker: 2 }, make: fill },
  { name: 'back', weights: { gambler: 3, borrower: 3, hoarder: 3, attacker: 3, trader: 1 }, make: back },
  { name: 'wild', weights: { clumsy: 8, attacker: 4 }, make: wild },
  {
    name: 'claim',
    weights: { gambler: 2, trader: 1, borrower: 1, hoarder: 1, maker: 1, clumsy: 1 },
    make: (stage, user) => write('practice.claim', { user, ...stage.key() }),
  },
];
