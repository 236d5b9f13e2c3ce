// The market maker's quotes leave the books of an instrument whose price is stale (rules `staleQuotes`).

import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { RULE } from '../../src/rules.ts';
import { command, HOURS } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, NOON, SELL, World } from '../kit/world.ts';
import { COIN, ContractWorld, OPEN_LONG, U } from './kit.ts';

/** Quotes on the first instrument: spot, U and coin contract; and on the second. */
function quoted(rules?: number): ContractWorld {
  const world = new ContractWorld(rules === undefined ? {} : { rules });
  for (const market of [1, U, COIN]) {
    const done = world.quote(market, [
      [BUY, 98, 20],
      [BUY, 97, 20],
      [SELL, 102, 20],
    ]);
    expect(done.code).toBe(200);
  }
  expect(world.quote(2, [[BUY, 49, 10]]).code).toBe(200);
  return world;
}

function left(world: ContractWorld): number {
  return [1, U, COIN].flatMap((market) => [BUY, SELL].flatMap((side) => world.audit.book(market, side))).length;
}

/** When the market with hours opens again. */
const OPENS = NOON + 60_000;

/** Quotes on a spot market with hours that has closed since. */
function overNight(rules?: number): World {
  const world = new World({ calendar: HOURS, ...(rules === undefined ? {} : { rules }) });
  world.must(
    command('hours.set', {
      calendar: HOURS,
      sessions: [
        { opens: NOON, closes: NOON + 5_000 },
        { opens: OPENS, closes: OPENS + 60_000 },
      ],
    }),
  );
  world.tick();
  expect(
    world.quote(2, [
      [BUY, 49, 20],
      [SELL, 51, 20],
    ]).code,
  ).toBe(200);
  world.wait(NOON + 30_000 - world.time);
  return world;
}

function leftOf(world: World): number {
  return [BUY, SELL].flatMap((side) => world.audit.book(2, side)).length;
}

describe('the market maker’s quotes', () => {
  it('leave every book of an instrument that becomes stale; customers’ orders and other instruments stay', () => {
    const world = quoted();
    const own = world.buy(ANNA, 5, 95);
    const opening = world.go(BEN, OPEN_LONG, 20, 95);
    const before = world.free(MARKET_MAKER);
    world.wait(9_000);
    expect(left(world)).toBe(11);
    world.tick(100, 50);
    world.time += 10_001;
    world.batch([]);
    expect(left(world)).toBe(2);
    expect(world.exchange.hasWork()).toBe(false);
    expect(world.free(MARKET_MAKER), 'what they held is free again').toBeGreaterThan(before);
    expect(world.cancel(ANNA, own).code).toBe(200);
    expect(world.cancel(BEN, opening).code).toBe(200);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('are not added while it is stale, and may be taken out; at a valid price they are again', () => {
    const world = quoted();
    world.wait(20_000);
    expect(world.quote(U, [[BUY, 97, 10]])).toMatchObject({ code: 2005 });
    expect(world.quote(1, [[BUY, 97, 10]])).toMatchObject({ code: 2005 });
    expect(world.quote(U, [[BUY, 97, 0]])).toMatchObject({ code: 200 });
    world.tick();
    expect(world.quote(U, [[BUY, 97, 10]])).toMatchObject({ code: 200 });
  });

  it('leave when the sources disagree too', () => {
    const world = quoted();
    world.send(
      command('ticks', { ticks: [{ instrument: 1, price: 100_00, spread: 0, used: 1, total: 5 }], quotes: [] }),
    );
    expect(left(world)).toBe(0);
  });

  it('stood before the rule, and leave when it comes into force', () => {
    const world = quoted(RULE.staleQuotes - 1);
    world.wait(20_000);
    expect(left(world)).toBe(9);
    world.must(command('rules.activate', { version: RULE.staleQuotes }));
    expect(left(world)).toBe(0);
  });

  it('that stood over closed hours leave at the opening, before a price comes (rules `staleOpening`)', () => {
    const world = overNight();
    world.time = OPENS - 1;
    world.batch([]);
    expect(leftOf(world)).toBe(2);
    world.time = OPENS + 1;
    world.batch([]);
    expect(leftOf(world)).toBe(0);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('leave too when new hours open the market', () => {
    const world = overNight();
    const sessions = [
      { opens: world.time, closes: OPENS - 1 },
      { opens: OPENS, closes: OPENS + 60_000 },
    ];
    world.must(command('hours.set', { calendar: HOURS, sessions }));
    expect(leftOf(world)).toBe(0);
  });

  it('stood at an opening before the rule, and leave when it comes into force', () => {
    const world = overNight(RULE.staleOpening - 1);
    world.time = OPENS + 1;
    world.batch([]);
    expect(leftOf(world)).toBe(2);
    world.must(command('rules.activate', { version: RULE.staleOpening }));
    expect(leftOf(world)).toBe(0);
  });
});
