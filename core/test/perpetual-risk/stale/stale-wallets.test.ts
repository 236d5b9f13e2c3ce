// Issue 13, A.4 and money §11: while a wallet holds a cross position whose price is stale, no money leaves it by losing
// trades in other markets either (rules `staleWallets`).

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../../src/enum/index.ts';
import { RULE } from '../../../src/index.ts';
import { rejects } from '../../../src/schema/index.ts';
import { ANNA, BEN, CARL, STOP_MARKET } from '../../kit/world.ts';
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
import { longBesideStale, STALE_AFTER } from './stale-kit.ts';

const DORA = 5;
const STALE = rejects['price.stale'];

/** Anna is long in U, whose price becomes stale; instrument 2, of HOURLY, keeps ticking at 5,000. Ticks are of 1 there. */
function stale(rules: number = RULE.staleWallets, prepare: (made: RiskWorld) => void = () => undefined): RiskWorld {
  const made = riskWorld(10_000, { users: 4 }, { rules });
  made.pair(ANNA, BEN, 20, 100);
  prepare(made);
  made.time += STALE_AFTER + 1;
  made.only(2, 5_000);
  return made;
}

describe('A.4 a wallet with a stale position opens nothing', () => {
  it('m4: bought dear and sold cheap to an accomplice, round by round, its money went; since then it stays', () => {
    const rounds = (rules: number): number => {
      const made = stale(rules);
      const before = made.wealth(ANNA, U_WALLET);
      for (let round = 0; round < 5; round += 1) {
        made.order2(CARL, OPEN_SHORT, 40, 52, { market: HOURLY });
        made.order2(ANNA, OPEN_LONG, 40, 52, { market: HOURLY });
        made.order2(CARL, CLOSE_SHORT, 40, 48, { market: HOURLY });
        made.order2(ANNA, CLOSE_LONG, 40, 48, { market: HOURLY });
      }
      return before - made.wealth(ANNA, U_WALLET);
    };
    expect(rounds(RULE.staleWallets - 1)).toBeGreaterThan(5 * 40 * 4 * 10);
    expect(rounds(RULE.staleWallets)).toBe(0);
  });

  it('an opening order is refused as stale, cross as isolated, and amended to more too; a smaller one is not', () => {
    let order = 0;
    const made = stale(RULE.staleWallets, (before) => {
      order = before.go(ANNA, OPEN_LONG, 20, 48, { market: HOURLY });
    });
    expect(made.order2(ANNA, OPEN_LONG, 20, 50, { market: HOURLY })).toMatchObject({ code: STALE, got: U });
    const isolated = { market: HOURLY, marginMode: ISOLATED };
    expect(made.order2(ANNA, OPEN_SHORT, 20, 50, isolated)).toMatchObject({ code: STALE, got: U });
    expect(made.amend(ANNA, order, 49, 20)).toMatchObject({ code: STALE, got: U });
    expect(made.amend(ANNA, order, 48, 30)).toMatchObject({ code: STALE, got: U });
    expect(made.amend(ANNA, order, 48, 10)).toMatchObject({ code: 200 });
  });

  it('one that rests is taken out when it would fill; it stays where nobody meets it', () => {
    let order = 0;
    const made = stale(RULE.staleWallets, (before) => {
      order = before.go(ANNA, OPEN_LONG, 20, 50, { market: HOURLY });
      before.go(DORA, OPEN_LONG, 20, 50, { market: HOURLY });
    });
    expect(made.closed(order)).toBeUndefined();
    made.go(CARL, OPEN_SHORT, 20, 50, { market: HOURLY });
    expect(made.emitted('fill')).toMatchObject([{ maker: DORA, lots: 20 }]);
    expect(made.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.margin]);
  });

  it('again when the price is back; and others, whose wallets hold nothing stale, are free', () => {
    const made = stale();
    made.only(1, 10_000);
    expect(made.order2(ANNA, OPEN_LONG, 20, 50, { market: HOURLY })).toMatchObject({ code: 200 });
  });

  it('an isolated stale position locks nothing', () => {
    const made = riskWorld(10_000, {}, { rules: RULE.staleWallets });
    made.pair(ANNA, BEN, 20, 100, { marginMode: ISOLATED });
    made.time += STALE_AFTER + 1;
    made.only(2, 5_000);
    expect(made.order2(ANNA, OPEN_LONG, 20, 50, { market: HOURLY })).toMatchObject({ code: 200 });
  });
});

