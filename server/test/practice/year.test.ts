// The crowd over many virtual days: weekends, funding, daily practice money, liquidations. The auditor checks every
// event against its own rules, and the core its books once a day. One second in every half hour is lived through; the
// crowd sends in it what it would send in longer. A few days in the gate, a year in the deep run.

import { expect, it } from 'vitest';

import type { Clock } from '../../src/markets/index.ts';
import { ended, world } from './crowd-world.ts';

const DAYS = process.env['VITRINE_DEEP'] === '1' ? 365 : 2;
/** A Sunday morning: the other markets are closed and open in the evening. */
const SUNDAY = Date.UTC(2026, 10, 22, 6);
const STEP_MS = 1_800_000;
/** The world's first prices. */
const FIRST_MS = 3_000;
const DAY_MS = 86_400_000;
/** Enough for the crowd's dozen turns in every second. */
const RATE = 60;

/** A clock that can leap: what was due meanwhile is called once, at the time it leaps to. */
function leapingClock(start: number): Clock & { readonly move: (to: number) => Promise<void> } {
  let now = start;
  const waiting = new Set<{ readonly time: number; readonly call: () => void }>();
  const runDue = async (): Promise<void> => {
    for (;;) {
      const due = [...waiting].filter(({ time }) => time <= now).toSorted((a, b) => a.time - b.time)[0];
      if (due === undefined) return;
      waiting.delete(due);
      due.call();
      await new Promise((done) => setImmediate(done));
    }
  };
  return {
    now: () => now,
    at(time, call) {
      const entry = { time, call };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    async move(to) {
      // The last second before the goal is lived through tick by tick.
      for (const time of [to - 1_000, to - 750, to - 500, to - 250, to]) {
        if (time <= now) continue;
        now = time;
        await runDue();
      }
    },
  };
}

it(`in ${DAYS} virtual days the crowd never breaks an invariant (issue 18, done when 4)`, async () => {
  const clock = leapingClock(SUNDAY);
  const one = await world({ rate: RATE, clock });
  const crowd = await one.start();
  await crowd.set(true);
  const codes = new Map<number, number>();
  const names = new Set<string>();
  let counted = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const before = counted;
    for (let time = STEP_MS; time <= DAY_MS; time += STEP_MS) await clock.move(SUNDAY + FIRST_MS + day * DAY_MS + time);
    one.exchange.audit();
    for (const { command, code } of one.sent.splice(0)) {
      counted += 1;
      names.add(command.name);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    // They are not out of money, and not refused for ever.
    expect(counted - before, `day ${day}`).toBeGreaterThan(100);
  }
  expect([...names].toSorted()).toEqual(
    expect.arrayContaining(['contract.place', 'order.amend', 'order.place', 'position.close', 'practice.claim']),
  );
  expect(codes.get(200) ?? 0).toBeGreaterThan(counted * 0.8);
  const { orders, positions } = one.own();
  expect(orders.length).toBeGreaterThan(20);
  expect(positions.length).toBeGreaterThan(0);
  // Switched off, nothing stays open but in markets that are closed.
  await crowd.set(false);
  expect(one.own().orders).toEqual([]);
  await ended(one, crowd);
}, 7_200_000);
