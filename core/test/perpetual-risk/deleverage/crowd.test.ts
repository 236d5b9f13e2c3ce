// More than one batch has steps for (money §3, core §5): what is left over goes on before the next batch's commands, each
// re-examined at its turn.

import { describe, expect, it } from 'vitest';
import { restoreExchange, RULE, WORK_STEPS } from '../../../src/index.ts';
import { command, HOURS } from '../../kit/genesis.ts';
import { NOON } from '../../kit/world.ts';
import { CROSS, ISOLATED } from '../../perpetual/kit.ts';
import { Crowd, tickOf } from '../crowd.ts';
import { applyWithSlotEnd } from '../../kit/slots.ts';

const MANY = 1_300;
const TIERS = [
  { cap: 1_000_000, rate: 10_000, leverage: 50 },
  { cap: 100_000_000, rate: 25_000, leverage: 20 },
];

/** Rules before `solventWaits`. Everybody long 10 lots at 100 against the house; triggers at 95.95. Cross: all but the margin has left the wallet. */
function longs(fund: number, marginMode: number = ISOLATED): Crowd {
  const crowd = new Crowd(MANY, fund, { tiers: TIERS, impact: 2 ** 40 }, { rules: RULE.solventWaits - 1 });
  crowd.quote([[2, 100, 10 * MANY]]);
  for (let user = 2; user < MANY + 2; user += 1) {
    crowd.place(user, 1, 10, 100, { marginMode });
    if (marginMode === CROSS) crowd.away(user, 945);
  }
  crowd.end();
  expect(crowd.open(1)).toBe(MANY);
  return crowd;
}

/** Endangers all; after one batch the price is stale, so that the rest waits. */
function interruptByStalePrice(crowd: Crowd): void {
  crowd.later(1_000);
  crowd.quote([[1, 95, 10 * MANY]]);
  crowd.tick(9_590);
  crowd.end();
  crowd.later(20_000);
  crowd.end();
  expect(crowd.emitted('liquidation.step')).toEqual([]);
  expect(crowd.open(1)).toBe(MANY - WORK_STEPS);
}

describe('a tick that endangers more than a batch has steps for', () => {
  it('liquidates 1,000, the rest before the next batch’s commands', () => {
    const crowd = longs(1_000_000);
    crowd.later(1_000);
    crowd.quote([[1, 95, 10 * MANY]]);
    crowd.tick(9_590);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(WORK_STEPS);
    expect(crowd.exchange.hasWork()).toBe(true);
    crowd.exchange.audit();
    // A twin from a snapshot in the middle goes on the same way.
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    twin.audit();
    // Another tick before the rest had their turn.
    for (const one of [crowd.exchange, twin]) applyWithSlotEnd(one, tickOf(9_580));
    crowd.exchange.takeEvents();
    twin.takeEvents();
    crowd.later(20);
    expect(crowd.exchange.hasWork()).toBe(false);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(MANY - WORK_STEPS);
    expect(crowd.open(1)).toBe(0);
    twin.advance(crowd.time);
    twin.takeEvents();
    expect(twin.digest()).toBe(crowd.exchange.digest());
    crowd.exchange.audit();
  });

  it('who has recovered by his turn is let be; who waits may not trade meanwhile', () => {
    const crowd = longs(1_000_000);
    crowd.later(1_000);
    crowd.quote([[1, 95, 10 * MANY]]);
    crowd.tick(9_590);
    const last = MANY + 1;
    expect(() => crowd.place(last, 3, 1, 104)).toThrow(/2207/);
    crowd.tick(10_000);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(WORK_STEPS);
    crowd.later(20);
    crowd.end();
    expect(crowd.emitted('liquidation.step')).toEqual([]);
    expect(crowd.open(1)).toBe(MANY - WORK_STEPS);
    expect(crowd.exchange.hasWork()).toBe(false);
    crowd.place(last, 3, 1, 104);
    crowd.exchange.audit();
  });

  it('so it is with wallets: examined at their turn, let be when they have recovered or a price does not count', () => {
    const crowd = longs(1_000_000, CROSS);
    crowd.later(1_000);
    crowd.quote([[1, 95, 10 * MANY]]);
    crowd.tick(9_590);
    crowd.tick(10_000);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(WORK_STEPS);
    crowd.later(20);
    crowd.end();
    expect(crowd.emitted('liquidation.step')).toEqual([]);
    crowd.exchange.audit();
    crowd.tick(9_590);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(MANY - WORK_STEPS);
    const stale = longs(1_000_000, CROSS);
    interruptByStalePrice(stale);
    stale.tick(9_590);
    stale.end();
    expect(stale.emitted('liquidation.step').length).toBe(MANY - WORK_STEPS);
  });

  it('a price that no longer counts stops it in the middle, the next valid tick goes on (W12)', () => {
    const crowd = longs(1_000_000);
    interruptByStalePrice(crowd);
    crowd.exchange.audit();
    crowd.tick(9_590);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(MANY - WORK_STEPS);
  });

  it('the lowest equity ÷ maintenance goes first, then the lower id', () => {
    const crowd = longs(1_000_000);
    const rich = [...crowd.positions.values()].find((one) => one.user === 2)!;
    crowd.add(2, rich.position, 1);
    crowd.end();
    crowd.later(1_000);
    crowd.quote([[1, 95, 10 * MANY]]);
    crowd.tick(9_500);
    crowd.end();
    const first = crowd.emitted('liquidation.step');
    expect(first.some(({ user }) => user === 2)).toBe(false);
    expect(first.map(({ position }) => position)).toEqual(
      first.map(({ position }) => position).toSorted((a, b) => a - b),
    );
    crowd.later(20);
    crowd.end();
    expect(crowd.emitted('liquidation.step').at(-1)!.user).toBe(2);
  });
});

