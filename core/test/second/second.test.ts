// Second contracts (money §5): how they wait, open, are settled, or are void; each boundary to the millisecond.

import { describe, expect, it } from 'vitest';
import { NEWEST_RULES, RULE } from '../../src/index.ts';
import { command, HOURS, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL } from '../kit/world.ts';
import { DELAY, DOWN, M1, M2, PATIENCE, POOL, SecondWorld, STAKES, UP } from './kit.ts';

const PRICE = 10_000;

const THIRTY = 30_000;

/** A contract of Anna's that opened at `PRICE` one second after the world's beginning; gives its id and when it matures. */
function opened(world: SecondWorld, fields: Readonly<Record<string, number>> = {}): { id: number; matures: number } {
  const ordered = world.time;
  const id = world.stake(ANNA, fields);
  world.tickAt(ordered + DELAY, PRICE);
  return { id, matures: world.contract(id)!.opened!.matures };
}

describe('money §5, §11 an order needs a valid index', () => {
  it('valid at 2 s, aging (2004) a millisecond later, stale (2005) after 10 s', () => {
    const world = new SecondWorld();
    world.wait(2_000);
    expect(world.bet(ANNA).code).toBe(200);
    world.wait(1);
    expect(world.bet(ANNA)).toMatchObject({ code: 2004, got: 2 });
    world.wait(7_999);
    expect(world.bet(ANNA).code).toBe(2004);
    world.wait(1);
    expect(world.bet(ANNA)).toMatchObject({ code: 2005, got: 3 });
  });

  it('sources apart: 2004; too few of them: 2005', () => {
    const world = new SecondWorld();
    world.must(world.ticks([PRICE, 5_000], { spread: 101 }));
    expect(world.bet(ANNA).code).toBe(2004);
    world.must(world.ticks([PRICE, 5_000], { used: 1 }));
    expect(world.bet(ANNA).code).toBe(2005);
  });
});

describe('money §5 opening', () => {
  it('at the first valid tick a second after the order: not a millisecond before', () => {
    const world = new SecondWorld();
    const ordered = world.time;
    const id = world.stake(ANNA);
    world.tickAt(ordered + DELAY - 1, 10_100);
    expect(world.contract(id)!.opened).toBeUndefined();
    world.tickAt(ordered + DELAY, 10_200);
    expect(world.emitted('second.opened')).toMatchObject([
      { second: id, price: 10_200, time: ordered + DELAY, matures: ordered + DELAY + THIRTY },
    ]);
    world.tickAt(ordered + DELAY + 1, 10_300);
    expect(world.emitted('second.opened')).toEqual([]);
  });

  it('not at the tick of its own batch, nor at one of its own millisecond', () => {
    const world = new SecondWorld({}, { delay: 1 });
    world.batch([world.secondOf(ANNA), world.ticks([10_100, 5_000])]);
    expect(world.emitted('second.opened')).toEqual([]);
    world.tickAt(world.time + 1, 10_200);
    expect(world.emitted('second.opened')).toHaveLength(1);
  });

  it('a tick that is not valid opens nothing', () => {
    const world = new SecondWorld();
    const ordered = world.time;
    const id = world.stake(ANNA);
    world.tickAt(ordered + DELAY, 10_100, { spread: 500 });
    world.tickAt(ordered + DELAY + 1, 10_100, { used: 1 });
    expect(world.contract(id)!.opened).toBeUndefined();
    world.tickAt(ordered + DELAY + 2, 10_300);
    expect(world.emitted('second.opened')[0]).toMatchObject({ price: 10_300, time: ordered + DELAY + 2 });
  });

  it('a tick stamped 3 s after the first second still opens it; a millisecond later it is void', () => {
    const world = new SecondWorld();
    const last = world.time + DELAY + PATIENCE;
    const id = world.stake(ANNA);
    world.tickAt(last, 10_100);
    expect(world.contract(id)!.opened!.time).toBe(last);

    const other = new SecondWorld();
    const lost = other.stake(ANNA);
    other.time = last;
    other.batch([]);
    expect(other.contract(lost)).toBeDefined();
    other.tickAt(last + 1, 10_100);
    expect(other.emitted('second.opened')).toEqual([]);
    expect(other.voided(lost)).toMatchObject({ reason: 1, paid: 100 });
    expect([other.contractWallet(ANNA), other.pool, other.escrow]).toEqual([STAKES, POOL, 0]);
  });

  it('by the order they came, at one tick; those that came later wait on', () => {
    const world = new SecondWorld();
    const ordered = world.time;
    const first = [world.stake(ANNA), world.stake(BEN), world.stake(CARL, { direction: DOWN })];
    world.time += 1;
    const later = world.stake(ANNA);
    world.tickAt(ordered + DELAY, 10_100);
    expect(world.emitted('second.opened').map(({ second }) => second)).toEqual(first);
    expect(world.contract(later)!.opened).toBeUndefined();
    world.tickAt(ordered + DELAY + 1, 10_100);
    expect(world.emitted('second.opened').map(({ second }) => second)).toEqual([later]);
  });

  it('at the first of several ticks of one millisecond, also when one command brings them', () => {
    const ordered = new SecondWorld();
    const id = ordered.stake(ANNA);
    ordered.time += DELAY;
    const row = (price: number, spread = 0): object => ({ instrument: 1, price, spread, used: 3, total: 3 });
    ordered.must(
      command('ticks', { ticks: [row(10_100, 500), row(10_200), row(10_300), row(10_400, 500)], quotes: [] }),
    );
    expect(ordered.contract(id)!.opened).toMatchObject({ price: 10_200, tick: ordered.emitted('tick')[1]!.number });
  });

  it('markets stand apart: a tick of one opens nothing on another', () => {
    const world = new SecondWorld();
    const id = world.stake(ANNA, { market: M2 });
    world.time += DELAY;
    world.must(command('ticks', { ticks: [{ instrument: 1, price: 1, spread: 0, used: 3, total: 3 }], quotes: [] }));
    expect(world.contract(id)!.opened).toBeUndefined();
    world.must(world.ticks([PRICE, 4_000]));
    expect(world.contract(id)!.opened).toMatchObject({ price: 4_000 });
  });
});

