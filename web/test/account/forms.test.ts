// Forms of the account without React (§5 validation): addresses, passwords, codes, cards, API keys.

import { hashPassword, type Security } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import {
  addressFault,
  bindInput,
  bindRules,
  firstBind,
  phoneDigits,
  summariseBind,
} from '../../src/features/account-centre/security/bind-form.ts';
import {
  cardInput,
  cardRules,
  firstCard,
  groupNumber,
  maskNumber,
  summariseCard,
} from '../../src/features/account-centre/payments/card-form.ts';
import {
  firstFund,
  fundChangeInput,
  fundMode,
  fundRules,
  fundSetInput,
  isUsable,
  summariseFund,
} from '../../src/features/account-centre/security/fund-form.ts';
import {
  addressLines,
  firstKey,
  keyInput,
  keyRules,
  summariseKey,
} from '../../src/features/account-centre/keys/key-form.ts';
import { nameRules, wordRules } from '../../src/features/account-centre/name-form.ts';
import {
  firstPassword,
  passwordInput,
  passwordRules,
  summariseChange,
} from '../../src/features/account-centre/security/password-form.ts';
import { firstCodeRules, proofRules } from '../../src/features/account-centre/security/proof-form.ts';
import { qrPath } from '../../src/media/index.ts';
import { groupSecret } from '../../src/features/account-centre/security/google-page.tsx';

describe('binding an address (calls §4)', () => {
  const phone = {
    ...firstBind('phone', false, { code: 'GB', areaCode: '44' }),
    account: '07700 900-123',
    code: '123456',
  };

  it('sends a phone as digits without its leading zero, and the old code only when one is replaced', () => {
    expect(phoneDigits('0 7700 900-123')).toBe('7700900123');
    expect(bindInput(phone)).toEqual({ type: 3, account: '7700900123', areaCode: '44', code: '123456' });
    expect(bindInput({ ...firstBind('email', true), account: ' a@b.org ', code: '1', oldCode: '2' })).toEqual({
      type: 2,
      account: 'a@b.org',
      code: '1',
      oldCode: '2',
    });
  });

  it.each([
    ['email', '', 'required'],
    ['email', 'a@b', 'email'],
    ['email', 'a@b.org', undefined],
    ['phone', '1234', 'phone'],
    ['phone', '1234567890123456', 'phone'],
    ['phone', '12345', undefined],
  ] as const)('judges the %s address %j as %s', (kind, account, fault) => {
    expect(addressFault({ kind, account })).toBe(fault);
  });

  it('asks for the code of the old address only when one goes', () => {
    const rules = bindRules(true);
    expect(rules.validate(phone)).toEqual({});
    expect(rules.validate({ ...phone, replaces: true })).toEqual({ oldCode: 'required' });
    expect(rules.validate({ ...phone, areaCode: '' })).toEqual({ country: 'required' });
    expect(rules.validate({ ...phone, code: '123' })).toEqual({ code: 'code' });
  });

  it('forgets the code once the address it went to is changed', () => {
    const { reduce } = bindRules(false);
    expect(reduce(phone, { account: '7700900124' }).code).toBe('');
    expect(reduce(phone, { areaCode: '49', country: 'DE' }).code).toBe('');
    expect(reduce(phone, { oldCode: '1' }).code).toBe('123456');
    expect(reduce(phone, { account: '77a00' }).account).toBe('7700');
  });

  it('says that replacing locks withdrawals, and when a code may be asked for', () => {
    expect(summariseBind(phone)).toEqual({ ready: true, locksWithdrawals: false });
    expect(summariseBind({ ...phone, areaCode: '' }).ready).toBe(false);
    expect(summariseBind(firstBind('email', true))).toEqual({ ready: false, locksWithdrawals: true });
  });

  it('marks both codes when the exchange calls one of two wrong', () => {
    expect(bindRules(true).refusals?.['code.wrong']).toEqual(['code', 'oldCode']);
    expect(bindRules(false).refusals?.['code.wrong']).toEqual(['code']);
  });
});

