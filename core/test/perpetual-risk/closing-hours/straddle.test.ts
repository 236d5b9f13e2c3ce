// Issue 13 A.8: long and short at the greatest leverage over closed hours, at the parameters of a new exchange.
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, WALLET } from '../../../src/enum/index.ts';
import {
  activations,
  type Command,
  defaultGenesis,
  encodeCommand,
  firstCommands,
  instruments,
  NEWEST_RULES,
  openExchange,
  RULE,
} from '../../../src/index.ts';
import type { PerpetualContext } from '../../../src/perpetual/index.ts';
import { command } from '../../kit/genesis.ts';
import { NO_KEY, NOON } from '../../kit/world.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const USDT = 1;
const PEOPLE = 6;
const STAKE = 9_900_000_000;
/** Of one position: in the first step, which allows a hundredfold. */
const VALUE = 99_000_000_000;
const INSTRUMENT = instruments.findIndex(({ base }) => base === 'US500') + 1;
const MARKET = 100 + INSTRUMENT;
const CLOSES = NOON + 3 * HOUR;
const OPENS = CLOSES + 17 * HOUR;

type Core = ReturnType<typeof openExchange> & {
  readonly parts: { readonly perpetual: { readonly context: PerpetualContext } };
};

/** An exchange with every product as a new one has it, under a version of the rules. */
class Attack {
  private readonly core = openExchange() as Core;
  private time = NOON;

  constructor(rules: number) {
    this.must(defaultGenesis('practice', []));
    for (const one of [...activations(1, rules), ...firstCommands('practice')]) this.must(one);
    const { calendar } = this.context.prices.rows;
    const sessions = [
      { opens: NOON - HOUR, closes: CLOSES },
      { opens: OPENS, closes: OPENS + 7 * HOUR },
    ];
    this.must(command('hours.set', { calendar: calendar[INSTRUMENT] as number, sessions }));
  }

  get context(): PerpetualContext {
    return this.core.parts.perpetual.context;
  }

  send(one: Command): number {
    this.core.advance(this.time);
    const code = this.core.apply(encodeCommand(one), 0);
    this.core.audit();
    this.core.takeEvents();
    return code;
  }

  must(one: Command): number {
    expect(this.send(one), one.name).toBe(200);
    return this.core.result;
  }

  /** To a time, with the index at so many cents there. */
  tick(time: number, price: number): void {
    this.time = time;
    const row = { instrument: INSTRUMENT, price, spread: 0, used: 3, total: 3 };
    this.must(command('ticks', { ticks: [row], quotes: [] }));
  }

  /** A customer with all practice money in the U wallet. */
  customer(): number {
    const user = this.must(command('user.open', { referrer: 0 }));
    this.must(command('practice.claim', { user, ...NO_KEY }));
    const way = { from: WALLET.spot, to: WALLET.uContract, asset: USDT, amount: STAKE, market: 0 };
    this.must(command('wallet.transfer', { user, ...NO_KEY, ...way }));
    return user;
  }

  /** Time passes without a command of anybody. */
  pass(time: number): void {
    this.time = time;
    this.core.advance(time);
    this.core.takeEvents();
  }

  /** More margin for an isolated position. */
  add(user: number, side: number, amount: number): void {
    const { positions } = this.context;
    const position = positions.rows.id(positions.of(positions.holding(user, MARKET), side));
    this.must(command('position.margin', { user, ...NO_KEY, position, flag: 1, amount }));
  }

  open(user: number, direction: number, lots: number, price: number, leverage: number): number {
    return this.send(
      command('contract.place', {
        ...{
          user,
          ...NO_KEY,
          market: MARKET,
          direction,
          marginMode: 2,
          leverage,
          type: 1,
          timeInForce: 1,
          price,
          lots,
        },
        ...{ trigger: 0, triggerBy: 1, stopProfit: 0, stopLoss: 0, guardBy: 1, selfTrade: 1 },
      }),
    );
  }

  /** What a customer has in the U wallet and in positions at the index. */
  worth(user: number): number {
    const { ledger, positions, contracts } = this.context;
    const { rows: p } = positions;
    let sum = ledger.availableOf(user, WALLET.uContract, USDT, 0);
    const holding = positions.holding(user, MARKET);
    for (const side of [1, 2]) {
      const slot = holding === 0 ? 0 : positions.of(holding, side);
      if (slot === 0) continue;
      const index = (contracts.rows.mark[MARKET] as number) - (contracts.rows.basis[MARKET] as number);
      const value = ((p.lots[slot] as number) * index * (contracts.rows.perLot[MARKET] as number)) / 100;
      const cost = p.cost[slot] as number;
      sum += positions.marginOf(slot) + (side === 1 ? value - cost : cost - value);
    }
    return sum;
  }

