// §8 withdrawing on the page: the first thing in the way, the most with its fee, what is left after, what is sealed.
import {
  asDecimal,
  hashPassword,
  withdrawalBody,
  type AddressBook,
  type AddressCheck,
  type BookAddress,
  type WithdrawalLimits,
} from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import {
  firstWithdraw,
  mostWithdrawn,
  reduceWithdraw,
  summariseWithdraw,
  validateWithdraw,
  withdrawBody,
  worthOf,
  type WithdrawFacts,
  type WithdrawForm,
} from '../../src/features/wallet/withdraw/withdraw-form.ts';
import { bank, chain } from './networks.ts';

const now = Date.UTC(2026, 10, 22, 10);
const address = '0x7a41c09e55d28b1f33049ac6e1f702bb68d34f9e';
const known: BookAddress = {
  id: '1',
  coin: 'USDT',
  network: 'practice',
  address,
  label: 'Cold wallet',
  createTime: now - 1,
  usableFrom: now + 1,
  lastUsed: null,
};
const check = (change: Partial<AddressCheck> = {}): AddressCheck => ({
  fault: null,
  network: 'practice',
  address,
  book: null,
  here: false,
  ...change,
});
const book = (change: Partial<AddressBook> = {}): AddressBook => ({
  allowOnly: false,
  allowOnlyEnds: null,
  wait: 86_400_000,
  records: [],
  ...change,
});
const limits = (change: Partial<WithdrawalLimits> = {}): WithdrawalLimits => ({
  stage: 1,
  day: asDecimal('1000'),
  used: asDecimal('0'),
  left: asDecimal('1000'),
  hour: [],
  small: asDecimal('1000'),
  persons: asDecimal('10000'),
  rules: asDecimal('500'),
  locks: [],
  stages: [],
  ...change,
});
const facts = (change: Partial<WithdrawFacts> = {}): WithdrawFacts => ({
  currency: { coin: 'USDT', name: 'Tether', networks: [chain()] },
  network: chain(),
  available: '12388.150000',
  check: check(),
  book: book(),
  card: undefined,
  limits: limits(),
  rate: '1',
  fundPassword: true,
  now,
  ...change,
});
const form = (change: Partial<WithdrawForm> = {}): WithdrawForm => ({
  ...firstWithdraw,
  network: 'practice',
  address,
  ...change,
});

describe('the first thing in the way', () => {
  it.each<[string, Partial<WithdrawForm>, Partial<WithdrawFacts>, object | undefined]>([
    ['nothing read', {}, { limits: undefined }, { kind: 'loading' }],
    [
      'a lock, with its end',
      {},
      { limits: limits({ locks: [{ kind: 'credential', until: now + 5 }] }) },
      { kind: 'locked', lock: 'credential', until: now + 5 },
    ],
    ['not verified', {}, { limits: limits({ stage: 0 }) }, { kind: 'kyc' }],
    ['no fund password', {}, { fundPassword: false }, { kind: 'fundPassword' }],
    [
      'no fund password, by the limits: set, not waited for',
      {},
      { limits: limits({ locks: [{ kind: 'fundPassword', until: null }] }) },
      { kind: 'fundPassword' },
    ],
    [
      'a fund password locked for a while',
      {},
      { limits: limits({ locks: [{ kind: 'fundPassword', until: now + 9 }] }) },
      { kind: 'locked', lock: 'fundPassword', until: now + 9 },
    ],
    ['no network', {}, { network: undefined }, { kind: 'network' }],
    ['halted', {}, { network: chain({ halted: 'why' }) }, { kind: 'halted', words: 'why' }],
    ['closed', {}, { network: chain({ open: { deposit: true, withdrawal: false } }) }, { kind: 'closed' }],
    ['no address', { address: '' }, {}, { kind: 'address' }],
    ['not checked yet', {}, { check: undefined }, { kind: 'checking' }],
    [
      'of another network',
      {},
      { check: check({ fault: 'network', network: 'bitcoin' }) },
      { kind: 'fault', fault: 'network', network: 'bitcoin' },
    ],
    ['not in the book, while only that is allowed', {}, { book: book({ allowOnly: true }) }, { kind: 'notInBook' }],
    [
      'still waiting',
      {},
      { book: book({ allowOnly: true }), check: check({ book: known }) },
      { kind: 'waiting', until: now + 1 },
    ],
    ['in the book, but all are allowed', {}, { check: check({ book: known }) }, undefined],
    ['a bank without a card', {}, { network: bank(), card: null }, { kind: 'card' }],
    ['nothing', {}, {}, undefined],
    ['no amount', { step: 'amount' }, {}, { kind: 'amount' }],
    ['zero', { step: 'amount', amount: '0.' }, {}, { kind: 'zero' }],
    ['more digits than the step', { step: 'amount', amount: '10.0000001' }, {}, { kind: 'number' }],
    [
      'no multiple of the step',
      { step: 'amount', amount: '10.5' },
      { network: chain({ step: asDecimal('1.000000') }) },
      { kind: 'step', of: '1.000000' },
    ],
    ['below the least', { step: 'amount', amount: '9.999999' }, {}, { kind: 'least', of: '10.000000' }],
    [
      'without its fee there',
      { step: 'amount', amount: '100' },
      { available: '100.500000' },
      { kind: 'short', of: '0.500000' },
    ],
    ['an unknown price', { step: 'amount', amount: '100' }, { rate: null }, { kind: 'rate' }],
    ['beyond the day', { step: 'amount', amount: '1000.000001' }, {}, { kind: 'day', of: '1' }],
    ['all of the day', { step: 'amount', amount: '1000' }, {}, undefined],
    ['digits missing', { step: 'check', amount: '1000', pin: '123' }, {}, { kind: 'pin', missing: 3 }],
    [
      'a lock that came meanwhile',
      { step: 'check', amount: '1000', pin: '123456' },
      { limits: limits({ locks: [{ kind: 'frozen', until: null }] }) },
      { kind: 'locked', lock: 'frozen', until: null },
    ],
    ['nothing at last', { step: 'check', amount: '1000', pin: '123456' }, {}, undefined],
  ])('%s', (_name, typed, given, expected) => {
    expect(validateWithdraw(form(typed), facts(given))).toEqual(expected);
  });
});

