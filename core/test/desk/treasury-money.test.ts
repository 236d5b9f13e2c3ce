// The house's own money and what is paid out of its fees (money §1, §10, §12 10 to 14; failures W07, W08): moves,
// corrections, agents, merchants.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { type Command, decodeEvents, RULE } from '../../src/index.ts';
import { MOST_AT_ONCE, MOVES } from '../../src/desk/index.ts';
import { splitFee } from '../../src/order/index.ts';
import { Parts } from '../../src/parts.ts';
import { allShares, MERCHANT_STEPS, MOST_SHARES } from '../../src/user/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, SELL, type World } from '../kit/world.ts';
import { randomTests } from '../kit/random-tests.ts';
import { agreed, deskWorld, propose } from './kit.ts';

const { rounds } = randomTests(import.meta.url);

const FEE = ACCOUNT_CLASS.fee;
const TREASURY = ACCOUNT_CLASS.treasury;
const move = (from: number, to: number, amount: number, asset: number = USDT): Command =>
  command('treasury.move', { from, to, asset, amount });
const correction = (user: number, amount: number, cause = 1, asset: number = USDT): Command =>
  command('correction', { user, asset, amount, cause });

function refused(world: World, one: Command, code: number, what: string): void {
  const before = world.exchange.digest();
  expect(propose(world, one).code, what).toBe(code);
  expect(world.exchange.digest(), what).toBe(before);
}

/** What the house and customers have of every class, but for the one asset alone. */
function classes(world: World): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { class: of, available, held } of world.audit.accounts.values())
    sums.set(of, (sums.get(of) ?? 0) + available + held);
  return sums;
}

describe('treasury.move', () => {
  it('every pair of classes: only those of the table, all others refused', () => {
    const world = deskWorld();
    const may: number[][] = [];
    for (const from of [...Object.values(ACCOUNT_CLASS), 18, 99])
      for (const to of [...Object.values(ACCOUNT_CLASS), 18, 99]) {
        const { code } = propose(world, move(from, to, 1));
        if (MOVES[from]?.includes(to) === true) may.push([from, to]);
        else expect(code, `${from} to ${to}`).toBe(3003);
      }
    // From fees and treasury; to treasury, insurance, lending, the pool of seconds, rewards, network.
    expect(may).toEqual([
      ...[TREASURY - 1, TREASURY, 12, 13, 14, 15].map((to) => [FEE, to]),
      ...[TREASURY - 1, 12, 13, 14, 15].map((to) => [TREASURY, to]),
    ]);
    expect(
      [
        ACCOUNT_CLASS.safety,
        ACCOUNT_CLASS.wallet,
        ACCOUNT_CLASS.outside,
        ACCOUNT_CLASS.clearing,
        ACCOUNT_CLASS.escrow,
        ACCOUNT_CLASS.reserve,
      ].filter((of) => of in MOVES),
    ).toEqual([]);
  });

  it('moves between the house’s own accounts, named by the event', () => {
    const world = deskWorld();
    expect(agreed(world, move(TREASURY, ACCOUNT_CLASS.lending, 100_000)).code).toBe(200);
    expect(world.emitted('moved')).toMatchObject([
      { from: TREASURY, to: ACCOUNT_CLASS.lending, asset: USDT, amount: 100_000 },
    ]);
    expect([world.audit.house(TREASURY, USDT), world.audit.house(ACCOUNT_CLASS.lending, USDT)]).toEqual([
      900_000, 100_000,
    ]);
  });

  it('from fees that customers have paid, never more than there are', () => {
    const world = deskWorld({ tiers: [{ volume: 0, maker: 50_000, taker: 50_000 }] });
    refused(world, move(FEE, TREASURY, 1), 3001, 'nothing there yet');
    world.buy(BEN, 400, 98);
    world.place(ANNA, { side: SELL, price: 98, lots: 400 });
    const fees = world.audit.house(FEE, USDT);
    expect(fees).toBeGreaterThan(100);
    refused(world, move(FEE, TREASURY, fees + 1), 3001, 'more than all');
    expect(agreed(world, move(FEE, TREASURY, Math.floor(fees / 10))).code).toBe(200);
  });
});

