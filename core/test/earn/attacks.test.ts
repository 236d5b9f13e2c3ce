// Attacks on staking and finance (money §6, issue 13 A.1): many accounts, races around the moment a day ends, purchases in
// pieces, a treasury that others reserve. Nobody has more than whole days at the published rate.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { USDT } from '../kit/genesis.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { exactYield } from './audit.ts';
import { DAY, EarnWorld, FLEXIBLE, OPENABLE, STAKING } from './kit.ts';

const { seed, usual } = randomTests(import.meta.url);

const USERS = [2, 3, 4] as const;
const PRODUCTS = [STAKING, OPENABLE, FLEXIBLE] as const;
/** Nothing in the way of who tries: no penalty, any number of times. */
const OPEN = { times: 0, penalty: 0, total: 2 ** 40 };
const TERMS = { [STAKING]: OPEN, [OPENABLE]: { ...OPEN, days: 2 }, [FLEXIBLE]: OPEN };
const RICH = 50_000;

interface Bought {
  readonly user: number;
  readonly product: number;
  readonly amount: number;
  readonly time: number;
  /** When it was redeemed, undefined while it runs or has ended by itself. */
  ended?: number;
}

describe('money §6 purchases in pieces', () => {
  it.each(PRODUCTS)('never yield more than the whole, and cost as much to redeem: product %i', (product) => {
    const world = new EarnWorld({}, { ...TERMS, [STAKING]: { ...OPEN, penalty: 10_000 } }, RICH);
    const before = USERS.map((user) => world.free(user));
    const [whole, , pieces] = USERS;
    const all = world.stake(whole, product, 1_990);
    const parts = Array.from({ length: 199 }, () => world.stake(pieces, product, 10));
    world.wait(DAY + 1);
    const early = product === STAKING ? [1_970, 9] : [1_990, 10];
    expect(world.redeem(whole, all, early[0]!).code).toBe(200);
    for (const part of parts) expect(world.redeem(pieces, part, early[1]!).code).toBe(200);
    const gained = USERS.map((user, at) => world.free(user) - before[at]!);
    expect(gained[2]).toBeLessThanOrEqual(gained[0]!);
    expect(world.reserve).toBe(0);
  });
});

describe('money §6 the treasury reserved by others', () => {
  it('refuses new yields and nothing else; what was promised is paid, and all comes back to the atom', () => {
    const world = new EarnWorld({}, TERMS, 200);
    const [anna, ben, carl] = USERS;
    const running = world.stake(anna, FLEXIBLE, 1_500);
    // All that is left is reserved: 70 days at 1 % of 5,000 and less.
    const taken = [world.stake(ben, STAKING, 2_000)];
    while (world.treasury > 0) {
      const amount = Math.min(2_000, Math.ceil(world.treasury / 0.07));
      if (world.take(ben, STAKING, amount).code !== 200) break;
      taken.push(world.emitted('earn.opened')[0]!.stake);
    }
    expect(world.take(carl, STAKING, 2_000).code).toBe(4005);
    const principal = world.principal(ben);
    for (const stake of taken) {
      const { opened } = world.running(stake)!;
      expect(world.redeem(ben, stake, opened.amount).code).toBe(200);
    }
    expect(principal).toBeGreaterThan(0);
    expect([world.principal(ben), world.treasury + world.reserve]).toEqual([0, 200]);
    world.wait(DAY + 1);
    expect(world.emitted('earn.paid')).toMatchObject([{ stake: running, amount: 1 }]);
    expect(world.take(carl, STAKING, 2_000).code).toBe(200);
  });

  it('two who race for its last atoms in one batch: the first has them, in either order', () => {
    for (const order of [
      [2, 3],
      [3, 2],
    ] as const) {
      const world = new EarnWorld({}, TERMS, 100);
      const codes = world.batch(order.map((user) => world.buyOf(user, STAKING, 1_000))).map(({ code }) => code);
      expect(codes).toEqual([200, 4005]);
      expect([world.treasury, world.reserve]).toEqual([30, 70]);
    }
  });
});

/** Commands of one moment: purchases, redemptions of one's own, twice, and of others. */
function moves(world: EarnWorld, bought: ReadonlyMap<number, Bought>, below: (most: number) => number): Command[] {
  const open = [...world.earn.open.keys()];
  return Array.from({ length: 1 + below(8) }, () => {
    const user = USERS[below(USERS.length)]!;
    if (open.length === 0 || below(2) === 0)
      return world.buyOf(user, PRODUCTS[below(PRODUCTS.length)]!, 10 + below(3_000));
    const stake = open[below(open.length)]!;
    const of = bought.get(stake);
    return world.redeemOf(below(5) === 0 ? user : (of?.user ?? user), stake, of?.amount ?? 10);
  });
}

/** Next time: around the end of the day of an open stake, or days later. */
function later(world: EarnWorld, bought: ReadonlyMap<number, Bought>, below: (most: number) => number): number {
  const open = [...world.earn.open.keys()];
  const of = open.length === 0 ? undefined : bought.get(open[below(open.length)]!);
  if (of === undefined || below(4) === 0) return world.time + below(3 * DAY);
  const day = Math.floor((world.time - of.time) / DAY) + 1;
  return Math.max(world.time, of.time + day * DAY + below(3) - 1);
}

describe(`money §6 races around the end of a day (seed ${seed})`, () => {
  it('pay whole days only, and each once, whoever redeems and buys again in the same batch', () => {
    const below = random(seed);
    let days = 0;
    for (let round = 0; round < runs(12); round += 1) {
      const world = new EarnWorld({}, TERMS, round % 3 === 0 ? 40 : RICH);
      const bought = new Map<number, Bought>();
      const before = USERS.map((user) => world.owns(user, USDT));
      const all = world.treasury;
      for (let turn = 0; turn < 40; turn += 1) {
        world.time = later(world, bought, below);
        const commands = moves(world, bought, below);
        const replies = world.batch(commands);
        for (const [at, one] of commands.entries()) {
          if (replies[at]!.code !== 200) continue;
          const { result } = replies[at]!;
          if (one.name === 'earn.buy')
            bought.set(result, { user: one.user, product: one.product, amount: one.amount, time: world.time });
          else if (one.name === 'earn.redeem') {
            const stake = bought.get(one.stake)!;
            expect([one.user, stake.ended], 'once, by its owner').toEqual([stake.user, undefined]);
            stake.ended = world.time;
          }
        }
      }
      const most = USERS.map((user) => {
        let sum = 0;
        for (const stake of bought.values()) if (stake.user === user) sum += dueOf(world, stake);
        return sum;
      });
      for (const [at, user] of USERS.entries())
        expect(world.owns(user, USDT) - before[at]!, `round ${round}, user ${user}`).toBeLessThanOrEqual(most[at]!);
      const gained = USERS.reduce((sum, user, at) => sum + world.owns(user, USDT) - before[at]!, 0);
      expect(all - world.treasury - world.reserve).toBe(gained);
      days += gained;
    }
    if (usual) expect(days).toBeGreaterThan(0);
  });
});

/** What a stake's whole days have earned at most until it was redeemed, or now. */
function dueOf(world: EarnWorld, { product, amount, time, ended }: Bought): number {
  const terms = world.earn.products.get(product)!;
  // A day is over at the first moment behind it.
  const whole = Math.floor(Math.max(0, (ended ?? world.time) - time - 1) / DAY);
  if (terms.flexible === 1) return whole * exactYield(terms, amount, 1);
  const days = Math.min(whole, terms.days);
  return product === OPENABLE && days < terms.days ? 0 : exactYield(terms, amount, days);
}
