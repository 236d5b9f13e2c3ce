// core §10: bounds of wallets with debts are kept by count, so a narrowed table leaves capacity for them, and a further coin on margin
// is taken only with capacity for one more bound of each cross wallet (rules `boundsCapacity`).
import { describe, expect, it } from 'vitest';
import { RULE, tighten } from '../../src/index.ts';
import { rejects } from '../../src/schema/index.ts';
import { agreed, grantAll } from '../desk/kit.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import { tableOf } from '../kit/full.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { assetsOf, CROSS, MarginWorld, setOf } from './kit.ts';

const KEYS = { stages: [1_000, 1_000, 1_000], all: 10_000, few: 10 } as const;

/** Three cross wallets with debts; `coins` on margin. */
function indebted(rules: number | undefined, coins: object[]): MarginWorld {
  const shape = { before: grantAll, ...(rules === undefined ? {} : { rules }) };
  const markets = [{ market: 1, leverage: 10 }];
  const world = new MarginWorld(shape, coins.length < 3 ? { assets: coins, markets } : { assets: coins });
  for (const user of [ANNA, BEN, CARL]) {
    world.put(user, CROSS, BTC, 200);
    world.must(world.borrowOf(user, CROSS, USDT, 12_000));
    world.out(user, CROSS, USDT, 6_000);
  }
  return world;
}

describe('core §10 bounds of wallets with debts', () => {
  it('have capacity in a narrowed table', () => {
    const world = indebted(undefined, assetsOf());
    tighten(world.exchange, ['margin.bounds'], 1, KEYS);
    // Each wallet that has a coin carries a bound for it.
    for (const user of [ANNA, BEN, CARL]) {
      world.sell(user === ANNA ? BEN : ANNA, 11, 50, { market: 2 });
      expect(world.place(user, { wallet: CROSS, market: 2, lots: 11, price: 50 }).code).toBe(200);
    }
    expect(tableOf(world.exchange, 'margin.bounds').rowsUsed()).toBeGreaterThanOrEqual(6);
    world.exchange.audit();
  });

  it('a further coin needs capacity for one more of each', () => {
    const [btc, eth, usdt] = assetsOf() as [object, object, object];
    for (const [rules, rows, code] of [
      [RULE.boundsCapacity, 8, rejects['request.tooFrequent']],
      [RULE.boundsCapacity, 9, 200],
      [RULE.boundsCapacity - 1, 8, 200],
    ] as const) {
      const world = indebted(rules, [btc, usdt]);
      tableOf(world.exchange, 'margin.bounds').bound(rows);
      const markets = [{ market: 1, leverage: 10 }];
      expect(agreed(world, setOf({ assets: [btc, eth, usdt], markets })).code).toBe(code);
    }
  });
});
