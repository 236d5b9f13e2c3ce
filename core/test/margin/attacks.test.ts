// Every command of borrowing and loans: other people's ids, other words, keys twice, decisions broken off (money §12.4;
// W07, W18, W20).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import {
  type Command,
  type CommandName,
  commands,
  encodeCommand,
  type Exchange,
  rejectKey,
  restoreExchange,
} from '../../src/index.ts';
import { grantAll } from '../desk/kit.ts';
import { breakAt } from '../kit/break.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, NO_KEY, SELL, World } from '../kit/world.ts';
import { productOf } from '../loan/kit.ts';
import { CROSS, ISOLATED, MarginWorld, setOf } from './kit.ts';

/** Debts in both kinds of wallet, an order in one, a loan asked for and one that runs. */
class Staged extends MarginWorld {
  override open(referrer = 0): number {
    if (this.audit.users.size <= 1) {
      grantAll(this);
      this.must(productOf());
    }
    return super.open(referrer);
  }
}

const world = new Staged();
world.put(ANNA, CROSS, USDT, 3_000);
world.must(world.borrowOf(ANNA, CROSS, USDT, 1_000));
world.put(ANNA, ISOLATED, BTC, 100);
world.must(world.borrowOf(ANNA, ISOLATED, USDT, 500));
world.must(world.order(ANNA, { wallet: ISOLATED, side: SELL, lots: 5, price: 120 }));
world.put(BEN, ISOLATED, USDT, 1_000);
for (const user of [ANNA, BEN]) world.must(command('user.set', { user, stage: 2, locks: 0 }));
const apply = (amount: number): Command =>
  command('loan.apply', { user: ANNA, ...NO_KEY, product: 1, amount, days: 15, repayType: 2 });
const runs = world.must(apply(300));
world.must(command('loan.decide', { operator: 1, loan: runs, decision: 1 }));
const asked = world.must(apply(400));
world.tick();

const sound: Partial<Readonly<Record<CommandName, Command>>> = {
  'debt.borrow': world.borrowOf(ANNA, ISOLATED, USDT, 100),
  'debt.repay': world.repayOf(ANNA, CROSS, USDT, 100),
  'debt.leverage': command('debt.leverage', { user: ANNA, ...NO_KEY, wallet: 5, market: 1, leverage: 5 }),
  'order.place': world.order(ANNA, { wallet: ISOLATED, lots: 3, price: 95 }),
  'wallet.transfer': command('wallet.transfer', {
    ...{ user: ANNA, ...NO_KEY, from: 5, to: 1, asset: BTC, amount: 3, market: 1 },
  }),
  'loan.apply': apply(200),
  'loan.repay': command('loan.repay', { user: ANNA, ...NO_KEY, loan: runs, amount: 10 }),
  'loan.decide': command('loan.decide', { operator: 1, loan: asked, decision: 1 }),
};
const NAMES = Object.keys(sound) as CommandName[];
const saved = world.exchange.save();
const state = (): Exchange => {
  const exchange = restoreExchange(saved);
  exchange.advance(world.time);
  return exchange;
};

/** A copy that stays while all it is sent is refused, for then it is as it was. */
let current = state();
const before = current.digest();

function tried(words: Float64Array, what: string): number {
  const one = current;
  const code = one.apply(words, 0);
  one.takeEvents();
  if (code === 200) {
    one.audit();
    current = state();
    return code;
  }
  expect(rejectKey(code), `${what}: a code of the closed set, got ${code}`).toBeDefined();
  expect(one.digest(), `${what}: nothing changed`).toBe(before);
  return code;
}

describe('W07 borrowing and loans', () => {
  it.each(NAMES)('%s: sound as it is', (name) => {
    expect(tried(encodeCommand(sound[name]!), name)).toBe(200);
  });

  it.each(NAMES)('%s: any word another: a code, or done with every invariant whole', (name) => {
    const words = encodeCommand(sound[name]!);
    const others = [-1, 0, 1, 2, 3, 4, 5, 9, 10, 50, 99, 2 ** 23 + 1, world.time, 2 ** 48, 2 ** 50, 2 ** 52, 2 ** 53];
    for (let at = 2; at < words.length; at += 1)
      for (const value of [...others, 0.5, Number.NaN, Infinity]) {
        const changed = words.slice();
        changed[at] = value;
        tried(changed, `${name}, word ${at} = ${value}`);
      }
  });

  it('margin.set and loan.set with any word another, before the first customer', () => {
    const bare = new World({}, 0).exchange.save();
    for (const one of [setOf(), productOf()]) {
      const words = encodeCommand(one);
      let exchange: Exchange | undefined;
      for (let at = 2; at < words.length; at += 1)
        for (const value of [-1, 0, 1, 2, 3, 4, 99, 2 ** 50, 2 ** 52, 0.5, Number.NaN]) {
          const changed = words.slice();
          changed[at] = value;
          if (exchange === undefined) {
            exchange = restoreExchange(bare);
            exchange.advance(world.time);
          }
          const digest = exchange.digest();
          const code = exchange.apply(changed, 0);
          if (code !== 200) expect(exchange.digest(), `word ${at} = ${value}`).toBe(digest);
          expect(code === 200 || rejectKey(code) !== undefined).toBe(true);
          exchange.audit();
          if (code === 200) exchange = undefined;
        }
    }
  });

  const personal = NAMES.filter((name) => commands[name].sender === 'user');
  const second: Partial<Readonly<Record<CommandName, number>>> = {
    'debt.borrow': 200,
    'debt.repay': 2304,
    'debt.leverage': 200,
    'order.place': 200,
    'wallet.transfer': 3001,
    'loan.apply': 200,
    'loan.repay': 404,
  };
  it.each(personal)('%s of a second user is his own, or refused', (name) => {
    expect(tried(encodeCommand({ ...sound[name], user: BEN } as Command), name)).toBe(second[name]);
    expect(tried(encodeCommand({ ...sound[name], user: MARKET_MAKER } as Command), name), 'nor of the house').toBe(403);
    expect(tried(encodeCommand({ ...sound[name], user: 99 } as Command), name)).toBe(403);
  });

  it.each(personal)('W18 %s twice with one key: one effect, one answer', (name) => {
    const exchange = state();
    const by = { keyTime: world.time, keyHigh: 5, keyLow: 6, bodyHash: 7 };
    const words = encodeCommand({ ...sound[name], ...by } as Command);
    expect(exchange.apply(words, 0)).toBe(200);
    const [digest, result] = [exchange.digest(), exchange.result];
    expect(exchange.apply(words, 0)).toBe(200);
    expect([exchange.repeated, exchange.result, exchange.digest()]).toEqual([1, result, digest]);
    expect(exchange.apply(encodeCommand({ ...sound[name], ...by, bodyHash: 8 } as Command), 0)).toBe(409);
  });

  it.each(personal)('W20 %s: broken off at any step of its decision it leaves no trace', (name) => {
    const broken = state();
    const words = encodeCommand(sound[name]!);
    const start = broken.digest();
    let steps = 0;
    for (let n = 1; ; n += 1) {
      const outcome = breakAt(broken, n, () => broken.ask(words, 0));
      expect(broken.digest(), `step ${n}`).toBe(start);
      if (!outcome.broken) break;
      steps = n;
    }
    expect(steps).toBeGreaterThan(1);
    const twin = state();
    expect([broken.apply(words, 0), twin.apply(words, 0)]).toEqual([200, 200]);
    expect(broken.digest()).toBe(twin.digest());
  });
});
