// Deals over the counter: each state × act × person, the lock that no appeal opens, time, fees (money §9; W20, W21).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, RULE } from '../../src/index.ts';
import { DEALS, feesOf, NEVER } from '../../src/otc/index.ts';
import { agreed } from '../desk/kit.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, type World } from '../kit/world.ts';
import {
  act,
  close,
  deal,
  merchant,
  MERCHANT_BUYS,
  MERCHANT_SELLS,
  offer,
  otcWorld,
  rule,
  TERMS,
  terms,
} from './kit.ts';

const DAY = 86_400_000;

/** Anna is the merchant, Carl takes 50 of her 100; the fee of 50 at 1 % is 1. */
interface Case {
  readonly world: World;
  readonly id: number;
  readonly offer: number;
  readonly buyer: number;
  readonly seller: number;
}

const PATHS: readonly (readonly ('paid' | 'release' | 'cancel' | 'appeal')[])[] = [
  [],
  ['paid'],
  ['paid', 'release'],
  ['cancel'],
  ['paid', 'appeal'],
];

function inState(state: number, side: number): Case {
  const world = otcWorld();
  const made = world.must(offer(ANNA, side));
  const id = world.must(deal(CARL, made, 50));
  const [buyer, seller] = side === MERCHANT_SELLS ? [CARL, ANNA] : [ANNA, CARL];
  for (const step of PATHS[state]!) world.must(act(step, step === 'release' ? seller : buyer, id));
  return { world, id, offer: made, buyer, seller };
}

/** In the order of the table's columns; what two persons or time do comes apart. */
const BY_PERSON = { paid: [0, 'buyer'], cancel: [1, 'buyer'], release: [3, 'seller'], appeal: [4, 'either'] } as const;

describe('money §9 each state × act × person', () => {
  for (const side of [MERCHANT_BUYS, MERCHANT_SELLS])
    for (let state = 0; state <= 4; state += 1)
      for (const [what, [column, who]] of Object.entries(BY_PERSON))
        for (const role of ['buyer', 'seller', 'third'] as const)
          it(`side ${side}, state ${state}, ${what} by the ${role}`, () => {
            const { world, id, ...parties } = inState(state, side);
            const user = role === 'third' ? DORA : parties[role];
            const before = world.exchange.digest();
            const locked = world.owns(parties.seller, BTC);
            const reply = world.send(act(what as 'paid', user, id));
            const next = DEALS[state]![column]!;
            if (role !== 'third' && (who === 'either' || who === role) && next !== NEVER) {
              expect(reply.code).toBe(200);
              expect(world.emitted('deal.changed')).toMatchObject([{ deal: id, state: next }]);
              if (next !== 2) expect(world.owns(parties.seller, BTC), 'W21: nothing has moved').toBe(locked);
              else expect(world.owns(parties.seller, BTC)).toBe(locked - 51);
              return;
            }
            // An ended deal is nobody's: its row may be another's.
            const ended = state === 2 || state === 3;
            expect(reply.code).toBe(
              ended ? 5103 : role === 'third' ? 404 : who === role || who === 'either' ? 5103 : 403,
            );
            expect(world.exchange.digest()).toBe(before);
          });

  for (const side of [MERCHANT_BUYS, MERCHANT_SELLS])
    for (let state = 0; state <= 4; state += 1)
      for (const decision of [1, 2])
        it(`side ${side}, state ${state}, ruled by two: ${decision}`, () => {
          const { world, id, buyer, seller } = inState(state, side);
          const [has, gets] = [world.owns(seller, BTC), world.owns(buyer, BTC)];
          expect(world.send(rule(id, decision)).code, 'never by one').toBe(403);
          const reply = agreed(world, rule(id, decision));
          expect(reply.code).toBe(state === 4 ? 200 : 5103);
          if (state !== 4) return;
          const moved = decision === 1 ? [51, 50] : [0, 0];
          expect([has - world.owns(seller, BTC), world.owns(buyer, BTC) - gets]).toEqual(moved);
          if (side === MERCHANT_BUYS) expect(world.held(seller, BTC)).toBe(0);
        });

  for (let state = 0; state <= 4; state += 1)
    it(`state ${state}: time ends only what is not paid, one millisecond after its last`, () => {
      const { world, id, offer: made } = inState(state, MERCHANT_SELLS);
      world.wait(TERMS.payMs);
      expect(world.emitted('deal.changed'), 'not yet').toEqual([]);
      world.wait(1);
      expect(world.emitted('deal.changed').map((one) => [one.deal, one.state])).toEqual(state === 0 ? [[id, 3]] : []);
      if (state === 0) expect(world.emitted('offer.changed')).toMatchObject([{ offer: made, left: 100, state: 1 }]);
      world.wait(400 * 86_400_000);
      expect(world.emitted('deal.changed'), 'after paid no timer runs').toEqual([]);
    });
});

