// Away from the keyboard: the form of an alert, and orders cancelled when the page is gone (calls §3, §6).

import { expect, test, vi } from 'vitest';
import { NoAnswer } from '../../src/api/index.ts';
import {
  againInput,
  type AlertForm,
  alertInput,
  directed,
  kindsOf,
  percentOf,
  reduceAlert,
  validateAlert,
} from '../../src/features/alerts/alert-form.ts';
import { CancelAfterStore } from '../../src/features/alerts/cancel-after-store.ts';

/** Only a test that fails waits so long. */
const PATIENT = { timeout: 60_000 };

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
  expect(reduceAlert({ ...form, value: '5' }, { set: 'kind', kind: 'funding' }).value).toBe('');
  expect(reduceAlert({ ...form, value: '5' }, { set: 'kind', kind: 'below' }).value).toBe('5');
});

test('begun with a price alone, the side of the index on which it lies is the direction', () => {
  expect(directed({ ...form, value: '99' }, '100').kind).toBe('below');
  expect(directed({ ...form, value: '101' }, '100').kind).toBe('above');
  // Reached already: said as such, not turned round.
  expect(directed({ ...form, value: '100.0' }, '100').kind).toBe('above');
  expect(directed({ ...form, kind: 'below', value: '101' }, '100').kind).toBe('above');
  expect(directed({ ...form, kind: 'funding', value: '1' }, '100').kind).toBe('funding');
  expect(directed(form, '100')).toEqual(form);
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

test('percent are sent as fractions and shown as percent', () => {
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

/** A page: what the exchange has armed and what the browser keeps outlive it. */
function world(exchange: { actsAt: number | null } = { actsAt: null }, kept: { text?: string | undefined } = {}) {
  const armed: number[] = [];
  const timers: { ms: number; run: () => void; off: boolean }[] = [];
  let fails = false;
  const store = new CancelAfterStore({
    arm: (ms) => {
      armed.push(ms);
      if (fails) return Promise.reject(new NoAnswer('timeout', 'lost'));
      exchange.actsAt = ms === 0 ? null : 1_000 + ms;
      return Promise.resolve({ actsAt: exchange.actsAt });
    },
    ask: () => (fails ? Promise.reject(new NoAnswer('timeout', 'lost')) : Promise.resolve({ ...exchange })),
    kept: () => kept.text,
    keep: (text) => {
      kept.text = text;
    },
    after: (ms, run) => {
      const timer = { ms, run, off: false };
      timers.push(timer);
      return () => {
        timer.off = true;
      };
    },
  });
  return { store, armed, timers, exchange, kept, fail: (on: boolean) => (fails = on) };
}

test('armed at the exchange, and again when a third of the time has passed', async () => {
  const { store, armed, timers } = world();
  await store.choose(60_000);
  expect(store.state).toEqual({ time: 60_000, actsAt: 61_000, failing: false });
  expect(timers.map(({ ms }) => ms)).toEqual([20_000]);
  timers[0]?.run();
  await vi.waitFor(() => expect(timers).toHaveLength(2), PATIENT);
  expect(armed).toEqual([60_000, 60_000]);
});

test('a lost arming says so, keeps the moment the exchange would act, and tries again', async () => {
  const { store, timers, fail } = world();
  await store.choose(60_000);
  fail(true);
  timers[0]?.run();
  await vi.waitFor(() => expect(store.state.failing).toBe(true), PATIENT);
  expect(store.state.actsAt).toBe(61_000);
  fail(false);
  await vi.waitFor(() => expect(timers).toHaveLength(2), PATIENT);
  timers[1]?.run();
  await vi.waitFor(() => expect(store.state.failing).toBe(false), PATIENT);
});

test('switched off it is sent to the exchange and armed no more; forgotten it is not sent', async () => {
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

test('a reload goes on with the time that was chosen: the orders of a customer who is there stay', async () => {
  const before = world();
  await before.store.choose(60_000);
  const after = world(before.exchange, before.kept);
  await after.store.resume();
  expect(after.store.state).toEqual({ time: 60_000, actsAt: 61_000, failing: false });
  expect(after.armed).toEqual([60_000]);
  expect(after.timers.map(({ ms }) => ms)).toEqual([20_000]);
  // Switched off it stays off.
  await after.store.choose(undefined);
  const last = world(after.exchange, after.kept);
  await last.store.resume();
  expect(last.store.state).toEqual({ time: undefined, actsAt: undefined, failing: false });
  expect(last.armed).toEqual([]);
});

test('what another device armed is shown with its moment, looked at again, and can be switched off here', async () => {
  const { store, armed, timers, exchange } = world({ actsAt: 9_000 });
  await store.resume();
  expect(store.state).toEqual({ time: undefined, actsAt: 9_000, failing: false });
  expect(armed).toEqual([]);
  exchange.actsAt = 12_000;
  timers.at(-1)?.run();
  await vi.waitFor(() => expect(store.state.actsAt).toBe(12_000), PATIENT);
  await store.choose(undefined);
  expect(exchange.actsAt).toBeNull();
  expect(store.state.actsAt).toBeUndefined();
});

test('a time kept by an older page, or by nobody, is not armed', async () => {
  for (const text of ['', '17', 'soon', undefined]) {
    const { store, armed } = world({ actsAt: null }, text === undefined ? {} : { text });
    await store.resume();
    expect(armed).toEqual([]);
    expect(store.state.actsAt).toBeUndefined();
  }
});

test('another tab’s choice is this tab’s: it is armed by both, and by none when switched off', async () => {
  const one = world();
  const two = world(one.exchange, one.kept);
  await one.store.choose(60_000);
  await two.store.adopt();
  expect(two.store.state.time).toBe(60_000);
  await two.store.choose(undefined);
  await one.store.adopt();
  expect(one.store.state).toEqual({ time: undefined, actsAt: undefined, failing: false });
  expect(one.timers.at(-1)?.off).toBe(true);
  expect(one.armed).toEqual([60_000]);
  expect(one.exchange.actsAt).toBeNull();
});

test('switching off that is not heard is tried again: else the exchange would act though nobody wants it', async () => {
  const { store, armed, timers, fail } = world();
  await store.choose(60_000);
  fail(true);
  await store.choose(undefined);
  expect(store.state).toEqual({ time: undefined, actsAt: 61_000, failing: true });
  fail(false);
  timers.at(-1)?.run();
  await vi.waitFor(() => expect(store.state).toEqual({ time: undefined, actsAt: undefined, failing: false }), PATIENT);
  expect(armed).toEqual([60_000, 0, 0]);
});

test('two choices in a row reach the exchange in their order', async () => {
  const { store, exchange, armed } = world();
  const first = store.choose(60_000);
  const second = store.choose(undefined);
  await Promise.all([first, second]);
  expect(armed.at(-1)).toBe(0);
  expect(exchange.actsAt).toBeNull();
  expect(store.state.actsAt).toBeUndefined();
});
