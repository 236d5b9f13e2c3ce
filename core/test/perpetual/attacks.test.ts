// Attacks on trading in contracts (core §8): whoever tries them together has less than before.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNT_CLASS } from '../../src/enum/index.ts';
import { fillValue, realisedProfit, releasedCost } from '../../src/formula/index.ts';
import { encodeCommand } from '../../src/index.ts';
import { WalletSums } from '../../src/perpetual/order/wallet-sums.ts';
import { RULE } from '../../src/rules.ts';
import { partsOf } from '../kit/full.ts';
import { BTC, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, FOK, IOC } from '../kit/world.ts';
import {
  CLOSE_LONG,
  COIN,
  COIN_WALLET,
  ContractWorld,
  CROSS,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from './kit.ts';

function insurance(world: ContractWorld, asset: number): number {
  for (const account of world.audit.accounts.values())
    if (account.class === ACCOUNT_CLASS.insurance && account.asset === asset) return account.available;
  return 0;
}

/** Everything two accomplices have, positions closed against the market maker's quotes around the index. */
function together(world: ContractWorld, wallet: number): number {
  return world.wealth(ANNA, wallet) + world.wealth(BEN, wallet);
}

/** Closes what both still have against deep quotes at the index; what cannot be closed is left. */
function unwind(world: ContractWorld, market: number, index: number): void {
  for (let round = 0; round < 4; round += 1) {
    world.quote(market, [
      [1, index - 1, 400],
      [2, index + 1, 400],
    ]);
    for (const user of [BEN, ANNA])
      for (const side of [LONG, SHORT]) {
        const open = world.position(user, side, market);
        if (open !== undefined) world.closePosition(user, open.position);
      }
    world.wait(300);
    world.tick(index);
  }
}

describe('core §8 off-market fills against oneself', () => {
  for (const [market, wallet, name] of [
    [U, U_WALLET, 'U'],
    [COIN, COIN_WALLET, 'coin'],
  ] as const)
    for (const marginMode of [CROSS, ISOLATED])
      for (const leverage of [1, 20, 50])
        for (const price of [95, 98, 105])
          for (const taker of [ANNA, BEN])
            it(`open at ${price} of 100 with ${leverage} (mode ${marginMode}, ${name}, ${taker === ANNA ? 'buyer' : 'seller'} takes): they lose`, () => {
              const world = new ContractWorld({}, { money: 600, coins: 60 });
              const fund = insurance(world, market === U ? USDT : BTC);
              const before = together(world, wallet);
              const fields = { market, marginMode, leverage };
              const lots = market === U ? 40 : 20;
              if (taker === ANNA) {
                world.order2(BEN, OPEN_SHORT, lots, price, fields);
                world.order2(ANNA, OPEN_LONG, lots, price, fields);
              } else {
                world.order2(ANNA, OPEN_LONG, lots, price, fields);
                world.order2(BEN, OPEN_SHORT, lots, price, fields);
              }
              unwind(world, market, 100);
              expect(world.position(ANNA, LONG, market), 'all is closed').toBeUndefined();
              expect(together(world, wallet)).toBeLessThanOrEqual(before);
              expect(insurance(world, market === U ? USDT : BTC), 'nobody else paid').toBeGreaterThanOrEqual(fund);
            });

  it('close far from the mark: the fill that would leave nothing is not made', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    const before = together(world, U_WALLET);
    const fields = { marginMode: ISOLATED, leverage: 50 };
    world.quote(U, [[2, 100, 50]]);
    world.go(ANNA, OPEN_LONG, 50, 100, fields);
    // Margin 100; at 99.2 forty are lost. A sale at 95 would lose 250.
    world.must(world.ticks([9_920, 5_000]));
    world.go(BEN, OPEN_LONG, 50, 95);
    const margin = world.position(ANNA, LONG)!.margin;
    const order = world.go(ANNA, CLOSE_LONG, 50, 95, { marginMode: ISOLATED });
    expect(world.closed(order), 'cancelled for margin').toEqual([2, 7]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50, margin });
    unwind(world, U, 98);
    expect(together(world, U_WALLET)).toBeLessThan(before);
  });

  it('close far from the mark as the maker: the resting order is taken out, the taker goes on to the next', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    const fields = { marginMode: ISOLATED, leverage: 50 };
    world.quote(U, [[2, 100, 50]]);
    world.go(ANNA, OPEN_LONG, 50, 100, fields);
    world.must(world.ticks([9_920, 5_000]));
    const resting = world.go(ANNA, CLOSE_LONG, 50, 95, { marginMode: ISOLATED });
    world.go(CARL, OPEN_SHORT, 50, 98);
    world.go(BEN, OPEN_LONG, 50, 99);
    expect(world.closed(resting)).toEqual([2, 7]);
    expect(world.position(BEN, LONG)).toMatchObject({ lots: 50, cost: 4_900 });
  });

  it('a part may be closed far from the mark only as far as the rest still has something', () => {
    const world = new ContractWorld({}, { money: 1_000 });
    world.quote(U, [[2, 100, 50]]);
    world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 50 });
    world.must(world.ticks([9_920, 5_000]));
    world.go(BEN, OPEN_LONG, 50, 95);
    // 15 lots: 30 of margin − 75 − 8 leave 17 for 35 lots that have lost 28. 10 lots: 45 for 40 that have lost 32.
    const most = world.go(ANNA, CLOSE_LONG, 15, 95, { marginMode: ISOLATED });
    expect(world.closed(most)).toEqual([2, 7]);
    const less = world.go(ANNA, CLOSE_LONG, 10, 95, { marginMode: ISOLATED });
    expect(world.closed(less)).toEqual([1, 0]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 40, margin: 45 });
  });

  it('nor is a wallet of cross positions closed below nothing', () => {
    const world = new ContractWorld({}, { money: 300 });
    world.quote(U, [[2, 100, 50]]);
    world.go(ANNA, OPEN_LONG, 50, 100, { leverage: 20 });
    world.must(world.ticks([9_700, 5_000]));
    world.go(BEN, OPEN_LONG, 30, 93, { leverage: 20 });
    // 275 in the wallet. 30 lots: − 210 − 14 leave 51 for 20 lots that have lost 60. 20 lots: 125 for 30 that lost 90.
    const most = world.go(ANNA, CLOSE_LONG, 30, 93);
    expect(world.closed(most)).toEqual([2, 7]);
    const less = world.go(ANNA, CLOSE_LONG, 20, 93);
    expect(world.closed(less)).toEqual([1, 0]);
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(125);
    expect(world.position(ANNA, LONG)?.lots).toBe(30);
  });
});

