// Issue 13 A.9, money §8: a thief's stories against the queue and the allowance of withdrawals. Nobody is paid more than a day's
// allowance and what grew since, by whatever requests, cancels, locks, refusals and changes of stage; nobody is held up for free.
import { describe, expect, it } from 'vitest';
import { agreed } from '../desk/kit.ts';
import { random } from '../exchange/small-world.ts';
import { command, USDT } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { ANNA, BEN, CARL, type World } from '../kit/world.ts';
import { LINK_NOTICE } from '../../src/user/index.ts';
import {
  BROADCAST,
  cancelled,
  CONFIRMED,
  credit,
  FAILED,
  failProven,
  rail,
  replan,
  review,
  stage,
  step,
} from './kit.ts';
import { ask, granted, HOUR, LIMIT, MINUTE, queue, queueWorld, sign, UNIT } from './queue-kit.ts';

const { seed, usual } = randomTests(import.meta.url, 11);
const DAY = 24 * HOUR;
const DORA = CARL + 1;
/** Whole USDT that an hour adds, and the most of one request. */
const HOURLY = LIMIT / 10;
const MOST = (LIMIT * 4) / 5;

interface Paid {
  readonly time: number;
  readonly usdt: number;
}

/** The thief's accounts do whatever customers and their helpers at the desk can do with withdrawals; what was paid in the end. */
function steal(world: World, thieves: readonly number[], from: number, steps: number): Paid[] {
  const pick = random(from);
  /** When they were signed. */
  const signed = new Map<number, number>();
  const paid: Paid[] = [];
  const open = new Map<number, { readonly user: number; readonly usdt: number }>();
  const of = <T>(list: readonly T[]): T | undefined => list[pick(Math.max(1, list.length))];
  for (let n = 0; n < steps; n += 1) {
    world.wait([1, MINUTE, 3 * MINUTE, 20 * MINUTE, HOUR][pick(5)]!);
    if (n % 10 === 0) world.tick();
    const user = of(thieves)!;
    const id = of([...open.keys()]);
    const one = open.get(id ?? 0);
    const act = pick(14);
    if (act <= 4) {
      const usdt = [1 + pick(1_000), 1_000, MOST, 1_001 + pick(MOST - 1_001)][pick(4)]!;
      const reply = world.send(ask(user, usdt));
      if (reply.code !== 200) continue;
      open.set(reply.result, { user, usdt });
      world.send(review(reply.result, 1));
    } else if (act === 5) stage(world, user, pick(5) === 0 ? 0 : 2, pick(3) === 0 ? 2 : 0);
    else if (act === 6) agreed(world, rail(USDT, { open: pick(6) === 0 ? 1 : 3 }));
    else if (id === undefined || one === undefined) continue;
    else if (act <= 10 && signed.has(id)) {
      // It pays, or it does not: then it is planned again, or fails.
      const then = pick(4);
      if (then === 0 && world.send(replan(id)).code !== 200) continue;
      if (then === 1) world.must(failProven(id));
      if (then > 1) for (const next of [BROADCAST, CONFIRMED]) world.must(step(id, next));
      if (then > 1) paid.push({ time: signed.get(id)!, usdt: one.usdt });
      if (then > 0) open.delete(id);
      signed.delete(id);
    } else if (act <= 10 && sign(world, id) === 200) signed.set(id, world.time);
    else if (act === 11 && world.send(cancelled(one.user, id)).code === 200) open.delete(id);
    else if (act === 12 && world.send(step(id, FAILED)).code === 200) open.delete(id);
  }
  for (const [id, time] of signed) paid.push({ time, usdt: open.get(id)!.usdt });
  return paid.toSorted((a, b) => a.time - b.time);
}

/** In any time at most what a day and that time add, and one request, which needs no more than nothing in use. */
function expectWithin(paid: readonly Paid[], what: string): void {
  for (const [first, { time }] of paid.entries()) {
    let sum = 0;
    for (const one of paid.slice(first)) {
      sum += one.usdt;
      const most = (HOURLY * (DAY + one.time - time)) / HOUR;
      expect(sum, `${what}: within ${(one.time - time) / HOUR} hours`).toBeLessThanOrEqual(Math.ceil(most) + 1);
    }
  }
}

/** Customers with more than they can withdraw, a hundredth of whose money is two hours' limit. */
function rich(): World {
  return queueWorld({ practice: [0, 0, 400_000 * UNIT] }, 5, 5_000);
}

describe(`money §8 a thief against the allowance (seed ${seed})`, () => {
  it('with one account', () => {
    let most = 0;
    for (let round = 0; round < runs(3); round += 1) {
      const paid = steal(rich(), [ANNA], seed + round, 400);
      expectWithin(paid, `round ${round}`);
      most = Math.max(
        most,
        paid.reduce((sum, { usdt }) => sum + usdt, 0),
      );
    }
    if (usual) expect(most, 'the story is worth something').toBeGreaterThan(10_000);
  });

  it('with three that are linked: the same as one', () => {
    for (let round = 0; round < runs(3); round += 1) {
      const world = rich();
      for (const user of [BEN, CARL]) agreed(world, command('account.link', { user, other: ANNA }));
      world.wait(LINK_NOTICE);
      world.tick();
      expectWithin(steal(world, [ANNA, BEN, CARL], seed + 100 + round, 400), `round ${round}`);
    }
  });

  it('in many small parts: as much as in one', () => {
    const world = queueWorld();
    let sum = 0;
    for (let n = 0; n < 26 * 4; n += 1) {
      const { code, result } = world.send(ask(ANNA, 999));
      if (code === 200) {
        world.must(review(result, 1));
        if (sign(world, result) === 200) {
          sum += 999;
          for (const then of [BROADCAST, CONFIRMED]) world.must(step(result, then));
        } else world.must(cancelled(ANNA, result));
      }
      world.wait(15 * MINUTE);
      if (n % 4 === 0) world.must(credit(ANNA, USDT, 4_000 * UNIT, n + 1));
    }
    // Twenty-six hours after a day that used nothing. The limit itself grows a little by what came in.
    expect(sum).toBeLessThanOrEqual(HOURLY * (24 + 26) * 1.5);
    expect(sum).toBeGreaterThan(HOURLY * 24);
  });
});

describe('money §8 a thief against everybody’s turn', () => {
  it('large requests that are cancelled before they are granted hold up nobody for longer than an hour', () => {
    const world = queueWorld();
    expect(sign(world, queue(world, ANNA, 5_000))).toBe(200);
    // Three of the thief’s stand before Dora’s, none of them fits before the hour is over.
    const before = [ANNA, BEN, CARL].map((user) => queue(world, user, MOST));
    const honest = queue(world, DORA, 3_000);
    expect(granted(world)).toEqual([]);
    world.wait(59 * MINUTE);
    for (const [at, id] of before.entries()) world.must(cancelled([ANNA, BEN, CARL][at]!, id));
    // They ask again, behind her.
    for (const user of [ANNA, BEN, CARL]) queue(world, user, MOST);
    expect(granted(world)).toEqual([honest]);
  });
});