  fund(): number {
    const account = this.context.ledger.find(ACCOUNT_CLASS.insurance, 0, 0, USDT, 0);
    return account === 0 ? 0 : (this.context.ledger.accounts.available[account] as number);
  }
}

/** What the straddlers make of a gap, and what the fund pays for it; USDT. */
function straddle(rules: number, leverage: number, gap: number): { readonly made: number; readonly paid: number } {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  attack.tick(NOON, price * 100);
  const [longs, shorts] = [1, 2].map(() => Array.from({ length: PEOPLE }, () => attack.customer())) as [
    number[],
    number[],
  ];
  const helpers = Array.from({ length: PEOPLE * 10 }, () => attack.customer());
  const lots = Math.floor(VALUE / (price * perLot));
  for (const [at, long] of longs.entries()) {
    expect(attack.open(shorts[at] as number, 2, lots, price, leverage)).toBe(200);
    expect(attack.open(long, 1, lots, price, leverage)).toBe(200);
  }
  const before = attack.fund();
  const stakes = [...longs, ...shorts, ...helpers];
  attack.tick(CLOSES - 10 * MINUTE - 1, price * 100);
  for (const late of [0, 250, 500]) attack.tick(CLOSES - 10 * MINUTE + late, price * 100);
  // Another of theirs waits where the market opens: there the fund made good what is beyond the bankruptcy price.
  const opened = Math.round(price * gap);
  const side = gap < 1 ? 1 : 2;
  for (const helper of helpers)
    expect(attack.open(helper, side, Math.floor(STAKE / (opened * perLot)), opened, 2)).toBe(200);
  for (const late of [250, 500, 750]) attack.tick(OPENS + late, opened * 100);
  const made = stakes.reduce((sum, user) => sum + attack.worth(user), 0) - stakes.length * STAKE;
  return { made, paid: before - attack.fund() };
}

/** Of one position of a straddle whose winners add margin later. */
const ADDED_VALUE = 9_000_000_000;
const ADDED = 8_000_000_000;

/**
 * What straddlers at twentyfold make of a gap beyond the closing rate when their winning side adds margin a second before
 * the market opens; beside them others are long and short at twofold.
 */
function addedBehindTheClose(rules: number, gap: number): number {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  const lots = Math.floor(ADDED_VALUE / (price * perLot));
  attack.tick(NOON, price * 100);
  const pair = (leverage: number): [long: number, short: number] => {
    const [long, short] = [attack.customer(), attack.customer()];
    expect(attack.open(short, 2, lots, price, leverage)).toBe(200);
    expect(attack.open(long, 1, lots, price, leverage)).toBe(200);
    return [long, short];
  };
  const straddles = Array.from({ length: PEOPLE }, () => pair(20));
  for (let others = 0; others < PEOPLE; others += 1) pair(2);
  for (const early of [600_000, 599_750, 599_500, 1_000]) attack.tick(CLOSES - early, price * 100);
  attack.pass(CLOSES + 1_000);
  attack.pass(OPENS - 1_000);
  for (const [long, short] of straddles) {
    const [user, side] = gap < 1 ? [short, 2] : [long, 1];
    attack.add(user, side, ADDED);
  }
  const opened = Math.round(price * gap) * 100;
  for (const late of [1, 301, 601]) attack.tick(OPENS + late, opened);
  return straddles.flat().reduce((sum, user) => sum + attack.worth(user), 0) - 2 * PEOPLE * STAKE;
}

/** Of one position of a straddle that is opened after the reduction. */
const LATE_VALUE = 9_000_000_000;

/**
 * What pairs make of a gap who open against each other a second before the close at `off` × the index, long at twentyfold,
 * short unleveraged, so that it comes last in a deleveraging; and which part of its value a long then has as equity.
 * Others are long and short at twofold.
 */
