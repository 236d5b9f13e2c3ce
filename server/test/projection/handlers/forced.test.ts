// Forced orders as events written by hand: a customer's is a liquidation in their ledger and history, the market maker's has only fills.

import { packText } from '@vitrine/core';
import { MARKET_MAKER } from '@vitrine/core/enum';
import { describe, expect, it } from 'vitest';
import {
  type Bill,
  emptyState,
  type OrderRow,
  type PositionStep,
  positionStepOf,
  type Settlement,
  type ProjectionHandler,
  Walk,
} from '../../../src/projection/handlers/index.ts';
import { event } from '../../support/event-words.ts';

const ANN = 2;
const BEN = 3;
const USDT = 1;
const U = 101;
const POSITION = 7;
const TIME = Date.UTC(2026, 10, 21, 12);

const levels = { tickDecimals: 1, lotDecimals: 3, minValue: 1, maxValue: 10 ** 12 };
const tiers = [{ cap: 10 ** 12, rate: 5_000, leverage: 100, amount: 0 }];
const person = (user: number, house = 0) =>
  event('user.changed', { user, referrer: 0, stage: 0, locks: 0, tier: 0, house });
const begin = (seq: number, user = 0) => event('begin', { seq, command: 0, user });
const position = (user: number, side: number, lots: number, cost: number, priceProfit = 0) =>
  event('position.changed', {
    ...{ position: POSITION + side, user, market: U, side, marginMode: 1, leverage: 10, lots, canClose: lots, cost },
    ...{ margin: 0, priceProfit, feeProfit: 0, fundingProfit: 0, liquidation: 0 },
  });
const order = (id: number, user: number, direction: number, status: number) =>
  event('contract.opened', {
    ...{
      order: id,
      user,
      market: U,
      direction,
      marginMode: 1,
      leverage: 0,
      type: 2,
      timeInForce: 2,
      price: 0,
      lots: 10,
    },
    ...{ trigger: 0, triggerBy: 0, stopProfit: 0, stopLoss: 0, status, makerRate: 0, takerRate: 0 },
    ...{ position: POSITION + 1, guard: 0 },
  });
const closed = (id: number) => event('order.closed', { order: id, status: 1, reason: 0 });
const fill = (takerOrder: number, taker: number, maker: number, takerFee = 0) =>
  event('fill', {
    ...{ market: U, trade: takerOrder, takerOrder, makerOrder: 99, taker, maker, takerSide: 2, price: 1_000_000 },
    ...{ lots: 10, value: 1_000_000_000, takerFee, makerFee: 0, house: 1 },
  });
const opening = [
  event('asset.changed', { asset: USDT, code: packText('USDT'), scale: 6 }),
  event('market.changed', {
    ...{ market: U, type: 2, instrument: 1, base: USDT, quote: USDT, atomsPerTickLot: 100, baseAtomsPerLot: 1 },
    ...{ ...levels, state: 1 },
  }),
  event('contract.changed', {
    ...{ market: U, type: 2, instrument: 1, settle: USDT, perLot: 100, face: 0, ...levels, impact: 1 },
    ...{ fundingHours: 8, state: 1, version: 1, tiers },
  }),
  person(MARKET_MAKER, 1),
  person(ANN),
  event('account.opened', { account: 5, class: 1, user: ANN, wallet: 2, asset: USDT, market: 0 }),
];
/** The wallet is filled, or pays. */
const paid = (available: number) => event('entry', { account: 5, available, held: 0 });

function emitted(events: readonly ReturnType<typeof event>[], settled: Settlement[] = []) {
  const bills: Bill[] = [];
  const steps: PositionStep[] = [];
  const orders: OrderRow[] = [];
  const handler = new Proxy({} as ProjectionHandler, {
    get: (_, fact) => (one: never) => {
      if (fact === 'bill') bills.push(one);
      if (fact === 'positionStep') steps.push(one);
      if (fact === 'order') orders.push({ ...(one as OrderRow) });
      if (fact === 'settlement') settled.push(one);
    },
  });
  const walk = new Walk(emptyState(), handler);
  walk.read(events, TIME);
  return { bills, steps: steps.map((one) => [positionStepOf(one.step), one.lots, one.order, one.price]), orders, walk };
}

const practice = [begin(1, ANN), event('practice', { user: ANN, asset: USDT, amount: 500 }), paid(500)];

