// Merchants: the bond that stays while anything is open and seven days after, and who may offer what (money §9).
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/index.ts';
import { MAX_OPEN_OFFERS } from '../../src/otc/index.ts';
import { agreed, DAY } from '../desk/kit.ts';
import { ask } from '../wallet/kit.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, type World } from '../kit/world.ts';
import {
  act,
  bond,
  close,
  deal,
  merchant,
  MERCHANT_BUYS,
  MERCHANT_SELLS,
  offer,
  otcWorld,
  TERMS,
  terms,
} from './kit.ts';

const free = (world: World, user: number, amount: number = TERMS.bond) => world.send(bond('free', user, amount));

describe('money §9 the bond', () => {
  it('lies in the merchant’s wallet, held, and comes back to spot', () => {
    const world = otcWorld();
    const has = world.free(ANNA);
    expect(world.audit.balance(ANNA, USDT, 8)).toEqual({ available: 0, held: TERMS.bond });
    expect(ask(world, bond('free', ANNA, 500))).toMatchObject({ code: 200, numbers: [1_500] });
    expect(free(world, ANNA, 500).code).toBe(200);
    expect([world.free(ANNA), world.audit.balance(ANNA, USDT, 8).held]).toEqual([has + 500, 1_500]);
    expect(free(world, ANNA, 1_501)).toMatchObject({ code: 5104, expected: 1_501, got: 1_500 });
  });

  it('stays while an offer or a deal is open, and 7 days after the last, to the millisecond', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_SELLS));
    expect(free(world, ANNA)).toMatchObject({ code: 5103, expected: 0, got: 1 });
    const id = world.must(deal(CARL, made, 50));
    world.must(close(ANNA, made));
    expect(world.emitted('bond.changed'), 'nothing has ended yet').toEqual([]);
    expect(free(world, ANNA), 'the deal is still open').toMatchObject({ code: 5103, got: 1 });
    world.must(act('paid', CARL, id));
    world.must(act('appeal', CARL, id));
    expect(free(world, ANNA), 'and in appeal').toMatchObject({ code: 5103, got: 1 });
    world.must(act('release', ANNA, id));
    const from = world.time + TERMS.cooling;
    expect(world.emitted('bond.changed')).toMatchObject([{ user: ANNA, bond: TERMS.bond, freeFrom: from }]);
    expect(free(world, ANNA)).toMatchObject({ code: 5103, expected: from, got: world.time });
    world.wait(TERMS.cooling - 1);
    expect(free(world, ANNA).code).toBe(5103);
    world.wait(1);
    expect(free(world, ANNA).code).toBe(200);
  });

  it('a deal that ran out of time counts from then', () => {
    const world = otcWorld();
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    world.must(deal(CARL, made, 50));
    world.must(close(ANNA, made));
    const end = world.time + TERMS.payMs + 1;
    world.wait(TERMS.payMs + 60_000);
    expect(world.emitted('bond.changed')).toMatchObject([{ freeFrom: end + TERMS.cooling }]);
  });

  it('applicants pledge before they are merchants; nobody else does', () => {
    const world = otcWorld();
    expect(world.send(bond('lock', CARL, 100)).code).toBe(5105);
    merchant(world, CARL, 1);
    expect(world.send(bond('lock', CARL, 10 ** 9))).toMatchObject({ code: 3001 });
    expect(ask(world, bond('lock', CARL, 100))).toMatchObject({ code: 200, numbers: [100] });
    expect(world.send(bond('lock', CARL, 100)).code).toBe(200);
    expect(world.send(offer(CARL, MERCHANT_SELLS))).toMatchObject({ code: 5105, expected: 2, got: 1 });
    merchant(world, CARL, 2);
    expect(world.send(offer(CARL, MERCHANT_SELLS))).toMatchObject({ code: 5104, expected: TERMS.bond, got: 100 });
    expect(world.send(bond('free', DORA, 1))).toMatchObject({ code: 5104, expected: 1, got: 0 });
  });
});

