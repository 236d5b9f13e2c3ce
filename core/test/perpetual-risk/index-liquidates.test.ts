// The index liquidates, not the mark that our own book moves; opening, closing and what leaves pass at both (issue 13
// A.3; money §3).

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../src/enum/index.ts';
import { encodeCommand, RULE } from '../../src/index.ts';
import { rejects } from '../../src/schema/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';

/** A world under the rule, or under the version before it. */
function world(before = false, fund = 10_000): RiskWorld {
  return riskWorld(fund, {}, { rules: before ? RULE.indexLiquidates - 1 : RULE.indexLiquidates });
}

function activate(made: RiskWorld): void {
  made.must(command('rules.activate', { version: RULE.indexLiquidates }));
}

/** Our own book 4 % away from the index for as long as it takes to bring the basis to its bound. */
function push(made: RiskWorld, index: number, down: boolean): void {
  const middle = Math.round((index / 100) * (down ? 0.96 : 1.04));
  made.quote(U, [
    [1, middle - 1, 1_000],
    [2, middle + 1, 1_000],
  ]);
  made.indexFor(index, 30);
}

const markOf = (made: RiskWorld): number => made.contracts.marks.get(U) ?? 0;
const triggerOf = (made: RiskWorld, user: number, side: number): number => made.position(user, side)?.liquidation ?? 0;

/** Leaves a customer with so much in the wallet of U contracts. */
function keep(made: RiskWorld, user: number, money: number): void {
  made.transfer(user, U_WALLET, 1, USDT, made.free(user, USDT, U_WALLET) - money);
}

/** Anna has a position of 100 lots at 100 with a trigger a little more than 1 % away, Ben the other side. */
function open(made: RiskWorld, side: number, mode: number): void {
  const fields = { marginMode: mode, leverage: 50 };
  if (mode === CROSS) keep(made, ANNA, 260);
  const [anna, ben] = side === LONG ? [OPEN_LONG, OPEN_SHORT] : [OPEN_SHORT, OPEN_LONG];
  made.go(BEN, ben, 100, 100, { leverage: 2, marginMode: ISOLATED });
  made.go(ANNA, anna, 100, 100, fields);
}

const cases = [
  { name: 'an isolated long', side: LONG, mode: ISOLATED },
  { name: 'an isolated short', side: SHORT, mode: ISOLATED },
  { name: 'a cross long', side: LONG, mode: CROSS },
  { name: 'a cross short', side: SHORT, mode: CROSS },
] as const;

describe('A.3 our own book liquidates nobody (t21)', () => {
  it.each(cases)('$name lives while the mark is beyond its trigger and the index is not', ({ side, mode }) => {
    const made = world();
    open(made, side, mode);
    made.index(10_000);
    const trigger = triggerOf(made, ANNA, side);
    const [index, down] = side === LONG ? [trigger + 10, true] : [trigger - 10, false];
    made.index(index);
    push(made, index, down);
    expect(down ? markOf(made) < trigger : markOf(made) > trigger).toBe(true);
    expect(made.position(ANNA, side)).toMatchObject({ lots: 100 });
    // A tick of the index is enough.
    made.index(trigger);
    expect(made.steps()[0]).toMatchObject({ user: ANNA });
    expect(made.steps().at(-1)).toMatchObject({ market: U, mark: trigger });
  });

  it.each(cases)('before the rule $name was liquidated by it', ({ side, mode }) => {
    const made = world(true);
    open(made, side, mode);
    made.index(10_000);
    const trigger = triggerOf(made, ANNA, side);
    const [index, down] = side === LONG ? [trigger + 10, true] : [trigger - 10, false];
    made.index(index);
    push(made, index, down);
    expect(made.position(ANNA, side)).toBeUndefined();
  });

  it.each(cases)('and shields nobody: $name goes with the index, whatever the mark is', ({ side, mode }) => {
    const made = world();
    open(made, side, mode);
    made.index(10_000);
    const before = triggerOf(made, ANNA, side);
    const away = side === LONG ? 30 : -30;
    push(made, before + away, side !== LONG);
    const trigger = triggerOf(made, ANNA, side);
    const safe = side === LONG ? markOf(made) > trigger : markOf(made) < trigger;
    expect(safe).toBe(true);
    made.index(trigger);
    expect(side === LONG ? markOf(made) > trigger : markOf(made) < trigger).toBe(true);
    expect(made.steps()[0]).toMatchObject({ user: ANNA });
  });
});

