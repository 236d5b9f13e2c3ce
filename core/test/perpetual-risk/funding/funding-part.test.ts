// Funding over several batches (money §3): a payer whose turn has not come changes a part of its position; what is opened
// or closed meanwhile; and rows that were used before.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeCommand, NEWEST_RULES, RULE } from '../../../src/index.ts';
import { Payments } from '../../../src/perpetual/funding/payments.ts';
import { Risk } from '../../../src/perpetual/index.ts';
import { partsOf } from '../../kit/full.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { ANNA, BEN, CARL, DORA, NO_KEY, NOON } from '../../kit/world.ts';
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  CROSS,
  HOURLY,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  U,
  U_WALLET,
} from '../../perpetual/kit.ts';
import type { Crowd } from '../crowd.ts';
import { riskWorld } from '../kit.ts';
import { hour, interval, PAYER, RECEIVER, settled, unsettled } from './unsettled.ts';

describe('a payer whose turn has not come', () => {
  it('pays once, by all it had, when it closes a part', () => {
    const own = settled(unsettled(), PAYER);
    expect(own).toBeLessThan(0);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 1, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays once, by all it had, when it opens more', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 1, 5, 105);
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays by all it had when it closes all but one lot in one fill: what it closes does not take the margin along', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 99, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('and moves nothing out of the wallet before: what it closed pays, whatever it asks for', () => {
    const own = settled(unsettled(), PAYER);
    for (const closed of [99, 100]) {
      const crowd = unsettled();
      crowd.place(PAYER, 3, closed, 104, { timeInForce: 2 });
      for (const amount of [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 1]) {
        const asked = { user: PAYER, ...NO_KEY, from: U_WALLET, to: 1, asset: USDT, amount, market: 0 };
        crowd.exchange.apply(encodeCommand(command('wallet.transfer', asked)), 0);
      }
      expect(settled(crowd, PAYER), `${closed} of 100 lots closed`).toBe(own);
    }
  });
});

/** The payments until the settlement has ended, by position. */
function payments(crowd: Crowd): Map<number, number[]> {
  const all = new Map<number, number[]>();
  for (let first = true; first || crowd.exchange.hasWork(); first = false) {
    if (!first) crowd.later(20);
    crowd.end();
    for (const { position, amount } of crowd.emitted('funding'))
      all.set(position, [...(all.get(position) ?? []), amount]);
  }
  crowd.exchange.audit();
  return all;
}

/** The position whose turn is next. */
function next(crowd: Crowd): { readonly user: number; readonly side: number; readonly lots: number } {
  const { domains, perpetual } = partsOf(crowd.exchange);
  const risk = domains.find((one) => one instanceof Risk) as unknown as {
    readonly funding: { readonly payments: { readonly rounds: { readonly cursor: Int32Array } } };
  };
  const { rows: p } = perpetual.context.positions;
  const slot = risk.funding.payments.rounds.cursor[U] as number;
  return { user: p.user[slot] as number, side: p.side[slot] as number, lots: p.lots[slot] as number };
}

describe('what is opened while an interval is settled', () => {
  it.each([
    ['a long', RECEIVER - 2, OPEN_LONG, 101, LONG],
    ['a short', PAYER, OPEN_SHORT, 104, SHORT],
  ] as const)('%s has no part in it', (_, user, direction, price, side) => {
    const crowd = unsettled();
    if (side === LONG) {
      crowd.quote([
        [1, 104, 0],
        [2, 105, 0],
      ]);
      crowd.quote([[2, price, 100]]);
    }
    crowd.place(user, direction, 2, price);
    crowd.end();
    const { position } = crowd.positions.get(`${user} ${side}`)!;
    expect(payments(crowd).has(position)).toBe(false);
  });
});