describe('money §5 settlement', () => {
  const ends: readonly (readonly [what: string, direction: number, move: number, result: number, paid: number])[] = [
    ['up wins if strictly higher', UP, 1, 1, 185],
    ['up loses if lower', UP, -1, 2, 0],
    ['down wins if strictly lower', DOWN, -1, 1, 185],
    ['down loses if higher', DOWN, 1, 2, 0],
    ['equal returns the stake of up', UP, 0, 3, 100],
    ['equal returns the stake of down', DOWN, 0, 3, 100],
  ];
  for (const [what, direction, move, result, paid] of ends)
    it(what, () => {
      const world = new SecondWorld();
      const { id, matures } = opened(world, { direction });
      world.tickAt(matures, PRICE + move);
      expect(world.contract(id), 'not before the clock shows more than its maturity').toBeDefined();
      world.wait(1);
      expect(world.settled(id)).toMatchObject({ result, paid, price: PRICE + move, time: matures });
      expect([world.contractWallet(ANNA), world.escrow, world.pool]).toEqual([
        STAKES - 100 + paid,
        0,
        POOL + 100 - paid,
      ]);
    });

  it('a tick stamped exactly at maturity counts, also when it comes late in its batch; the next one does not', () => {
    const world = new SecondWorld();
    const { id, matures } = opened(world);
    world.tickAt(matures, PRICE - 5);
    world.must(world.ticks([PRICE + 7, 5_000]));
    world.tickAt(matures + 1, PRICE - 9);
    expect(world.settled(id)).toMatchObject({ result: 1, price: PRICE + 7, time: matures });
  });

  it('by the last valid tick: one that is not valid is passed over', () => {
    const world = new SecondWorld();
    const { id, matures } = opened(world);
    world.tickAt(matures - 1_500, PRICE + 3);
    world.tickAt(matures - 1_000, PRICE - 3, { spread: 500 });
    world.tickAt(matures, PRICE - 4, { used: 1 });
    world.wait(1);
    expect(world.settled(id)).toMatchObject({ result: 1, price: PRICE + 3, time: matures - 1_500 });
  });

  it('a tick 2 s old at maturity settles; a millisecond older, and the contract is void', () => {
    const world = new SecondWorld();
    const { id, matures } = opened(world);
    world.tickAt(matures - 2_000, PRICE + 1);
    world.tickAt(matures + 1, PRICE - 1);
    expect(world.settled(id)).toMatchObject({ result: 1, time: matures - 2_000 });

    const other = new SecondWorld();
    const lost = opened(other);
    other.tickAt(lost.matures - 2_001, PRICE + 1);
    other.tickAt(lost.matures + 1, PRICE + 1);
    expect(other.voided(lost.id)).toMatchObject({ reason: 2, paid: 100 });
    expect([other.contractWallet(ANNA), other.escrow, other.pool]).toEqual([STAKES, 0, POOL]);
  });

  it('keeps the odds it was sold with', () => {
    const world = new SecondWorld();
    const { id, matures } = opened(world, { seconds: 60, terms: 333_333, amount: 10 });
    world.tickAt(matures, PRICE + 1);
    world.wait(1);
    expect(world.settled(id)).toMatchObject({ paid: 13 });
  });

  it('frees capacity again: sums and counts go down with the contract', () => {
    const world = new SecondWorld();
    const { matures } = opened(world, { amount: 5_000 });
    for (let n = 0; n < 3; n += 1) world.stake(ANNA, { amount: 5_000 });
    expect(world.bet(ANNA, { amount: 10 }).code).toBe(2402);
    world.tickAt(matures, PRICE);
    world.wait(1);
    expect(world.bet(ANNA, { amount: 5_000 }).code).toBe(200);
  });
});

