// The rules of orders and positions of contracts, each as a sentence (money §3, §11).

import { describe, expect, it } from 'vitest';
import { answers, encodeCommand } from '../../src/index.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, MARKET, NO_KEY, POST_ONLY } from '../kit/world.ts';
import {
  CLOSE_LONG,
  COIN,
  COIN_WALLET,
  coinListOf,
  ContractWorld,
  FEES,
  HOURLY,
  ISOLATED,
  listOf,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  TIERS,
  U,
  U_WALLET,
} from './kit.ts';

describe('money §3 what is required, again at the fill', () => {
  for (const [cents, filled] of [
    [4_970, true],
    [4_960, false],
  ] as const)
    it(`a resting order whose wallet lost ${5_000 - cents} cents of a point elsewhere is ${filled ? 'filled' : 'taken out'}: margin and fee count`, () => {
      const world = new ContractWorld({}, { money: 200 });
      world.pair(ANNA, BEN, 1, 50, { market: HOURLY });
      const order = world.go(ANNA, OPEN_LONG, 10, 100);
      // Of 197: 50 for the position, 105 for the order.
      world.must(
        command('wallet.transfer', {
          user: ANNA,
          ...NO_KEY,
          from: U_WALLET,
          to: 1,
          asset: USDT,
          amount: 42,
          market: 0,
        }),
      );
      world.must(world.ticks([10_000, cents]));
      // Needs 100 + ⌈2⌉ as the maker; has 105 less what the position lost, 3 or 4.
      world.go(CARL, OPEN_SHORT, 10, 100, { timeInForce: 2 });
      expect(world.closed(order)).toEqual(filled ? [1, 0] : [2, 7]);
    });
});

describe('money §3 leverage and tiers', () => {
  it('leverage is at most the tier of all that would be open, own open orders counted', () => {
    const world = new ContractWorld({}, { money: 35_000 });
    expect(world.order2(ANNA, OPEN_LONG, 200, 100, { leverage: 50 })).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, OPEN_LONG, 1, 100, { leverage: 50 })).toMatchObject({
      code: 2203,
      expected: 20,
      got: 50,
    });
    world.go(BEN, OPEN_SHORT, 200, 100, { leverage: 50 });
    expect(world.order2(ANNA, OPEN_LONG, 1, 100, { leverage: 50 })).toMatchObject({ code: 2203, expected: 20 });
    // The other side has its own steps.
    expect(world.order2(ANNA, OPEN_SHORT, 200, 101, { leverage: 50 })).toMatchObject({ code: 200 });
  });

  it('value above the last tier is refused', () => {
    const world = new ContractWorld({}, { terms: { tiers: TIERS.slice(0, 1), maxValue: 1_000_000 } });
    expect(world.order2(ANNA, OPEN_LONG, 201, 100)).toMatchObject({ code: 2203, expected: 0, got: 10 });
  });

  it('mode and leverage are those of what is open there', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    expect(world.order2(ANNA, OPEN_LONG, 5, 99, { leverage: 11 })).toMatchObject({ code: 2203, expected: 10, got: 11 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 99, { marginMode: ISOLATED })).toMatchObject({ code: 400, expected: 1 });
    expect(world.order2(ANNA, OPEN_SHORT, 5, 101, { marginMode: ISOLATED, leverage: 20 })).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, CLOSE_LONG, 5, 101, { marginMode: ISOLATED })).toMatchObject({ code: 2201 });
    expect(world.order2(ANNA, CLOSE_LONG, 5, 101, { leverage: 10 })).toMatchObject({ code: 400 });
  });

  it('leverage.set of an isolated position moves its margin, of open orders their requirement', () => {
    const world = new ContractWorld({}, { money: 5_000 });
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED });
    world.go(ANNA, OPEN_LONG, 10, 99, { marginMode: ISOLATED });
    const free = world.free(ANNA, USDT, U_WALLET);
    expect(world.leverage(ANNA, 5, ISOLATED)).toMatchObject({ code: 200 });
    expect(world.position(ANNA, LONG)).toMatchObject({ margin: 1_000, leverage: 5 });
    expect(world.free(ANNA, USDT, U_WALLET)).toBe(free - 500);
    // 990 ÷ 5 + ⌈4.95⌉ are required of the wallet.
    expect(world.transfer(ANNA, U_WALLET, 1, USDT, free - 500 - 198 - 5 + 1)).toMatchObject({ code: 3001 });
    expect(world.leverage(ANNA, 20, ISOLATED)).toMatchObject({ code: 200 });
    expect(world.position(ANNA, LONG)).toMatchObject({ margin: 250, leverage: 20 });
    expect(world.leverage(ANNA, 51, ISOLATED)).toMatchObject({ code: 2203 });
  });

  it('a higher leverage frees no more than loss and initial margin leave', () => {
    const world = new ContractWorld({}, { money: 5_000 });
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED, leverage: 5 });
    world.tick(90);
    // 1,000 of margin, 500 lost; initial margin at 20: 225. So 275 go.
    world.must(command('leverage.set', { user: ANNA, ...NO_KEY, market: U, marginMode: ISOLATED, leverage: 20 }));
    expect(world.position(ANNA, LONG)?.margin).toBe(725);
  });

  it('a lower leverage of cross positions is refused where the wallet does not have it', () => {
    const world = new ContractWorld({}, { money: 600 });
    world.pair(ANNA, BEN, 50, 100);
    // 5,000 ÷ 5 − 500 more.
    expect(world.leverage(ANNA, 5)).toMatchObject({ code: 2204, expected: 500 });
    expect(world.leverage(ANNA, 20)).toMatchObject({ code: 200, result: 20 });
    expect(world.position(ANNA, LONG)?.leverage).toBe(20);
  });
});

