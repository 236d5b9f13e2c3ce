// The live fold on the real core with all its products: folding every event from genesis equals folding the state as
// seed, and a fold that was restarted goes on as if it had not been.

import { describe, expect, it } from 'vitest';
import type { History } from '../../../src/projection/live/index.ts';
import { LiveStore } from '../../../src/projection/live/store.ts';
import { openSim, type SimWorld } from '../../support/sim-world.ts';

const SEEDS = [1, 2];
const BATCHES = 1_200;
const CHECK_EVERY = 187;

const sorted = <K extends number | string, T>(map: ReadonlyMap<K, T>): [K, T][] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** Rows without what a seed cannot know. */
function without<T extends object>(map: ReadonlyMap<number | string, T>, names: readonly string[]) {
  return sorted(map).map(([key, row]) => [
    key,
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
  ]);
}

const TIMES = ['created', 'updated', 'time', 'seq', 'lastSeq'];

function stateOf(store: LiveStore, world: SimWorld) {
  const { state, products } = store;
  const users = Array.from({ length: world.users }, (_, at) => at + 1);
  const byNumber = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return {
    contracts: sorted(state.contracts),
    fees: sorted(state.contractFees),
    marks: without(state.marks, TIMES),
    minutes: sorted(state.fundingMinutes),
    paces: sorted(state.fundingPaces),
    positions: without(state.positions, TIMES),
    openInterest: sorted(state.openInterest).filter(([, lots]) => lots > 0),
    leverages: sorted(state.leverages),
    debts: without(state.debts, TIMES),
    // A seed numbers every market by the terms in force.
    marginMarkets: without(state.marginMarkets, ['version']),
    margin: [sorted(state.marginAssets), sorted(state.marginLevels), sorted(state.marginTerms)],
    // Where nobody chose, a wallet has the most there is: the core knows the wallets, events do not tell them.
    marginLeverages: sorted(state.marginLeverages).filter(([key, leverage]) => {
      const [, market, wallet] = key.split(':').map(Number);
      const most = wallet === 4 ? state.marginTerms.get(1)?.cross : state.marginMarkets.get(market ?? 0)?.leverage;
      return leverage !== most;
    }),
    secondMarkets: sorted(state.secondMarkets),
    seconds: without(state.seconds, [...TIMES, 'openSeq']),
    loanProducts: sorted(state.loanProducts),
    // The stops an opening order brings are its position's from its first fill on: a seed tells them no more.
    orders: without(state.orders, [...TIMES, 'stopProfit', 'stopLoss']),
    accounts: sorted(state.accounts),
    books: sorted(state.markets).map(([market]) => {
      const { bids, asks } = store.book(market)?.show(2_000) ?? { bids: [], asks: [] };
      return { market, bids, asks };
    }),
    mine: users.map((user) => [
      byNumber([...store.ordersOf(user)].map((one) => one.order)),
      byNumber(products.positionsOf(user).map((one) => one.position)),
      byNumber(products.secondsOf(user).map((one) => one.second)),
      products
        .debtsOf(user)
        .map((one) => `${one.wallet}:${one.market}:${one.asset}:${one.principal}:${one.interest}`)
        .toSorted(),
    ]),
  };
}

/** What SQL would say as of now: times and numbers that a seed does not carry. */
function historyOf({ state, head, products }: LiveStore): History {
  return {
    row: head.row,
    candles: [],
    trades: [],
    ticks: [],
    orders: [...state.orders.values()],
    positions: [...state.positions.values()],
    seconds: [...state.seconds.values()],
    debts: [...state.debts.values()],
    marks: [...state.marks.values()],
    fundingRates: [...state.contracts.keys()].flatMap((market) => products.ratesOf(market).toReversed()),
  };
}

/** All that history gives back, whole; the house's positions are nobody's to show. */
function timed(store: LiveStore, world: SimWorld) {
  const { state, products } = store;
  const users = Array.from({ length: world.users }, (_, at) => at + 1);
  return {
    orders: sorted(state.orders),
    marks: sorted(state.marks),
    rates: sorted(state.contracts).map(([market]) => products.ratesOf(market)),
    positions: users.map((user) => products.positionsOf(user)),
    seconds: users.map((user) => products.secondsOf(user)),
    debts: sorted(state.debts),
  };
}

describe('the live fold on the core with all products (design §2, core §7)', () => {
  for (const seed of SEEDS) {
    it(`folded from genesis equals folded from the state, seed ${seed}`, () => {
      const world = openSim(seed);
      const emitted = new LiveStore();
      const met = { longs: 0, shorts: 0, inverse: 0, debts: 0, seconds: 0, guards: 0 };
      let restarted: LiveStore | undefined;
      for (let count = 1; count <= BATCHES; count += 1) {
        const batch = world.next();
        emitted.batch(batch);
        restarted?.batch(batch);
        if (count % CHECK_EVERY !== 0) continue;
        const fresh = new LiveStore();
        const { row, time, rowHash } = batch;
        fresh.seed({ row, seq: world.exchange.seq, time, rowHash, events: world.exchange.seed() });
        const state = stateOf(emitted, world);
        expect(stateOf(fresh, world), `seed ${seed}, batch ${count}`).toEqual(state);
        fresh.history(historyOf(emitted));
        expect(timed(fresh, world), `with history, batch ${count}`).toEqual(timed(emitted, world));
        if (restarted !== undefined) {
          expect(stateOf(restarted, world), `restarted, batch ${count}`).toEqual(state);
          expect(timed(restarted, world), `restarted, batch ${count}`).toEqual(timed(emitted, world));
        }
        restarted = fresh;
        for (const one of emitted.state.positions.values()) {
          met[one.side === 1 ? 'longs' : 'shorts'] += 1;
          if (emitted.state.contracts.get(one.market)?.type === 3) met.inverse += 1;
        }
        for (const one of emitted.state.orders.values()) if (one.guard > 0) met.guards += 1;
        met.debts += emitted.state.debts.size;
        met.seconds += emitted.state.seconds.size;
      }
      expect(emitted.head.seq).toBe(world.exchange.seq);
      for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(0);
    });
  }
});
