// A cross wallet whose profit does not count for ten seconds, since its price is stale (issue 13 A.2, A.4; money §3, §11).

import { describe, expect, it } from 'vitest';
import { USDT } from '../../kit/genesis.ts';
import { ANNA, CARL } from '../../kit/world.ts';
import { HOURLY, LONG, SHORT, U_WALLET } from '../../perpetual/kit.ts';
import type { RiskWorld } from '../kit.ts';
import { hedgedWallet, STALE_AFTER } from './stale-kit.ts';

/** Both positions are still open. */
function hedged(): RiskWorld {
  const world = hedgedWallet();
  expect(world.position(ANNA, SHORT)).toMatchObject({ lots: 100 });
  expect(world.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 20 });
  return world;
}

describe('a hedged wallet one of whose prices is stale', () => {
  it('costs the insurance fund nothing', () => {
    const world = hedged();
    const fund = world.insurance();
    world.time += STALE_AFTER + 1;
    world.only(2, 4_000);
    expect(world.insurance()).toBe(fund);
  });

  it('gains nothing by it: the index of the other market stood still, and nobody there pays', () => {
    const world = hedged();
    const carl = world.free(CARL, USDT, U_WALLET) + 10_000 - 20 * 40 * 10;
    world.time += STALE_AFTER + 1;
    world.only(2, 4_000);
    const lots = world.position(CARL, SHORT, HOURLY)?.lots ?? 0;
    const cost = world.position(CARL, SHORT, HOURLY)?.cost ?? 0;
    expect(world.free(CARL, USDT, U_WALLET) + cost - lots * 40 * 10).toBe(carl);
  });
});