function lateStraddle(rules: number, off: number, gap: number): { made: number; covered: number } {
  const attack = new Attack(rules);
  const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
  const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
  const lots = Math.floor(LATE_VALUE / (price * perLot));
  attack.tick(NOON, price * 100);
  const pair = (at: number, short: number, long: number): number[] => {
    const users = [attack.customer(), attack.customer()];
    expect(attack.open(users[0] as number, 2, lots, at, short)).toBe(200);
    expect(attack.open(users[1] as number, 1, lots, at, long)).toBe(200);
    return users;
  };
  for (let others = 0; others < PEOPLE; others += 1) pair(price, 2, 2);
  for (const early of [600_000, 599_750, 599_500, 1_001]) attack.tick(CLOSES - early, price * 100);
  attack.pass(CLOSES - 1_000);
  const thieves = Array.from({ length: PEOPLE }, () => pair(Math.round(price * off), 1, 20));
  const { positions } = attack.context;
  const slot = positions.of(positions.holding(thieves[0]?.[1] as number, MARKET), 1);
  const value = lots * price * perLot;
  const covered = (positions.marginOf(slot) + value - (positions.rows.cost[slot] as number)) / value;
  attack.pass(CLOSES + 1_000);
  attack.pass(OPENS - 1_000);
  for (const late of [1, 301, 601]) attack.tick(OPENS + late, Math.round(price * gap) * 100);
  const made = thieves.flat().reduce((sum, user) => sum + attack.worth(user), 0) - 2 * PEOPLE * STAKE;
  return { made, covered };
}

describe('issue 13 A.8: closing hours are no free straddle', () => {
  it('before rules `coveredClose` a pair opened far from the index at the last second had almost nothing of the rate', () => {
    const { covered, made } = lateStraddle(RULE.coveredClose - 1, 1.04, 0.96);
    expect(covered).toBeLessThan(0.02);
    expect(made).toBeGreaterThan(0);
  });

  it.each([
    [1, 0.96],
    [1.02, 0.96],
    [1.04, 0.98],
    [1.04, 0.96],
    [1.04, 1.03],
    [0.97, 1.04],
  ])('since then its equity is what the rate asks for: opened at %f, gap to %f', (off, gap) => {
    const { covered, made } = lateStraddle(RULE.coveredClose, off, gap);
    expect(covered).toBeGreaterThanOrEqual(0.05);
    expect(made).toBeLessThanOrEqual(0);
  });

  it('before the rule a hundredfold straddle over a night is paid by others', () => {
    const { made, paid } = straddle(RULE.closingHours - 1, 100, 0.97);
    expect([paid > 0, made > 0]).toEqual([true, true]);
  });

  it('since then it makes nothing at any leverage that can be had, and the fund pays nothing', () => {
    for (const gap of [0.97, 0.94, 0.85, 1.06, 1.15]) {
      const { made, paid } = straddle(NEWEST_RULES, 20, gap);
      expect(paid, `gap to ${gap}`).toBeLessThanOrEqual(0);
      expect(made, `gap to ${gap}`).toBeLessThanOrEqual(0);
    }
  });

  it.each([0.9, 0.97, 1.1])('margin added behind the close changes nobody’s place: gap %f', (gap) => {
    expect(addedBehindTheClose(RULE.fairDeleverage, gap)).toBeLessThanOrEqual(0);
  });

  it('before the rule whoever added to the winning side came last', () => {
    expect(addedBehindTheClose(RULE.fairDeleverage - 1, 0.9)).toBeGreaterThan(0);
  });

  it('what was opened at a hundred before the rule is reduced to what its margin covers', () => {
    const attack = new Attack(RULE.closingHours - 1);
    const price = 6_000 * 10 ** (attack.context.markets.rows.tickDecimals[MARKET] as number);
    const perLot = attack.context.contracts.rows.perLot[MARKET] as number;
    attack.tick(NOON, price * 100);
    const [long, short] = [attack.customer(), attack.customer()];
    const lots = Math.floor(VALUE / (price * perLot));
    attack.open(short, 2, lots, price, 100);
    attack.open(long, 1, lots, price, 100);
    for (const one of activations(RULE.closingHours - 1, NEWEST_RULES)) attack.must(one);
    attack.tick(CLOSES - 10 * MINUTE - 1, price * 100);
    attack.tick(CLOSES - 10 * MINUTE, price * 100);
    attack.tick(CLOSES - 10 * MINUTE + 250, price * 100);
    const { positions } = attack.context;
    for (const [user, side] of [
      [long, 1],
      [short, 2],
    ] as const) {
      const slot = positions.of(positions.holding(user, MARKET), side);
      // 1 % of margin covers a fifth at 5 %.
      expect(positions.rows.lots[slot]).toBe(Math.floor(lots / 5));
    }
  });
});
