// Issue 13, done-when 1: the simulator's auditor would have caught a breach of each of the rules since version 28. The bug that is
// planted is the rule before: the exchange runs under it while the auditor checks the new one.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LOCK } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { OtcContext } from '../../src/otc/context.ts';
import type { PerpetualContext } from '../../src/perpetual/index.ts';
import { Risk } from '../../src/perpetual/risk/risk.ts';
import { CheckQueue } from '../../src/perpetual/risk/check-queue.ts';
import { Liquidation } from '../../src/perpetual/risk/liquidation.ts';
import type { Books } from '../../sim/auditor/books.ts';
import { FIRST, propose } from '../desk/kit.ts';
import { partsOf } from '../kit/full.ts';
import { BTC, command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, FOK, World } from '../kit/world.ts';
import { CROSS as CROSS_MARGIN, MarginWorld } from '../margin/kit.ts';
import { act, bond, claim, close, deal, MERCHANT_SELLS, offer, otcWorld } from '../otc/kit.ts';
import {
  CLOSE_LONG,
  ContractWorld,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  U_WALLET,
} from '../perpetual/kit.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';
import { hedgedWallet, longBesideStale, STALE_AFTER } from '../perpetual-risk/stale/stale-kit.ts';
import { found, itFinds, type Planted } from './listen.ts';

/** Rows of a narrow table of orders. */
const NARROW = 240;

/** A cross wallet whose loss is here and whose profit is at a price that is stale; it goes below 0 without it. */
function hedged(rules: number): void {
  const world = hedgedWallet(rules);
  world.time += STALE_AFTER + 1;
  world.only(2, 3_990);
}

/** A cross wallet that is long of two markets, one of which falls beyond what it has. */
function otherMarket(rules: number, seconds = 1): void {
  const world = riskWorld(0, {}, { rules });
  world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
  world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
  world.go(CARL, OPEN_SHORT, 8, 50, { market: HOURLY, leverage: 5 });
  world.go(ANNA, OPEN_LONG, 8, 50, { market: HOURLY, leverage: 20 });
  world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 1_000);
  world.indexFor(10_000, 2);
  world.indexFor(8_500, seconds);
}

/** A frozen customer's stop, a tick below the index, with a bid a tick further. */
function frozenStop(rules: number): void {
  const world = new ContractWorld({ rules }, { money: 20_000 });
  world.go(BEN, OPEN_SHORT, 50, 100, { marginMode: ISOLATED });
  world.go(ANNA, OPEN_LONG, 50, 100, { marginMode: ISOLATED });
  world.must(command('user.set', { user: ANNA, stage: 2, locks: LOCK.frozen }));
  world.go(CARL, OPEN_LONG, 50, 98);
  expect(world.guard(ANNA, world.position(ANNA, LONG)!.position, { stopLoss: 99 }).code).toBe(200);
  world.tick(99);
}

const narrowed = (rules: number, books: Books): void => {
  const world = new World({ rules });
  world.must(command('user.set', { user: ANNA, stage: 2, locks: 0 }));
  partsOf(world.exchange).orderBooks.orders.bound(NARROW);
  books.orders.rows = NARROW;
  for (const [market, price] of [
    [1, 90],
    [2, 45],
  ] as const)
    while (world.place(ANNA, { market, lots: 1, price }).code === 200);
};

function wholeContracts(rules: number): void {
  const world = new ContractWorld({ rules });
  for (let at = 0; at < 201; at += 1) world.go(at < 101 ? BEN : CARL, OPEN_SHORT, 1, 100);
  world.order2(ANNA, OPEN_LONG, 201, 100, { timeInForce: FOK });
}

function wholeMargin(rules: number): void {
  const world = new MarginWorld({ rules });
  for (const user of [ANNA, BEN]) world.put(user, CROSS_MARGIN, BTC, 200);
  for (let at = 0; at < 201; at += 1) world.sell(at < 101 ? ANNA : BEN, 1, 101, { wallet: CROSS_MARGIN });
  world.place(CARL, { side: BUY, price: 101, lots: 201, timeInForce: FOK });
}