describe('A.4 a wallet with a stale position closes within 1 % of the index', () => {
  const closing = (rules: number = RULE.staleWallets): RiskWorld => longBesideStale(rules);

  it.each([
    [99, 20],
    [98, 0],
  ])('a bid at %i for a long: %i lots', (bid, lots) => {
    const made = closing();
    made.go(CARL, OPEN_LONG, 20, bid, { market: HOURLY });
    const order = made.go(ANNA, CLOSE_LONG, 20, bid, { market: HOURLY });
    expect(20 - (made.position(ANNA, LONG, HOURLY)?.lots ?? 0)).toBe(lots);
    if (lots === 0) expect(made.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.band]);
  });

  it.each([
    [101, 20],
    [102, 0],
  ])('an ask at %i for a short: %i lots', (ask, lots) => {
    const made = riskWorld(10_000, {}, { rules: RULE.staleWallets });
    made.index(10_000, 10_000);
    made.pair(BEN, ANNA, 20, 100);
    made.pair(BEN, ANNA, 20, 100, { market: HOURLY });
    made.time += STALE_AFTER + 1;
    made.only(2, 10_000);
    made.go(CARL, OPEN_SHORT, 20, ask, { market: HOURLY });
    made.go(ANNA, CLOSE_SHORT, 20, ask, { market: HOURLY });
    expect(20 - (made.position(ANNA, SHORT, HOURLY)?.lots ?? 0)).toBe(lots);
  });

  it('at any price that is better than the index, and at any price under the rules before', () => {
    const made = closing();
    made.go(CARL, OPEN_LONG, 20, 104, { market: HOURLY });
    made.go(ANNA, CLOSE_LONG, 20, 104, { market: HOURLY });
    expect(made.position(ANNA, LONG, HOURLY)).toBeUndefined();
    const before = closing(RULE.staleWallets - 1);
    before.go(CARL, OPEN_LONG, 20, 96, { market: HOURLY });
    before.go(ANNA, CLOSE_LONG, 20, 96, { market: HOURLY });
    expect(before.position(ANNA, LONG, HOURLY)).toBeUndefined();
  });

  it('the stale position itself: within 1 % of the last index', () => {
    const made = riskWorld(10_000, {}, { rules: RULE.staleWallets });
    made.pair(ANNA, BEN, 20, 100);
    made.time += STALE_AFTER + 1;
    made.only(2, 5_000);
    made.go(BEN, CLOSE_SHORT, 10, 98);
    made.go(ANNA, CLOSE_LONG, 10, 98);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 20 });
    made.go(BEN, CLOSE_SHORT, 10, 99);
    made.go(ANNA, CLOSE_LONG, 10, 99);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 10 });
  });

  it('a stop waits for a price as near, and fills when there is one', () => {
    const made = closing();
    const fields = { market: HOURLY, type: STOP_MARKET, timeInForce: 2, trigger: 99 };
    const stop = made.must(made.contractOf(ANNA, { direction: CLOSE_LONG, lots: 20, price: 0, ...fields }));
    made.go(CARL, OPEN_LONG, 20, 96, { market: HOURLY });
    made.time += 1_000;
    made.only(2, 9_900);
    expect(made.closed(stop)).toBeUndefined();
    expect(made.position(ANNA, LONG, HOURLY)).toMatchObject({ lots: 20 });
    made.go(CARL, OPEN_LONG, 20, 99, { market: HOURLY });
    made.time += 1_000;
    made.only(2, 9_900);
    expect(made.closed(stop)).toEqual([ORDER_STATUS.filled, CLOSE_REASON.none]);
    expect(made.position(ANNA, LONG, HOURLY)).toBeUndefined();
  });
});