describe('a forced order', () => {
  it('of a customer: its fills are a liquidation, its story one cut', () => {
    const { bills, steps, orders } = emitted([
      ...opening,
      ...practice,
      position(ANN, 1, 10, 1_100_000_000),
      begin(2),
      order(50, ANN, 3, 0),
      fill(50, ANN, MARKET_MAKER),
      paid(-400),
      position(ANN, 1, 0, 0, -400),
      closed(50),
      event('liquidation.step', {
        ...{ user: ANN, market: U, position: POSITION + 1, step: 3, lots: 10, mark: 100_000_000 },
        ...{ equity: 4, maintenance: 5, bankruptcy: 1, insurance: 3 },
      }),
    ]);
    expect(bills.map((one) => [one.kind, one.amount, one.balance, one.causeKind, one.causeId])).toEqual([
      ['practice', 500, 500, 'command', 1],
      ['liquidation', -400, 100, 'order', 50],
    ]);
    expect(steps).toEqual([['cut', 10, 50, 1_000_000]]);
    expect(orders.map((one) => [one.order, one.status, one.direction])).toEqual([
      [50, 0, 3],
      [50, 1, 3],
    ]);
  });

  it('a close of one’s own, or by a trigger, is a trade', () => {
    const closing = (id: number) => [
      fill(id, ANN, MARKET_MAKER, 7),
      paid(-107),
      position(ANN, 1, 0, 0, -100),
      closed(id),
    ];
    const own = emitted([
      ...opening,
      ...practice,
      position(ANN, 1, 10, 1),
      begin(2, ANN),
      order(50, ANN, 3, 0),
      ...closing(50),
    ]);
    const fired = emitted([
      ...[...opening, ...practice, position(ANN, 1, 10, 1), begin(2, ANN), order(50, ANN, 3, 4)],
      ...[begin(3), event('order.triggered', { order: 50 }), ...closing(50)],
    ]);
    for (const { bills, steps } of [own, fired]) {
      expect(bills.slice(1).map((one) => [one.kind, one.amount, one.balance])).toEqual([
        ['trade', -100, 400],
        ['fee', -7, 393],
      ]);
      expect(steps.at(-1)).toEqual(['close', 10, 50, 1_000_000]);
    }
  });

  it('of the market maker has its fills only, and what follows is not part of it', () => {
    const { orders, steps, walk } = emitted([
      ...opening,
      ...practice,
      position(MARKET_MAKER, 1, 10, 1),
      begin(2),
      order(51, MARKET_MAKER, 3, 0),
      fill(51, MARKET_MAKER, ANN),
      paid(-1),
      position(MARKET_MAKER, 1, 0, 0),
      position(ANN, 2, 10, 1_000_000_000),
      closed(51),
    ]);
    expect(orders).toEqual([]);
    expect(walk.state.orders.size).toBe(0);
    expect(steps).toEqual([['open', 10, 99, 1_000_000]]);
    expect(walk.state.openInterest.get(U)).toBe(0);
  });

  it('deleveraged: the bankrupt one’s bill and the other’s each name the own position (money §3)', () => {
    const deleveraged = (user: number) => {
      const other = POSITION + 2;
      return emitted([
        ...opening,
        person(BEN),
        event('account.opened', { account: 6, class: 1, user: BEN, wallet: 2, asset: USDT, market: 0 }),
        ...practice,
        position(ANN, 1, 10, 1_100_000_000),
        position(user, 2, 10, 1_100_000_000),
        begin(2),
        event('deleveraged', {
          ...{ market: U, position: other, user, against: POSITION + 1, lots: 10, value: 1_000_000_000 },
          mark: 100_000_000,
        }),
        paid(-400),
        ...(user === BEN ? [event('entry', { account: 6, available: 390, held: 0 })] : []),
        position(ANN, 1, 0, 0, -400),
        position(user, 2, 0, 0, 390),
      ]).bills.slice(1);
    };
    const lines = (user: number) =>
      deleveraged(user).map((one) => [one.user, one.kind, one.amount, one.causeKind, one.causeId]);
    expect(lines(BEN)).toEqual([
      [ANN, 'liquidation', -400, 'position', POSITION + 1],
      [BEN, 'liquidation', 390, 'position', POSITION + 2],
    ]);
    // The house’s positions are in no list: a customer’s bill never names one.
    expect(lines(MARKET_MAKER)).toEqual([[ANN, 'liquidation', -400, 'position', POSITION + 1]]);
  });

  it('taken over by the insurance fund: story, bill, and the fund’s long as open interest (issue 13 A.2)', () => {
    const settled: Settlement[] = [];
    const held = (lots: number) =>
      event('fund.inventory', {
        ...{ market: U, side: lots === 0 ? 0 : 1, lots, cost: lots * 1, value: lots * 1, since: 0, used: 5, hour: 10 },
        ...{ asset: USDT, dayUsed: 5, day: 50 },
      });
    const { bills, steps, walk } = emitted(
      [
        ...[...opening, ...practice, position(ANN, 1, 10, 1_100_000_000), begin(2)],
        event('liquidation.waits', {
          ...{ market: U, user: ANN, position: POSITION + 1, lots: 10, index: 100_000_000, equity: 4, maintenance: 5 },
        }),
        begin(3),
        event('fund.takeover', {
          ...{ market: U, position: POSITION + 1, user: ANN, side: 1, lots: 10, value: 1_000_000_000 },
          ...{ index: 99_000_000, equity: -5, maintenance: 5, loss: 5, netted: 0, profit: 0, insurance: 0 },
        }),
        paid(-400),
        held(10),
        position(ANN, 1, 0, 0, -400),
      ],
      settled,
    );
    expect(steps.slice(-2)).toEqual([
      ['waitsForOrders', 10, 0, 0],
      ['takenOver', 10, 0, 1_000_000],
    ]);
    expect(bills.at(-1)).toMatchObject({
      kind: 'liquidation',
      amount: -400,
      causeKind: 'position',
      causeId: POSITION + 1,
    });
    expect(settled.map(({ kind, id, amount, result }) => [kind, id, amount, result])).toEqual([
      ['liquidation', POSITION + 1, 0, 7],
      ['liquidation', POSITION + 1, -400, 6],
    ]);
    expect(walk.state.openInterest.get(U)).toBe(10);
    expect(walk.state.fundHeld.get(U)).toMatchObject({ side: 1, lots: 10, used: 5 });
  });

  it('a slice of the insurance fund: the customer’s side is a trade, the fund has no fills of its own', () => {
    const { bills, steps, walk } = emitted([
      ...[...opening, ...practice, begin(2)],
      order(99, ANN, 1, 0),
      begin(3),
      fill(60, 0, ANN),
      paid(-400),
      position(ANN, 1, 10, 1_000_000_000),
      event('fund.slice', {
        ...{ market: U, side: 1, order: 60, held: 200, depth: 100, lots: 10, value: 1_000_000_000 },
        ...{ index: 100_000_000, profit: 0, loss: 0, minute: 0, moment: 5, draw: 5 },
      }),
    ]);
    expect(bills.at(-1)).toMatchObject({ user: ANN, kind: 'trade', amount: -400, causeKind: 'order', causeId: 99 });
    expect(steps).toEqual([['open', 10, 99, 1_000_000]]);
    expect(walk.state.openInterest.get(U)).toBe(10);
  });

  it('crossed before a close: both histories show it, each by itself, and the last lots return the margin as a trade (issue 13 A.8)', () => {
    const settled: Settlement[] = [];
    const crossed = event('closing.crossed', {
      ...{ market: U, long: POSITION + 1, longUser: ANN, short: POSITION + 2, shortUser: BEN },
      ...{ lots: 4, value: 400_000_000, index: 100_000_000 },
    });
    const { bills, steps } = emitted(
      [
        ...[
          ...opening,
          person(BEN),
          ...practice,
          position(ANN, 1, 4, 500_000_000),
          position(BEN, 2, 10, 1_000_000_000),
        ],
        ...[begin(2), crossed, paid(90), position(ANN, 1, 0, 0, -100), position(BEN, 2, 6, 600_000_000)],
        // Later events of them are not part of it.
        ...[begin(3), position(BEN, 2, 6, 600_000_000)],
      ],
      settled,
    );
    expect(bills.slice(1).map((one) => [one.kind, one.amount, one.causeKind, one.causeId])).toEqual([
      ['trade', 90, 'position', POSITION + 1],
    ]);
    expect(steps).toEqual([
      ['crossed', 4, 0, 1_000_000],
      ['crossed', 4, 0, 1_000_000],
    ]);
    expect(settled.map(({ user, kind, id, amount }) => [user, kind, id, amount])).toEqual([
      [ANN, 'reduction', POSITION + 1, -100],
      [BEN, 'reduction', POSITION + 2, 0],
    ]);
  });

  it('sold before a close: a trade, and a step of its own; what is forced later is a liquidation again', () => {
    const excess = event('closing.excess', {
      ...{ market: U, position: POSITION + 1, user: ANN, side: 1, step: 2, lots: 10, rate: 50_000 },
      ...{ index: 100_000_000, equity: 5, value: 0 },
    });
    const { bills, steps } = emitted([
      ...[...opening, ...practice, position(ANN, 1, 20, 1_100_000_000)],
      ...[
        begin(2),
        excess,
        order(50, ANN, 3, 0),
        fill(50, ANN, MARKET_MAKER),
        paid(-40),
        position(ANN, 1, 10, 550_000_000, -40),
      ],
      ...[
        closed(50),
        begin(3),
        order(51, ANN, 3, 0),
        fill(51, ANN, MARKET_MAKER),
        paid(-60),
        position(ANN, 1, 0, 0, -100),
      ],
      closed(51),
    ]);
    expect(bills.slice(1).map((one) => [one.kind, one.amount])).toEqual([
      ['trade', -40],
      ['liquidation', -60],
    ]);
    expect(steps).toEqual([['sold', 10, 50, 1_000_000]]);
  });
});
