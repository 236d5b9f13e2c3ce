// Terms that tighten wait a day, those that loosen hold at once (money §1): parameters.set, market.change, and the
// mechanism that every domain's settings use.
import { describe, expect, it } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { Parts } from '../../src/parts.ts';
import { CHANGE, MAX_CHANGES } from '../../src/user/index.ts';
import { BTC, command, USDT, usual } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, SELL, World } from '../kit/world.ts';
import { agreed, DAY, deskWorld, FIRST, grantAll, HOUR, proposal } from './kit.ts';

type Terms = Partial<Pick<typeof usual, 'tiers' | 'safety' | 'first' | 'second' | 'third'>>;
const terms = ({
  tiers = usual.tiers,
  safety = 100_000,
  first = 200_000,
  second = 100_000,
  third = 50_000,
}: Terms = {}): Command => command('parameters.set', { tiers, safety, first, second, third });
/** The usual tiers with other rates in one of them. */
const rates = (tier: number, maker: number, taker: number): Terms => ({
  tiers: usual.tiers.map((row, at) => (at === tier ? { ...row, maker, taker } : row)),
});
const bounds = (minValue: number, maxValue: number): Command =>
  command('market.change', { market: 1, state: 0, minValue, maxValue });
const states = (world: World): number[] => world.emitted('parameters.changed').map(({ state }) => state);

/** What every order from now on is charged: [maker, taker] of a new one. */
function charged(world: World, user = ANNA): readonly number[] {
  const id = world.buy(user, 1, 90);
  const { makerRate, takerRate } = world.audit.order(id);
  world.cancel(user, id);
  return [makerRate, takerRate];
}

describe('money §1 what tightens and what loosens', () => {
  const tighter: Record<string, Terms> = {
    'a higher maker fee': rates(0, 10_001, 20_000),
    'a higher taker fee in the last tier': rates(2, 999, 12_346),
    'one lower, one higher': rates(1, 1, 15_001),
    'a tier that begins later': { tiers: usual.tiers.map((row, at) => (at === 1 ? { ...row, volume: 61 } : row)) },
    'a lower share of the first generation': { first: 199_999 },
    'a lower share of the third generation': { third: 0, first: 300_000 },
    'less for the safety fund': { safety: 99_999 },
  };
  const looser: Record<string, Terms> = {
    'the same again': {},
    'a lower fee': rates(0, 0, 19_999),
    'a tier that begins earlier': { tiers: usual.tiers.map((row, at) => (at === 2 ? { ...row, volume: 61 } : row)) },
    'more for referrers': { first: 200_001, second: 200_000 },
    'more for the safety fund': { safety: 100_001 },
  };

  for (const [what, change] of Object.entries(tighter))
    it(`${what}: announced with its words, holds a day later to the millisecond`, () => {
      const world = deskWorld();
      const before = charged(world);
      expect(agreed(world, terms(change)).code).toBe(200);
      const emitted = world.emitted('parameters.changed');
      expect(emitted).toMatchObject([{ state: CHANGE.announced, from: world.time + DAY, command: 325 }]);
      expect(emitted[0]!.words.map(({ word }) => word)).toEqual([...encodeCommand(terms(change))]);
      expect([world.emitted('tier.changed'), world.emitted('shares.changed')]).toEqual([[], []]);
      world.wait(DAY - 1);
      expect(world.emitted('parameters.changed')).toEqual([]);
      world.tick();
      expect(charged(world)).toEqual(before);
      world.wait(1);
      expect(states(world)).toEqual([CHANGE.inForce]);
      expect(world.emitted('shares.changed')).toMatchObject([{ version: 2 }]);
      expect(world.emitted('tier.changed').map(({ maker, taker, volume }) => ({ maker, taker, volume }))).toEqual(
        terms(change) && (change.tiers ?? usual.tiers),
      );
    });

  for (const [what, change] of Object.entries(looser))
    it(`${what}: at once`, () => {
      const world = deskWorld();
      expect(agreed(world, terms(change)).code).toBe(200);
      expect(world.emitted('parameters.changed')).toEqual([]);
      expect(world.emitted('shares.changed')).toMatchObject([{ version: 2 }]);
    });

  it('who has an agent loses when others’ shares rise: that tightens then', () => {
    const world = deskWorld();
    world.must(command('agent.set', { user: BEN, agent: ANNA, share: 100_000 }));
    expect(agreed(world, terms({ second: 100_001 })).code).toBe(200);
    expect(states(world)).toEqual([CHANGE.announced]);
  });

  it('narrower bounds of an order wait, wider ones do not', () => {
    const world = deskWorld();
    expect(agreed(world, bounds(21, 0)).code).toBe(200);
    expect(states(world)).toEqual([CHANGE.announced]);
    expect(agreed(world, bounds(0, 999_999)).code).toBe(200);
    expect(states(world)).toEqual([CHANGE.replaced, CHANGE.announced]);
    expect(agreed(world, bounds(10, 2_000_000)).code).toBe(200);
    expect(states(world)).toEqual([CHANGE.replaced]);
    expect(world.emitted('market.changed')).toMatchObject([{ minValue: 10, maxValue: 2_000_000 }]);
    world.wait(2 * DAY);
    expect(states(world), 'what was replaced never comes').toEqual([]);
  });
});