describe('A.3 long and short of one wallet', () => {
  it.each([
    { name: 'are netted at the index', before: false },
    { name: 'were netted at the mark before the rule', before: true },
  ])('$name', ({ before }) => {
    const made = world(before);
    keep(made, ANNA, 1_000);
    made.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
    made.go(BEN, OPEN_SHORT, 100, 100);
    made.go(ANNA, OPEN_SHORT, 60, 100, { leverage: 20 });
    made.go(CARL, OPEN_LONG, 60, 100);
    made.index(7_900);
    push(made, 7_900, true);
    made.index(7_800);
    const netted = made.risk.steps.find(({ step }) => step === 2);
    expect(netted).toMatchObject({ user: ANNA, lots: 60 });
    const price = netted?.mark ?? 0;
    expect(markOf(made)).toBeLessThan(7_800);
    expect(price).toBe(before ? markOf(made) : 7_800);
    // The part closed cost 6,000; every trade was at 100.
    expect(made.position(ANNA, LONG)).toMatchObject({
      lots: 40,
      cost: 4_000,
      priceProfit: Math.floor((60 * price) / 100) - 6_000,
    });
  });
});

describe('A.3 at its activation', () => {
  it.each(cases)('$name that the mark shields goes at the next tick, not before', ({ side, mode }) => {
    const made = world(true);
    open(made, side, mode);
    made.index(10_000);
    const near = triggerOf(made, ANNA, side);
    push(made, near + (side === LONG ? 5 : -5), side !== LONG);
    const trigger = triggerOf(made, ANNA, side);
    const index = side === LONG ? trigger - 2 : trigger + 2;
    made.index(index);
    expect(made.position(ANNA, side)).toBeDefined();
    activate(made);
    expect(made.position(ANNA, side)).toBeDefined();
    expect(made.steps()).toEqual([]);
    made.time += 1_000;
    made.index(index);
    expect(made.steps()[0]).toMatchObject({ user: ANNA });
  });

  it('who waits for the desk because of the mark alone is let be', () => {
    const made = world(true, 0);
    made.index(9_000);
    made.go(BEN, OPEN_SHORT, 200, 90, { leverage: 50 });
    made.go(CARL, OPEN_LONG, 200, 90);
    made.go(CARL, OPEN_SHORT, 40, 50, { market: HOURLY, leverage: 2 });
    made.go(BEN, OPEN_LONG, 40, 50, { market: HOURLY, leverage: 50 });
    keep(made, BEN, 800);
    made.index(10_000, 6_000);
    made.go(CARL, CLOSE_LONG, 200, 100);
    made.go(ANNA, OPEN_LONG, 200, 100, { marginMode: ISOLATED, leverage: 50 });
    // Nobody buys within 2 %, and Ben, who sold at 90, has not what closing at Anna's bankruptcy price of 98 costs.
    made.index(9_905, 6_000);
    made.quote(U, [
      [1, 94, 1_000],
      [2, 96, 1_000],
    ]);
    const seen: (readonly number[])[] = [];
    for (let second = 0; second < 10; second += 1) {
      made.time += 1_000;
      made.index(9_905, 6_000);
      seen.push(...made.liquidationSteps());
    }
    expect(seen).toEqual([[ANNA, 5, 200, 0]]);
    activate(made);
    made.time += 1_000;
    made.index(9_905, 6_000);
    expect(made.steps()).toEqual([]);
    // Ben's wallet can bear it now: by the mark Anna's position would be closed against his.
    made.transfer(BEN, 1, U_WALLET, USDT, 5_000);
    made.time += 1_000;
    made.index(9_905, 6_000);
    expect(made.position(ANNA, LONG)).toMatchObject({ lots: 200 });
    made.index(triggerOf(made, ANNA, LONG), 6_000);
    expect(made.liquidationSteps()[0]?.slice(0, 3)).toEqual([ANNA, 4, 200]);
  });

  it('wallets get bounds by the index: a move of the index alone finds them', () => {
    const made = world(true);
    open(made, LONG, CROSS);
    made.index(10_000);
    push(made, 10_000, false);
    expect(markOf(made)).toBe(10_025);
    activate(made);
    const trigger = triggerOf(made, ANNA, LONG);
    made.index(trigger + 1);
    expect(made.steps()).toEqual([]);
    made.index(trigger);
    expect(made.steps()[0]).toMatchObject({ user: ANNA });
  });
});

