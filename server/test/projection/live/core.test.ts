// The live fold on the real core: folding every event from genesis equals folding the state as seed.

import { describe, expect, it } from 'vitest';
import { LiveStore } from '../../../src/projection/live/store.ts';
import { openWorld, type World } from '../../support/exchange-world.ts';

const SEEDS = 6;
const BATCHES = 300;
const CHECK_EVERY = 37;

/** All that a seed carries: what it cannot know (times of orders, past trades, the state a tick was sequenced with) is left out. */
function stateOf(store: LiveStore, world: World) {
  const { state } = store;
  const sorted = <T>(map: Map<number, T>): [number, T][] => [...map].sort(([a], [b]) => a - b);
  return {
    assets: sorted(state.assets),
    instruments: sorted(state.instruments),
    markets: sorted(state.markets),
    tiers: sorted(state.tiers),
    users: sorted(state.users),
    accounts: sorted(state.accounts),
    prices: sorted(state.priceStates),
    orders: sorted(state.orders).map(([id, { created: _c, updated: _u, seq: _s, lastSeq: _l, ...order }]) => [
      id,
      order,
    ]),
    mine: world.users.map((user) => [...store.ordersOf(user)].map((order) => order.order).sort((a, b) => a - b)),
    books: sorted(state.markets).map(([market]) => {
      const { seq: _s, time: _t, ...book } = store.book(market)?.show(2_000) ?? { seq: 0, time: 0 };
      return book;
    }),
    ticks: sorted(state.instruments).map(([instrument]) => {
      const tick = store.tickRing(instrument)?.newest();
      return tick === undefined ? undefined : { number: tick.number, price: tick.price };
    }),
  };
}

describe('the live fold on the core (design §2, core §7)', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    it(`folded from genesis equals folded from the state, seed ${seed}`, () => {
      const world = openWorld(seed);
      const emitted = new LiveStore();
      let restarted: LiveStore | undefined;
      for (let count = 1; count <= BATCHES; count++) {
        const batch = world.next();
        emitted.batch(batch);
        restarted?.batch(batch);
        if (count % CHECK_EVERY !== 0) continue;
        const fresh = new LiveStore();
        const { row, time, rowHash } = batch;
        fresh.seed({ row, seq: world.exchange.seq, time, rowHash, events: world.exchange.seed() });
        expect(stateOf(fresh, world), `seed ${seed}, batch ${count}`).toEqual(stateOf(emitted, world));
        if (restarted !== undefined) expect(stateOf(restarted, world)).toEqual(stateOf(emitted, world));
        restarted = fresh;
      }
      expect(emitted.head.seq).toBe(world.exchange.seq);
      expect(world.counts.done).toBeGreaterThan(world.counts.refused);
    });
  }
});