describe('what is closed while an interval is settled', () => {
  const whole = payments(unsettled());

  it.each([
    ['all of the last of its side', 'last', 100],
    ['all but one lot of it: the wallet pays what the margin has not', 'last', 99],
    ['all of the one whose turn is next', 'next', undefined],
  ] as const)('leaves all others their turn and what they are due: %s', (_, which, closed) => {
    const crowd = unsettled();
    const { user, side, lots } = which === 'last' ? { user: PAYER, side: LONG, lots: 100 } : next(crowd);
    const { position } = crowd.positions.get(`${user} ${side}`)!;
    close(crowd, user, side, closed ?? lots);
    const got = payments(crowd);
    if (closed === 99) expect(got.get(position)).toEqual(whole.get(position));
    got.delete(position);
    for (const [one, amounts] of got) expect([one, amounts]).toEqual([one, whole.get(one)]);
    expect(got.size).toBe(whole.size - 1);
  });

  it('has paid once: who had the turn and closes a part then pays no second time', () => {
    const before = unsettled();
    before.end();
    const [paid] = before.emitted('funding').filter(({ amount }) => amount < 0);
    const crowd = unsettled();
    close(crowd, paid!.user, LONG, 5);
    expect(payments(crowd).get(paid!.position)).toEqual([paid!.amount]);
  });

  it('leaves a claim that is paid once, and none in the next settlement', () => {
    const crowd = unsettled();
    const { position } = crowd.positions.get(`${RECEIVER} ${SHORT}`)!;
    crowd.end();
    // The claim has the first row; the first position of the market goes, so no walk of positions begins at that row.
    const first = [...crowd.positions.values()].toSorted((a, b) => a.position - b.position)[0]!;
    close(crowd, first.user, first.side, first.lots);
    close(crowd, RECEIVER, SHORT, 100);
    expect(payments(crowd).get(position)).toEqual(whole.get(position));
    hour(crowd);
    const again = payments(crowd);
    for (const one of [position, first.position]) expect(again.has(one)).toBe(false);
    for (const amounts of again.values()) expect(amounts).toHaveLength(1);
  });

  it.each([
    [RULE.fairDeleverage, 100, 10],
    [NEWEST_RULES, 100, 10],
    // The margin of one lot is 5.
    [NEWEST_RULES, 99, 15],
  ])('pays from the wallet only what the closed lots took there: rules %i, %i lots', (rules, closed, paid) => {
    const crowd = unsettled(ISOLATED, rules);
    const { position } = crowd.positions.get(`${PAYER} ${LONG}`)!;
    const { pay } = Payments.prototype;
    const spy = vi.spyOn(Payments.prototype, 'pay').mockImplementation(function (this: Payments, slot, lots, released) {
      pay.call(this, slot, lots, released === undefined ? undefined : 10);
    });
    onTestFinished(() => spy.mockRestore());
    close(crowd, PAYER, LONG, closed);
    expect(payments(crowd).get(position)).toEqual([-paid]);
  });
});

/** Closes lots against the market maker, who bids 104 and, where a short is closed, offers 101. */
function close(crowd: Crowd, user: number, side: number, lots: number): void {
  if (side === LONG) {
    crowd.place(user, CLOSE_LONG, lots, 104, { timeInForce: 2 });
    return;
  }
  crowd.quote([
    [1, 104, 0],
    [2, 105, 0],
  ]);
  crowd.quote([[2, 101, 100]]);
  crowd.place(user, CLOSE_SHORT, lots, 101);
}

