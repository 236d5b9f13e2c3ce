// Issue 13 A.1, core §5: what is opened and closed again leaves no row and no timer behind, product by product.
// The rows that stay are one a customer and thing (an account, a place in a market), whatever the count of cycles.
import { describe, expect, it } from 'vitest';
import { activations, NEWEST_RULES } from '../../../src/index.ts';
import { CLAIM_TIME } from '../../../src/otc/index.ts';
import { Parts } from '../../../src/parts.ts';
import { deskWorld, FIRST, proposal, refuse } from '../../desk/kit.ts';
import { EarnWorld, FLEXIBLE, OPENABLE, STAKING } from '../../earn/kit.ts';
import { BTC, command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, World } from '../../kit/world.ts';
import { DAY, LoanWorld } from '../../loan/kit.ts';
import { CROSS, ISOLATED, MarginWorld } from '../../margin/kit.ts';
import { act, deal, MERCHANT_BUYS, MERCHANT_SELLS, offer, otcWorld, close } from '../../otc/kit.ts';
import { CLOSE_LONG, CLOSE_SHORT, ContractWorld, LONG, OPEN_LONG, SHORT } from '../../perpetual/kit.ts';
import * as contracts from '../../perpetual/kit.ts';
import { SecondWorld } from '../../second/kit.ts';
import { cancelled, request, review, walletWorld } from '../../wallet/kit.ts';

const CYCLES = 4;

/** Rows in use by table, and timers. Not counted: numbers given out for ever, and what is kept of a deposit. */
function inUse(world: World): Record<string, number> {
  const rows: Record<string, number> = {};
  for (const { name, head, columns } of world.exchange.save().tables) {
    const generation = columns.find((column) => column.name === 'generation');
    if (name === 'timers') rows[name] = head[1]!;
    else rows[name] = generation === undefined ? head[0]! : generation.data.filter((of) => of % 2 === 1).length;
  }
  return rows;
}

/** Runs cycles until nothing new is opened, then `CYCLES` more: they must leave what was there. */
function expectNothingLeft<W extends World>(world: W, cycle: (world: W, n: number) => void): void {
  cycle(world, 0);
  const before = inUse(world);
  for (let n = 1; n <= CYCLES; n += 1) cycle(world, n);
  expect(inUse(world)).toEqual(before);
}

describe('issue 13 A.1 a thing closed leaves nothing behind', () => {
  it('spot: limit and stop orders cancelled, orders dealt', () => {
    expectNothingLeft(new World(), (world) => {
      world.cancel(ANNA, world.buy(ANNA, 10, 95));
      world.cancel(ANNA, world.buy(ANNA, 10, 110, { type: 3, trigger: 105 }));
      world.buy(ANNA, 10, 95);
      world.cancelAll(ANNA);
      world.sell(BEN, 10, 100);
      world.buy(ANNA, 10, 100);
    });
  });

  it('contracts: orders with stops cancelled, positions closed, cross and isolated', () => {
    expectNothingLeft(new ContractWorld(), (world) => {
      world.cancel(ANNA, world.go(ANNA, OPEN_LONG, 10, 95));
      for (const marginMode of [contracts.CROSS, contracts.ISOLATED]) {
        world.pair(ANNA, BEN, 50, 100, { marginMode });
        const long = world.position(ANNA, LONG)!.position;
        expect(world.guard(ANNA, long, { stopProfit: 120, stopLoss: 90 }).code).toBe(200);
        world.go(BEN, CLOSE_SHORT, 50, 100, { marginMode });
        world.go(ANNA, CLOSE_LONG, 50, 100, { marginMode });
        expect(world.position(ANNA, LONG)).toBeUndefined();
        expect(world.position(BEN, SHORT)).toBeUndefined();
      }
    });
  });

  it('margin: borrowed and repaid, cross and isolated; the hour’s timer goes when nothing is owed', () => {
    expectNothingLeft(new MarginWorld(), (world) => {
      for (const wallet of [CROSS, ISOLATED]) {
        world.put(ANNA, wallet, USDT, 5_000);
        expect(world.borrow(ANNA, wallet, USDT, 1_000).code).toBe(200);
        world.wait(1_000);
        world.tick();
        expect(world.repay(ANNA, wallet, USDT).code).toBe(200);
        expect(world.out(ANNA, wallet, USDT, 4_000).code).toBe(200);
      }
      world.wait(3_600_001);
      world.tick();
    });
  });

  it('second contracts: opened and settled before the time to open is over', () => {
    expectNothingLeft(new SecondWorld(), (world) => {
      world.stake(ANNA, { seconds: 1, terms: 10_000_000 });
      world.tickAt(world.time + 1_000, 10_000);
      expect(inUse(world)['seconds'], 'it runs').toBe(1);
      world.tickAt(world.time + 1_000, 10_000);
      world.tickAt(world.time + 1, 10_000);
    });
  });

  it('staking and finance: redeemed early (t11)', () => {
    expectNothingLeft(new EarnWorld({}, { [STAKING]: { times: 0, penalty: 0 } }, 50_000), (world) => {
      for (const product of [STAKING, OPENABLE, FLEXIBLE])
        expect(world.redeem(ANNA, world.stake(ANNA, product, 100), 100).code).toBe(200);
    });
  });

  it('loans: refused, repaid before an instalment, overdue and repaid', () => {
    expectNothingLeft(new LoanWorld(), (world) => {
      world.review(world.must(world.applyOf(ANNA, 500)), 2);
      expect(world.payBack(ANNA, world.lend(ANNA, 500, 30, 2)).code).toBe(200);
      const late = world.lend(BEN, 100);
      world.empty(BEN);
      world.wait(7 * DAY + 1);
      expect(world.of(late)[3]).not.toBe(world.of(world.lend(ANNA, 100))[3]);
      world.payBack(ANNA, 0);
      world.fill(BEN, 1_000);
      expect(world.payBack(BEN, late).code).toBe(200);
      world.wait(8 * DAY);
      world.claim(BEN);
      world.tick();
    });
  });

  it('OTC: deals cancelled and released; offers closed', () => {
    expectNothingLeft(otcWorld(), (world) => {
      for (const side of [MERCHANT_SELLS, MERCHANT_BUYS]) {
        // A buyer may leave three deals of a day unpaid.
        world.wait(DAY);
        const open = world.must(offer(ANNA, side));
        const [buyer, seller] = side === MERCHANT_SELLS ? [CARL, ANNA] : [ANNA, CARL];
        world.must(act('cancel', buyer, world.must(deal(CARL, open, 10))));
        const paid = world.must(deal(CARL, open, 10));
        world.must(act('paid', buyer, paid));
        world.must(act('release', seller, paid));
        world.must(close(ANNA, open));
      }
      // Ended deals can be claimed for, and are then forgotten.
      world.wait(CLAIM_TIME + 1);
    });
  });

  it('withdrawals: asked for and taken back, refused by the desk', () => {
    expectNothingLeft(walletWorld(), (world) => {
      world.must(cancelled(ANNA, world.must(request(ANNA, USDT, 20))));
      const other = world.must(request(ANNA, BTC, 20));
      expect(world.send(review(other, 2)).code).toBe(200);
    });
  });

  it('hours set again and again wait for one boundary', () => {
    const opens = new World().time + 1_000;
    expectNothingLeft(new World(), (world, n) => {
      const sessions = [{ opens, closes: opens + 1_000 + n }];
      expect(world.send(command('hours.set', { calendar: 1, sessions })).code).toBe(200);
    });
  });

  it('the desk: what is proposed and taken back', () => {
    expectNothingLeft(deskWorld(), (world, n) => {
      const made = world.must(proposal(FIRST, command('desk.grant', { operator: 20 + n, roles: 1 })));
      expect(refuse(world, made).code).toBe(200);
    });
  });
});