describe('money §3 size and form', () => {
  it('least and greatest value; a closing order may be as small as what is left', () => {
    const world = new ContractWorld({}, { terms: { minValue: 500, maxValue: 10_000 } });
    expect(world.order2(ANNA, OPEN_LONG, 4, 100)).toMatchObject({ code: 2106, expected: 500, got: 400 });
    expect(world.order2(ANNA, OPEN_LONG, 101, 100)).toMatchObject({ code: 2107, expected: 10_000 });
    world.pair(ANNA, BEN, 10, 100);
    expect(world.order2(ANNA, CLOSE_LONG, 1, 101)).toMatchObject({ code: 200 });
  });

  it('open interest of a market stays within 2^50 atoms; closing goes on', () => {
    const terms = { perLot: 2 ** 36, maxValue: 2 ** 50, tiers: [{ cap: 2 ** 48, rate: 10_000, leverage: 50 }] };
    const world = new ContractWorld({ practice: [900, 5_000, 4e13] }, { terms, users: 9, money: 2e13 });
    for (let user = 2; user < 6; user += 1) world.pair(user, user + 4, 40, 100, { leverage: 50 });
    // 160 lots of 100 × 2^36 are open; 2^50 are 163.8.
    expect(world.order2(10, OPEN_LONG, 4, 100, { leverage: 50 })).toMatchObject({ code: 2107 });
    expect(world.order2(10, OPEN_LONG, 3, 100, { leverage: 50 })).toMatchObject({ code: 200 });
    expect(world.order2(2, CLOSE_LONG, 40, 101)).toMatchObject({ code: 200 });
  });

  it('the numbers of an order fit its kind', () => {
    const world = new ContractWorld();
    expect(world.order2(ANNA, OPEN_LONG, 5, 0, { timeInForce: POST_ONLY })).toMatchObject({ code: 400 });
    expect(world.order2(ANNA, OPEN_LONG, 0, 100)).toMatchObject({ code: 2106 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { type: MARKET })).toMatchObject({ code: 2104 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { trigger: 100 })).toMatchObject({ code: 2104 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { leverage: 0 })).toMatchObject({ code: 400 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { market: 1 })).toMatchObject({ code: 2002 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { market: 999 })).toMatchObject({ code: 2002 });
    expect(world.order2(ANNA, OPEN_LONG, 5, 0)).toMatchObject({ code: 2111 });
    world.go(BEN, OPEN_SHORT, 5, 100);
    expect(world.order2(ANNA, OPEN_LONG, 5, 100, { timeInForce: POST_ONLY })).toMatchObject({ code: 2109 });
  });

  it('200 open orders a user and market', () => {
    const world = new ContractWorld();
    const orders = Array.from({ length: 200 }, () => world.contractOf(ANNA, { lots: 1, price: 90 }));
    expect(world.batch(orders).every((reply) => reply.code === 200)).toBe(true);
    expect(world.order2(ANNA, OPEN_LONG, 1, 90)).toMatchObject({ code: 2110, expected: 200 });
    expect(world.order2(ANNA, OPEN_LONG, 1, 99, { market: COIN })).toMatchObject({ code: 200 });
  });

  it('self-trade: the taker, the maker or both expire, by the mode of the taker', () => {
    for (const [selfTrade, makers, takers] of [
      [1, undefined, [2, 5]],
      [2, [2, 5], undefined],
      [3, [2, 5], [2, 5]],
    ] as const) {
      const world = new ContractWorld();
      const maker = world.go(ANNA, OPEN_SHORT, 5, 100);
      const taker = world.go(ANNA, OPEN_LONG, 5, 100, { selfTrade });
      expect([world.closed(maker), world.closed(taker)]).toEqual([makers, takers]);
    }
  });
});

