// money §11 as a table: each cell of it, through real commands where the product exists.
import { describe, expect, it } from 'vitest';
import { PRICE_STATE } from '../../src/enum/index.ts';
import { NEWEST_RULES, RULE } from '../../src/index.ts';
import { allows, LIMITS, NO, USE, type Use, VALIDITY, whyNot, YES } from '../../src/price/index.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, MARKET, SELL, STOP_MARKET, World } from '../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  ContractWorld,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
} from '../perpetual/kit.ts';
import { DELAY, M2, SecondWorld } from '../second/kit.ts';

type Row = readonly [second: number, leverage: number, close: number, settle: number, limit: number, market: number];

/** The table of the rules, written a second time. */
const RULES: readonly (readonly [name: string, state: number, row: Row])[] = [
  ['valid', PRICE_STATE.valid, [YES, YES, YES, YES, YES, YES]],
  ['aging', PRICE_STATE.aging, [NO, YES, YES, YES, YES, YES]],
  ['stale', PRICE_STATE.stale, [NO, NO, YES, NO, YES, NO]],
  ['closed', PRICE_STATE.closed, [NO, NO, LIMITS, NO, NO, NO]],
];
/** Ms the second instrument is open. */
const OPEN = 100_000;
/** Orders of contracts: on the market with hours, isolated. */
const OF = { market: HOURLY, marginMode: ISOLATED };

/** A world in which hours may be cut at once, where a test needs that: since rules `closingHours` a day ahead. */
function shape(state: number): { readonly calendar: number; readonly rules: number } {
  return { calendar: HOURS, rules: state === PRICE_STATE.closed ? RULE.closingHours - 1 : NEWEST_RULES };
}

/** A session of instrument 2 from now on. */
function session(world: World, length: number): void {
  const opens = world.time;
  world.must(command('hours.set', { calendar: HOURS, sessions: [{ opens, closes: opens + length }] }));
}

/** Opens instrument 2 for a while, with a price. */
function open<W extends World>(world: W): W {
  session(world, OPEN);
  world.tick();
  return world;
}

/** Lets time bring instrument 2 into that state. */
function into<W extends World>(world: W, state: number): W {
  if (state === PRICE_STATE.aging) world.wait(2_001);
  if (state === PRICE_STATE.stale) world.wait(10_001);
  if (state === PRICE_STATE.closed) world.wait(OPEN);
  expect(world.audit.instruments.get(2)!.state).toBe(state);
  return world;
}

/** A tick of instrument 2 at that price in cents that is of that state by its sources, or by its hours. */
function tickIn(world: World, state: number, price: number): void {
  if (state === PRICE_STATE.closed) {
    session(world, 1);
    world.time += 1;
  }
  world.must(
    world.ticks([10_000, price], {
      used: state === PRICE_STATE.stale ? 1 : 3,
      spread: state === PRICE_STATE.aging ? 1_000 : 0,
    }),
  );
  expect(world.emitted('tick')[1]!.state).toBe(state);
}

/** Something to trade with on spot. */
function spot(): World {
  const world = open(new World({ calendar: HOURS }));
  world.sell(BEN, 20, 51, { market: 2 });
  return world;
}

/** A position each of Anna's and Ben's, and something to trade with. */
function contracts(state: number = PRICE_STATE.valid): ContractWorld {
  const world = open(new ContractWorld(shape(state)));
  world.pair(ANNA, BEN, 20, 50, OF);
  world.go(CARL, OPEN_SHORT, 20, 51, OF);
  world.go(CARL, OPEN_LONG, 20, 49, OF);
  return world;
}

const taken = (answer: number): string => (answer === YES ? 'taken' : 'refused');

describe('money §11 the table of states and uses', () => {
  for (const [name, state, row] of RULES) {
    const [second, leverage, close, settle, limit, market] = row;

    it(`${name}: every cell, and no cell beyond`, () => {
      expect(VALIDITY[state]).toEqual(row);
      for (const [at, use] of Object.values(USE).entries()) expect(allows(state, use)).toBe(row[at]);
      expect(Object.keys(USE)).toHaveLength(row.length);
    });

    it(`${name}: a new second contract is ${taken(second)}`, () => {
      const world = into(open(new SecondWorld({ calendar: HOURS })), state);
      expect(world.bet(ANNA, { market: M2 }).code).toBe(second === YES ? 200 : whyNot(state));
    });

    it(`${name}: a tick of that state ${second === YES ? 'opens' : 'does not open'} a second contract`, () => {
      const world = open(new SecondWorld(shape(state)));
      const id = world.stake(ANNA, { market: M2 });
      world.time += DELAY;
      tickIn(world, state, 5_000);
      expect(world.contract(id)!.opened !== undefined).toBe(second === YES);
    });

    it(`${name}: an order that opens a position is ${taken(leverage)}`, () => {
      const reply = into(contracts(), state).order2(BEN, OPEN_LONG, 2, 49, OF);
      expect(reply.code).toBe(leverage === YES ? 200 : whyNot(state));
    });

    it(`${name}: closing at the market is ${taken(close)}, by a limit ${taken(close === NO ? NO : YES)}`, () => {
      const world = contracts();
      world.go(BEN, CLOSE_SHORT, 10, 49, OF);
      into(world, state);
      expect(world.order2(ANNA, CLOSE_LONG, 2, 0, OF).code).toBe(close === YES ? 200 : whyNot(state));
      expect(world.order2(ANNA, CLOSE_LONG, 2, 51, OF).code).toBe(close === NO ? whyNot(state) : 200);
    });

    it(`${name}: a fall of a fifth ${settle === YES ? 'liquidates' : 'liquidates nobody'}`, () => {
      const world = contracts(state);
      tickIn(world, state, 4_000);
      world.wait(1);
      expect(world.position(ANNA, LONG, HOURLY) === undefined).toBe(settle === YES);
    });

    it(`${name}: a limit order on spot is ${taken(limit)}`, () => {
      const reply = into(spot(), state).place(ANNA, { market: 2, lots: 3, price: 50 });
      expect(reply.code).toBe(limit === YES ? 200 : whyNot(state));
    });

    it(`${name}: a market order on spot is ${taken(market)}`, () => {
      const reply = into(spot(), state).place(ANNA, { market: 2, type: MARKET, lots: 3 });
      expect(reply.code).toBe(market === YES ? 200 : whyNot(state));
    });

    it(`${name}: a trigger by index ${market === YES ? 'fires' : 'rests'}`, () => {
      const world = open(new World(shape(state)));
      world.must(world.order(ANNA, { market: 2, type: STOP_MARKET, side: SELL, lots: 2, trigger: 40 }));
      tickIn(world, state, 4_000);
      expect(world.emitted('order.triggered')).toHaveLength(market === YES ? 1 : 0);
    });

    it(`${name}: cancelling is always allowed`, () => {
      expect(into(spot(), state).cancelAll(BEN)).toMatchObject({ code: 200, result: 1 });
    });
  }

  it('an instrument nobody listed allows nothing', () => {
    for (const use of Object.values(USE) as Use[]) expect(allows(0, use)).toBe(NO);
    expect(VALIDITY).toHaveLength(5);
  });

  it('says why: closed 2001, aging 2004, stale 2005 (calls §9)', () => {
    expect([whyNot(PRICE_STATE.closed), whyNot(PRICE_STATE.aging), whyNot(PRICE_STATE.stale)]).toEqual([
      2_001, 2_004, 2_005,
    ]);
  });
});
