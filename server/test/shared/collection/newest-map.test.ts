// A map that forgets what came first (issue 15 B).

import { randomTests } from '@vitrine/core/test';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NewestMap } from '../../../src/shared/collection/index.ts';

const { rounds } = randomTests(import.meta.url);

it('keeps the newest keys by the time they first came, as a list searched from its end would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat({ max: 20 }), { maxLength: 200 }), (most, keys) => {
      const map = new NewestMap<number, number>(most);
      let kept: [key: number, value: number][] = [];
      for (const [value, key] of keys.entries()) {
        map.set(key, value);
        const at = kept.findIndex(([one]) => one === key);
        if (at >= 0) kept[at] = [key, value];
        else kept = [...kept, [key, value] as [number, number]].slice(-most);
        expect(map.size).toBe(kept.length);
        for (let one = 0; one <= 20; one += 1) expect(map.get(one)).toBe(kept.find(([name]) => name === one)?.[1]);
      }
    }),
    rounds(200),
  );
});