describe('core §8 baits', () => {
  it('a first touch far away does not lead a market order further than 5 % from the mark', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 2, 105);
    world.go(BEN, OPEN_SHORT, 30, 106);
    world.go(BEN, OPEN_SHORT, 30, 110);
    world.go(ANNA, OPEN_LONG, 40, 0);
    expect(world.dealt()).toEqual([[105, 2]]);
    expect(world.order2(ANNA, OPEN_LONG, 40, 0)).toMatchObject({ code: 2111 });
  });

  it('a cheap first touch does not open the way to dear levels: 5 % from the touch', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 1, 97);
    world.go(BEN, OPEN_SHORT, 30, 101);
    world.go(BEN, OPEN_SHORT, 30, 103);
    world.go(ANNA, OPEN_LONG, 60, 0);
    expect(world.dealt()).toEqual([
      [97, 1],
      [101, 30],
    ]);
  });

  it('and the same for who sells', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_LONG, 1, 103);
    world.go(BEN, OPEN_LONG, 30, 99);
    world.go(BEN, OPEN_LONG, 30, 97);
    world.go(ANNA, OPEN_SHORT, 60, 0);
    // 5 % under 103 is 97.85.
    expect(world.dealt()).toEqual([
      [103, 1],
      [99, 30],
    ]);
    world.cancelAll(BEN);
    world.go(BEN, OPEN_LONG, 30, 95);
    world.go(BEN, OPEN_LONG, 30, 94);
    world.go(ANNA, OPEN_SHORT, 60, 0);
    expect(world.dealt()).toEqual([[95, 30]]);
  });

  it('a limit that would take further than 5 % beyond the mark is refused, its far side rests', () => {
    const world = new ContractWorld();
    expect(world.order2(ANNA, OPEN_LONG, 5, 106)).toMatchObject({ code: 2108, expected: 105, got: 106 });
    expect(world.order2(ANNA, OPEN_SHORT, 5, 94)).toMatchObject({ code: 2108, expected: 95, got: 94 });
    expect(world.order2(ANNA, OPEN_SHORT, 5, 1_000)).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, OPEN_SHORT, 5, 1_001)).toMatchObject({ code: 2108 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 10)).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 9)).toMatchObject({ code: 2108 });
  });
});