describe('issue 13 A.1 the heap of timers', () => {
  it('has capacity for the timers of all rows of all tables at once', () => {
    const { registry } = new Parts();
    const most = (name: string): number => registry.tables.find((table) => table.name === name)!.most;
    // Of a second contract: to open, then to mature. Of a loan: its instalment, its day, its collection. Of a contract
    // market: its funding, its minute.
    const rows = {
      seconds: 1,
      stakes: 1,
      'loan.loans': 3,
      deals: 1,
      instruments: 1,
      calendars: 1,
      contracts: 2,
      campaigns: 1,
    };
    const all = Object.entries(rows).reduce((sum, [name, each]) => sum + most(name) * each, 0);
    // One each: day, hour of interest, proposals, changes.
    expect(all + 4).toBeLessThan(most('timers'));
  });
});

describe('issue 13 A.1 the timers that earlier rules left behind', () => {
  it('go when the rule comes into force, and those that are waited for stay', () => {
    const world = new EarnWorld({ rules: 1 }, { [STAKING]: { times: 0, penalty: 0 } }, 50_000);
    const kept = world.stake(ANNA, FLEXIBLE, 100);
    const before = inUse(world)['timers']!;
    for (let n = 0; n < 5; n += 1) expect(world.redeem(ANNA, world.stake(ANNA, OPENABLE, 100), 100).code).toBe(200);
    expect(inUse(world)['timers'], 'rules of version 1 leave them').toBe(before + 5);
    for (const one of activations(1, NEWEST_RULES)) world.must(one);
    world.exchange.audit();
    // One more for the hours of withdrawal allowances.
    expect(inUse(world)['timers']).toBe(before + 1);
    world.wait(DAY + 1);
    expect(world.emitted('earn.paid').map(({ stake }) => stake)).toEqual([kept]);
    const waiting = inUse(world)['timers']!;
    expect(world.redeem(ANNA, kept, 100).code).toBe(200);
    expect(inUse(world)['timers']).toBe(waiting - 1);
  });

  it('a loan that is overdue goes on being collected, once a day', () => {
    const world = new LoanWorld({ rules: 1 });
    const loan = world.lend(BEN, 400);
    const repaid = world.lend(ANNA, 400);
    world.empty(BEN);
    world.wait(7 * DAY + 1);
    world.payBack(ANNA, repaid);
    const timers = inUse(world)['timers']!;
    for (const one of activations(1, NEWEST_RULES)) world.must(one);
    world.exchange.audit();
    expect(inUse(world)['timers']).toBeLessThanOrEqual(timers + 1);
    world.fill(BEN, 50);
    world.wait(DAY);
    expect(
      world.emitted('loan.changed').filter(({ cause }) => cause === 8),
      'collected',
    ).toHaveLength(1);
    world.fill(BEN, 1_000);
    world.wait(DAY);
    expect(world.of(loan)[0]).toBe(0);
    const twin = world.twin();
    expect(twin.digest()).toBe(world.exchange.digest());
    twin.audit();
  });
});
