// Wallets one of whose prices becomes stale.

import { USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../../kit/world.ts';
import { HOURLY, OPEN_LONG, OPEN_SHORT, U_WALLET } from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

export const STALE_AFTER = 10_000;

/** Anna is short of U with a profit of 2,000 and long of the other market with a loss of 2,000; 1,000 are in her wallet. */
export function hedgedWallet(rules?: number): RiskWorld {
  const world = riskWorld(10_000, {}, rules === undefined ? {} : { rules });
  world.go(BEN, OPEN_LONG, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_SHORT, 100, 100, { leverage: 20 });
  world.go(CARL, OPEN_SHORT, 20, 50, { market: HOURLY, leverage: 2 });
  world.go(ANNA, OPEN_LONG, 20, 50, { market: HOURLY, leverage: 20 });
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 1_000);
  for (let part = 1; part <= 20; part += 1) {
    world.time += 1_000;
    world.index(10_000 - part * 100, 5_000 - part * 50);
  }
  return world;
}

/** Anna is long in both contracts; the price of the first becomes stale, the second stands at 10,000 cents: 1 % is a tick. */
export function longBesideStale(rules: number): RiskWorld {
  const world = riskWorld(10_000, {}, { rules });
  world.index(10_000, 10_000);
  world.pair(ANNA, BEN, 20, 100);
  world.pair(ANNA, BEN, 20, 100, { market: HOURLY });
  world.time += STALE_AFTER + 1;
  world.only(2, 10_000);
  return world;
}