describe('core §8 sliced makers', () => {
  it('an order met lot by lot pays the fee of one fill, and moves what one fill moves', () => {
    const pay = (slices: number): number => {
      const world = new ContractWorld();
      const order = world.go(ANNA, OPEN_LONG, 40, 100);
      for (let slice = 0; slice < slices; slice += 1) world.go(BEN, OPEN_SHORT, 40 / slices, 100);
      expect(world.closed(order)).toEqual([1, 0]);
      return world.free(ANNA, USDT, U_WALLET);
    };
    const whole = pay(1);
    // Least values of an order aside, any way of slicing gives the same.
    for (const slices of [2, 4, 8, 20, 40]) expect(pay(slices)).toBe(whole);
  });

  it('a fill-or-kill order needs at most 200 orders of others, each of which is weighed; before rules 29 any number', () => {
    const resting = (rules?: number): ContractWorld => {
      const world = new ContractWorld(rules === undefined ? {} : { rules });
      for (let at = 0; at < 201; at += 1) world.go(at < 101 ? BEN : CARL, OPEN_SHORT, 1, 100);
      return world;
    };
    const world = resting();
    const whole = { timeInForce: FOK };
    expect(world.order2(ANNA, OPEN_LONG, 201, 100, whole)).toMatchObject({ code: 2111, expected: 201, got: 200 });
    expect(world.dealt()).toEqual([]);
    expect(world.order2(ANNA, OPEN_LONG, 200, 100, whole).code).toBe(200);
    expect(resting(RULE.fewMakersCertain - 1).order2(ANNA, OPEN_LONG, 201, 100, whole).code).toBe(200);
  });

  it('a fill-or-kill order walks over each wallet once, and over at most 2,000 positions (rules `weighedPositions`)', () => {
    const heavy = vi.spyOn(WalletSums.prototype, 'left').mockImplementation(function (this: WalletSums) {
      this.positions += 150;
      return 10 ** 9;
    });
    onTestFinished(() => heavy.mockRestore());
    const resting = (rules: number): ContractWorld => {
      const world = new ContractWorld({ rules });
      for (let at = 0; at < 20; at += 1) world.go(BEN, OPEN_SHORT, 1, 100);
      return world;
    };
    const whole = { timeInForce: FOK };
    const world = resting(RULE.weighedPositions);
    expect(world.order2(ANNA, OPEN_LONG, 20, 100, whole)).toMatchObject({ code: 2111, expected: 20, got: 14 });
    expect(resting(RULE.weighedPositions - 1).order2(ANNA, OPEN_LONG, 20, 100, whole).code).toBe(200);
  });

  it('weighs many orders of one wallet by one walk over its positions', () => {
    const world = new ContractWorld();
    for (let at = 0; at < 20; at += 1) world.go(BEN, OPEN_SHORT, 1, 100);
    const { contractWallets } = partsOf(world.exchange).perpetual.context.positions;
    let walks = 0;
    const { first } = contractWallets;
    Object.defineProperty(contractWallets, 'first', {
      configurable: true,
      get: () => {
        walks += 1;
        return first;
      },
    });
    onTestFinished(() => {
      Object.defineProperty(contractWallets, 'first', { value: first, writable: true, configurable: true });
    });
    const walksFor = (lots: number): number => {
      walks = 0;
      world.exchange.ask(
        encodeCommand(world.contractOf(ANNA, { direction: OPEN_LONG, lots, price: 100, timeInForce: FOK })),
        0,
      );
      return walks;
    };
    expect(walksFor(20)).toBe(walksFor(2));
  });

  it('IOC and FOK take at once or not at all', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 10, 100);
    const ioc = world.go(ANNA, OPEN_LONG, 15, 100, { timeInForce: IOC });
    expect(world.closed(ioc)).toEqual([2, 4]);
    expect(world.position(ANNA, LONG)?.lots).toBe(10);
    world.go(BEN, OPEN_SHORT, 10, 100);
    expect(world.order2(ANNA, OPEN_LONG, 15, 100, { timeInForce: FOK })).toMatchObject({ code: 2111, got: 10 });
    expect(world.order2(ANNA, OPEN_LONG, 10, 100, { timeInForce: FOK })).toMatchObject({ code: 200 });
  });
});

describe('fill or kill against makers who cannot', () => {
  it('is refused where a maker would be taken out: nothing is filled, nothing emitted', () => {
    const world = new ContractWorld({}, { money: 1_100 });
    world.go(BEN, OPEN_SHORT, 50, 100, { leverage: 5 });
    world.go(BEN, OPEN_SHORT, 3, 100, { leverage: 5 });
    world.go(CARL, OPEN_SHORT, 10, 101);
    // Ben's orders require all he has; the mark goes 3 % against them: the first would lose 150 as it opens.
    world.must(world.ticks([10_300, 5_000]));
    const order = { timeInForce: FOK, leverage: 10 };
    expect(world.order2(ANNA, OPEN_LONG, 63, 101, order)).toMatchObject({ code: 2111, expected: 63, got: 13 });
    expect(world.order2(ANNA, OPEN_LONG, 13, 101, order)).toMatchObject({ code: 200 });
    expect(world.position(ANNA, LONG)?.lots).toBe(13);
  });
});