describe('correction', () => {
  it('pays a customer from the treasury, naming the command it corrects', () => {
    const world = deskWorld();
    expect(agreed(world, correction(ANNA, 100, 7)).code).toBe(200);
    expect(world.emitted('corrected')).toMatchObject([{ user: ANNA, asset: USDT, amount: 100, cause: 7 }]);
    expect(world.emitted('entry').map(({ available }) => available)).toEqual([-100, 100]);
    expect(world.free(ANNA)).toBe(40_100);
  });

  it('to the house, to nobody, of an unknown coin, for what has not happened: refused', () => {
    const world = deskWorld();
    refused(world, correction(MARKET_MAKER, 1), 404, 'the house');
    refused(world, correction(77, 1), 404, 'nobody');
    refused(world, correction(ANNA, 1, 1, 9), 3002, 'an unknown coin');
    refused(world, correction(ANNA, 1, world.exchange.seq + 2), 404, 'a command to come');
    refused(world, correction(ANNA, 1, 2 ** 50), 404, 'a command far off');
    // Batch and command each take a number: the last is the correction's own.
    expect(propose(world, correction(ANNA, 1, world.exchange.seq)).code).toBe(200);
  });

  it('a frozen customer is made whole too', () => {
    const world = deskWorld();
    world.must(command('user.set', { user: ANNA, stage: 0, locks: 1 }));
    expect(agreed(world, correction(ANNA, 5)).code).toBe(200);
  });
});

describe('corrections of one UTC day (issue 13 A.11)', () => {
  it('take at most 1 % of what the treasury had without them, whoever they are for', () => {
    const world = deskWorld();
    refused(world, correction(ANNA, 10_001), 3003, 'over 1 % of 1,000,000');
    expect(agreed(world, correction(ANNA, 6_000)).code).toBe(200);
    expect(propose(world, correction(BEN, 4_001))).toMatchObject({ code: 3003, expected: 4_000, got: 4_001 });
    expect(agreed(world, correction(BEN, 4_000)).code).toBe(200);
    refused(world, correction(BEN, 1), 3003, 'one atom more');
    expect(world.twin().digest()).toBe(world.exchange.digest());
    world.wait(86_400_000 - (world.time % 86_400_000));
    expect(propose(world, correction(BEN, 9_901))).toMatchObject({ code: 3003, expected: 9_900 });
    expect(agreed(world, correction(BEN, 9_900)).code).toBe(200);
  });
});

describe('W08 the fat finger', () => {
  it('620,000 instead of 620: a mistaken unit is refused, however the two agree', () => {
    const world = deskWorld();
    for (const amount of [620_000, 100_001, 10 ** 6, 10 ** 9, 2 ** 50]) {
      refused(world, correction(ANNA, amount), amount > 1_000_000 ? 3001 : 3003, `correction of ${amount}`);
      refused(world, move(TREASURY, 10, amount), amount > 1_000_000 ? 3001 : 3003, `move of ${amount}`);
    }
    expect(propose(world, correction(ANNA, 100_001))).toMatchObject({ expected: 100_000, got: 100_001 });
  });

  it(`one command takes at most ${MOST_AT_ONCE} millionths of the paying account, rounded down`, () => {
    for (const fund of [1, 9, 10, 19, 20, 99, 100]) {
      const funds = [{ class: TREASURY, asset: ETH, amount: fund }];
      const world = deskWorld({ rules: RULE.correctionDay - 1, funds });
      const most = Math.floor(fund / 10);
      if (most > 0) expect(agreed(world, correction(BEN, most, 1, ETH)).code, `${most} of ${fund}`).toBe(200);
      const left = fund - most;
      refused(world, correction(BEN, Math.floor(left / 10) + 1, 1, ETH), 3003, `one more of ${left}`);
      refused(world, correction(BEN, 1, 1, BTC), 3001, 'another asset’s treasury is empty');
    }
  });

  it('no credit beyond reserves: whatever the desk agrees on, sums stay and no account goes below zero', () => {
    const world = deskWorld();
    const all = classes(world);
    for (let turn = 0; turn < 60; turn += 1) agreed(world, correction(ANNA, 50_000));
    const after = classes(world);
    expect(after.get(TREASURY)! + after.get(1)!).toBe(all.get(TREASURY)! + all.get(1)!);
    expect(after.get(TREASURY)!).toBeGreaterThan(0);
    expect(after.get(17)).toBe(all.get(17));
  });
});