describe('money §9 what is locked', () => {
  it('a selling offer locks coin and fees in the merchant’s wallet; a deal splits the lock', () => {
    const world = otcWorld();
    const free = world.free(ANNA, BTC);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    // 1 % of 100, and one more for each of the ten deals it can have.
    expect(world.emitted('offer.changed')).toMatchObject([{ offer: made, left: 100, fee: 11 }]);
    expect([world.free(ANNA, BTC), world.audit.balance(ANNA, BTC, 8)]).toEqual([
      free - 111,
      { available: 0, held: 111 },
    ]);
    const id = world.must(deal(CARL, made, 50));
    expect(world.emitted('offer.changed')).toMatchObject([{ left: 50, fee: 10 }]);
    expect(world.emitted('deal.changed')).toMatchObject([
      { deal: id, amount: 50, fee: 1, buyer: CARL, seller: ANNA, state: 0 },
    ]);
    world.must(close(ANNA, made));
    expect(world.audit.balance(ANNA, BTC, 8), 'the deal keeps its own').toEqual({ available: 0, held: 51 });
    expect(world.free(ANNA, BTC)).toBe(free - 51);
    world.must(act('cancel', CARL, id));
    expect(world.free(ANNA, BTC), 'the offer is gone: back to the merchant').toBe(free);
  });

  it('under a buying offer the seller’s order locks, in his spot wallet', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    expect(world.audit.balance(ANNA, BTC, 8)).toEqual({ available: 0, held: 0 });
    const [anna, carl] = [world.free(ANNA, BTC), world.free(CARL, BTC)];
    const id = world.must(deal(CARL, made, 50));
    expect([world.free(CARL, BTC), world.held(CARL, BTC)]).toEqual([carl - 51, 51]);
    world.must(act('paid', ANNA, id));
    world.must(act('release', CARL, id));
    expect([world.free(CARL, BTC), world.held(CARL, BTC), world.free(ANNA, BTC)]).toEqual([carl - 51, 0, anna + 50]);
    expect(world.audit.house(8, BTC)).toBe(1);
  });

  it('an offer with too little left for another deal is over when its last deal is', () => {
    const world = otcWorld();
    const free = world.free(ANNA, BTC);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const [one, two] = [world.must(deal(CARL, made, 50)), world.must(deal(DORA, made, 41))];
    expect(world.send(deal(CARL, made, 9))).toMatchObject({ code: 4002, expected: 10, got: 9 });
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 5102, expected: 9, got: 10 });
    for (const [user, id] of [
      [CARL, one],
      [DORA, two],
    ] as const) {
      world.must(act('paid', user, id));
      world.must(act('release', ANNA, id));
    }
    expect(world.emitted('offer.changed')).toMatchObject([{ offer: made, left: 9, state: 2 }]);
    expect(world.free(ANNA, BTC)).toBe(free - 93);
    expect(world.send(close(ANNA, made)).code).toBe(5101);
  });

  it('no sequence of deals finds too little locked for fees, each rounded up on its own (money §12.10)', () => {
    for (const rate of [0, 1, 1_000, 10_000, 33_333, 99_999, 100_000])
      for (let min = 1; min <= 40; min += 1) {
        // The most that fees of deals of at least `min` out of an amount can come to.
        const most = [0];
        for (let amount = 1; amount <= 100; amount += 1) {
          let worst = 0;
          for (let one = min; one <= amount; one += 1)
            worst = Math.max(worst, Math.ceil((one * rate) / 1e6) + most[amount - one]!);
          most.push(worst);
          expect(feesOf(amount, min, rate), `${amount} by ${min} at ${rate}`).toBeGreaterThanOrEqual(worst);
        }
      }
  });

  it('each deal pays its own fee, whatever was cancelled before; what was locked too much comes back', () => {
    const world = otcWorld();
    for (const amount of [20, 37, 60])
      for (const first of [10, 13, 20]) {
        const [before, own] = [world.audit.house(8, BTC), world.owns(ANNA, BTC)];
        const made = world.must(offer(ANNA, MERCHANT_SELLS, { amount }));
        let sold = 0;
        let fees = 0;
        const sell = (user: number, id: number, atoms: number): void => {
          world.must(act('paid', user, id));
          world.must(act('release', ANNA, id));
          sold += atoms;
          fees += Math.ceil(atoms / 100);
        };
        const one = world.must(deal(CARL, made, first));
        for (let left = amount - first; left >= 10; left -= 10) sell(DORA, world.must(deal(DORA, made, 10)), 10);
        world.must(act('cancel', CARL, one));
        sell(CARL, world.must(deal(CARL, made, first)), first);
        expect(world.audit.house(8, BTC) - before).toBe(fees);
        expect([own - world.owns(ANNA, BTC), world.audit.balance(ANNA, BTC, 8).held]).toEqual([sold + fees, 0]);
        expect(world.send(close(ANNA, made)).code, 'it closed itself').toBe(5101);
        // Carl may not cancel so many deals of one day.
        world.wait(DAY);
      }
  });

  it('fees keep the rate of the offer when the terms change', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    expect(agreed(world, terms({ fee: 0 })).code).toBe(200);
    world.must(deal(CARL, made, 50));
    expect(world.emitted('deal.changed')).toMatchObject([{ fee: 1 }]);
    const next = world.must(offer(ANNA, MERCHANT_BUYS));
    world.must(deal(CARL, next, 50));
    expect(world.emitted('deal.changed')).toMatchObject([{ fee: 0 }]);
  });
});

