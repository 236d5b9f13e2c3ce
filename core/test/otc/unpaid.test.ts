// money §9, rules `unpaidDeals`: deals that nobody pays tie up no offer for free. Open deals count with those that were left
// unpaid, linked accounts count together, customers without verification share four deals of an offer.
import { describe, expect, it } from 'vitest';
import { RULE } from '../../src/index.ts';
import { LINK_NOTICE } from '../../src/user/index.ts';
import { agreed } from '../desk/kit.ts';
import { command } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, NO_KEY, type World } from '../kit/world.ts';
import { act, deal, MERCHANT_BUYS, MERCHANT_SELLS, merchant, offer, otcWorld, rule, TERMS, verify } from './kit.ts';

const BEFORE = RULE.unpaidDeals - 1;
const EVA = 6;
const DAY = 86_400_000;

/** Customers who have bought nothing and are not verified. */
function unverified(world: World, ...users: number[]): void {
  for (const user of users) verify(world, user, 0);
}

function link(world: World, user: number, other: number): void {
  expect(agreed(world, command('account.link', { user, other })).code).toBe(200);
  world.wait(LINK_NOTICE);
  world.tick();
}

/** How many deals of an offer users open and leave unpaid until the day is over. */
function tiedUp(world: World, made: number, users: readonly number[]): number {
  let count = 0;
  for (let round = 0; round < 8; round += 1) {
    for (const user of users)
      for (let n = 0; n < 4; n += 1) if (world.send(deal(user, made, 10)).code === 200) count += 1;
    world.wait(TERMS.payMs + 1);
  }
  return count;
}

describe('money §9 deals that are left unpaid', () => {
  it('open ones count: a customer has four of a day, no longer three and three more', () => {
    for (const [rules, most] of [
      [BEFORE, 6],
      [undefined, 4],
    ] as const) {
      const world = otcWorld(rules === undefined ? {} : { rules });
      const made = world.must(offer(ANNA, MERCHANT_SELLS));
      expect(tiedUp(world, made, [CARL])).toBe(most);
    }
  });

  it('linked accounts count as one customer', () => {
    for (const [rules, most] of [
      [BEFORE, 12],
      [undefined, 4],
    ] as const) {
      const world = otcWorld(rules === undefined ? {} : { rules });
      link(world, CARL, DORA);
      const made = world.must(offer(ANNA, MERCHANT_SELLS));
      expect(tiedUp(world, made, [CARL, DORA])).toBe(most);
    }
  });

  it('customers without verification have four deals of an offer, open or left unpaid that day; verified ones go on', () => {
    const world = otcWorld({}, 8);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const crowd = [DORA, EVA, EVA + 1, EVA + 2] as const;
    unverified(world, ...crowd, EVA + 3);
    expect(tiedUp(world, made, crowd)).toBe(4);
    expect(world.send(deal(EVA + 3, made, 10))).toMatchObject({ code: 429, expected: 4, got: 4 });
    expect(world.send(deal(CARL, made, 10)).code).toBe(200);
    expect(world.send(deal(EVA + 3, world.must(offer(BEN, MERCHANT_SELLS)), 10)).code, 'another offer').toBe(200);
    world.wait(DAY - (world.time % DAY));
    expect(world.send(deal(EVA + 3, made, 10)).code, 'the next day').toBe(200);
    expect(world.twin().digest()).toBe(world.exchange.digest());
  });

  it('who pays has as many as they like, one after the other', () => {
    const world = otcWorld({}, 5);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 9; n += 1) {
      const id = world.must(deal(CARL, made, 10));
      world.must(act('paid', CARL, id));
      world.must(act('release', ANNA, id));
    }
  });

  it('said to be paid and not paid: the deal counts until it ends, and after a ruling for the seller', () => {
    const world = otcWorld({}, 8);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 5; n += 1) {
      const reply = world.send(deal(CARL, made, 10));
      expect(reply.code).toBe(n < 4 ? 200 : 429);
      if (reply.code !== 200) break;
      world.must(act('paid', CARL, reply.result));
      world.must(act('appeal', ANNA, reply.result));
      expect(agreed(world, rule(reply.result, 2)).code).toBe(200);
    }
    unverified(world, DORA, EVA, EVA + 1, EVA + 2, EVA + 3);
    const others = world.must(offer(BEN, MERCHANT_SELLS));
    for (const user of [DORA, EVA, EVA + 1, EVA + 2]) world.must(act('paid', user, world.must(deal(user, others, 10))));
    expect(world.send(deal(EVA + 3, others, 10)).code, 'paid ones are not ended').toBe(429);
  });

  it('a ruling for the buyer does not count', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 6; n += 1) {
      const id = world.must(deal(CARL, made, 10));
      world.must(act('paid', CARL, id));
      world.must(act('appeal', CARL, id));
      expect(agreed(world, rule(id, 1)).code).toBe(200);
    }
  });

  it('a buyer is not held to what a merchant who is suspended, frozen or locked keeps them from', () => {
    const world = otcWorld();
    const faults: readonly [(user: number) => void, (user: number) => void][] = [
      [(user) => merchant(world, user, 3), (user) => merchant(world, user, 2)],
      [
        (user) => world.must(command('user.set', { user, stage: 2, locks: 1 })),
        (user) => world.must(command('user.set', { user, stage: 2, locks: 0 })),
      ],
      [
        (user) => world.must(command('user.set', { user, stage: 2, locks: 2 })),
        (user) => world.must(command('user.set', { user, stage: 2, locks: 0 })),
      ],
    ];
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (const [breaks, mends] of faults)
      for (const ends of ['cancel', 'expire'] as const) {
        const ids = [0, 1].map(() => world.must(deal(CARL, made, 10)));
        breaks(ANNA);
        for (const id of ids) if (ends === 'cancel') world.must(act('cancel', CARL, id));
        if (ends === 'expire') world.wait(TERMS.payMs + 1);
        mends(ANNA);
      }
    expect(world.send(deal(CARL, made, 10)).code).toBe(200);
  });

  it('a merchant who buys is bound by what was left unpaid, not by what is open', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    for (const user of [CARL, DORA, EVA, CARL, DORA, EVA]) world.must(deal(user, made, 10));
    world.wait(TERMS.payMs + 1);
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 429, expected: 3, got: 6 });
  });

  it('deals that were open before the rule do not count while they are open', () => {
    const world = otcWorld({ rules: BEFORE });
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 3; n += 1) world.must(deal(CARL, made, 10));
    for (let n = 0; n < 2; n += 1) world.must(deal(DORA, made, 10));
    world.must(command('rules.activate', { version: RULE.unpaidDeals }));
    world.must(deal(EVA, made, 10));
    world.wait(TERMS.payMs + 1);
    expect(world.send(deal(CARL, made, 10)).code, 'three left unpaid, and this one open').toBe(200);
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 429, expected: 3, got: 4 });
    expect(world.send(command('offer.close', { user: ANNA, ...NO_KEY, offer: made })).code).toBe(200);
  });
});
