// While the price of a contract is stale or disputed, risk only falls (issue 13 A.4; money §11).

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { rejects } from '../../../src/schema/index.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, FOK, POST_ONLY } from '../../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from '../kit.ts';

const STALE_AFTER = 10_000;
const MINUTE = 60_000;
const STALE = rejects['price.stale'];

/** A world under the rule, or under the version before it. */
function world(before = false): RiskWorld {
  return riskWorld(10_000, {}, { rules: before ? RULE.staleOnlyReduces - 1 : RULE.staleOnlyReduces });
}

function activate(made: RiskWorld): void {
  made.must(command('rules.activate', { version: RULE.staleOnlyReduces }));
}

/** A tick of one instrument, from so many of three sources. */
function only(instrument: number, price: number, used = 3): ReturnType<typeof command> {
  return command('ticks', { ticks: [{ instrument, price, spread: 0, used, total: 3 }], quotes: [] });
}

/** Instrument 1 becomes stale, instrument 2 keeps ticking. */
function stale(made: RiskWorld, second = 5_000): void {
  made.time += STALE_AFTER + 1;
  made.must(only(2, second));
}

/** Leaves a customer with so much in the wallet of U contracts. */
function keep(made: RiskWorld, user: number, money: number): void {
  made.transfer(user, U_WALLET, 1, USDT, made.free(user, USDT, U_WALLET) - money);
}

describe('A.4 opening orders keep their place and do not fill', () => {
  /** Carl and Ben hold 50 each against each other; Anna has an opening bid at 99, Carl a closing bid at 98. */
  function rested(before = false) {
    const made = world(before);
    made.pair(BEN, CARL, 50, 100);
    const opening = made.go(ANNA, OPEN_LONG, 50, 99, { leverage: 50 });
    const closing = made.go(CARL, CLOSE_SHORT, 20, 98);
    return { made, opening, closing };
  }

  it('t2: a close passes the opening order over and meets the closing one behind it', () => {
    const { made, opening } = rested();
    stale(made);
    made.go(BEN, CLOSE_LONG, 20, 97);
    expect(made.dealt()).toEqual([[98, 20]]);
    expect(made.position(ANNA, LONG)).toBeUndefined();
    made.index(10_000);
    made.go(BEN, CLOSE_LONG, 10, 99);
    expect(made.emitted('fill')).toMatchObject([{ makerOrder: opening, price: 99, lots: 10 }]);
  });

  it('what is left of it does not rest across them: it is closed, and says why', () => {
    const { made } = rested();
    stale(made);
    const order = made.go(BEN, CLOSE_LONG, 30, 97);
    expect(made.dealt()).toEqual([[98, 20]]);
    expect(made.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.closed]);
    // Behind the opening order it rests.
    const behind = made.go(BEN, CLOSE_LONG, 30, 100);
    expect(made.closed(behind)).toBeUndefined();
    const only = made.order2(CARL, CLOSE_SHORT, 1, 100, { timeInForce: POST_ONLY });
    expect(only.code).toBe(rejects['order.wouldTake']);
  });

  it('at the market there is nobody to trade with; fill or kill counts closing orders alone', () => {
    const { made } = rested();
    stale(made);
    expect(made.order2(BEN, CLOSE_LONG, 21, 97, { timeInForce: FOK }).code).toBe(rejects['order.noLiquidity']);
    expect(made.order2(BEN, CLOSE_LONG, 20, 97, { timeInForce: FOK }).code).toBe(200);
    expect(made.dealt()).toEqual([[98, 20]]);
    expect(made.order2(BEN, CLOSE_LONG, 1, 0).code).toBe(rejects['order.noLiquidity']);
    made.closePosition(BEN, made.position(BEN, LONG)!.position);
    expect(made.dealt()).toEqual([]);
  });

  it('the market maker closes what it has and opens nothing, resting or taking', () => {
    const made = world();
    made.quote(U, [[2, 100, 30]]);
    made.go(BEN, OPEN_LONG, 30, 100);
    made.quote(U, [[1, 99, 50]]);
    made.pair(CARL, ANNA, 50, 100);
    stale(made);
    expect(made.house(SHORT)).toBe(30);
    const order = made.go(CARL, CLOSE_LONG, 50, 99);
    expect(made.dealt()).toEqual([[99, 30]]);
    expect([made.house(SHORT), made.house(LONG)]).toEqual([0, 0]);
    expect(made.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.closed]);
    made.quote(U, [[1, 99, 0]]);
    made.go(CARL, CLOSE_LONG, 20, 99);
    made.quote(U, [[1, 99, 20]]);
    expect(made.emitted('fill')).toEqual([]);
    expect(made.house(LONG)).toBe(0);
  });

  it('under the rules before, the opening order filled at 50 times', () => {
    const { made } = rested(true);
    stale(made);
    made.go(BEN, CLOSE_LONG, 20, 97);
    expect(made.dealt()).toEqual([[99, 20]]);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 20, leverage: 50 });
    activate(made);
    // The order that rested before the new rules keeps its place under them, too.
    made.go(BEN, CLOSE_LONG, 10, 97);
    expect(made.dealt()).toEqual([[98, 10]]);
  });
});

