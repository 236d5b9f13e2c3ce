// A cross wallet whose profit does not count for ten seconds, since its price is stale (issue 13 A.2, A.4; money §3, §11).

import { describe, expect, it } from 'vitest';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { HOURLY, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from '../perpetual/kit.ts';
import { ladderWorld, type LadderWorld } from './kit.ts';

const STALE_AFTER = 10_000;

/** Anna is short of U with a profit of 2,000 and long of the other market with a loss of 2,000; 1,000 are in her wallet. */
function hedged(): LadderWorld {
  const world = ladderWorld(10_000, {}, {});
  world.go(BEN, OPEN_LONG, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_SHORT, 100, 100, { leverage: 20 });
  world.go(CARL, OPEN_SHORT, 20, 50, { market: HOURLY, leverage: 2 });
  world.go(ANNA, OPEN_LONG, 20, 50, { market: HOURLY, leverage: 20 });
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 1_000);
  for (let part = 1; part <= 20; part += 1) {
    world.time += 1_000;
    world.index(10_000 - part * 100, 5_000 - part * 50);
  }
  expect(world.position(ANNA, SHORT)).toMatchObject({ lots: 100 });
  expect(world.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 20 });
  return world;
}

describe('a hedged wallet one of whose prices is stale', () => {
  it('costs the insurance fund nothing', () => {
    const world = hedged();
    const fund = world.insurance();
    world.time += STALE_AFTER + 1;
    world.must(
      command('ticks', { ticks: [{ instrument: 2, price: 4_000, spread: 0, used: 3, total: 3 }], quotes: [] }),
    );
    expect(world.insurance()).toBe(fund);
  });

  it('gains nothing by it: the index of the other market stood still, and nobody there pays', () => {
    const world = hedged();
    const carl = world.free(CARL, USDT, U_WALLET) + 10_000 - 20 * 40 * 10;
    world.time += STALE_AFTER + 1;
    world.must(
      command('ticks', { ticks: [{ instrument: 2, price: 4_000, spread: 0, used: 3, total: 3 }], quotes: [] }),
    );
    const lots = world.position(CARL, SHORT, HOURLY)?.lots ?? 0;
    const cost = world.position(CARL, SHORT, HOURLY)?.cost ?? 0;
    expect(world.free(CARL, USDT, U_WALLET) + cost - lots * 40 * 10).toBe(carl);
  });
});