describe('money §9 a bond of another asset', () => {
  it('counts no more when the terms name another; it is freed first, then the new one is locked', () => {
    const world = otcWorld();
    expect(agreed(world, terms({ asset: BTC, bond: 10 })).code).toBe(200);
    world.wait(DAY + 1);
    expect(world.emitted('otc.changed')).toMatchObject([{ asset: BTC, bond: 10 }]);
    expect(world.send(offer(ANNA, MERCHANT_BUYS))).toMatchObject({ code: 5104, expected: 10, got: 0 });
    expect(world.send(bond('lock', ANNA, 10))).toMatchObject({ code: 5103, expected: USDT, got: BTC });
    const has = world.free(ANNA);
    expect(free(world, ANNA).code).toBe(200);
    expect(world.free(ANNA)).toBe(has + TERMS.bond);
    world.must(bond('lock', ANNA, 10));
    expect(world.audit.balance(ANNA, BTC, 8).held).toBe(10);
    expect(world.send(offer(ANNA, MERCHANT_BUYS)).code).toBe(200);
  });
});

describe('money §9 offers', () => {
  it('are refused with their codes, and a refusal leaves nothing', () => {
    const world = otcWorld();
    const tries: readonly (readonly [Command, object])[] = [
      [offer(CARL, MERCHANT_SELLS), { code: 5105 }],
      [offer(ANNA, MERCHANT_SELLS, { asset: 9 }), { code: 3002, got: 9 }],
      [offer(ANNA, MERCHANT_SELLS, { min: 50, max: 49 }), { code: 4002 }],
      [offer(ANNA, MERCHANT_SELLS, { min: 101, max: 101 }), { code: 4002, expected: 100 }],
      [offer(ANNA, MERCHANT_BUYS, { amount: 10_010, max: 500 }), { code: 4002, expected: 1_000, got: 1_001 }],
      [offer(ANNA, MERCHANT_SELLS, { amount: 900, max: 500 }), { code: 3001, expected: 999, got: 900 }],
      [offer(ANNA, 3), { code: 400 }],
      [close(ANNA, 1), { code: 5101 }],
    ];
    const digest = world.exchange.digest();
    for (const [one, answer] of tries) expect(world.send(one)).toMatchObject(answer);
    expect(world.exchange.digest()).toBe(digest);
    expect(ask(world, offer(ANNA, MERCHANT_SELLS))).toMatchObject({ code: 200, numbers: [11, 111] });
    expect(ask(world, offer(ANNA, MERCHANT_BUYS))).toMatchObject({ code: 200, numbers: [0, 0] });
    const made = world.must(offer(ANNA, MERCHANT_BUYS));
    expect(ask(world, deal(CARL, made, 50))).toMatchObject({ code: 200, numbers: [1, world.time + TERMS.payMs] });
    expect(world.send(close(BEN, made)).code, 'another merchant’s').toBe(5101);
    expect(world.send(close(ANNA, made)).code).toBe(200);
    expect(world.send(close(ANNA, made)).code).toBe(5101);
  });

  it('a merchant has at most twenty open', () => {
    const world = otcWorld();
    for (let n = 0; n < MAX_OPEN_OFFERS; n += 1) world.must(offer(ANNA, MERCHANT_BUYS));
    expect(world.send(offer(ANNA, MERCHANT_BUYS))).toMatchObject({ code: 2110, expected: 20, got: 20 });
    expect(world.send(offer(BEN, MERCHANT_BUYS)).code).toBe(200);
  });

  it('merchants take each other’s offers like anyone', () => {
    const world = otcWorld();
    const [anna, ben] = [world.owns(ANNA, BTC), world.owns(BEN, BTC)];
    const id = world.must(deal(BEN, world.must(offer(ANNA, MERCHANT_SELLS)), 50));
    world.must(act('paid', BEN, id));
    world.must(act('release', ANNA, id));
    expect([anna - world.owns(ANNA, BTC), world.owns(BEN, BTC) - ben]).toEqual([51, 50]);
  });
});