describe('the login password (§5)', () => {
  it.each([
    [{}, { old: 'required', password: 'required', confirm: 'required' }],
    [{ old: 'x', password: 'abcdef', confirm: 'abcdef' }, { password: 'mix' }],
    [{ old: 'x', password: 'abc12', confirm: 'abc12' }, { password: 'length' }],
    [{ old: 'x', password: 'abc12é', confirm: 'abc12é' }, { password: 'character' }],
    [{ old: 'abc123', password: 'abc123', confirm: 'abc123' }, { password: 'same' }],
    [{ old: 'x', password: 'abc123', confirm: 'abc124' }, { confirm: 'differs' }],
    [{ old: 'x', password: 'abc123', confirm: 'abc123' }, {}],
  ])('judges %j as %j', (change, faults) => {
    expect(passwordRules.validate({ ...firstPassword, ...change })).toEqual(faults);
  });

  it('is sent hashed, never as typed (§5)', () => {
    const input = passwordInput({ old: 'abc123', password: 'abc124', confirm: 'abc124' });
    expect(input).toEqual({
      oldPwd: hashPassword('abc123'),
      newPwd: hashPassword('abc124'),
      confirmPwd: hashPassword('abc124'),
    });
    expect(JSON.stringify(input)).not.toContain('abc12');
  });

  it('locks withdrawals for a day', () => {
    expect(summariseChange(1_000).lockedUntil).toBe(86_401_000);
  });
});

describe('the fund password (design §7: 6 digits)', () => {
  const facts = (set: boolean, state?: 'open' | 'passed', until: number | null = null) =>
    ({
      fundPassword: { set, changed: null, lockedUntil: null },
      fundCase: state === undefined ? null : { id: '1', state, time: 1, decided: null, until },
    }) satisfies Pick<Security, 'fundPassword' | 'fundCase'>;

  it('is set without, changed with the old one, and set anew while a passed request counts', () => {
    expect(fundMode(facts(false), 10)).toBe('set');
    expect(fundMode(facts(true), 10)).toBe('change');
    expect(fundMode(facts(true, 'open'), 10)).toBe('change');
    expect(fundMode(facts(true, 'passed', 11), 10)).toBe('anew');
    expect(fundMode(facts(true, 'passed', 10), 10)).toBe('change');
    expect(isUsable(null, 10)).toBe(false);
  });

  it('keeps six digits of whatever is typed', () => {
    expect(fundRules.reduce(firstFund('change', true), { old: '12 34-56789', pin: 'a1' })).toMatchObject({
      old: '123456',
      pin: '1',
    });
  });

  it.each([
    [firstFund('set', false), { pin: 'required', confirm: 'required' }],
    [firstFund('set', true), { pin: 'required', confirm: 'required', code: 'required' }],
    [{ ...firstFund('change', true), old: '123456', pin: '123456', confirm: '123456' }, { pin: 'same' }],
    [{ ...firstFund('change', true), old: '12345', pin: '234567', confirm: '234567' }, { old: 'digits' }],
    [{ ...firstFund('set', false), pin: '123456', confirm: '123457' }, { confirm: 'differs' }],
    [{ ...firstFund('anew', true), pin: '123456', confirm: '123456', code: '654321' }, {}],
  ])('judges %j as %j', (form, faults) => {
    expect(fundRules.validate(form)).toEqual(faults);
  });

  it('is sent hashed, with a code where an address is bound', () => {
    const form = { ...firstFund('set', true), pin: '135790', confirm: '135790', code: '111111' };
    expect(fundSetInput(form)).toEqual({
      pwd: hashPassword('135790'),
      confirmPwd: hashPassword('135790'),
      code: '111111',
    });
    expect(fundSetInput({ ...form, wantsCode: false })).not.toHaveProperty('code');
    expect(fundChangeInput({ ...form, old: '246801' }).oldPwd).toBe(hashPassword('246801'));
  });

  it('says how many digits are missing and whether it locks withdrawals', () => {
    expect(summariseFund({ ...firstFund('change', false), old: '123' })).toEqual({
      locksWithdrawals: true,
      missing: 15,
    });
    expect(summariseFund(firstFund('set', false))).toEqual({ locksWithdrawals: false, missing: 12 });
  });
});

describe('codes that prove', () => {
  it('the first code of an authenticator has six digits', () => {
    expect(firstCodeRules.reduce({ code: '' }, { code: '12 34 56 7' })).toEqual({ code: '123456' });
    expect(firstCodeRules.validate({ code: '12345' })).toEqual({ code: 'code' });
  });

  it.each([
    ['', 'required'],
    ['12345', 'proof'],
    ['123456', undefined],
    ['ABCD-EFGH', undefined],
    ['ABCDE', 'proof'],
  ])('taking it away by %j: %s', (code, fault) => {
    expect(proofRules.validate({ code }).code).toBe(fault);
  });

  it('secrets are shown in fours, a QR code as one path', () => {
    expect(groupSecret('ABCDEFGHI')).toBe('ABCD EFGH I');
    expect(
      qrPath([
        [true, false],
        [false, true],
      ]),
    ).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
  });
});