describe('money §10 the agent of contracts', () => {
  const agent = (user: number, of: number, share = 300_000): Command =>
    command('agent.set', { user, agent: of, share });

  it('is set once, by identity, to an earlier user: no circles, not oneself, not the house', () => {
    const world = deskWorld();
    const tried = (one: Command, code: number): void => {
      const before = world.exchange.digest();
      expect(world.send(one).code).toBe(code);
      if (code !== 200) expect(world.exchange.digest()).toBe(before);
    };
    tried(agent(ANNA, ANNA), 400);
    tried(agent(ANNA, BEN), 400);
    tried(agent(BEN, MARKET_MAKER), 404);
    tried(agent(BEN, 77), 404);
    tried(agent(77, BEN), 404);
    tried(agent(MARKET_MAKER, BEN), 404);
    tried(agent(CARL, BEN), 200);
    expect(world.emitted('agent.changed')).toMatchObject([{ user: CARL, agent: BEN, share: 300_000 }]);
    tried(agent(CARL, ANNA), 400);
    tried(agent(CARL, BEN), 400);
    tried(agent(BEN, ANNA, 0), 200);
    tried(agent(BEN, ANNA, 1), 400);
  });

  it('all shares together never reach beyond 70 %: checked when set, to the millionth', () => {
    // 64 % go before: of the 36 % left, 6 % of the whole are 166,666 millionths.
    const world = deskWorld({ safety: 290_000 });
    expect(world.send(agent(BEN, ANNA, 166_667))).toMatchObject({ code: 400, expected: MOST_SHARES, got: 700_001 });
    expect(world.send(agent(BEN, ANNA, 166_666)).code).toBe(200);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700_000 }), fc.integer({ min: 0, max: 300_000 }), (shares, of) => {
        const exact = BigInt(shares) * 1_000_000n + BigInt(1_000_000 - shares) * BigInt(of);
        expect(BigInt(allShares(shares, of))).toBe((exact + 999_999n) / 1_000_000n);
      }),
      rounds(200),
    );
  });

  /** Parts with four users behind each other, a contract in market 2, and a fee account with what a trade paid. */
  const parts = (): Parts => {
    const one = new Parts();
    const exchange = one.orderBooks;
    exchange.setShares(100_000, 200_000, 100_000, 50_000);
    one.users.tiers.add(0, 0, 0, 1);
    exchange.markets.listAsset(USDT, 1, 2);
    for (const market of [1, 2]) exchange.markets.list(Float64Array.of(market, 1, 1, 1, USDT, 0, 0, 1, 1, 0, 1), 0);
    exchange.markets.rows.type[2] = 2;
    one.users.open(0, 1);
    for (let user = 2; user <= 5; user += 1) one.users.open(user === 2 ? 0 : user - 1, 0);
    return one;
  };
  /** What a fee becomes: [safety, rebates and shares by user, fee]. */
  const shared = (
    one: Parts,
    market: number,
    user: number,
    fee: number,
  ): { sum: number; share: number; rest: number } => {
    one.out.read();
    one.ledger.unbalanced = 0;
    splitFee(
      { orderBooks: one.orderBooks, ledger: one.ledger, users: one.users, out: one.out },
      market,
      9,
      user,
      USDT,
      fee,
    );
    const events = [...decodeEvents(one.out.read().slice())];
    const share = events.filter((event) => event.name === 'agent.share');
    if (share.length > 0) expect(share).toMatchObject([{ market, trade: 9, from: user, asset: USDT }]);
    const entries = events.filter((event) => event.name === 'entry');
    return { sum: one.ledger.unbalanced, share: share[0]?.amount ?? 0, rest: entries.at(-1)?.available ?? 0 };
  };

  it('gets his share of what is left after safety and referrers, rounded down; spot fees know no agent', () => {
    const one = parts();
    one.users.agents.setAgent(DORA, BEN, 300_000);
    for (let fee = 0; fee <= 1_000; fee += 1) {
      const down = (of: number, share: number): number => Math.floor((of * share) / 1_000_000);
      const left = fee - down(fee, 100_000) - down(fee, 200_000) - down(fee, 100_000) - down(fee, 50_000);
      expect(shared(one, 2, DORA, fee)).toEqual({
        sum: fee,
        share: down(left, 300_000),
        rest: left - down(left, 300_000),
      });
      expect(shared(one, 1, DORA, fee)).toEqual({ sum: fee, share: 0, rest: left });
      expect(shared(one, 2, CARL, fee).share, 'another’s agent').toBe(0);
    }
  });

  it('trading with oneself costs, whoever of oneself is referrer and agent: at least 30 % of every fee stay (money §10)', () => {
    const one = parts();
    one.users.agents.setAgent(DORA, ANNA, 300_000);
    for (let fee = 1; fee <= 500; fee += 1) {
      const before = one.ledger.accounts.available.slice();
      shared(one, 2, DORA, fee);
      let back = 0;
      for (let slot = 1; slot <= one.ledger.accounts.top; slot += 1)
        if (one.ledger.accounts.class[slot] === ACCOUNT_CLASS.wallet)
          back += one.ledger.accounts.available[slot]! - (before[slot] ?? 0);
      expect(back).toBeLessThanOrEqual(Math.floor((fee * MOST_SHARES) / 1_000_000));
    }
  });
});