describe('A.3 opening, closing and what leaves pass at mark and index', () => {
  /** A mark 25 cents of a tick above (below) an index of 10,000. */
  function apart(down: boolean, before = false): RiskWorld {
    const made = world(before);
    made.index(10_000);
    push(made, 10_000, down);
    expect(markOf(made)).toBe(down ? 9_975 : 10_025);
    return made;
  }

  it.each([
    { what: 'long, the mark above', down: false, direction: OPEN_LONG, price: 101, loss: 100 },
    { what: 'short, the mark below', down: true, direction: OPEN_SHORT, price: 99, loss: 100 },
  ])('opening $what: the loss against the index counts', ({ down, direction, price, loss }) => {
    const made = apart(down);
    const asked = (of: RiskWorld): readonly number[] =>
      of.exchange.ask(encodeCommand(of.contractOf(CARL, { direction, lots: 100, price, leverage: 10 })), 0).numbers;
    const value = price * 100;
    const fee = Math.ceil((value * 5_000) / 1_000_000);
    expect(asked(made).slice(1, 5)).toEqual([value / 10, fee, loss, value / 10 + fee + loss]);
    // Against the mark it is a quarter of a percent less.
    expect(asked(apart(down, true))[3]).toBe(loss - 25);
  });

  it('a transfer leaves what the index asks for, where the mark asks for less', () => {
    for (const before of [true, false]) {
      const made = world(before);
      made.pair(ANNA, BEN, 100, 100, { leverage: 10 });
      push(made, 10_000, false);
      made.index(9_975);
      expect(markOf(made)).toBe(9_999);
      const all = made.free(ANNA, USDT, U_WALLET);
      const atMark = all - 1_000 - 1;
      const atIndex = all - 998 - 25;
      const most = before ? atMark : atIndex;
      const move = (amount: number) =>
        made.send(
          command('wallet.transfer', {
            ...{ user: ANNA, keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 },
            ...{ from: U_WALLET, to: 1, asset: USDT, amount, market: 0 },
          }),
        );
      expect(move(most + 1).code).toBe(rejects['balance.insufficient']);
      expect(move(most).code).toBe(200);
    }
  });

  it('margin taken back leaves what the index asks for, where the mark asks for less', () => {
    for (const before of [true, false]) {
      const made = world(before);
      made.isolatedPair(ANNA, BEN, 100, 100, 10);
      const id = made.position(ANNA, LONG)?.position ?? 0;
      expect(made.margin(ANNA, id, 1, 500).code).toBe(200);
      push(made, 10_000, false);
      made.index(9_975);
      expect(markOf(made)).toBe(9_999);
      const most = before ? 1_500 - 1_000 - 1 : 1_500 - 998 - 25;
      expect(made.margin(ANNA, id, 2, most + 1)).toMatchObject({ code: rejects['margin.floor'] });
      expect(made.margin(ANNA, id, 2, most).code).toBe(200);
    }
  });

  it('a close that leaves the wallet below zero at the index is not filled, though the mark would bear it', () => {
    for (const before of [true, false]) {
      const made = world(before);
      open(made, LONG, CROSS);
      push(made, 10_000, false);
      // Half of it sold at 97 loses 150 and a fee of 25. What stays loses 45 at the index, 33 at the mark.
      made.index(9_910);
      expect(markOf(made)).toBe(9_934);
      expect(made.free(ANNA, USDT, U_WALLET) - 175).toBe(35);
      made.quote(U, [
        [1, 103, 0],
        [2, 105, 0],
      ]);
      made.go(CARL, OPEN_LONG, 50, 97, { leverage: 10 });
      const order = made.go(ANNA, CLOSE_LONG, 50, 97);
      expect(made.dealt()).toEqual(before ? [[97, 50]] : []);
      expect(made.closed(order)).toEqual(
        before ? [ORDER_STATUS.filled, 0] : [ORDER_STATUS.cancelled, CLOSE_REASON.margin],
      );
    }
  });
});
