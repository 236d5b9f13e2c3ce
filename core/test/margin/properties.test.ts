// Whatever comes to margin wallets, the invariants hold: debts and what is receivable agree, nothing is below zero,
// calm wallets are above their call level, a refusal changes nothing, replay equals live (money §12).
import { describe, expect, it } from 'vitest';
import { type Command, decodeEvents, encodeCommand, restoreExchange } from '../../src/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY, runs, seed } from '../kit/world.ts';
import { random } from '../exchange/small-world.ts';
import { MarginAudit, type Owed } from './audit.ts';
import { CROSS, HOUR, ISOLATED, MarginWorld } from './kit.ts';

type Pick = (below: number) => number;

const HOUSE_LEVELS = 5;

/** Indexes in ticks. */
interface Indexes {
  first: number;
  second: number;
  /** Levels the house quoted last, by market. */
  quoted: { side: number; price: number; lots: number }[][];
}

/** One command of any kind that touches margin, mostly sound; borrowing goes near to what one may. */
function any(pick: Pick, world: Indexes, most: (one: Command) => number): Command {
  const user = ANNA + pick(3);
  const wallet = pick(3) === 0 ? CROSS : ISOLATED;
  const market = wallet === ISOLATED ? 1 + pick(2) : 0;
  const asset = [BTC, ETH, USDT][pick(3)]!;
  switch (pick(16)) {
    case 0:
    case 1:
    case 2: {
      const out = pick(4) === 0;
      const amount = 1 + pick(asset === BTC ? 60 : 3_000);
      return command('wallet.transfer', {
        ...{ user, ...NO_KEY, from: out ? wallet : 1, to: out ? 1 : wallet, asset, amount, market },
      });
    }
    case 3:
    case 4:
    case 5: {
      const of = { user, ...NO_KEY, wallet, market, asset };
      const more = most(command('debt.borrow', { ...of, amount: 1 }));
      const amount = pick(4) === 0 ? more + pick(30) : Math.ceil((more * (60 + pick(41))) / 100);
      return command('debt.borrow', { ...of, amount: Math.max(1, amount) });
    }
    case 6:
      return command('debt.repay', { user, ...NO_KEY, wallet, market, asset, amount: 1 + pick(2_000) });
    case 7:
      return command('debt.leverage', { user, ...NO_KEY, wallet, market, leverage: [3, 5, 10][pick(3)]! });
    case 8:
      return command('order.cancelAll', { user, ...NO_KEY, market: pick(2) });
    case 9:
    case 10: {
      const jump = [1, 1, 4, 14][pick(4)]!;
      world.first = Math.max(20, Math.min(300, world.first + jump * (pick(21) - 10)));
      world.second = Math.max(10, Math.min(150, world.second + jump * (pick(11) - 5)));
      const bad = pick(10) === 0 ? 1 : 3;
      return command('ticks', {
        ticks: [world.first, world.second].map((price, at) => ({
          ...{ instrument: at + 1, price: price * 100 + pick(100), spread: 0, used: at === 0 ? bad : 3, total: 3 },
        })),
        quotes: [],
      });
    }
    case 11:
    case 12: {
      const of = 1 + pick(2);
      const index = of === 1 ? world.first : world.second;
      const gone = (world.quoted[of] ?? []).map((level) => ({ ...level, lots: 0 }));
      const levels = Array.from({ length: HOUSE_LEVELS }, (_, step) => [
        { side: 1, price: Math.max(1, index - 1 - step), lots: pick(90) },
        { side: 2, price: index + 1 + step, lots: pick(90) },
      ]).flat();
      world.quoted[of] = levels;
      return command('maker.quote', { market: of, levels: [...gone, ...levels] });
    }
    default: {
      const of = market === 0 ? 1 + pick(2) : market;
      const index = of === 1 ? world.first : world.second;
      const type = pick(5) === 0 ? 1 + pick(6) : 1;
      const atMarket = type % 2 === 0;
      const price = Math.max(1, index + pick(21) - 10);
      return command('order.place', {
        ...{ user, ...NO_KEY, market: of, wallet: pick(4) === 0 ? 1 : wallet, side: 1 + pick(2), type },
        ...{ timeInForce: atMarket ? 1 + pick(3) : 1 + pick(4), price: atMarket ? 0 : price, lots: 1 + pick(40) },
        ...{ amount: 0, trigger: type > 2 ? price : 0, triggerBy: 1 + pick(2), selfTrade: 1 + pick(3) },
      });
    }
  }
}