describe('who waits for a liquidation', () => {
  it('pays first: positions and cross wallets in their order, of the market that is settled and no other', () => {
    const world = riskWorld(1_000, { users: 5 });
    world.pair(ANNA, BEN, 10, 100, { marginMode: ISOLATED });
    world.pair(ANNA, BEN, 10, 50, { market: HOURLY, marginMode: ISOLATED });
    world.pair(CARL, DORA, 10, 100, { marginMode: CROSS });
    world.pair(CARL, DORA, 10, 50, { market: HOURLY, marginMode: CROSS });
    const { domains, perpetual } = partsOf(world.exchange);
    const { rows: p } = perpetual.context.positions;
    const slot = (user: number, market: number): number => p.find(world.position(user, LONG, market)!.position);
    const { funding } = domains.find((one) => one instanceof Risk) as unknown as { readonly funding: object };
    // A position that is gone, Anna's two, and the wallet of Carl's.
    const items = [2 ** 40, p.id(slot(ANNA, HOURLY)), p.id(slot(ANNA, U)), p.contractWallet[slot(CARL, U)]!];
    const paid: number[] = [];
    const one = Object.assign(Object.create(funding), {
      queue: {
        size: items.length,
        isContractWallet: (at: number) => at === items.length,
        item: (at: number) => items[at - 1],
      },
      payOnce: (of: number) => void paid.push(of),
    }) as { endangeredFirst: (market: number) => void };
    for (const market of [U, HOURLY]) {
      paid.length = 0;
      one.endangeredFirst(market);
      expect(paid).toEqual([slot(ANNA, market), slot(CARL, market)]);
    }
  });

  it('whose isolated positions beside a cross wallet wait for their own turn', () => {
    const world = riskWorld(1_000, { users: 5 });
    world.pair(ANNA, BEN, 10, 100, { marginMode: CROSS });
    world.pair(ANNA, BEN, 10, 50, { market: HOURLY, marginMode: ISOLATED });
    const { domains, perpetual } = partsOf(world.exchange);
    const { rows: p } = perpetual.context.positions;
    const wallet = p.contractWallet[p.find(world.position(ANNA, LONG)!.position)];
    const { funding } = domains.find((one) => one instanceof Risk) as unknown as { readonly funding: object };
    const paid: number[] = [];
    const one = Object.assign(Object.create(funding), {
      queue: { size: 1, isContractWallet: () => true, item: () => wallet },
      payOnce: (of: number) => void paid.push(of),
    }) as { endangeredFirst: (market: number) => void };
    one.endangeredFirst(HOURLY);
    expect(paid).toEqual([]);
  });
});

/** The stage of a settlement in which claims are paid. */
const CLAIMS = 3;

describe('claims on a settlement', () => {
  it('are paid by the settlement of their own market', () => {
    const world = riskWorld(1_000);
    world.pair(ANNA, BEN, 10, 100);
    world.pair(ANNA, BEN, 10, 50, { market: HOURLY });
    const { domains, perpetual } = partsOf(world.exchange);
    const { rows: p } = perpetual.context.positions;
    const risk = domains.find((one) => one instanceof Risk) as unknown as {
      readonly funding: { readonly payments: Payments };
    };
    const { payments: own } = risk.funding;
    const met: number[] = [];
    const part = Object.assign(Object.create(risk.funding), {
      payments: Object.assign(Object.create(own), { meet: (row: number) => void met.push(row) }) as Payments,
    }) as { step: (market: number) => number };
    const markets = [HOURLY, U, HOURLY];
    for (const market of markets) own.claim(p.find(world.position(BEN, SHORT, market)!.position), 10);
    for (const market of [U, HOURLY]) {
      own.rounds.reach(market);
      own.rounds.stage[market] = CLAIMS;
      own.rounds.cursor[market] = 1;
      met.length = 0;
      for (const row of markets.keys()) expect([row, part.step(market)]).toEqual([row, 1]);
      expect(met).toEqual(market === U ? [2] : [1, 3]);
    }
  });
});

describe('a row that was used before', () => {
  it('has its turn in another market, whose settlement has the number of the one in which it had the last', () => {
    const world = riskWorld(1_000);
    world.pair(ANNA, BEN, 50, 100);
    interval(world);
    expect(world.emitted('funding').map(({ user, market }) => [user, market])).toEqual([
      [ANNA, U],
      [BEN, U],
    ]);
    world.index(10_000);
    world.go(ANNA, CLOSE_LONG, 50, 100);
    world.go(BEN, CLOSE_SHORT, 50, 100);
    world.pair(ANNA, BEN, 20, 50, { market: HOURLY, marginMode: ISOLATED });
    expect(world.time).toBeGreaterThan(NOON);
    interval(world);
    expect(world.emitted('funding').map(({ user, market }) => [user, market])).toEqual([
      [ANNA, HOURLY],
      [BEN, HOURLY],
    ]);
  });
});
