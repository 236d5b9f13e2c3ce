// Issue 13 A.8: what straddlers try in the last minutes before a close, and what a gap beyond the closing rate is worth to
// them. Many accounts, at the parameters of a new exchange.
import { describe, expect, it } from 'vitest';
import { CONTRACT_DIRECTION, MARGIN_MODE } from '../../../src/enum/index.ts';
import { NEWEST_RULES, rejects } from '../../../src/index.ts';
import { command } from '../../kit/genesis.ts';
import { NO_KEY, NOON } from '../../kit/world.ts';
import { Attack, CLOSES, HOUR, MARKET, MINUTE, STAKE } from './attack.ts';

const PAIRS = 5;
const [LONG, SHORT] = [1, 2] as const;
const [NIGHT, WEEKEND] = [17 * HOUR, 65 * HOUR];
/** Of one position, and what 20 × asks for it: the closing rate. */
const VALUE = 9_000_000_000;
const RATE = 0.05;

interface Pair {
  readonly long: number;
  readonly short: number;
}

/** Straddlers, long at twentyfold and short unleveraged; as many others are long and short at twofold. */
class Straddle extends Attack {
  readonly price: number;
  readonly lots: number;
  readonly thieves: readonly Pair[];
  readonly others: readonly Pair[];
  private readonly perLot: number;

  constructor(closed: number) {
    super(NEWEST_RULES, closed);
    this.price = 6_000 * 10 ** (this.context.markets.rows.tickDecimals[MARKET] as number);
    this.perLot = this.context.contracts.rows.perLot[MARKET] as number;
    this.lots = Math.floor(VALUE / (this.price * this.perLot));
    this.tick(NOON, this.price * 100);
    this.others = Array.from({ length: PAIRS }, () => this.pair(2, 2));
    this.thieves = Array.from({ length: PAIRS }, () => this.pair(20, 1));
  }

  private pair(longs: number, shorts: number): Pair {
    const [long, short] = [this.customer(), this.customer()];
    expect(this.open(short, SHORT, this.lots, this.price, shorts)).toBe(200);
    expect(this.open(long, LONG, this.lots, this.price, longs)).toBe(200);
    return { long, short };
  }

  slot(user: number, side: number): number {
    const { positions } = this.context;
    return positions.of(positions.holding(user, MARKET), side);
  }

  lotsOf(user: number, side: number): number {
    return this.context.positions.rows.lots[this.slot(user, side)] as number;
  }

  /** Margin and profit of a position at the index, as a part of its value there. */
  covered(user: number, side: number, at = this.price): number {
    const { positions } = this.context;
    const slot = this.slot(user, side);
    const value = (positions.rows.lots[slot] as number) * at * this.perLot;
    const profit = (side === LONG ? 1 : -1) * (value - (positions.rows.cost[slot] as number));
    return (positions.marginOf(slot) + profit) / value;
  }

  /** To the last ten minutes and through the reduction. */
  reduce(): void {
    for (const early of [10 * MINUTE + 1, 10 * MINUTE, 10 * MINUTE - 250, 10 * MINUTE - 500])
      this.tick(CLOSES - early, this.price * 100);
  }

  /** Over the closed hours into a gap. */
  over(gap: number): void {
    this.pass(CLOSES + 1_000);
    this.pass(this.opens - 1_000);
    for (const late of [1, 301, 601]) this.tick(this.opens + late, Math.round(this.price * gap) * 100);
  }

  /** What pairs have more than they brought, USDT atoms. */
  made(pairs: readonly Pair[]): number {
    return pairs.reduce((sum, { long, short }) => sum + this.worth(long) + this.worth(short) - 2 * STAKE, 0);
  }
}

describe('issue 13 A.8 a straddle over a gap', () => {
  it.each([0.99, 0.97, 0.96])('within the closing rate makes nothing: to %f', (gap) => {
    const attack = new Straddle(NIGHT);
    const fund = attack.fund();
    attack.reduce();
    attack.over(gap);
    expect(attack.made(attack.thieves)).toBeLessThanOrEqual(0);
    expect(attack.fund()).toBeGreaterThanOrEqual(fund);
  });

  it.each([0.94, 0.9, 0.85])(
    'beyond it has what the gap exceeds it by, from who won; nobody loses, nor is closed worse than at the rate: to %f',
    (gap) => {
      const attack = new Straddle(NIGHT);
      const fund = attack.fund();
      attack.reduce();
      attack.over(gap);
      expect(attack.made(attack.thieves)).toBeLessThanOrEqual((1 - gap - RATE) * VALUE * PAIRS);
      expect(attack.fund()).toBeGreaterThanOrEqual(fund);
      // Who was deleveraged keeps the gain to the bankruptcy price, the closing rate below the close, less fees.
      for (const { short } of attack.others)
        expect(attack.worth(short)).toBeGreaterThanOrEqual(STAKE + VALUE * (RATE - 0.002));
    },
  );
});