describe('money §5, W12: stop the feed', () => {
  it('no settlement on an old price: void and refund', () => {
    const world = new SecondWorld();
    const { id } = opened(world);
    const waiting = world.stake(BEN);
    world.wait(600_000);
    expect(world.voided(waiting)).toMatchObject({ reason: 1, paid: 100 });
    expect(world.voided(id)).toMatchObject({ reason: 2, paid: 100 });
    expect(world.emitted('second.settled')).toEqual([]);
    expect([world.contractWallet(ANNA), world.contractWallet(BEN), world.escrow, world.pool]).toEqual([
      STAKES,
      STAKES,
      0,
      POOL,
    ]);
  });

  it('an outage of ten minutes may void, never decide: the tick after it changes nothing', () => {
    for (const after of [PRICE - 500, PRICE + 500]) {
      const world = new SecondWorld();
      const { id } = opened(world);
      world.tickAt(world.time + 600_000, after);
      expect(world.voided(id)).toMatchObject({ reason: 2 });
    }
  });

  it('what matured while a tick of at most 2 s was known is settled by it, though the clock stood still', () => {
    const world = new SecondWorld();
    const { id, matures } = opened(world);
    world.tickAt(matures - 1_000, PRICE + 2);
    world.tickAt(matures + 600_000, PRICE - 2);
    expect(world.settled(id)).toMatchObject({ result: 1, price: PRICE + 2 });
  });

  it('timers fire in the order of their times: first in, first void', () => {
    const world = new SecondWorld();
    const first = world.stake(ANNA);
    world.time += 10;
    const second = world.stake(BEN);
    world.wait(600_000);
    expect(world.emitted('second.void').map((event) => event.second)).toEqual([first, second]);
  });
});