describe('the most', () => {
  it('leaves the fixed fee, in whole steps', () => {
    expect(mostWithdrawn(chain(), '12388.150000')).toBe('12387.15');
    expect(mostWithdrawn(chain({ step: asDecimal('0.500000') }), '12388.150000')).toBe('12387');
    expect(mostWithdrawn(chain(), '12388.150000', 50)).toBe('6193.575');
    expect(mostWithdrawn(chain(), '1.000000')).toBe('');
    expect(mostWithdrawn(chain(), undefined)).toBe('');
  });

  it('with a share as fee, never costs more than is there, and one step more would (seed 7)', () => {
    const network = bank();
    let drawn = 7;
    for (let run = 0; run < 2_000; run += 1) {
      drawn = (drawn * 48_271) % 2_147_483_647;
      const available = `${drawn % 100_000}.${String(drawn % 100).padStart(2, '0')}`;
      const most = mostWithdrawn(network, available);
      const cost = (amount: string) =>
        summariseWithdraw(form({ amount }), facts({ network, available, rate: null }))?.availableAfter;
      if (most !== '') expect(cost(most), `seed 7, run ${run}: ${available}`).toBeDefined();
      const cents = Math.round(Number.parseFloat(most === '' ? '0' : most) * 100) + 1;
      const more = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      expect(cost(more), `seed 7, run ${run}: ${available}, one more`).toBeUndefined();
    }
  });
});

it('§8 now → after: balance with the fee, the limit by the worth rounded up, who looks at it', () => {
  const summary = summariseWithdraw(form({ amount: '500.2' }), facts());
  expect(summary).toEqual({
    amount: '500.200000',
    fee: '1.000000',
    total: '501.200000',
    availableAfter: '11886.950000',
    leftAfter: '499',
    review: 'person',
    chainTime: 60_000,
  });
  expect(summariseWithdraw(form({ amount: '500' }), facts())?.review).toBe('rules');
  expect(summariseWithdraw(form({ amount: '10000' }), facts())?.review).toBe('persons');
  const byBank = summariseWithdraw(form({ amount: '2000' }), facts({ network: bank(), available: '3000.00' }));
  expect(byBank).toMatchObject({ fee: '10.00', total: '2010.00', review: 'persons', chainTime: undefined });
  expect(summariseWithdraw(form({ amount: '' }), facts())).toBeUndefined();
});

it('whether it waits: by what the hour has left, for large ones less, and behind those that wait', () => {
  const hour = { coin: 'USDT', left: asDecimal('900'), leftForLarge: asDecimal('800.5'), waiting: 0 };
  const turn = (amount: string, change: Partial<typeof hour> = {}) =>
    summariseWithdraw(form({ amount }), facts({ limits: limits({ hour: [{ ...hour, ...change }] }) }))?.turn;
  expect(turn('900')).toEqual({ waits: false, behind: 0 });
  expect(turn('900.000001')).toEqual({ waits: true, behind: 0 });
  expect(turn('1000.000001', { left: asDecimal('5000') }), 'a large one').toEqual({ waits: true, behind: 0 });
  expect(turn('1', { waiting: 17 })).toEqual({ waits: true, behind: 17 });
  expect(turn('1', { coin: 'BTC' })).toBeUndefined();
});

it('worth is rounded up to whole USDT', () => {
  expect(worthOf('0.00100000', '114129.70')).toBe(115n);
  expect(worthOf('1', null)).toBeUndefined();
});

it('the secret is gone as soon as the check page is left; an address keeps no blanks', () => {
  const typed = reduceWithdraw(form({ step: 'check' }), { set: 'pin', text: '12 34x567' });
  expect(typed.pin).toBe('123456');
  expect(reduceWithdraw(typed, { go: 'amount' })).toMatchObject({ step: 'amount', pin: '', address });
  expect(reduceWithdraw(form(), { set: 'address', text: ' 0x7a41\n c09e ' }).address).toBe('0x7a41c09e');
});

it('§5 what is sealed is what the agreement says, with the password hashed and one of address and card', () => {
  const who = { userId: '7', key: '01940000-0000-7000-8000-000000000000', time: now };
  const typed = form({ step: 'check', amount: '100.', pin: '123456' });
  const body = withdrawBody(typed, facts(), who);
  expect(body).toEqual({
    ...who,
    coin: 'USDT',
    network: 'practice',
    address,
    amount: '100',
    fundPassword: hashPassword('123456'),
  });
  expect(withdrawalBody.safeParse(body).success).toBe(true);
  expect(JSON.stringify(body)).not.toContain('"123456"');
  expect(withdrawBody(typed, facts({ check: check({ fault: 'checksum' }) }), who)).toBeUndefined();
  const card = { id: '9' } as WithdrawFacts['card'];
  const byBank = withdrawBody(typed, facts({ network: bank(), card }), who);
  expect(byBank).toMatchObject({ network: 'bank', cardId: '9' });
  expect(byBank).not.toHaveProperty('address');
});