describe('issue 13 A.8 a straddle over a weekend, whose close asks for twice the rate', () => {
  const GAP = 0.93;

  /** A straddle that is reduced, while somebody bids at the index for all that is to be sold or not. */
  function reduced(bid: boolean): Straddle {
    const attack = new Straddle(WEEKEND);
    const lots = PAIRS * attack.lots;
    if (bid) expect(attack.open(attack.customer(), CONTRACT_DIRECTION.openLong, lots, attack.price, 10)).toBe(200);
    attack.reduce();
    return attack;
  }

  it('what the rate does not cover is sold while somebody buys near the index, and then such a gap brings nothing', () => {
    const attack = reduced(true);
    for (const { long, short } of attack.thieves) {
      expect(attack.covered(long, LONG)).toBeGreaterThanOrEqual(2 * RATE);
      expect(attack.lotsOf(long, LONG)).toBeLessThanOrEqual(Math.ceil(attack.lots / 2));
      expect(attack.lotsOf(short, SHORT), 'an unleveraged short is covered').toBe(attack.lots);
    }
    attack.over(GAP);
    // Now half of each short stands against no long of theirs: what that half wins is their own risk.
    const naked = attack.thieves.reduce((sum, { long }) => sum + attack.lots - attack.lotsOf(long, LONG), 0);
    expect(attack.made(attack.thieves)).toBeLessThanOrEqual((naked / attack.lots) * VALUE * (1 - GAP));
  });

  it('what nobody buys stays, and has no more than the gap beyond its margin', () => {
    const attack = reduced(false);
    const fund = attack.fund();
    for (const { long } of attack.thieves) expect(attack.lotsOf(long, LONG)).toBe(attack.lots);
    attack.over(GAP);
    expect(attack.made(attack.thieves)).toBeLessThanOrEqual((1 - GAP - RATE) * VALUE * PAIRS);
    expect(attack.fund()).toBeGreaterThanOrEqual(fund);
    for (const { short } of attack.others)
      expect(attack.worth(short)).toBeGreaterThanOrEqual(STAKE + VALUE * (RATE - 0.002));
  });
});

describe('issue 13 A.8 the last ten minutes', () => {
  it('nothing that many accounts try in one batch takes an open position below the rate', () => {
    const attack = new Straddle(NIGHT);
    attack.reduce();
    const { rows: p } = attack.context.positions;
    const tried = new Map<string, Set<number>>();
    const note = (what: string, code: number): void => {
      tried.set(what, (tried.get(what) ?? new Set()).add(code));
    };
    for (const after of [0, 0, MINUTE, 9 * MINUTE]) {
      attack.tick(CLOSES - 10 * MINUTE + 1_000 + after, attack.price * 100);
      for (const [at, { long, short }] of attack.thieves.entries()) {
        const next = attack.thieves[(at + 1) % PAIRS] as Pair;
        const position = p.id(attack.slot(long, LONG));
        for (const amount of [VALUE, VALUE / 100, 1_000_000])
          note('margin', attack.send(command('position.margin', { user: long, ...NO_KEY, position, flag: 2, amount })));
        for (const leverage of [21, 50, 100]) {
          const set = { user: long, ...NO_KEY, market: MARKET, marginMode: MARGIN_MODE.isolated, leverage };
          note('leverage', attack.send(command('leverage.set', set)));
        }
        // A part is sold far below the index to an accomplice, so that the loss comes out of the margin of the rest.
        const part = Math.floor(attack.lotsOf(long, LONG) / 10);
        const far = Math.round(attack.price * 0.96);
        note('bid', attack.open(next.short, CONTRACT_DIRECTION.closeShort, part, far, 0));
        note('far', attack.open(long, CONTRACT_DIRECTION.closeLong, part, far, 0));
        note('cancel', attack.send(command('order.cancelAll', { user: long, ...NO_KEY, market: 0 })));
        note('cancel', attack.send(command('order.cancelAll', { user: next.short, ...NO_KEY, market: 0 })));
        note('more', attack.open(short, CONTRACT_DIRECTION.openShort, part, far, 1));
        note('cancel', attack.send(command('order.cancelAll', { user: short, ...NO_KEY, market: 0 })));
        expect(attack.covered(long, LONG), `long ${at}`).toBeGreaterThanOrEqual(RATE);
        expect(attack.covered(short, SHORT), `short ${at}`).toBeGreaterThanOrEqual(RATE);
      }
    }
    expect(Object.fromEntries([...tried].map(([what, codes]) => [what, [...codes].toSorted((a, b) => a - b)]))).toEqual(
      {
        ...{ margin: [rejects['margin.floor']], leverage: [rejects['leverage.limit']] },
        ...{ bid: [200], far: [200], cancel: [200], more: [200, rejects['margin.insufficient']] },
      },
    );
    attack.over(0.96);
    expect(attack.made(attack.thieves)).toBeLessThanOrEqual(0);
  });
});