describe('money §9 who may take an offer', () => {
  it('not the merchant himself, not the house; at the price shown; within its bounds; 3 open deals a customer', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const tries: readonly (readonly [Command, object])[] = [
      [deal(ANNA, made, 50), { code: 403, got: ANNA }],
      [deal(MARKET_MAKER, made, 50), { code: 403 }],
      [deal(CARL, made, 50, { price: 704 }), { code: 5102, expected: 705, got: 704 }],
      [deal(CARL, made, 101), { code: 4002, expected: 100, got: 101 }],
      [deal(CARL, made + 1, 50), { code: 5101 }],
    ];
    const digest = world.exchange.digest();
    for (const [one, answer] of tries) expect(world.send(one)).toMatchObject(answer);
    expect(world.exchange.digest()).toBe(digest);
    for (let n = 0; n < 3; n += 1) world.must(deal(CARL, made, 10));
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 2110, expected: 3, got: 3 });
    expect(world.send(deal(DORA, made, 10)).code).toBe(200);
  });

  it('a seller who has not both coin and fee is refused', () => {
    const world = otcWorld({ practice: [50, 0, 5_000] });
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    expect(world.send(deal(CARL, made, 50))).toMatchObject({ code: 3001, expected: 51, got: 50 });
    expect(world.send(deal(CARL, made, 49)).code).toBe(200);
  });

  it('offers of a merchant who is suspended or frozen are not taken; what is open goes on', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const id = world.must(deal(CARL, made, 10));
    merchant(world, ANNA, 3);
    expect(world.send(deal(CARL, made, 10)).code).toBe(5105);
    expect(world.send(offer(ANNA, MERCHANT_SELLS)).code).toBe(5105);
    world.must(act('paid', CARL, id));
    world.must(act('release', ANNA, id));
    world.must(close(ANNA, made));
    const bens = world.must(offer(BEN, MERCHANT_SELLS));
    world.must(command('user.set', { user: BEN, stage: 0, locks: 1 }));
    expect(world.send(deal(CARL, bens, 10)).code).toBe(5105);
  });

  it('frozen: one may say that one paid, cancel, appeal and close; not release, take or offer', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const id = world.must(deal(CARL, made, 10));
    const other = world.must(deal(CARL, made, 10));
    for (const user of [ANNA, CARL]) world.must(command('user.set', { user, stage: 0, locks: 1 }));
    world.must(act('paid', CARL, id));
    world.must(act('cancel', CARL, other));
    expect(world.send(act('release', ANNA, id)).code).toBe(1011);
    expect(world.send(deal(CARL, made, 10)).code).toBe(1011);
    world.must(act('appeal', CARL, id));
    world.must(close(ANNA, made));
  });

  it('a late "paid" comes too late, and finds another deal in the row no other', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    const id = world.must(deal(CARL, made, 10));
    world.wait(TERMS.payMs + 1);
    expect(world.send(act('paid', CARL, id)).code).toBe(5103);
    const next = world.must(deal(CARL, made, 10));
    expect(next).not.toBe(id);
    expect(world.send(act('paid', CARL, id)).code).toBe(5103);
    world.wait(TERMS.payMs);
    world.must(act('paid', CARL, next));
    world.wait(1);
    expect(world.emitted('deal.changed')).toEqual([]);
  });

  it('terms that tighten wait a day, USDT stays the bond', () => {
    const world = otcWorld();
    expect(agreed(world, terms({ deals: 1 })).code).toBe(200);
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 3; n += 1) world.must(deal(CARL, made, 10));
    world.wait(86_400_001);
    expect(world.emitted('otc.changed')).toMatchObject([{ deals: 1, asset: USDT, version: 2 }]);
    world.must(deal(CARL, made, 10));
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 2110, expected: 1, got: 1 });
  });
});