describe('fill or kill against one wallet twice, and with little to spare', () => {
  it('orders of one wallet that fit alone and not together are not certain', () => {
    const world = new ContractWorld({}, { money: 900 });
    world.go(BEN, OPEN_SHORT, 20, 100, { leverage: 5 });
    world.go(BEN, OPEN_SHORT, 20, 100, { leverage: 5 });
    // Each required 410 and needs 464 now; 80 are left beside them.
    world.must(world.ticks([10_300, 5_000]));
    const order = { timeInForce: FOK, leverage: 10 };
    expect(world.order2(ANNA, OPEN_LONG, 40, 100, order)).toMatchObject({ code: 2111, expected: 40, got: 20 });
    const partly = world.go(ANNA, OPEN_LONG, 40, 100, { timeInForce: IOC, leverage: 10 });
    expect(world.closed(partly), 'the second is taken out when it is met').toEqual([2, 4]);
    expect(world.position(ANNA, LONG)?.lots).toBe(20);
  });

  it('a close that leaves three atoms goes in one fill; in two it is not certain', () => {
    for (const [bids, code] of [
      [[12], 200],
      [[6, 6], 2204],
    ] as const) {
      const world = new ContractWorld({}, { money: 1_000 });
      world.quote(U, [[2, 100, 50]]);
      world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED, leverage: 50 });
      world.must(world.ticks([9_920, 5_000]));
      for (const lots of bids) world.go(BEN, OPEN_LONG, lots, 95);
      expect(world.order2(ANNA, CLOSE_LONG, 12, 95, { marginMode: ISOLATED, timeInForce: FOK })).toMatchObject({
        code,
      });
      expect(world.order2(ANNA, CLOSE_LONG, 15, 95, { marginMode: ISOLATED, timeInForce: FOK }).code).not.toBe(200);
    }
  });
});

describe('money §12.10 rounding never pays (W13, W14)', () => {
  it('closing in parts: whatever cost and order of parts, nobody is ever ahead of the exact share, and the whole is the whole', () => {
    for (const [type, side] of [
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
    ] as const)
      for (let cost = 0; cost <= 100; cost += 1)
        for (let lots = 1; lots <= 9; lots += 1)
          for (let mask = 0; mask < 2 ** (lots - 1); mask += 1) {
            // A composition of the lots: a bit says where a part ends.
            let left = lots;
            let rest = cost;
            let part = 1;
            const sign = (type === 2) === (side === 1) ? 1 : -1;
            for (let at = 0; at < lots; at += 1) {
              if (at < lots - 1 && ((mask >> at) & 1) === 0) {
                part += 1;
                continue;
              }
              const released = releasedCost(type, side, rest, part, left);
              // Profit is sign × (value − released): more released is less profit where the sign is +.
              if (sign * (released * left - rest * part) < 0)
                throw new Error(`${type} ${side} ${cost} ${lots} ${mask}`);
              rest -= released;
              left -= part;
              part = 1;
            }
            if (rest !== 0 || left !== 0) throw new Error(`all is released, got ${rest} of ${cost} left`);
          }
  });

  it('a round trip at one price never pays the taker, for any price, and both sides together have nothing (0–100 units)', () => {
    for (const type of [2, 3] as const)
      for (let perLot = type === 2 ? 1 : 100; perLot <= (type === 2 ? 3 : 1_000); perLot += type === 2 ? 1 : 90)
        for (let lots = 1; lots <= 20; lots += 1)
          for (let price = 1; price <= 100; price += 1)
            for (const side of [1, 2] as const) {
              const opened = fillValue(type, perLot, lots, price, side === 1);
              for (let part = 1; part <= lots; part += 1) {
                const first = fillValue(type, perLot, part, price, side === 2);
                const second = part === lots ? 0 : fillValue(type, perLot, lots - part, price, side === 2);
                const released = releasedCost(type, side, opened, part, lots);
                const profit =
                  realisedProfit(type, side, first, released) +
                  (part === lots ? 0 : realisedProfit(type, side, second, opened - released));
                if (profit > 0)
                  throw new Error(`type ${type}, F ${perLot}, ${lots} at ${price}, ${part} first: ${profit}`);
                const other = 3 - side;
                const against = realisedProfit(type, other, first + second, opened);
                if (profit + against !== 0) throw new Error('both sides together have what they had');
              }
            }
  });
});
