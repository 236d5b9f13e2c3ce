// Deposits: one credit an external id for ever, minimums, whole steps, reversals that become debts (money §8; W02, W03, W04).
import { describe, expect, it } from 'vitest';
import { ACCOUNT_CLASS, MARKET_MAKER } from '../../src/enum/index.ts';
import { decodeEvents, encodeCommand } from '../../src/index.ts';
import { Ledger } from '../../src/ledger/index.ts';
import { EventBuffer, Registry } from '../../src/state/index.ts';
import { Rails } from '../../src/wallet/rails.ts';
import { RULE } from '../../src/rules.ts';
import { Reversals } from '../../src/wallet/reversals.ts';
import { agreed, DAY, HOUR } from '../desk/kit.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, CARL, NO_KEY, type World } from '../kit/world.ts';
import {
  balance,
  BANK,
  CHAIN,
  CONFIRMED,
  credit,
  OUTSIDE,
  rail,
  request,
  restored,
  restore,
  reverse,
  review,
  RULES,
  SIGNED,
  step,
  swapped,
  walletWorld,
} from './kit.ts';

/** What a user owes of reversed deposits of a rail, of the chain unless another is named. */
function owed(world: World, user: number, asset: number, on = CHAIN): number {
  return 0 - balance(world, 6, asset, on, 10, user);
}

describe('a seed', () => {
  it('tells what customers owe of reversed deposits, what `network` owes a rail, and the rules', () => {
    const world = walletWorld({ practice: [0, 0, 1_000] });
    world.must(credit(ANNA, BTC, 700, 1));
    const away = { from: 1, to: 2, asset: BTC, amount: 400, market: 0 };
    world.must(command('wallet.transfer', { user: ANNA, ...NO_KEY, ...away }));
    world.must(reverse(1));
    const id = world.must(request(BEN, USDT, 100));
    for (const one of [review(id, 1), step(id, SIGNED), step(id, CONFIRMED, 9, ETH)]) world.must(one);
    const emitted = [...decodeEvents(world.exchange.seed())];
    const of = (name: string) => emitted.filter((event) => event.name === name);
    expect(of('reversal.owed')).toEqual([
      { name: 'reversal.owed', user: ANNA, asset: BTC, rail: CHAIN, owed: 400, change: 0 },
    ]);
    expect(of('network.paid')).toEqual([{ name: 'network.paid', rail: CHAIN, asset: ETH, paid: 0, owed: 9 }]);
    expect(of('limits.changed')).toHaveLength(1);
    expect(of('pass.changed')).toMatchObject([RULES]);
    world.must(credit(ANNA, BTC, 500, 2));
    expect([...decodeEvents(world.exchange.seed())].some(({ name }) => name === 'reversal.owed')).toBe(false);
  });
});

