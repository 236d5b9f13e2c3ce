// A desk page of an older build.
import { beforeEach, expect, test } from 'vitest';
import { reloadOnce } from '../src/page/index.ts';

beforeEach(() => localStorage.clear());

test('it loads itself anew once, and not again while that did not help', () => {
  let reloads = 0;
  const reload = (): void => {
    reloads += 1;
  };
  expect(reloadOnce(1_000_000, reload)).toBe(true);
  expect(reloadOnce(1_030_000, reload)).toBe(false);
  expect(reloadOnce(1_090_000, reload)).toBe(true);
  expect(reloads).toBe(2);
});