describe('a change and what happens before it holds', () => {
  it('a newer one of the same subject takes its place, and its day begins anew', () => {
    const world = deskWorld();
    agreed(world, terms({ first: 1 }));
    world.wait(20 * HOUR);
    agreed(world, terms({ first: 2 }));
    expect(states(world)).toEqual([CHANGE.replaced, CHANGE.announced]);
    world.wait(4 * HOUR);
    expect(states(world)).toEqual([]);
    world.wait(20 * HOUR);
    expect(states(world)).toEqual([CHANGE.inForce]);
    expect(world.emitted('shares.changed')).toMatchObject([{ first: 2 }]);
  });

  it('an announcement is withdrawn by setting what holds: that loosens nothing and holds at once', () => {
    const world = deskWorld();
    agreed(world, terms({ safety: 0 }));
    agreed(world, terms());
    expect(states(world)).toEqual([CHANGE.replaced]);
    world.wait(2 * DAY);
    expect(world.emitted('shares.changed')).toEqual([]);
  });

  it('changes of different subjects wait side by side, each till its own time', () => {
    const world = deskWorld();
    agreed(world, bounds(30, 0));
    world.wait(HOUR);
    agreed(world, command('market.change', { market: 2, state: 0, minValue: 40, maxValue: 0 }));
    world.wait(HOUR);
    agreed(world, terms({ third: 1 }));
    const emitted: number[] = [];
    for (let hour = 0; hour < 26; hour += 1) {
      world.wait(HOUR);
      emitted.push(...world.emitted('parameters.changed').map(({ command: kind }) => kind + hour * 1_000));
    }
    expect(emitted).toEqual([21_323, 22_323, 23_325]);
    expect(world.audit.markets.get(2)!.minValue).toBe(40);
  });

  it('a change that no longer fits when its time comes is dropped; the event has the code', () => {
    const world = deskWorld();
    // Shares of 60 %, less to the third generation: it tightens and would fit.
    agreed(world, terms({ safety: 200_000, first: 400_000, second: 100_000, third: 0 }));
    expect(states(world)).toEqual([CHANGE.announced]);
    // Then an agent comes who would get more than 70 % leave him.
    world.must(command('agent.set', { user: BEN, agent: ANNA, share: 100_000 }));
    world.wait(DAY);
    expect(world.emitted('parameters.changed')).toMatchObject([{ state: CHANGE.unfit, code: 400 }]);
    expect(world.emitted('shares.changed')).toEqual([]);
    world.wait(DAY);
    expect(world.emitted('parameters.changed')).toEqual([]);
  });

  it('an order placed before keeps its rates; one placed after has the new', () => {
    const world = deskWorld();
    agreed(world, terms(rates(0, 30_000, 40_000)));
    world.wait(DAY - 1);
    world.tick();
    const old = world.buy(ANNA, 10, 90);
    world.wait(1);
    expect(charged(world)).toEqual([30_000, 40_000]);
    world.tick();
    world.sell(BEN, 10, 90);
    // 1 % of ten coins, rounded up.
    expect(world.audit.closed.get(old)!.order.fee).toBe(1);
  });

  it('a snapshot in the middle holds the words: the same change comes in the twin (W24)', () => {
    const world = deskWorld();
    agreed(world, terms(rates(0, 30_000, 40_000)));
    agreed(world, bounds(30, 0));
    world.wait(HOUR);
    const twin = world.twin();
    expect([...twin.seed()]).toEqual([...world.exchange.seed()]);
    world.wait(DAY);
    twin.advance(world.time);
    twin.takeEvents();
    twin.audit();
    expect(twin.runningHash()).toBe(world.exchange.runningHash());
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('one batch or many: an outage over the time changes nothing', () => {
    const [late, early] = [deskWorld(), deskWorld()];
    for (const world of [late, early]) {
      agreed(world, terms({ second: 7 }));
      agreed(world, bounds(30, 0));
    }
    late.wait(3 * DAY);
    for (let hour = 0; hour < 72; hour += 1) early.wait(HOUR);
    expect(late.exchange.digest()).toBe(early.exchange.digest());
  });

  it('before the first customer all holds at once: nobody is there to be warned', () => {
    const world = new World({}, 0);
    grantAll(world);
    world.must(terms({ safety: 1 }));
    expect(world.emitted('parameters.changed')).toEqual([]);
    expect(world.emitted('shares.changed')).toMatchObject([{ safety: 1 }]);
  });
});

describe('parameters.set', () => {
  it('new tiers move everyone who traded, at once, by what he turned over', () => {
    const world = deskWorld();
    world.sell(BEN, 100, 99);
    world.buy(ANNA, 100, 99);
    expect([world.audit.users.get(ANNA)!.tier, world.audit.users.get(CARL)!.tier]).toEqual([1, 0]);
    const volumes = (one: number, two: number): Terms => ({
      tiers: usual.tiers.map((row, at) => ({ ...row, volume: at === 0 ? 0 : at === 1 ? one : two })),
    });
    // 99 whole USDT turned over: now that is the third tier, whose fees are the lowest.
    expect(agreed(world, terms(volumes(50, 90))).code).toBe(200);
    expect(world.emitted('user.changed').map(({ user, tier }) => [user, tier])).toEqual([
      [ANNA, 2],
      [BEN, 2],
    ]);
    expect(charged(world)).toEqual([999, 12_345]);
    expect(agreed(world, terms(volumes(100, 200))).code).toBe(200);
    world.wait(DAY);
    expect(world.audit.users.get(ANNA)!.tier).toBe(0);
    world.tick();
    expect(charged(world)).toEqual([10_000, 20_000]);
    expect(charged(world, CARL)).toEqual([10_000, 20_000]);
  });

  it('shares of fees from then on are the new ones (the auditor counts each)', () => {
    const world = deskWorld({ tiers: [{ volume: 0, maker: 50_000, taker: 50_000 }] });
    const set = command('parameters.set', {
      ...{
        tiers: [{ volume: 0, maker: 50_000, taker: 50_000 }],
        safety: 110_000,
        first: 290_000,
        second: 200_000,
        third: 100_000,
      },
    });
    expect(agreed(world, set).code).toBe(200);
    world.buy(BEN, 400, 98);
    world.place(ANNA, { side: SELL, price: 98, lots: 400 });
    const fee = (400 * 98 * 5) / 100;
    expect(world.audit.house(9, USDT)).toBe(Math.floor(fee * 0.11));
    expect(world.audit.house(9, BTC)).toBe(Math.floor(20 * 0.11));
  });

  const wrong: Record<string, Command> = {
    'one tier fewer': terms({ tiers: usual.tiers.slice(0, 2) }),
    'one tier more': terms({ tiers: [...usual.tiers, { volume: 10_000, maker: 1, taker: 1 }] }),
    'none at all': terms({ tiers: [] }),
    'a first tier above 0': terms({ tiers: usual.tiers.map((row) => ({ ...row, volume: row.volume + 1 })) }),
    'volumes out of order': terms({ tiers: [usual.tiers[0]!, usual.tiers[2]!, usual.tiers[1]!] }),
    'two tiers at one volume': terms({
      tiers: usual.tiers.map((row, at) => (at === 2 ? { ...row, volume: 60 } : row)),
    }),
    'shares of 70 % and one millionth': terms({ safety: 350_001 }),
  };
  it.each(Object.entries(wrong))('%s: refused', (_, one) => {
    const world = deskWorld();
    const before = world.exchange.digest();
    expect(world.send(proposal(FIRST, one)).code).toBe(400);
    expect(world.exchange.digest()).toBe(before);
  });

  it('shares of exactly 70 % fit; then no agent may have any share (money §10)', () => {
    const world = deskWorld();
    expect(agreed(world, terms({ safety: 350_000 })).code).toBe(200);
    expect(world.send(command('agent.set', { user: BEN, agent: ANNA, share: 1 }))).toMatchObject({
      code: 400,
      expected: 700_000,
    });
    expect(world.send(command('agent.set', { user: BEN, agent: ANNA, share: 0 })).code).toBe(200);
  });
});

describe('bounds', () => {
  it(`${MAX_CHANGES} wait at a time; one more is refused, a replacement is not, and what loosens never waits`, () => {
    const parts = new Parts();
    parts.users.open(0, 1);
    parts.users.open(0, 0);
    const { changes } = parts;
    const words = encodeCommand(bounds(21, 0));
    for (let subject = 1; subject <= MAX_CHANGES; subject += 1) {
      expect(changes.decide(323, subject, true)).toBe(200);
      expect(changes.waits(words, 0, subject, true)).toBe(true);
    }
    expect(changes.decide(323, MAX_CHANGES + 1, true)).toBe(429);
    expect(changes.decide(323, MAX_CHANGES + 1, false)).toBe(200);
    expect(changes.decide(323, 7, true)).toBe(200);
    expect(changes.waits(words, 0, 7, true)).toBe(true);
    expect(changes.decide(323, MAX_CHANGES + 1, true)).toBe(429);
    expect(changes.waits(words, 0, 7, false)).toBe(false);
    expect(changes.decide(323, MAX_CHANGES + 1, true)).toBe(200);
  });
});