describe('names and the anti-phishing word', () => {
  it('cuts names at forty and wants one', () => {
    expect(nameRules.reduce({ name: '' }, { name: 'x'.repeat(50) }).name).toHaveLength(40);
    expect(nameRules.validate({ name: '  ' })).toEqual({ name: 'required' });
  });

  it.each([
    ['abc', { word: 'word' }],
    ['heron', {}],
    ['x'.repeat(21), { word: 'word' }],
    ['', { word: 'required' }],
  ])('judges the word %j as %j', (word, faults) => {
    expect(wordRules.validate({ word })).toEqual(faults);
  });
});

describe('the bank card (§3, §5)', () => {
  const whole = {
    ...firstCard,
    name: ' Marion Albers ',
    idNumber: 'C01X00T47',
    cardNumber: '4111 1111 1111 1111',
    bankName: 'Bank',
  };

  it('groups its number in fours, and shows the last four', () => {
    expect(groupNumber('4111-1111 11111111')).toBe('4111 1111 1111 1111');
    expect(groupNumber('gb29nwbk60161331926819')).toBe('GB29 NWBK 6016 1331 9268 19');
    expect(maskNumber('4111 1111 1111 1234')).toBe('•••• 1234');
    expect(cardRules.reduce(firstCard, { cardNumber: '41111' }).cardNumber).toBe('4111 1');
  });

  it('sends what is filled in, trimmed, the number without its spaces', () => {
    expect(cardInput({ ...whole, bankCode: ' NWBKGB2L ', branchName: '  ' })).toEqual({
      name: 'Marion Albers',
      idNumber: 'C01X00T47',
      cardNumber: '4111111111111111',
      bankName: 'Bank',
      bankCode: 'NWBKGB2L',
    });
    expect(summariseCard(whole)).toEqual({ card: '•••• 1111', bank: 'Bank', holder: 'Marion Albers' });
  });

  it.each([
    [{}, {}],
    [{ name: ' ' }, { name: 'required' }],
    [{ idNumber: 'C*' }, { idNumber: 'document' }],
    [{ cardNumber: '1234' }, { cardNumber: 'card' }],
    [{ bankPhone: 'call me' }, { bankPhone: 'format' }],
    [{ bankCode: 'a-b' }, { bankCode: 'format' }],
    [{ homeAddress: 'x'.repeat(201) }, { homeAddress: 'tooLong' }],
  ])('judges %j as %j', (change, faults) => {
    expect(cardRules.validate({ ...whole, ...change })).toEqual(faults);
  });
});

describe('API keys (calls §4)', () => {
  const named = { ...firstKey, name: 'Bot' };

  it('reads one address a line, in any order of commas and spaces', () => {
    expect(addressLines(' 203.0.113.7,\n203.0.113.0/24  2001:db8::1 ')).toEqual([
      '203.0.113.7',
      '203.0.113.0/24',
      '2001:db8::1',
    ]);
  });

  it.each([
    [{}, {}],
    [{ name: '' }, { name: 'required' }],
    [{ read: false }, { rights: 'rights' }],
    [{ withdraw: true }, { addresses: 'addressesNeeded' }],
    [{ withdraw: true, addresses: '203.0.113.7' }, {}],
    [{ addresses: '203.0.113.300' }, { addresses: 'address' }],
    [{ addresses: '203.0.113.0/33' }, { addresses: 'address' }],
    [{ addresses: '2001:db8::/32' }, {}],
    [{ withdraw: true, addresses: '2001:db8::/32' }, { addresses: 'wide' }],
    [{ withdraw: true, addresses: '203.0.0.0/23' }, { addresses: 'wide' }],
    [{ withdraw: true, addresses: '203.0.113.0/24 2001:db8::/48' }, {}],
    [{ addresses: 'example.org' }, { addresses: 'address' }],
    [
      { addresses: Array.from({ length: 21 }, (_, at) => `203.0.113.${at}`).join('\n') },
      { addresses: 'addressesMany' },
    ],
  ])('judges %j as %j', (change, faults) => {
    expect(keyRules.validate({ ...named, ...change })).toEqual(faults);
  });

  it('sends rights as letters and the end as a moment', () => {
    expect(keyInput({ ...named, trade: true, life: '30', addresses: '203.0.113.7' }, 1_000)).toEqual({
      name: 'Bot',
      rights: ['r', 't'],
      ips: ['203.0.113.7'],
      expires: 1_000 + 30 * 86_400_000,
    });
    expect(keyInput({ ...named, life: 'never' }, 1_000)).toEqual({ name: 'Bot', rights: ['r'] });
    expect(summariseKey({ ...named, life: 'never' }, 1).expires).toBeUndefined();
  });
});