describe('money §3 margin of an isolated position', () => {
  it('adding is always allowed; removing never goes below initial margin and what is lost', () => {
    const world = new ContractWorld({}, { money: 5_000 });
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED });
    const { position } = world.position(ANNA, LONG)!;
    expect(world.margin(ANNA, position, 2, 1)).toMatchObject({ code: 2205, expected: 0, got: 1 });
    world.must(command('position.margin', { user: ANNA, ...NO_KEY, position, flag: 1, amount: 300 }));
    expect(world.position(ANNA, LONG)?.margin).toBe(800);
    world.tick(98);
    // 800 − 490 initial − 100 lost.
    expect(world.margin(ANNA, position, 2, 211)).toMatchObject({ code: 2205, expected: 210 });
    expect(world.margin(ANNA, position, 2, 210)).toMatchObject({ code: 200 });
    expect(world.margin(BEN, position, 1, 10)).toMatchObject({ code: 2201 });
    world.wait(20_000);
    expect(world.margin(ANNA, position, 2, 1)).toMatchObject({ code: 2005 });
    expect(world.margin(ANNA, position, 1, 10)).toMatchObject({ code: 200 });
    expect(world.margin(ANNA, position, 1, 100_000)).toMatchObject({ code: 2204 });
  });

  it('a frozen customer may add, not take', () => {
    const world = new ContractWorld({}, { money: 5_000 });
    world.pair(ANNA, BEN, 50, 100, { marginMode: ISOLATED });
    const { position } = world.position(ANNA, LONG)!;
    world.margin(ANNA, position, 1, 300);
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(world.margin(ANNA, position, 2, 10)).toMatchObject({ code: 1011 });
    expect(world.margin(ANNA, position, 1, 10)).toMatchObject({ code: 200 });
    expect(world.order2(ANNA, CLOSE_LONG, 5, 100, { marginMode: ISOLATED })).toMatchObject({ code: 1011 });
  });
});

describe('money §3 wallets 2 and 3', () => {
  it('take in what their contracts settle in, nothing else', () => {
    const world = new ContractWorld();
    expect(world.transfer(ANNA, 1, U_WALLET, BTC, 1)).toMatchObject({ code: 3003 });
    expect(world.transfer(ANNA, 1, COIN_WALLET, USDT, 1)).toMatchObject({ code: 3003 });
    expect(world.transfer(ANNA, 1, COIN_WALLET, BTC, 1)).toMatchObject({ code: 200 });
  });

  it('a position takes at most 256 bytes (core §8)', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 20, 100);
    const part = world.exchange.save().tables.find((one) => one.name === 'positions')!;
    const bytes = part.columns.reduce((sum, { data }) => sum + data.BYTES_PER_ELEMENT, 0);
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(256);
  });
});

describe('money §1 listing and its changes', () => {
  it('a listing that does not fit is refused', () => {
    const world = new ContractWorld({}, { money: 0 });
    const fresh = (terms: Readonly<Record<string, unknown>>): number => {
      const young = new Young();
      return young.send(listOf({ market: 150, ...terms })).code;
    };
    expect(fresh({})).toBe(200);
    expect(fresh({ market: 1 })).toBe(400);
    expect(fresh({ instrument: 9 })).toBe(404);
    expect(fresh({ settle: 9 })).toBe(3002);
    expect(fresh({ face: 10 })).toBe(400);
    expect(fresh({ tickDecimals: 2 })).toBe(400);
    expect(fresh({ fundingHours: 7 })).toBe(400);
    expect(fresh({ minValue: 100, maxValue: 99 })).toBe(400);
    expect(fresh({ tiers: [] })).toBe(400);
    expect(fresh({ tiers: [{ cap: 100, rate: 20_000, leverage: 50 }] }), 'maintenance ≥ 1 ÷ leverage').toBe(400);
    expect(fresh({ tiers: [TIERS[1], TIERS[0]] })).toBe(400);
    expect(fresh({ tiers: [{ ...TIERS[0], cap: 19_999 }, TIERS[1]] }), 'a broken cumulative amount').toBe(400);
    const young = new Young();
    expect(young.send(coinListOf({ market: 150, perLot: 999 })).code).toBe(400);
    expect(young.send(coinListOf({ market: 150 })).code).toBe(200);
    expect(world.send(listOf({ market: 151 })).code, 'after the first customer it takes two people').toBe(403);
  });

  it('fees of contracts are by the tiers of spot', () => {
    const young = new Young();
    expect(young.send(command('contract.fees', { tiers: FEES.slice(1) })).code).toBe(400);
    expect(young.send(command('contract.fees', { tiers: FEES })).code).toBe(200);
  });
});

describe('calls §4 the numbers of a preview', () => {
  it('are those of the order: margin, fee, opening loss, what fills, where it is liquidated', () => {
    const world = new ContractWorld();
    world.go(BEN, OPEN_SHORT, 10, 102);
    const words = encodeCommand(world.contractOf(ANNA, { lots: 30, price: 103, marginMode: ISOLATED, leverage: 10 }));
    const { code, numbers } = world.exchange.ask(words, 0);
    expect(code).toBe(200);
    expect(Object.fromEntries(answers['contract.place'].map((name, at) => [name, numbers[at]]))).toEqual({
      settleAsset: USDT,
      margin: 309,
      fee: 16,
      openingLoss: 90,
      required: 415,
      lots: 10,
      value: 1_020,
      bestPrice: 102,
      worstPrice: 102,
      restLots: 20,
      // (3,090 − 309) ÷ (30 × 0.99) = 93.636…, shown rounded up.
      liquidation: 9_364,
    });
  });
});

/** A world without customers: settings are still the sequencer's. */
class Young extends ContractWorld {
  constructor() {
    super({}, { money: 0, coins: 0, house: 0, users: 0 });
  }
}
