import { describe, expect, test } from 'vitest';
import {
  GAP_MS,
  linePoints,
  priceMarks,
  priceStretch,
  timeMarks,
  timeStretch,
} from '../../src/features/tick-chart/picture.ts';
import { MAX_POINTS, TickTrail } from '../../src/features/tick-chart/trail.ts';
import type { IndexTick } from '../../src/live/index.ts';

const tick = (seq: number, price: string, time = seq * 250): IndexTick => ({
  seq,
  price,
  time,
  spread: '0',
  state: 'valid',
});

describe('the way of the index', () => {
  test('takes each tick once, in their order, and passes over what is no price', () => {
    const trail = new TickTrail();
    trail.take([tick(1, '100.0'), tick(2, '100.1')]);
    trail.take([tick(1, '100.0'), tick(2, '100.1'), tick(3, 'none'), tick(4, '100.3')]);
    trail.take([tick(2, '100.1')]);
    expect(trail.points.map(({ seq, value }) => [seq, value])).toEqual([
      [1, 100],
      [2, 100.1],
      [4, 100.3],
    ]);
  });

  test('hours at four ticks a second stay within its bound, with the newest whole', () => {
    const trail = new TickTrail();
    const kept: IndexTick[] = [];
    for (let seq = 1; seq <= 40_000; seq += 1) {
      kept.push(tick(seq, '100.0'));
      if (kept.length > 600) kept.shift();
      trail.take(kept);
      expect(trail.points.length).toBeLessThanOrEqual(MAX_POINTS);
    }
    const newest = trail.points.slice(-500).map(({ seq }) => seq);
    expect(newest).toEqual(Array.from({ length: 500 }, (_, at) => 39_501 + at));
  });

  test('what is behind the edge is forgotten but for the point the line comes from', () => {
    const trail = new TickTrail();
    trail.take([1, 2, 3, 4, 5].map((seq) => tick(seq, '1.0')));
    trail.forgetBefore(900);
    expect(trail.points.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    trail.forgetBefore(1e9);
    expect(trail.points.map(({ seq }) => seq)).toEqual([5]);
  });
});

describe('the stretch of time', () => {
  const now = 1_000_000;

  test('without an order ends a little after now', () => {
    const { from, to } = timeStretch(now, undefined, 0);
    expect(from).toBe(now - 120_000);
    expect(to).toBeGreaterThan(now);
  });

  test('holds opening and maturity of an order, however long it runs', () => {
    for (const seconds of [30, 60, 300]) {
      const openTime = now - 10_000;
      const closeTime = openTime + seconds * 1_000;
      const { from, to } = timeStretch(now, { openTime, closeTime }, 0);
      expect(from).toBeLessThan(openTime);
      expect(to).toBeGreaterThan(closeTime);
    }
    // Near its end a long one still has its opening in sight.
    const late = timeStretch(now, { openTime: now - 299_000, closeTime: now + 1_000 }, 0);
    expect(late.from).toBeLessThan(now - 299_000);
  });
});

describe('the stretch of prices', () => {
  const points = (...values: number[]) =>
    values.map((value, at) => ({ seq: at, time: at * 1_000, value, price: `${value}` }));

  test('holds everything in sight and the opening, with a margin', () => {
    const found = priceStretch(points(100, 104, 102), 0, 90, undefined, 1)!;
    expect(found.from).toBeLessThan(90);
    expect(found.to).toBeGreaterThan(104);
  });

  test('stands still while the index moves within it, and moves when it leaves', () => {
    const first = priceStretch(points(100, 110), 0, undefined, undefined, 1)!;
    expect(priceStretch(points(101, 109), 0, undefined, first, 1)).toBe(first);
    expect(priceStretch(points(101, 140), 0, undefined, first, 1)).not.toBe(first);
    // Hardly filled any more: it closes in.
    expect(priceStretch(points(104, 105), 0, undefined, first, 1)).not.toBe(first);
  });

  test('of an index that does not move is a few ticks high, and of nothing there is none', () => {
    const flat = priceStretch(points(100, 100), 0, undefined, undefined, 2)!;
    expect(flat.to - flat.from).toBeGreaterThanOrEqual(2);
    expect(priceStretch([], 0, undefined, undefined, 1)).toBeUndefined();
  });
});

test('marks are round, inside, and never more than asked for', () => {
  for (const [from, to] of [
    [114_080.3, 114_163.9],
    [0.000_12, 0.000_19],
    [1, 1_000_000],
  ] as const) {
    const marks = priceMarks({ from, to }, 6);
    expect(marks.length).toBeGreaterThan(1);
    expect(marks.length).toBeLessThanOrEqual(7);
    for (const mark of marks) {
      expect(mark).toBeGreaterThanOrEqual(from);
      expect(mark).toBeLessThanOrEqual(to * (1 + 1e-12));
    }
  }
  expect(priceMarks({ from: 5, to: 5 }, 6)).toEqual([]);
  const times = timeMarks({ from: 1_003, to: 181_000 }, 6);
  expect(times[0]).toBe(30_000);
  expect(times.length).toBeLessThanOrEqual(7);
});

test('where there was no index for a while the line begins anew', () => {
  const trail = new TickTrail();
  trail.take([tick(1, '1.0', 0), tick(2, '2.0', 1_000), tick(3, '3.0', 1_000 + GAP_MS + 1)]);
  const line = linePoints(
    trail.points,
    0,
    (time) => time,
    (value) => value,
  );
  expect(line.map(({ fresh }) => fresh)).toEqual([true, false, true]);
});