interface Step {
  readonly time: number;
  readonly words: Float64Array;
}

/** Three who owe as much as they may: one long of BTC, one short of it over all wallets, one short of ETH. */
function owing(pick: Pick): MarginWorld {
  const world = new MarginWorld({ insurance: pick(3) * 2_000 });
  world.ladder(1, 100, 2_000);
  world.ladder(2, 50, 2_000);
  const most = (user: number, wallet: number, asset: number, market?: number): number => {
    const more = world.ask(world.borrowOf(user, wallet, asset, 1, market)).numbers[5]!;
    return world.must(world.borrowOf(user, wallet, asset, more, market));
  };
  const trade = (user: number, fields: { readonly [field: string]: number }): void => {
    world.place(user, { type: 2, timeInForce: 2, ...fields });
  };
  world.put(ANNA, ISOLATED, USDT, 1_000);
  trade(ANNA, { wallet: ISOLATED, side: 1, lots: Math.floor((most(ANNA, ISOLATED, USDT) + 1_000) / 110) });
  world.put(BEN, CROSS, USDT, 4_000);
  trade(BEN, { wallet: CROSS, side: 2, lots: most(BEN, CROSS, BTC) });
  world.put(CARL, ISOLATED, USDT, 2_000, 2);
  trade(CARL, { wallet: ISOLATED, market: 2, side: 2, lots: Math.floor(most(CARL, ISOLATED, ETH, 2) / 10) });
  world.quote(1, gone(100));
  world.quote(2, gone(50));
  return world;
}

/** The ladder of a market taken away. */
function gone(index: number): [number, number, number][] {
  return [1, 2, 3, 4].flatMap((step): [number, number, number][] => [
    [1, index - step, 0],
    [2, index + step, 0],
  ]);
}

/** Drives a world of its own; gives it and what was sent. */
function drive(from: number, count: number): { world: MarginWorld; steps: Step[]; codes: Map<number, number> } {
  const pick = random(from);
  const world = owing(pick);
  const prices = { first: 100, second: 50, quoted: [] };
  const steps: Step[] = [];
  const codes = new Map<number, number>();
  for (let step = 0; step < count; step += 1) {
    if (pick(4) === 0) world.time += pick(12) === 0 ? pick(5) * HOUR + pick(1_000) : pick(3_000);
    world.exchange.advance(world.time);
    const advanced = world.exchange.digest();
    const one = any(pick, prices, (asked) => world.ask(asked).numbers[5] ?? 100);
    world.audit.fold(world.exchange.takeEvents(), world.time);
    const reply = world.send(one);
    steps.push({ time: world.time, words: encodeCommand(one) });
    codes.set(reply.code, (codes.get(reply.code) ?? 0) + 1);
    if (reply.code !== 200) expect(world.exchange.digest(), `${one.name}: ${reply.code}`).toBe(advanced);
  }
  return { world, steps, codes };
}