describe('money §8 deposit', () => {
  it('comes from the rail’s own account outside into the spot wallet, and the answer is its id', () => {
    const world = walletWorld();
    const before = world.free(ANNA);
    expect(world.send(credit(ANNA, USDT, 700, 1))).toMatchObject({ code: 200, result: 1 });
    expect(world.emitted('deposit.changed')).toMatchObject([{ deposit: 1, user: ANNA, amount: 700, status: 1 }]);
    expect(world.free(ANNA)).toBe(before + 700);
    expect(balance(world, OUTSIDE, USDT, CHAIN)).toBe(-700);
    expect(balance(world, OUTSIDE, USDT), 'practice money is another rail').toBeLessThan(-700);
  });

  it('W02: the same after 1 s, 25 h, 400 days and a restored snapshot is one credit with the first answer', () => {
    const world = walletWorld();
    const first = world.must(credit(ANNA, USDT, 700, 1));
    const after = world.free(ANNA);
    for (const wait of [1_000, 25 * HOUR, 400 * DAY]) {
      world.wait(wait);
      const digest = world.exchange.digest();
      expect(world.send(credit(ANNA, USDT, 700, 1))).toMatchObject({ code: 200, result: first });
      expect(world.events.map((event) => event.name)).toEqual(['begin', 'begin', 'done']);
      expect(world.exchange.digest()).toBe(digest);
      restored(world);
      expect(world.send(credit(ANNA, USDT, 700, 1))).toMatchObject({ code: 200, result: first });
    }
    expect(world.free(ANNA)).toBe(after);
    expect(world.must(credit(ANNA, USDT, 700, 2)), 'and another is the second').toBe(first + 1);
  });

  it('the same id with another customer, coin or amount is a conflict (W18)', () => {
    const world = walletWorld();
    world.must(credit(ANNA, USDT, 700, 1));
    const digest = world.exchange.digest();
    expect(world.send(credit(BEN, USDT, 700, 1))).toMatchObject({ code: 409, expected: ANNA, got: BEN });
    expect(world.send(credit(ANNA, BTC, 700, 1))).toMatchObject({ code: 409, expected: USDT, got: BTC });
    expect(world.send(credit(ANNA, USDT, 701, 1))).toMatchObject({ code: 409, expected: 700, got: 701 });
    expect(world.exchange.digest()).toBe(digest);
  });

  it('W03: one transaction with n outputs to k customers is n credits', () => {
    const world = walletWorld();
    const people = [ANNA, BEN, CARL];
    const before = people.map((user) => world.free(user));
    const ids = new Set<number>();
    for (let position = 0; position < 30; position += 1)
      ids.add(world.must(credit(people[position % 3]!, USDT, 10 + position, 9, { position })));
    expect(ids.size).toBe(30);
    expect(people.map((user, at) => world.free(user) - before[at]!)).toEqual([235, 245, 255]);
  });

  it('every part of an external id counts: rail, both words of the transaction, position', () => {
    const world = walletWorld();
    const ids = new Set<number>();
    for (const change of [
      {},
      { rail: BANK },
      { transactionHigh: 2 ** 32 + 3 },
      { transactionLow: 2 ** 47 },
      { position: 1 },
      { transactionHigh: 2 ** 47 + 3 },
    ])
      ids.add(world.must(credit(ANNA, USDT, 700, 3, change)));
    expect(ids.size).toBe(6);
  });

  it('2,000 deposits are found again after a restore, none twice', () => {
    const world = walletWorld();
    const some = Array.from({ length: 2_000 }, (_, n) =>
      credit(ANNA, USDT, 5 + (n % 7), n + 1, { transactionLow: (n * 2 ** 20) % 2 ** 48, position: n % 3 }),
    );
    const run = (): number[] => {
      world.exchange.advance(world.time);
      const ids = some.map((one) => (world.exchange.apply(encodeCommand(one), 0), world.exchange.result));
      world.audit.fold(world.exchange.takeEvents(), world.time);
      world.exchange.audit();
      return ids;
    };
    const ids = run();
    expect(new Set(ids).size).toBe(2_000);
    restored(world);
    const before = world.exchange.digest();
    expect(run()).toEqual(ids);
    expect(world.exchange.digest()).toBe(before);
  });

  it('below the minimum it is recorded and not credited', () => {
    const world = walletWorld();
    const before = world.free(ANNA);
    const id = world.must(credit(ANNA, USDT, 4, 1));
    expect(world.emitted('deposit.changed')).toMatchObject([{ deposit: id, status: 2 }]);
    expect(world.free(ANNA)).toBe(before);
    expect(world.must(credit(ANNA, USDT, 4, 1)), 'and is known from then on').toBe(id);
    expect(world.must(reverse(1)), 'nothing is owed of it').toBe(id);
    expect([world.free(ANNA), owed(world, ANNA, USDT)]).toEqual([before, 0]);
  });

  it('a bank moves whole steps only', () => {
    const world = walletWorld();
    expect(world.send(credit(ANNA, USDT, 150, 1, { rail: BANK }))).toMatchObject({
      code: 400,
      expected: 100,
      got: 150,
    });
    expect(world.send(credit(ANNA, USDT, 200, 1, { rail: BANK })).code).toBe(200);
  });

  it('a rail that is closed, or does not take the coin, is refused with its code; so are nobody and the house', () => {
    const world = walletWorld();
    expect(world.send(credit(ANNA, BTC, 700, 1, { rail: BANK })).code).toBe(3109);
    expect(world.send(credit(ANNA, 9, 700, 1)).code).toBe(3002);
    for (const user of [MARKET_MAKER, 99]) expect(world.send(credit(user, USDT, 700, 1)).code).toBe(404);
    world.must(credit(ANNA, USDT, 700, 2));
    expect(agreed(world, rail(USDT, { open: 2 })).code, 'a stop is at once').toBe(200);
    expect(world.send(credit(ANNA, USDT, 700, 3)).code).toBe(3109);
    expect(world.send(credit(ANNA, USDT, 700, 2)).code, 'what was credited answers as before').toBe(200);
  });

  it('W08: not beyond what may be outside, all rails together', () => {
    const cap = 2 ** 52;
    const world = walletWorld({ house: 1_000 });
    const practice = 0 - balance(world, OUTSIDE, USDT);
    let serial = 1;
    for (let left = cap - practice; left > 0; serial += 1) {
      const amount = Math.min(left, 2 ** 50);
      world.must(credit(ANNA, USDT, amount, serial));
      left -= amount;
    }
    expect(world.send(credit(ANNA, USDT, 5, 99))).toMatchObject({ code: 3109, expected: 0, got: 5 });
    expect(world.send(credit(ANNA, USDT, 2 ** 50 + 1, 99)).code, 'a fat finger').toBe(400);
  });
});

