// Labels beside each other on the chart: none covers another, over the candles and on the axis.
import { describe, expect, test } from 'vitest';
import { spreadLabels, spreadTags, TAG_GAP } from '../../src/features/chart/lines/spread.ts';

describe('labels of lines', () => {
  const gap = 24;

  test('stand at their lines where there is space', () => {
    expect(spreadLabels([50, 150, 100], 300)).toEqual([50, 150, 100]);
  });

  test('never cover each other, keep the order of prices, and stay inside', () => {
    for (const ys of [
      [100, 100, 100],
      [290, 295, 299, 10],
      [2, 3, 4],
      [120, 110, 130, 119],
    ]) {
      const placed = spreadLabels(ys, 300);
      const byLine = ys.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y || a.at - b.at);
      for (const [order, { at }] of byLine.entries()) {
        expect(placed[at]).toBeGreaterThanOrEqual(gap / 2);
        expect(placed[at]).toBeLessThanOrEqual(300 - gap / 2);
        const before = byLine[order - 1];
        if (before) expect(placed[at]! - placed[before.at]!).toBeGreaterThanOrEqual(gap);
      }
    }
  });

  test('of nothing are nowhere', () => {
    expect(spreadLabels([], 300)).toEqual([]);
  });
});

describe('the tags of lines on the axis', () => {
  const HEIGHT = 300;
  /** No two nearer than a tag is high, none outside, in the order of their lines. */
  const stand = (ys: readonly number[], last: number | undefined): (number | undefined)[] => {
    const placed = spreadTags(ys, last, HEIGHT);
    const there = ys.flatMap((y, at) => (placed[at] === undefined ? [] : [{ y, at, place: placed[at] }]));
    there.sort((a, b) => a.y - b.y || a.at - b.at);
    for (const [order, { place }] of there.entries()) {
      expect(place).toBeGreaterThanOrEqual(TAG_GAP / 2);
      expect(place).toBeLessThanOrEqual(HEIGHT - TAG_GAP / 2);
      const before = there[order - 1];
      if (before) expect(place - before.place).toBeGreaterThanOrEqual(TAG_GAP);
      if (last !== undefined) expect(Math.abs(place - last)).toBeGreaterThanOrEqual(TAG_GAP);
    }
    return placed;
  };

  test('stand at their lines where there is space', () => {
    expect(stand([50, 200, 100], 150)).toEqual([50, 200, 100]);
    expect(stand([50, 200], undefined)).toEqual([50, 200]);
  });

  test('make way for the last price, which keeps its place', () => {
    expect(stand([148], 150)).toEqual([132]);
    expect(stand([150], 150)).toEqual([168]);
    expect(stand([149, 145, 155], 150)).toEqual([132, 114, 168]);
  });

  test('go to the other side of a last price at the edge', () => {
    expect(stand([3, 8], 15)).toEqual([33, 51]);
    expect(stand([290, 299], 294)).toEqual([258, 276]);
  });

  test('are left out where there is no space, the furthest from the last price first', () => {
    const placed = stand(
      Array.from({ length: 60 }, (_, at) => at * 5),
      150,
    );
    // Seven above and seven below: 300 px round the last price’s 18.
    expect(placed.flatMap((y, at) => (y === undefined ? [] : [at]))).toEqual(
      Array.from({ length: 14 }, (_, at) => at + 23),
    );
  });
});