describe('A.4 nothing leaves a wallet that holds such a position', () => {
  function held() {
    const made = world();
    made.pair(ANNA, BEN, 100, 100, { leverage: 20 });
    made.go(ANNA, OPEN_LONG, 10, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 20 });
    made.go(CARL, OPEN_SHORT, 10, 50, { market: HOURLY });
    return made;
  }

  it('t2, t4: not by a transfer, until the price is back', () => {
    const made = held();
    expect(made.transfer(ANNA, U_WALLET, 1, USDT, 10).code).toBe(200);
    stale(made);
    for (const user of [ANNA, BEN]) expect(made.transfer(user, U_WALLET, 1, USDT, 1).code).toBe(STALE);
    expect(made.transfer(CARL, U_WALLET, 1, USDT, 1).code).toBe(200);
    expect(made.transfer(ANNA, 1, U_WALLET, USDT, 1).code).toBe(200);
    made.index(9_600);
    expect(made.transfer(ANNA, U_WALLET, 1, USDT, 1).code).toBe(200);
  });

  it('not as isolated margin: added, by a lower leverage, by an order or a fill', () => {
    const made = held();
    const resting = made.go(ANNA, OPEN_LONG, 2, 49, { market: HOURLY, marginMode: ISOLATED, leverage: 20 });
    stale(made);
    const { position } = made.position(ANNA, LONG, HOURLY)!;
    expect(made.margin(ANNA, position, 1, 1).code).toBe(STALE);
    expect(made.leverage(ANNA, 10, ISOLATED, HOURLY).code).toBe(STALE);
    expect(made.order2(ANNA, OPEN_LONG, 1, 50, { market: HOURLY, marginMode: ISOLATED, leverage: 20 }).code).toBe(
      STALE,
    );
    made.go(CARL, OPEN_SHORT, 2, 49, { market: HOURLY });
    expect(made.dealt()).toEqual([]);
    expect(made.closed(resting)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.margin]);
    // Back from it, and cross in another market, go on.
    expect(made.order2(BEN, OPEN_LONG, 1, 50, { market: HOURLY, leverage: 20 }).code).toBe(200);
  });

  it('a wallet whose only stale position is isolated is free', () => {
    const made = world();
    made.pair(ANNA, BEN, 100, 100, { leverage: 20, marginMode: ISOLATED });
    stale(made);
    expect(made.transfer(ANNA, U_WALLET, 1, USDT, 100).code).toBe(200);
  });

  it('t4: whoever was wrong has it all on the day the price comes back', () => {
    for (const gap of [9_000, 11_000]) {
      const made = world();
      for (const user of [ANNA, BEN]) keep(made, user, 3_000);
      made.pair(ANNA, BEN, 190, 100, { leverage: 20 });
      const fund = made.insurance();
      const both = made.wealth(ANNA) + made.wealth(BEN);
      stale(made);
      made.transfer(gap < 10_000 ? ANNA : BEN, U_WALLET, 1, USDT, 1_500);
      made.indexFor(gap, 3);
      expect(made.insurance()).toBe(fund);
      expect(made.wealth(ANNA) + made.wealth(BEN)).toBeLessThanOrEqual(both);
    }
  });
});

