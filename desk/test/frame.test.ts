// What the frame decides: pages by role, ages, idleness, the way back, preferences.
import { describe, expect, it } from 'vitest';
import { DESK_ROLES } from '@vitrine/contract';
import { safeBack } from '../src/app/guard.ts';
import { idleState } from '../src/app/idle.ts';
import { firstPath, isIn, deskPages, deskPagesOf } from '../src/app/pages.ts';
import { defaultPreferences, readPreferences } from '../src/preference/index.ts';
import { ageOf } from '../src/words/age.ts';

const paths = (...roles: Parameters<typeof deskPagesOf>[0][number][]): string[] =>
  deskPagesOf(roles).map((page) => page.path);

describe('a person sees only what the roles allow', () => {
  it('each role its pages', () => {
    expect(paths('reviewer')).toEqual([
      ...['/verification/1', '/verification/2', '/deposits', '/withdrawals', '/otc-claims', '/proposals', '/customers'],
    ]);
    expect(paths('support')).toEqual(['/fund-passwords', '/proposals', '/customers', '/linked']);
    expect(paths('treasurer')).toEqual(['/withdrawals', '/treasury', '/proposals']);
    expect(paths('risk')).toEqual([
      ...['/withdrawals', '/treasury', '/proposals', '/customers', '/linked', '/closing-rates'],
    ]);
    expect(paths('administrator')).toEqual(['/proposals', '/people', '/audit']);
    expect(paths('auditor')).toEqual(deskPages.map((page) => page.path));
  });

  it('counts what waits there, and nothing where it is not for the role', () => {
    const rules = { version: 1, what: '', announced: [] };
    const none = { kyc: null, fundCases: null, appeals: null, deposits: null, withdrawals: null, halts: null, rules };
    const waits = (change: object): Record<string, number | undefined> =>
      Object.fromEntries(
        deskPages.map(({ path, waits: count }) => [
          path,
          count({ ...none, proposals: { open: 4, mine: 1 }, ...change }),
        ]),
      );
    expect(waits({ deposits: 2, withdrawals: 0, halts: 1 })).toMatchObject({
      ...{ '/deposits': 2, '/withdrawals': 0, '/treasury': 1, '/proposals': 4 },
    });
    expect(waits({})).toMatchObject({ '/deposits': undefined, '/withdrawals': undefined, '/treasury': undefined });
  });

  it('begins on a page that is open, whatever the role', () => {
    for (const role of DESK_ROLES) expect(paths(role)).toContain(firstPath([role]));
  });

  it('knows to which page a path belongs', () => {
    expect(isIn('/customers/5', '/customers')).toBe(true);
    expect(isIn('/customers-of-old', '/customers')).toBe(false);
  });
});

describe('ages', () => {
  it.each([
    [-5, { kind: 'now' }],
    [59_999, { kind: 'now' }],
    [60_000, { kind: 'minutes', minutes: 1 }],
    [3_599_999, { kind: 'minutes', minutes: 59 }],
    [3_900_000, { kind: 'hours', hours: 1, minutes: 5 }],
    [187_200_000, { kind: 'days', days: 2, hours: 4 }],
  ])('%d ms', (milliseconds, age) => {
    expect(ageOf(milliseconds)).toEqual(age);
  });
});

describe('a desk left alone', () => {
  const idle = 1_800_000;

  it('is warned a minute before, and then left', () => {
    expect(idleState(0, idle, 0, 43_200_000)).toBe('working');
    expect(idleState(idle - 60_000, idle, 0, 43_200_000)).toBe('warn');
    expect(idleState(idle, idle, 0, 43_200_000)).toBe('leave');
  });

  it('ends with the session in any case', () => {
    expect(idleState(0, idle, 43_199_000, 43_200_000)).toBe('warn');
    expect(idleState(0, idle, 43_200_000, 43_200_000)).toBe('leave');
  });
});

describe('the way back after signing in', () => {
  it('is a path of our own, and not the sign-in', () => {
    expect(safeBack('/customers/5?x=1')).toBe('/customers/5?x=1');
    for (const bad of [
      '//evil.example',
      '/\\evil',
      '/\tevil',
      'https://evil.example',
      '/login',
      '/setup#x',
      7,
      undefined,
    ])
      expect(safeBack(bad)).toBeUndefined();
  });
});

describe('preferences', () => {
  it('fall back field by field', () => {
    const defaults = defaultPreferences();
    expect(readPreferences(undefined, defaults)).toEqual(defaults);
    expect(readPreferences('{', defaults)).toEqual(defaults);
    expect(readPreferences('{"version":2,"theme":"theme-night"}', defaults)).toEqual(defaults);
    expect(readPreferences('{"version":1,"theme":"theme-night","offset":1,"singleKeys":false}', defaults)).toEqual({
      ...defaults,
      theme: 'theme-night',
      singleKeys: false,
    });
  });
});