describe('funding over several batches', () => {
  it('is by what was open when the interval ended, whatever is traded until the last has had his turn', () => {
    const pairs = MANY / 2;
    const crowd = new Crowd(MANY, 1_000, { tiers: TIERS, impact: 100, fundingHours: 1 });
    for (let user = 2; user < MANY + 2; user += 2) {
      crowd.place(user, 2, 10, 100);
      crowd.place(user + 1, 1, 10, 100);
    }
    // Without a price for 59 s the quotes leave: they come again before the minute is sampled.
    const quote = (): void =>
      crowd.quote([
        [1, 104, 10],
        [2, 105, 10],
      ]);
    quote();
    crowd.end();
    for (let minute = 0; minute < 60; minute += 1) {
      crowd.later(59_000);
      crowd.tick(10_000);
      quote();
      crowd.later(1_000);
      crowd.tick(10_000);
    }
    crowd.end();
    const before = new Map(crowd.positions);
    crowd.later(1);
    const funding = [...crowd.end()].filter((event) => event.name === 'funding');
    expect(crowd.emitted('funding.rate')).toMatchObject([{ rate: 20_000_000, valid: 60, minutes: 60 }]);
    expect(crowd.exchange.hasWork()).toBe(true);
    expect(funding.length).toBeLessThan(MANY);
    crowd.exchange.audit();
    // A receiver whose turn has not come buys back, and a late payer sells what it has to another one who opens.
    const [receiver, late] = [MANY, MANY + 1];
    crowd.quote([
      [1, 104, 0],
      [2, 105, 0],
    ]);
    crowd.place(receiver, 4, 10, 100, { leverage: 0 });
    crowd.place(late, 3, 10, 100, { leverage: 0 });
    crowd.place(2, 1, 5, 100);
    crowd.place(receiver, 2, 5, 100);
    expect(crowd.exchange.hasWork()).toBe(true);
    funding.push(...[...crowd.end()].filter((event) => event.name === 'funding'));
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    while (crowd.exchange.hasWork()) {
      crowd.later(20);
      funding.push(...[...crowd.end()].filter((event) => event.name === 'funding'));
      twin.advance(crowd.time);
      twin.takeEvents();
    }
    expect(twin.digest()).toBe(crowd.exchange.digest());
    crowd.exchange.audit();
    // Each position of the hour's end once, and nobody else; 2 % of 1,000 at 100.25, an eighth of it: 2.5.
    const amounts = new Map<number, number>();
    for (const event of funding) {
      if (event.name !== 'funding') continue;
      expect(amounts.has(event.position)).toBe(false);
      amounts.set(event.position, event.amount);
    }
    expect(amounts.size).toBe(MANY);
    for (const emitted of before.values()) expect(amounts.get(emitted.position)).toBe(emitted.side === 1 ? -3 : 2);
    let sum = 0;
    for (const amount of amounts.values()) sum += amount;
    expect(sum).toBe(-pairs);
  });

  it.each([ISOLATED, CROSS])('those that wait for their liquidation pay before the others: mode %i', (marginMode) => {
    const terms = { tiers: TIERS, impact: 2 ** 40, fundingHours: 1 };
    // Rules under which bids worse than the bankruptcy price were taken.
    const crowd = new Crowd(MANY, 1_000_000, terms, { rules: RULE.solventWaits - 1 });
    crowd.quote([[2, 100, 10 * MANY]]);
    for (let user = 2; user < MANY + 2; user += 1) crowd.place(user, 1, 10, 100, { marginMode });
    crowd.end();
    // The first ten have more behind them and are not endangered.
    if (marginMode === ISOLATED)
      for (let user = 2; user < 12; user += 1) crowd.add(user, crowd.positions.get(`${user} 1`)!.position, 400);
    else for (let user = 12; user < MANY + 2; user += 1) crowd.away(user, 945);
    crowd.quote([
      [1, 94, 100 * MANY],
      [2, 104, 10],
    ]);
    for (let minute = 0; minute < 59; minute += 1) {
      crowd.later(59_000);
      crowd.tick(9_700);
      crowd.later(1_000);
      crowd.tick(9_700);
    }
    crowd.later(59_000);
    crowd.tick(9_700);
    crowd.later(500);
    crowd.tick(9_590);
    crowd.end();
    expect(crowd.emitted('liquidation.step').length).toBe(WORK_STEPS);
    crowd.later(501);
    const emitted = crowd.end().filter((event) => event.name === 'funding');
    const waiting = MANY - WORK_STEPS - 10;
    const payers = emitted.filter((event) => event.amount < 0).map(({ user }) => user);
    expect(payers.length).toBe(waiting + 10);
    expect(payers.slice(0, waiting).every((user) => user >= 12)).toBe(true);
    expect(payers.slice(waiting).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    crowd.exchange.audit();
  });
});

describe('a close before which more than a batch has steps for is reduced (issue 13 A.8)', () => {
  const HOUR = 3_600_000;
  const CLOSES = NOON + 2 * HOUR;
  const tick = () =>
    command('ticks', { ticks: [{ instrument: 2, price: 5_000, spread: 0, used: 3, total: 3 }], quotes: [] });

  /** As many longs as shorts of 10 lots at 50, with a margin of 10 % where the close asks for 20 %. */
  function straddlers(): Crowd {
    const crowd = new Crowd(MANY, 0, { instrument: 2, tickDecimals: 0, perLot: 1, tiers: TIERS }, { calendar: HOURS });
    const sessions = [
      { opens: NOON - HOUR, closes: CLOSES },
      { opens: CLOSES + 30 * HOUR, closes: CLOSES + 40 * HOUR },
    ];
    crowd.must(command('hours.set', { calendar: HOURS, sessions }));
    crowd.must(tick());
    for (let user = 2; user < MANY + 2; user += 2) {
      crowd.place(user, 1, 10, 50, { leverage: 10 });
      crowd.place(user + 1, 2, 10, 50, { leverage: 10 });
    }
    crowd.end();
    expect(crowd.open(1)).toBe(MANY / 2);
    return crowd;
  }

  it('some in each batch, also behind a snapshot; every excess once, as much long as short', () => {
    const crowd = straddlers();
    crowd.later(2 * HOUR - 600_001);
    crowd.must(tick());
    crowd.end();
    crowd.later(1);
    crowd.end();
    let measured = crowd.emitted('closing.excess').length;
    // A hundred looks are a step too.
    expect(measured).toBe(WORK_STEPS - WORK_STEPS / 100 + 1);
    expect(crowd.exchange.hasWork()).toBe(true);
    const twin = restoreExchange(structuredClone(crowd.exchange.save()));
    twin.audit();
    let crossed = 0;
    let twins = 0;
    for (; crowd.exchange.hasWork(); twins += 1) {
      expect(twins).toBeLessThan(10);
      crowd.later(250);
      twin.advance(crowd.time);
      for (const one of [crowd.exchange, twin]) applyWithSlotEnd(one, tick());
      crowd.end();
      twin.takeEvents();
      crowd.exchange.audit();
      measured += crowd.emitted('closing.excess').length;
      crossed += crowd.emitted('closing.crossed').reduce((sum, { lots }) => sum + lots, 0);
    }
    expect(twin.digest()).toBe(crowd.exchange.digest());
    expect([measured, crossed]).toEqual([MANY, (MANY / 2) * 5]);
    for (const { lots, margin } of crowd.positions.values()) expect([lots, margin]).toEqual([5, 50]);
  });

  it('a position that goes while it waits takes its part with it, and the close ends what is left', () => {
    const crowd = straddlers();
    crowd.later(2 * HOUR - 600_001);
    crowd.must(tick());
    crowd.end();
    crowd.later(1);
    crowd.end();
    // The first long and the first short close against each other before they are crossed.
    crowd.place(2, 3, 10, 50);
    crowd.place(3, 4, 10, 50);
    crowd.exchange.audit();
    crowd.end();
    for (let batch = 0; crowd.exchange.hasWork(); batch += 1) {
      expect(batch).toBeLessThan(10);
      crowd.later(250);
      crowd.must(tick());
      crowd.end();
      crowd.exchange.audit();
    }
    const lots = [...crowd.positions.values()].map((one) => one.lots);
    expect(lots.filter((one) => one === 0)).toHaveLength(2);
    expect(lots.filter((one) => one === 5)).toHaveLength(MANY - 2);
  });
});