describe('W04, money §8 a deposit reversed later', () => {
  it('is taken from what is available; where that does not reach, the rest is owed', () => {
    const world = walletWorld();
    world.must(credit(ANNA, ETH, 700, 1));
    const has = world.free(ANNA, ETH);
    expect(world.transfer(ANNA, 1, 2, ETH, has - 300).code).toBe(200);
    const outside = balance(world, OUTSIDE, ETH, CHAIN);
    expect(world.must(reverse(1))).toBe(1);
    expect(world.emitted('deposit.changed')).toMatchObject([{ status: 3 }]);
    expect(world.emitted('reversal.owed')).toMatchObject([
      { user: ANNA, asset: ETH, rail: CHAIN, owed: 400, change: 400 },
    ]);
    expect([world.free(ANNA, ETH), owed(world, ANNA, ETH)]).toEqual([0, 400]);
    expect(balance(world, OUTSIDE, ETH, CHAIN) - outside, 'only what was there went back').toBe(300);
  });

  it('reversed again, or with the whole there: nothing more, nothing owed', () => {
    const world = walletWorld({ rules: RULE.depositRestored - 1 });
    const before = world.free(ANNA);
    world.must(credit(ANNA, USDT, 700, 1));
    world.must(reverse(1));
    expect([world.free(ANNA), owed(world, ANNA, USDT)]).toEqual([before, 0]);
    const digest = world.exchange.digest();
    expect(world.send(reverse(1))).toMatchObject({ code: 200, result: 1 });
    expect(world.emitted('deposit.changed'), 'and emitted once').toEqual([]);
    expect(world.send(credit(ANNA, USDT, 700, 1)), 'and never credited again').toMatchObject({ code: 200, result: 1 });
    expect(world.exchange.digest()).toBe(digest);
    expect(world.send(reverse(2)).code, 'one never seen').toBe(404);
    expect(world.send(reverse(1, { position: 1 })).code).toBe(404);
  });

  it('never what orders hold, and withdrawals wait until it is repaid', () => {
    const world = walletWorld();
    world.must(credit(ANNA, BTC, 100, 1));
    world.sell(ANNA, world.free(ANNA, BTC), 110);
    world.must(reverse(1));
    expect([world.free(ANNA, BTC), owed(world, ANNA, BTC)]).toEqual([0, 100]);
    expect(world.send(request(ANNA, USDT, 10)).code, 'of any coin').toBe(3105);
    expect(world.send(request(BEN, USDT, 10)).code).toBe(200);
    world.must(credit(ANNA, BTC, 60, 2));
    expect([world.free(ANNA, BTC), owed(world, ANNA, BTC)]).toEqual([0, 40]);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(3105);
    world.must(credit(ANNA, BTC, 60, 3));
    expect([world.free(ANNA, BTC), owed(world, ANNA, BTC)]).toEqual([20, 0]);
    expect(world.send(request(ANNA, USDT, 10)).code).toBe(200);
  });

  it('is repaid first by whatever comes to spot: transfers, swaps, practice money, fills, what a cancel gives back', () => {
    for (const bring of ['transfer', 'swap', 'claim', 'fill', 'cancel'] as const) {
      const world = walletWorld();
      world.must(credit(ANNA, ETH, 100, 1));
      const order = bring === 'cancel' ? world.sell(ANNA, 20, 55, { market: 2 }) : 0;
      world.transfer(ANNA, 1, 4, ETH, world.free(ANNA, ETH));
      world.must(reverse(1));
      expect(owed(world, ANNA, ETH)).toBe(100);
      if (bring === 'transfer') world.transfer(ANNA, 4, 1, ETH, 250);
      else if (bring === 'cancel') world.cancel(ANNA, order);
      else if (bring === 'fill') {
        world.sell(BEN, 20, 50, { market: 2 });
        world.buy(ANNA, 20, 50, { market: 2 });
      } else if (bring === 'swap') expect(swapped(world, ANNA, USDT, ETH, 20_000).code).toBe(200);
      else {
        world.wait(DAY);
        expect(world.claim(ANNA).code).toBe(200);
      }
      expect(owed(world, ANNA, ETH), bring).toBe(0);
      expect(world.emitted('reversal.owed')).toMatchObject([{ owed: 0, change: -100 }]);
    }
  });

  it('of several who owe each pays their own, also after a snapshot was loaded (issue 13 A.11, t14)', () => {
    const world = walletWorld();
    for (const [n, user] of [ANNA, BEN, ANNA].entries()) {
      world.must(credit(user, n === 2 ? BTC : ETH, 100, n));
      world.transfer(user, 1, 4, n === 2 ? BTC : ETH, world.free(user, n === 2 ? BTC : ETH));
    }
    for (const n of [0, 1, 2]) world.must(reverse(n));
    const twin = world.twin();
    for (const exchange of [world.exchange, twin]) {
      exchange.advance(world.time);
      const before = [...decodeEvents(exchange.takeEvents())].filter(({ name }) => name === 'reversal.owed');
      expect(before).toEqual([]);
      exchange.advance(world.time);
      expect(exchange.apply(encodeCommand(credit(BEN, ETH, 30, 8)), 0)).toBe(200);
      expect(exchange.apply(encodeCommand(credit(ANNA, BTC, 150, 9)), 0)).toBe(200);
      const owing = [...decodeEvents(exchange.takeEvents())].filter(({ name }) => name === 'reversal.owed');
      expect(owing).toMatchObject([
        { user: BEN, asset: ETH, owed: 70, change: -30 },
        { user: ANNA, asset: BTC, owed: 0, change: -100 },
      ]);
      exchange.audit();
    }
    expect(twin.digest()).toBe(world.exchange.digest());
  });

  it('reorganisations of depth 1 to 60 undo what they touch, whatever was spent meanwhile', () => {
    const world = walletWorld();
    const start = world.owns(ANNA, USDT);
    for (let n = 1; n <= 60; n += 1) world.must(credit(ANNA, USDT, 10 + n, n));
    world.transfer(ANNA, 1, 4, USDT, world.free(ANNA));
    for (let n = 60; n >= 1; n -= 1) world.must(reverse(n));
    const all = (60 * 61) / 2 + 600;
    expect(owed(world, ANNA, USDT)).toBe(all);
    world.transfer(ANNA, 4, 1, USDT, start + all);
    expect([owed(world, ANNA, USDT), world.free(ANNA)]).toEqual([0, start]);
    expect(balance(world, OUTSIDE, USDT, CHAIN)).toBe(0);
  });
});