describe('money §5 hours', () => {
  /** Market 2 closes `open` ms from now. */
  function closing(open: number, rules: number = NEWEST_RULES): SecondWorld {
    const world = new SecondWorld({ calendar: HOURS, rules });
    const sessions = [
      { opens: world.time, closes: world.time + open },
      { opens: world.time + open + 5_000, closes: world.time + open + 500_000 },
    ];
    world.must(command('hours.set', { calendar: HOURS, sessions }));
    world.tick();
    return world;
  }
  const latest = DELAY + PATIENCE + THIRTY;

  it('no order whose latest maturity falls outside them: to the millisecond', () => {
    const tight = closing(latest);
    expect(tight.bet(ANNA, { market: M2 })).toMatchObject({
      ...{ code: 2405, expected: tight.time + latest, got: tight.time + latest },
    });
    expect(tight.bet(ANNA, { market: M2, seconds: 1, terms: 10_000_000 }).code, 'a shorter period fits').toBe(200);
    expect(closing(latest + 1).bet(ANNA, { market: M2 }).code).toBe(200);
  });

  it('closed: no order (2001); the other market goes on', () => {
    const world = closing(50_000);
    world.time += 50_000;
    world.tick();
    expect(world.bet(ANNA, { market: M2 }).code).toBe(2001);
    expect(world.bet(ANNA, { market: M1 }).code).toBe(200);
  });

  it('hours that are cut short later void what they cut off: a tick of a closed market settles nothing', () => {
    // Since rules `closingHours` hours are cut short a day ahead.
    const world = closing(100_000, RULE.closingHours - 1);
    const id = world.stake(ANNA, { market: M2 });
    world.time += DELAY;
    world.tick();
    const { matures } = world.contract(id)!.opened!;
    const waiting = world.stake(BEN, { market: M2 });
    world.must(
      command('hours.set', {
        calendar: HOURS,
        sessions: [{ opens: world.time + 500_000, closes: world.time + 600_000 }],
      }),
    );
    world.must(command('hours.set', { calendar: HOURS, sessions: [{ opens: world.time, closes: world.time + 10 }] }));
    const reasons: number[][] = [];
    for (; world.time <= matures + 250; world.time += 250) {
      world.tick();
      reasons.push(...world.emitted('second.void').map(({ second, reason }) => [second, reason]));
    }
    expect(reasons, 'and says so').toEqual([
      [waiting, 3],
      [id, 3],
    ]);
    expect(world.audit.instruments.get(2)!.state).toBe(4);
    expect(world.contract(id)).toBeUndefined();
    expect(world.contract(waiting)).toBeUndefined();
    expect([world.contractWallet(ANNA), world.contractWallet(BEN), world.escrow]).toEqual([STAKES, STAKES, 0]);
  });
});

describe('core §8 attacks', () => {
  it('late tick: who sees the sources move before the index does opens at the price that has moved', () => {
    const world = new SecondWorld();
    let bets = 0;
    let gain = 0;
    // The index follows the sources by up to a second; the attacker orders at once, in the direction of the move.
    for (let round = 0; round < 20; round += 1) {
      world.tickAt(world.time + 5_000, PRICE);
      const moved = PRICE + (round % 2 === 0 ? 300 : -300);
      const before = world.contractWallet(CARL);
      const id = world.stake(CARL, { direction: moved > PRICE ? UP : DOWN });
      bets += 1;
      for (let late = 0; late < 8; late += 1) world.tickAt(world.time + 250, moved);
      const { price, matures } = world.contract(id)!.opened!;
      expect(price, 'the move he knew of is in the opening price').toBe(moved);
      world.tickAt(matures, moved);
      world.wait(1);
      gain += world.contractWallet(CARL) - before;
    }
    expect([bets, gain]).toEqual([20, 0]);
  });

  it('nothing that decides looks at whose it is: the same order of anyone ends the same', () => {
    const outcomes = [ANNA, BEN, CARL].map((user) => {
      const world = new SecondWorld();
      const id = world.stake(user);
      world.tickAt(world.time + DELAY, PRICE);
      world.tickAt(world.contract(id)!.opened!.matures, PRICE + 1);
      world.wait(1);
      return { ...world.settled(id), user: 0, second: 0 };
    });
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });

  it('the same key and body twice: one contract (money §12.13)', () => {
    const world = new SecondWorld();
    const key = { keyTime: world.time, keyHigh: 1, keyLow: 2, bodyHash: 3 };
    const first = world.bet(ANNA, key);
    const again = world.bet(ANNA, key);
    expect(again).toMatchObject({ code: 200, result: first.result, repeated: 1 });
    expect(world.contractWallet(ANNA)).toBe(STAKES - 100);
    expect(world.bet(ANNA, { ...key, bodyHash: 4 }).code).toBe(409);
  });

  it('W06: many orders of one balance at once spend it once', () => {
    const world = new SecondWorld();
    world.transfer(ANNA, 6, 1, USDT, STAKES - 450);
    const replies = world.batch(Array.from({ length: 10 }, () => world.secondOf(ANNA)));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200, 3001, 3001, 3001, 3001, 3001, 3001]);
  });
});
