import { expect, test } from 'vitest';
import { worthMoment } from '../../src/features/wallet/overview/worth-moment.ts';

test('§8 worth over thirty days: a day that is over is valued at its end, the current one now', () => {
  const now = Date.UTC(2026, 10, 22, 20, 15);
  expect(worthMoment(Date.UTC(2026, 10, 21), now)).toBe(Date.UTC(2026, 10, 22));
  expect(worthMoment(Date.UTC(2026, 10, 22), now)).toBe(now);
});