describe('money §9 a buyer who does not pay (issue 13 A.11)', () => {
  it('after more than three deals of a UTC day, cancelled or run out, takes no further one until the next', () => {
    const world = otcWorld();
    world.must(command('user.set', { user: DORA, stage: 1, locks: 0 }));
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 3; n += 1) world.must(act('cancel', CARL, world.must(deal(CARL, made, 10))));
    world.must(deal(CARL, made, 10));
    world.wait(TERMS.payMs + 1);
    expect(world.send(deal(CARL, made, 10))).toMatchObject({ code: 429, expected: 3, got: 4 });
    expect(world.send(deal(DORA, made, 10)).code, 'others do').toBe(200);
    const buying = world.must(offer(BEN, MERCHANT_BUYS));
    expect(world.send(deal(CARL, buying, 10)).code, 'as a seller Carl pays nothing').toBe(200);
    expect(world.twin().digest()).toBe(world.exchange.digest());
    world.wait(DAY - (world.time % DAY) - 1);
    expect(world.send(deal(CARL, made, 10)).code).toBe(429);
    world.wait(1);
    expect(world.send(deal(CARL, made, 10)).code).toBe(200);
  });

  it('a merchant who buys and does not pay is no party of further ones either', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    for (let n = 0; n < 4; n += 1) world.must(act('cancel', ANNA, world.must(deal(CARL, made, 10))));
    expect(world.send(deal(DORA, made, 10))).toMatchObject({ code: 429, expected: 3, got: 4 });
    expect(world.send(deal(CARL, world.must(offer(BEN, MERCHANT_BUYS)), 10)).code).toBe(200);
  });

  it('under earlier rules none were counted; counting begins with the rule', () => {
    const world = otcWorld({ rules: RULE.amendLiquidating });
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    for (let n = 0; n < 5; n += 1) world.must(act('cancel', CARL, world.must(deal(CARL, made, 10))));
    world.must(command('rules.activate', { version: RULE.dealCancels }));
    for (let n = 0; n < 4; n += 1) world.must(act('cancel', CARL, world.must(deal(CARL, made, 10))));
    expect(world.send(deal(CARL, made, 10)).code).toBe(429);
  });
});