describe(`money §12 under commands of margin (seed ${seed})`, () => {
  const rounds = runs(6);
  for (let round = 0; round < rounds; round += 1)
    it(`hold after each of 250 commands; a refusal changes nothing (seed ${seed + round})`, () => {
      const { codes } = drive(seed + round, 250);
      expect(codes.get(200)).toBeGreaterThan(50);
    });

  it('every step of liquidation is reached, and each of the codes', () => {
    const steps = new Set<number>();
    let insured = 0;
    const seen = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const { world, codes } = drive(round + 1, 200);
      for (const { step } of world.margin.steps) steps.add(step);
      for (const code of codes.keys()) seen.add(code);
      insured += world.margin.insured;
    }
    expect([...steps].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
    expect(insured, 'insurance paid somewhere').toBeGreaterThan(0);
    for (const code of [200, 2207, 2301, 2303, 2304, 3001]) expect(seen.has(code), String(code)).toBe(true);
  });

  it('replay, in batches of any size, and from a snapshot in the middle, is the same state (core §5, W24)', () => {
    const { steps, world } = drive(seed, 300);
    const fresh = () => restoreExchange(structuredClone(owing(random(seed)).exchange.save()));
    const pick = random(seed ^ 5);
    for (const size of [1, 7, 1_000]) {
      let exchange = fresh();
      const cut = pick(steps.length);
      let count = 0;
      let time = -1;
      for (const [at, step] of steps.entries()) {
        if (at === cut) exchange = restoreExchange(structuredClone(exchange.save()));
        if (step.time !== time || count === size || at === cut) {
          exchange.advance(step.time);
          count = 0;
          time = step.time;
        }
        exchange.apply(step.words, 0);
        exchange.takeEvents();
        count += 1;
      }
      exchange.audit();
      expect(exchange.digest(), `batches of ${size}, cut at ${cut}`).toBe(world.exchange.digest());
      expect([...exchange.seed().subarray(5)]).toEqual([...world.exchange.seed().subarray(5)]);
    }
    const seeded = new MarginAudit();
    for (const event of decodeEvents(world.exchange.seed())) seeded.take(event, world.audit, () => undefined);
    const owed = (of: MarginAudit): [string, Owed][] =>
      [...of.debts].filter(([, { principal }]) => principal > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    expect(owed(seeded), 'a seed tells the same debts').toEqual(owed(world.margin));
  });
});

describe('core §6 bounded work', () => {
  it('a crash over 400 wallets is gone through 1,000 steps a batch at most, none is forgotten', () => {
    const world = new MarginWorld({ lending: 2_000_000, practice: [900, 5_000, 40_000], insurance: 1_000_000 });
    const users = Array.from({ length: 400 }, () => {
      const user = world.open();
      world.claim(user);
      return user;
    });
    world.exchange.advance(world.time);
    for (const user of users)
      for (const one of [
        command('wallet.transfer', { user, ...NO_KEY, from: 1, to: 5, asset: BTC, amount: 100, market: 1 }),
        command('debt.borrow', { user, ...NO_KEY, wallet: 5, market: 1, asset: USDT, amount: 2_000 }),
        command('wallet.transfer', { user, ...NO_KEY, from: 5, to: 1, asset: USDT, amount: 2_000, market: 1 }),
      ])
        expect(world.exchange.apply(encodeCommand(one), 0)).toBe(200);
    world.exchange.takeEvents();
    world.exchange.advance(world.time);
    world.exchange.apply(encodeCommand(world.ticks([1_900, 5_000])), 0);
    const first = world.exchange.hasWork();
    let batches = 0;
    while (world.exchange.hasWork() && batches < 100) {
      world.exchange.advance(world.time);
      batches += 1;
    }
    expect(first || batches === 0).toBe(true);
    world.exchange.audit();
    const steps = world.exchange.takeEvents();
    expect(steps.length).toBeGreaterThan(0);
  });

  it('a tick that hits nobody looks at nobody', () => {
    const world = new MarginWorld();
    world.put(ANNA, ISOLATED, BTC, 100);
    world.must(world.borrowOf(ANNA, ISOLATED, USDT, 2_000));
    world.tick(100);
    const events = world.events.length;
    world.tick(99);
    expect(world.events.length).toBe(events);
    expect(world.margin.steps).toEqual([]);
  });
});
