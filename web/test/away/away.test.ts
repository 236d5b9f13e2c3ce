// Away from the keyboard: the form of an alert, and orders cancelled when the page is gone (calls §3, §6).

import { expect, test, vi } from 'vitest';
import { NoAnswer } from '../../src/api/index.ts';
import {
  againInput,
  type AlertForm,
  alertInput,
  kindsOf,
  percentOf,
  reduceAlert,
  validateAlert,
} from '../../src/features/away/alert-form.ts';
import { GoneStore } from '../../src/features/away/gone-store.ts';

const form: AlertForm = { symbol: 'BTC_USDT', type: 2, kind: 'above', value: '', mail: false, repeat: false };

test('only contracts can be watched for funding and liquidation; another market empties the value', () => {
  expect(kindsOf(1)).not.toContain('funding');
  expect(kindsOf(3)).toContain('liquidation');
  const funding = { ...form, kind: 'funding', value: '0.05' } as const;
  expect(reduceAlert(funding, { set: 'market', symbol: 'ETH_USDT', type: 1 })).toMatchObject({
    kind: 'above',
    value: '',
  });
  expect(reduceAlert(funding, { set: 'market', symbol: 'ETH_USDT', type: 2 })).toMatchObject({
    kind: 'funding',
    value: '',
  });
  expect(reduceAlert({ ...form, value: '5' }, { set: 'kind', kind: 'below' }).value).toBe('');
});

test.each([
  ['nothing typed', form, '100', 'value'],
  ['zero', { ...form, value: '0.0' }, '100', 'value'],
  ['already above', { ...form, value: '100' }, '100.0', 'already'],
  ['already below', { ...form, kind: 'below', value: '100' }, '99', 'already'],
  ['above the price', { ...form, value: '100.1' }, '100', undefined],
  ['no price known', { ...form, value: '1' }, undefined, undefined],
  ['fills of every market', { ...form, kind: 'fill', symbol: '' }, undefined, undefined],
  ['a price of no market', { ...form, symbol: '', value: '1' }, undefined, 'market'],
] as const)('an alert: %s', (_name, given, price, expected) => {
  expect(validateAlert(given, price)).toBe(expected);
});

test('percent are sent as fractions and told as percent', () => {
  expect(alertInput({ ...form, kind: 'funding', value: '0.05', mail: true })).toEqual({
    symbol: 'BTC_USDT',
    type: 2,
    kind: 'funding',
    value: '0.0005',
    channels: ['page', 'mail'],
    repeat: false,
  });
  expect(alertInput({ ...form, kind: 'fill', symbol: '' })).toEqual({
    type: 2,
    kind: 'fill',
    channels: ['page'],
    repeat: false,
  });
  expect(percentOf('0.0005')).toBe('0.05');
  expect(percentOf('0.1')).toBe('10');
});

test('an alert is switched on again as it was', () => {
  const alert = {
    id: '7',
    symbolName: 'BTC/USDT',
    type: 2,
    kind: 'above',
    value: '100',
    channels: ['mail'],
    state: 'fired',
    repeat: true,
    createTime: 1,
    firedTime: 2,
    firedValue: '101',
  } as unknown as Parameters<typeof againInput>[0];
  expect(againInput(alert)).toEqual({
    id: '7',
    symbol: 'BTC_USDT',
    type: 2,
    kind: 'above',
    value: '100',
    channels: ['mail'],
    repeat: true,
  });
});

function world() {
  const armed: number[] = [];
  const timers: { ms: number; run: () => void; off: boolean }[] = [];
  let fails = false;
  const store = new GoneStore({
    arm: (ms) => {
      armed.push(ms);
      return fails
        ? Promise.reject(new NoAnswer('timeout', 'lost'))
        : Promise.resolve({ actsAt: ms === 0 ? null : 1_000 + ms });
    },
    after: (ms, run) => {
      const timer = { ms, run, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
  });
  return { store, armed, timers, fail: (on: boolean) => (fails = on) };
}

test('armed at the exchange, and again when a third of the time has passed', async () => {
  const { store, armed, timers } = world();
  await store.choose(60_000);
  expect(store.state).toEqual({ time: 60_000, actsAt: 61_000, failing: false });
  expect(timers.map(({ ms }) => ms)).toEqual([20_000]);
  timers[0]?.run();
  await vi.waitFor(() => expect(timers).toHaveLength(2));
  expect(armed).toEqual([60_000, 60_000]);
});

test('a lost arming says so, keeps the moment the exchange would act, and tries again', async () => {
  const { store, timers, fail } = world();
  await store.choose(60_000);
  fail(true);
  timers[0]?.run();
  await vi.waitFor(() => expect(store.state.failing).toBe(true));
  expect(store.state.actsAt).toBe(61_000);
  fail(false);
  await vi.waitFor(() => expect(timers).toHaveLength(2));
  timers[1]?.run();
  await vi.waitFor(() => expect(store.state.failing).toBe(false));
});

test('switched off it is told to the exchange and armed no more; forgotten it is not told', async () => {
  const { store, armed, timers } = world();
  await store.choose(60_000);
  await store.choose(undefined);
  expect(armed).toEqual([60_000, 0]);
  expect(timers[0]?.off).toBe(true);
  expect(store.state).toEqual({ time: undefined, actsAt: undefined, failing: false });
  await store.choose(30_000);
  store.forget();
  expect(armed).toHaveLength(3);
  expect(timers.at(-1)?.off).toBe(true);
});