describe('core §5 repaying is bounded', () => {
  it('by the steps there are; what is left over goes on later', () => {
    const registry = new Registry();
    const out = new EventBuffer();
    const ledger = new Ledger(registry, out);
    const rails = new Rails(registry, out);
    rails.set(Float64Array.of(CHAIN, USDT, 3, 1, 1, 0, 0, 1, 0), 0);
    const reversals = new Reversals(registry, out, ledger, rails);
    const users = [2, 3, 4, 5];
    for (const user of users) reversals.take(user, USDT, CHAIN, 100);
    for (const user of users) ledger.post(ledger.open(ACCOUNT_CLASS.wallet, user, 1, USDT, 0), 150, 0);
    const owing = (): number[] => users.filter((user) => reversals.any(user));
    expect([reversals.busy(), reversals.work(3), owing()]).toEqual([true, 0, [5]]);
    expect([reversals.busy(), reversals.work(3), owing()]).toEqual([true, 2, []]);
    expect(reversals.busy()).toBe(false);
    expect(users.map((user) => ledger.availableOf(user, 1, USDT, 0))).toEqual([50, 50, 50, 50]);
  });
});

describe('a deposit that was reversed and stands again (rules `depositRestored`; t6)', () => {
  it('is credited again, once; to credit it as if it were new is refused', () => {
    const world = walletWorld();
    const before = world.free(ANNA);
    expect(world.send(restore(1)).code, 'one never seen').toBe(404);
    world.must(credit(ANNA, USDT, 700, 1));
    expect(world.must(restore(1)), 'it was not reversed').toBe(1);
    expect(world.free(ANNA)).toBe(before + 700);
    world.must(reverse(1));
    expect(world.send(credit(ANNA, USDT, 700, 1)).code).toBe(410);
    expect(world.free(ANNA)).toBe(before);
    expect(world.must(restore(1))).toBe(1);
    expect(world.emitted('deposit.changed')).toMatchObject([{ deposit: 1, user: ANNA, amount: 700, status: 1 }]);
    expect(world.free(ANNA)).toBe(before + 700);
    const digest = world.exchange.digest();
    expect(world.must(restore(1))).toBe(1);
    expect(world.exchange.digest()).toBe(digest);
    expect(world.must(credit(ANNA, USDT, 700, 1)), 'credited as at first').toBe(1);
    expect(world.exchange.digest()).toBe(digest);
    world.must(reverse(1));
    expect(world.free(ANNA), 'and reversed again').toBe(before);
  });

  it('pays first what its customer owes of it, also where they owe of another rail, and unlocks withdrawals', () => {
    const world = walletWorld();
    world.must(credit(ANNA, USDT, 500, 1, { rail: BANK }));
    world.must(credit(ANNA, USDT, 700, 2));
    world.transfer(ANNA, 1, 4, USDT, world.free(ANNA));
    world.must(reverse(1, { rail: BANK }));
    world.must(reverse(2));
    expect([owed(world, ANNA, USDT, BANK), owed(world, ANNA, USDT)]).toEqual([500, 700]);
    const outside = balance(world, OUTSIDE, USDT, CHAIN);
    world.must(restore(2));
    expect([owed(world, ANNA, USDT, BANK), owed(world, ANNA, USDT), world.free(ANNA)]).toEqual([500, 0, 0]);
    expect(balance(world, OUTSIDE, USDT, CHAIN), 'the coins counted as there all the time').toBe(outside);
    expect(world.twin().digest()).toBe(world.exchange.digest());
    expect(world.send(request(ANNA, ETH, 10)).code).toBe(3105);
    world.must(restore(1, { rail: BANK }));
    expect([owed(world, ANNA, USDT, BANK), world.free(ANNA)]).toEqual([0, 0]);
    expect(world.send(request(ANNA, ETH, 10)).code).toBe(200);
  });

  it('gives back what was repaid meanwhile', () => {
    const world = walletWorld();
    const all = world.free(ANNA, BTC);
    world.must(credit(ANNA, BTC, 100, 1));
    world.transfer(ANNA, 1, 4, BTC, all + 100);
    world.must(reverse(1));
    world.transfer(ANNA, 4, 1, BTC, 60);
    expect([owed(world, ANNA, BTC), world.free(ANNA, BTC)]).toEqual([40, 0]);
    world.must(restore(1));
    expect([owed(world, ANNA, BTC), world.free(ANNA, BTC)]).toEqual([0, 60]);
  });

  it('below the minimum it stays so; what was credited comes back whatever the minimum is by then', () => {
    const world = walletWorld();
    const before = world.free(ANNA, BTC);
    world.must(credit(ANNA, BTC, 1, 1));
    world.must(credit(ANNA, BTC, 100, 2));
    world.must(reverse(1));
    world.must(reverse(2));
    agreed(world, rail(BTC, { minDeposit: 500 }));
    world.must(restore(1));
    expect(world.emitted('deposit.changed')).toMatchObject([{ status: 2 }]);
    world.must(restore(2));
    expect(world.free(ANNA, BTC)).toBe(before + 100);
  });

  it('reversed under earlier rules it is credited again where it reaches the minimum', () => {
    const world = walletWorld({ rules: RULE.depositRestored - 1 });
    const before = world.free(ANNA, BTC);
    world.must(credit(ANNA, BTC, 100, 1));
    world.must(reverse(1));
    world.must(command('rules.activate', { version: RULE.depositRestored }));
    world.must(restore(1));
    expect(world.free(ANNA, BTC)).toBe(before + 100);
  });
});
