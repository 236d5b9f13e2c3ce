// What waits at a value is found by the figure that reaches it, and by no other: against a plain list, by chance.

import { describe, expect, it } from 'vitest';
import { randomTests } from '@vitrine/core/test';
import { Thresholds } from '../../../src/automation/alerts/reminder-steps.ts';
import { randomFrom } from '../../support/exchange-world.ts';

const { seed } = randomTests(import.meta.url);

describe('thresholds', () => {
  it('gives what a figure reaches from below and from above, the value itself too', () => {
    const thresholds = new Thresholds<string>();
    thresholds.above(10, 'above 10');
    thresholds.above(12, 'above 12');
    thresholds.below(5, 'below 5');
    expect(thresholds.hit(9)).toEqual([]);
    expect(thresholds.hit(10)).toEqual(['above 10']);
    expect(thresholds.hit(10)).toEqual([]);
    expect(thresholds.hit(5)).toEqual(['below 5']);
    expect(thresholds.hit(100)).toEqual(['above 12']);
    expect(thresholds.size).toBe(0);
  });

  it('does as a plain list does', () => {
    const below = randomFrom(seed);
    const thresholds = new Thresholds<number>();
    let plain: { value: number; up: boolean; item: number }[] = [];
    for (let step = 0; step < 5_000; step += 1) {
      const value = below(200) - 100;
      const what = below(5);
      if (what < 2) {
        plain.push({ value, up: what === 0, item: step });
        if (what === 0) thresholds.above(value, step);
        else thresholds.below(value, step);
      } else if (what === 2 && plain.length > 0) {
        const [gone] = plain.splice(below(plain.length), 1);
        if (gone !== undefined) expect(thresholds.remove(gone.value, gone.item), `seed ${seed}`).toBe(true);
        expect(thresholds.remove(value, -1), `seed ${seed}`).toBe(false);
      } else if (what === 3) {
        const hit = plain.filter((one) => (one.up ? value >= one.value : value <= one.value));
        plain = plain.filter((one) => !hit.includes(one));
        const found = thresholds.hit(value);
        expect(new Set(found), `seed ${seed}`).toEqual(new Set(hit.map(({ item }) => item)));
        expect(found.length, `seed ${seed}`).toBe(hit.length);
      }
      expect(thresholds.size, `seed ${seed}`).toBe(plain.length);
    }
  });
});