describe('A.4 the rest of a wallet may be liquidated', () => {
  /** Anna: 100 lots long at 100 in market U, 1 lot long at 50 in HOURLY, all cross, `money` in her wallet. */
  function wallet(money: number, before = false) {
    const made = world(before);
    keep(made, ANNA, money);
    made.pair(ANNA, BEN, 100, 100, { leverage: 20 });
    made.go(BEN, OPEN_SHORT, 2, 50, { market: HOURLY });
    made.go(ANNA, OPEN_LONG, 2, 50, { market: HOURLY, leverage: 20 });
    made.quote(U, [[1, 80, 1_000]]);
    return made;
  }

  it('one tiny stale position does not shield it', () => {
    const made = wallet(1_200);
    const { position } = made.position(ANNA, LONG, HOURLY)!;
    const guard = made.go(ANNA, 3, 2, 60, { market: HOURLY });
    made.time += STALE_AFTER + 1;
    made.must(only(1, 10_000));
    made.must(only(1, 8_700));
    expect(made.steps().filter(({ step }) => step >= 3)).toMatchObject([{ user: ANNA, market: U, mark: 8_700 }]);
    // The stale one is neither closed nor are its closing orders cancelled.
    expect(made.position(ANNA, LONG, HOURLY)).toMatchObject({ position, lots: 2 });
    expect(made.closed(guard)).toBeUndefined();
  });

  it('under the rules before, it did', () => {
    const made = wallet(1_200, true);
    made.time += STALE_AFTER + 1;
    made.must(only(1, 10_000));
    made.must(only(1, 8_700));
    expect(made.steps()).toEqual([]);
    activate(made);
    made.must(only(1, 8_700));
    expect(made.steps()[0]).toMatchObject({ user: ANNA });
  });

  /** Anna: long U; short HOURLY with a profit of what U loses. */
  function hedged(before = false) {
    const made = world(before);
    keep(made, ANNA, 900);
    made.pair(ANNA, BEN, 100, 100, { leverage: 20 });
    made.go(CARL, OPEN_LONG, 10, 50, { market: HOURLY });
    made.go(ANNA, OPEN_SHORT, 10, 50, { market: HOURLY, leverage: 20 });
    made.quote(U, [[1, 92, 1_000]]);
    // −700 and +700.
    made.index(9_300, 4_300);
    expect(made.steps()).toEqual([]);
    return made;
  }

  it('a profit at a price that became stale counts as none, without a tick; a loss counts on', () => {
    const made = hedged();
    made.must(only(1, 9_300));
    made.time += 9_000;
    made.must(only(1, 9_300));
    expect(made.steps()).toEqual([]);
    made.wait(1_001);
    // 900 − 700 and fees are below 2.5 % of what is open.
    expect(made.steps()[0]).toMatchObject({ user: ANNA, step: 3, market: U });
    expect(made.position(ANNA, SHORT, HOURLY)).toMatchObject({ lots: 10 });

    const losing = world();
    keep(losing, ANNA, 900);
    losing.pair(ANNA, BEN, 100, 100, { leverage: 20 });
    losing.go(CARL, OPEN_LONG, 10, 50, { market: HOURLY });
    losing.go(ANNA, OPEN_SHORT, 10, 50, { market: HOURLY, leverage: 20 });
    losing.index(10_500, 5_300);
    losing.time += STALE_AFTER + 1;
    losing.must(only(1, 10_500));
    expect(losing.steps()).toEqual([]);
    losing.must(only(1, 9_700));
    // 900 − 300 − 300 is above what is needed without the loss, and below it with it.
    expect(losing.steps()).toEqual([]);
    losing.must(only(1, 9_650));
  });

  it('what is stale when the rule comes is looked at then', () => {
    const made = hedged(true);
    made.time += 9_000;
    made.must(only(1, 9_300));
    made.wait(1_001);
    expect(made.steps()).toEqual([]);
    activate(made);
    expect(made.steps()[0]).toMatchObject({ user: ANNA, market: U });
  });

  it('a dispute of the price counts as stale, tick by tick', () => {
    const made = hedged();
    made.must(only(2, 4_300, 1));
    expect(made.steps()[0]).toMatchObject({ user: ANNA, market: U });
  });

  it('nothing is closed on the equity of such a profit', () => {
    const made = world();
    keep(made, ANNA, 1_200);
    made.go(CARL, OPEN_LONG, 10, 50, { market: HOURLY });
    made.go(ANNA, OPEN_SHORT, 10, 50, { market: HOURLY, leverage: 20 });
    made.pair(ANNA, BEN, 100, 100, { leverage: 20 });
    made.index(9_600, 4_300);
    made.time += STALE_AFTER + 1;
    made.must(only(1, 9_600));
    made.go(BEN, CLOSE_SHORT, 90, 92);
    made.go(ANNA, CLOSE_LONG, 90, 92);
    expect(made.dealt()).toEqual([[92, 90]]);
  });
});