const breaches: readonly Planted[] = [
  [
    'a wallet that is closed for want of a profit whose price is stale',
    RULE.fairDeleverage,
    hedged,
    /the profit of a stale price would keep it/,
  ],
  [
    'a position in a market that stood still and answers for the loss of another',
    RULE.fairDeleverage,
    (rules) => otherMarket(rules),
    /money §3: 8 lots of user 2 in market 102 are closed at 4\d\d\d/,
  ],
  [
    'a frozen customer’s stop that fills more than 1 % from the index',
    RULE.frozenStops,
    frozenStop,
    /more than 1 % beyond/,
  ],
  [
    'a fill-or-kill order of contracts that 201 makers fill',
    RULE.fewMakersCertain,
    wholeContracts,
    /fills against more than 200 orders/,
  ],
  [
    'a fill-or-kill order that 201 orders of margin wallets fill',
    RULE.workInSteps,
    wholeMargin,
    /fills against more than 200 orders/,
  ],
  [
    'an opening beside a stale position',
    RULE.staleWallets,
    (rules) => {
      const world = longBesideStale(rules);
      world.order2(CARL, OPEN_SHORT, 20, 101, { market: HOURLY });
      world.order2(ANNA, OPEN_LONG, 20, 101, { market: HOURLY });
    },
    /user 2 opens in market 102/,
  ],
  [
    'a close far from the index beside a stale position',
    RULE.staleWallets,
    (rules) => {
      const world = longBesideStale(rules);
      world.go(CARL, OPEN_LONG, 20, 98, { market: HOURLY });
      world.order2(ANNA, CLOSE_LONG, 20, 98, { market: HOURLY });
    },
    /user 2 closes in market 102/,
  ],
  ['orders beyond a customer’s share of the table', RULE.orderShare, narrowed, /core §10: user 2 opens order/],
];

afterEach(() => vi.restoreAllMocks());

describe('issue 13: the auditor knows a breach of each rule', () => {
  itFinds(breaches);

  it('a wallet that is closed while it has opening orders', () => {
    const story = () => {
      const world = riskWorld(10_000);
      world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
      world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
      world.go(ANNA, OPEN_LONG, 20, 50, { leverage: 20 });
      world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 850);
      world.go(CARL, OPEN_LONG, 100, 92);
      world.index(9_200);
      expect(world.dealt()).toEqual([[92, 100]]);
    };
    expect(found(RULE.workInSteps, story)).toBeUndefined();
    for (const name of ['cancelOrders', 'contractWallet'] as const) {
      const real: (this: Liquidation, contractWallet: number, steps: number) => unknown = Liquidation.prototype[name];
      vi.spyOn(Liquidation.prototype, name).mockImplementation(function (
        this: Liquidation,
        contractWallet: number,
        steps = 0,
      ) {
        const { positions, users } = (this as unknown as { context: PerpetualContext }).context;
        const user = positions.contractWallets.user[contractWallet]!;
        const orderAccount = users.rows.orderAccount[user]!;
        users.rows.orderAccount[user] = 0;
        const done = real.call(this, contractWallet, steps);
        users.rows.orderAccount[user] = orderAccount;
        return done as never;
      });
    }
    expect(found(RULE.workInSteps, story)).toMatch(/its opening order \d+ is still open/);
  });

  it('a wallet below maintenance that is never examined', () => {
    const story = () => otherMarket(RULE.workInSteps, 100);
    expect(found(RULE.workInSteps, story)).toBeUndefined();
    // The core's own audit, which looks inside, would say so at once.
    vi.spyOn(Risk.prototype, 'audit').mockImplementation(() => undefined);
    vi.spyOn(CheckQueue.prototype, 'add').mockImplementation(() => undefined);
    expect(found(RULE.workInSteps, story)).toMatch(/user 2 has been below maintenance for 61 ticks without a turn/);
  });

  it('a bond that is freed while a claim on it stands', () => {
    const story = (plant: boolean) => () => {
      const world = otcWorld();
      const of = world.must(offer(ANNA, MERCHANT_SELLS));
      const id = world.must(deal(CARL, of, 10));
      world.must(act('paid', CARL, id));
      world.must(act('release', ANNA, id));
      world.must(close(ANNA, of));
      world.wait(6 * 86_400_000);
      expect(propose(world, claim(id, CARL, 700), FIRST).code).toBe(200);
      world.wait(86_400_000 + 1_000);
      if (plant) vi.spyOn(OtcContext.prototype, 'claimedOf').mockReturnValue(0);
      world.send(bond('free', ANNA, 2_000));
    };
    expect(found(RULE.bondClaims, story(true))).toMatch(/frees a bond that is claimed/);
    vi.restoreAllMocks();
    expect(found(RULE.bondClaims, story(false))).toBeUndefined();
  });
});