describe('core §8 merchant states: every cell', () => {
  for (const from of [0, 1, 2, 3])
    for (const to of [0, 1, 2, 3])
      it(`${from} → ${to}: ${MERCHANT_STEPS[from]!.includes(to) ? 'done' : 'refused'}`, () => {
        const world = deskWorld();
        const set = (merchant: number): number => world.send(command('merchant.set', { user: ANNA, merchant })).code;
        for (const step of [[], [1], [2], [2, 3]][from]!) expect(set(step)).toBe(200);
        const before = world.exchange.digest();
        const may = MERCHANT_STEPS[from]!.includes(to);
        expect(set(to)).toBe(may ? 200 : 400);
        if (may) expect(world.emitted('merchant.changed')).toMatchObject([{ user: ANNA, merchant: to }]);
        else expect(world.exchange.digest()).toBe(before);
      });

  it('nobody and the house are none', () => {
    const world = deskWorld();
    for (const user of [MARKET_MAKER, 77])
      expect(world.send(command('merchant.set', { user, merchant: 1 })).code).toBe(404);
  });

  it('agents and merchants are in a seed (W24)', () => {
    const world = deskWorld();
    world.must(command('merchant.set', { user: BEN, merchant: 2 }));
    world.must(command('agent.set', { user: CARL, agent: ANNA, share: 5 }));
    const emitted = [...decodeEvents(world.exchange.seed())];
    expect(emitted.filter(({ name }) => name === 'merchant.changed' || name === 'agent.changed')).toMatchObject([
      { user: CARL, agent: ANNA, share: 5 },
      { user: BEN, merchant: 2 },
    ]);
    expect(emitted.filter(({ name }) => name === 'desk.changed')).toHaveLength(12);
  });
});