describe('A.4 disputes suspend liquidation for 60 s at most', () => {
  function disputed() {
    const made = world();
    made.isolatedPair(ANNA, BEN, 100, 100, 20);
    made.quoteAround(85, 105, 1_000);
    made.index(10_000);
    return made;
  }
  /** A second each, from one of three sources. */
  function dispute(made: RiskWorld, cents: number, seconds: number): number {
    for (let at = 1; at <= seconds; at += 1) {
      made.time += 1_000;
      made.must(only(1, cents, 1));
      if (made.steps().length > 0) return at;
    }
    return 0;
  }

  it('then the median of the sources left makes marks and liquidates', () => {
    const made = disputed();
    // The first tick of it begins the 60 s.
    expect(dispute(made, 9_000, 61)).toBe(0);
    expect(made.contracts.marks.get(U)).toBe(10_000);
    expect(dispute(made, 9_000, 1)).toBe(1);
    expect(made.contracts.marks.get(U)).toBe(9_000);
    expect(made.steps()[0]).toMatchObject({ user: ANNA, mark: 9_000 });
  });

  it('one good tick, or ten seconds without any, begin them anew; a tick of no source is none', () => {
    const made = disputed();
    expect(dispute(made, 9_900, 50)).toBe(0);
    made.index(10_000);
    expect(dispute(made, 9_000, 61)).toBe(0);
    made.time += STALE_AFTER + 1;
    expect(dispute(made, 9_000, 61)).toBe(0);
    made.time += 1_000;
    made.must(only(1, 9_000, 0));
    expect(made.steps()).toEqual([]);
    expect(dispute(made, 9_000, 61)).toBe(0);
    expect(dispute(made, 9_000, 1)).toBe(1);
  });

  it('opening and transfers stay closed for as long as it lasts, and a silence suspends again', () => {
    const made = world();
    made.pair(ANNA, BEN, 100, 100, { leverage: 5 });
    made.index(10_000);
    expect(dispute(made, 9_900, 70)).toBe(0);
    expect(made.contracts.marks.get(U)).toBe(9_900);
    expect(made.order2(CARL, OPEN_LONG, 10, 99).code).toBe(STALE);
    expect(made.transfer(ANNA, U_WALLET, 1, USDT, 1).code).toBe(STALE);
    made.wait(STALE_AFTER + 1);
    made.must(only(2, 5_000));
    made.time += MINUTE;
    made.must(only(1, 9_000, 1));
    expect(made.contracts.marks.get(U)).toBe(9_900);
  });

  it('a snapshot in the middle of it goes on the same', () => {
    const made = disputed();
    dispute(made, 9_000, 30);
    const twin = made.twin();
    expect(twin.digest()).toBe(made.exchange.digest());
    made.exchange = twin;
    expect(dispute(made, 9_000, 31)).toBe(0);
    expect(dispute(made, 9_000, 1)).toBe(1);
  });

  it('under the rules before, it suspended for as long as it lasted', () => {
    const made = world(true);
    made.isolatedPair(ANNA, BEN, 100, 100, 20);
    made.quoteAround(85, 105, 1_000);
    made.index(10_000);
    expect(dispute(made, 9_000, 100)).toBe(0);
  });
});
