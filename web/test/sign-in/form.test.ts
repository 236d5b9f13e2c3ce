// The sign-in forms without React: what is wrong with each tab (§5), what is sent, where refusals stand.
import { hashPassword } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { filterCode, passwordState } from '../../src/credential/index.ts';
import { countryOf, firstCountry } from '../../src/features/sign-in/country.ts';
import {
  codeTarget,
  emptyForm,
  fieldNamed,
  fieldOf,
  loginInput,
  nationalPhone,
  registerInput,
  resetInput,
  validate,
  type SignForm,
} from '../../src/features/sign-in/form.ts';
import { wentTo } from '../../src/practice/index.ts';

const filled: SignForm = { ...emptyForm, account: 'marion', password: 'abc123', confirm: 'abc123', terms: true };
const byPhone: SignForm = { ...filled, tab: 'phone', account: '', area: '49', phone: '0151 23456', code: '123456' };

describe('§5 registration', () => {
  it('lets a whole form through in each tab', () => {
    expect(validate(filled, 'register')).toEqual({});
    expect(validate({ ...filled, tab: 'email', account: 'a@b.org', code: '123456' }, 'register')).toEqual({});
    expect(validate(byPhone, 'register')).toEqual({});
  });

  it.each([
    [{ account: '' }, { account: 'required' }],
    [{ account: '1234567' }, { account: 'account' }],
    [{ account: 'a@b.org' }, { account: 'account' }],
    [{ password: 'abc1', confirm: 'abc1' }, { password: 'length' }],
    [{ password: 'a1'.repeat(11), confirm: 'a1'.repeat(11) }, { password: 'length' }],
    [{ password: 'abcdef', confirm: 'abcdef' }, { password: 'mix' }],
    [{ password: 'abc 123', confirm: 'abc 123' }, { password: 'character' }],
    [{ confirm: 'abc124' }, { confirm: 'differs' }],
    [{ confirm: '' }, { confirm: 'required' }],
    [{ terms: false }, { terms: 'terms' }],
    [{ invite: 'a b' }, { invite: 'invite' }],
    [
      { tab: 'email', account: 'nobody' },
      { account: 'email', code: 'required' },
    ],
    [{ tab: 'email', account: 'a@b.org', code: '12' }, { code: 'code' }],
    [
      { tab: 'phone', phone: '' },
      { area: 'required', phone: 'required', code: 'required' },
    ],
    [{ ...byPhone, phone: '12ab' }, { phone: 'phone' }],
    [{ ...byPhone, phone: '1234' }, { phone: 'phone' }],
    [{ ...byPhone, phone: '+33 6 12 34 56 78' }, { phone: 'phone' }],
  ] as const)('%o has the faults %o', (change, faults) => {
    expect(validate({ ...filled, ...change }, 'register')).toEqual(faults);
  });

  it('sends hashes, never passwords, and leaves out what is not there', () => {
    const sent = registerInput({ ...filled, account: ' marion ' }, '3');
    expect(sent).toEqual({
      type: 1,
      account: 'marion',
      password: hashPassword('abc123'),
      confirmPassword: hashPassword('abc123'),
      terms: '3',
    });
    expect(JSON.stringify(sent)).not.toContain('abc123');
    expect(registerInput({ ...filled, invite: ' K7F2 ' }, '3')).toMatchObject({ invite_code: 'K7F2' });
    expect(registerInput(byPhone, '3')).toMatchObject({
      type: 3,
      account: '015123456',
      areaCode: '49',
      code: '123456',
    });
  });

  it('ticks each password rule by itself while typing', () => {
    expect(passwordState('')).toEqual({ length: false, characters: false, mix: false });
    expect(passwordState('a')).toEqual({ length: false, characters: true, mix: false });
    expect(passwordState('a1')).toEqual({ length: false, characters: true, mix: true });
    expect(passwordState('abc123')).toEqual({ length: true, characters: true, mix: true });
    expect(passwordState('äbc123').characters).toBe(false);
  });
});

describe('§5 login', () => {
  it('asks e-mail login for a code, phone login for none, and judges no old password', () => {
    expect(validate({ ...emptyForm, account: 'x', password: 'y' }, 'login')).toEqual({});
    expect(validate({ ...emptyForm, tab: 'email', account: 'a@b.org', password: 'y' }, 'login')).toEqual({
      code: 'required',
    });
    expect(validate({ ...byPhone, code: '' }, 'login')).toEqual({});
    expect(loginInput({ ...emptyForm, tab: 'email', account: 'a@b.org', password: 'y', code: '123456' })).toMatchObject(
      { type: 2, code: '123456' },
    );
    expect(loginInput(byPhone)).toEqual({
      type: 3,
      account: '015123456',
      areaCode: '49',
      password: hashPassword('abc123'),
    });
  });

  it('keeps digits of a pasted code', () => {
    expect(filterCode(' 12-34 567 ')).toBe('123456');
  });

  it.each([
    ['login.failed', 'account', 'password'],
    ['code.wrong', 'email', 'code'],
    ['code.expired', 'phone', 'code'],
    ['account.taken', 'phone', 'phone'],
    ['account.taken', 'email', 'account'],
    ['terms.required', 'account', 'terms'],
    ['login.locked', 'account', undefined],
    ['account.frozen', 'account', undefined],
  ] as const)('puts %s in the %s tab at %s', (key, tab, field) => {
    expect(fieldOf(key, tab)).toBe(field);
  });

  it('finds our field by the name a bad request gives', () => {
    expect(fieldNamed({ account: 'format' }, 'phone')).toBe('phone');
    expect(fieldNamed({ other: 'format', confirmPwd: 'format' }, 'email')).toBe('confirm');
    expect(fieldNamed({}, 'email')).toBeUndefined();
  });
});

describe('phone numbers', () => {
  it.each([
    ['0151 23-456', '49', '015123456'],
    ['(0151) 23.456', '49', '015123456'],
    ['+49 151 23456', '49', '15123456'],
    ['0049151 23456', '49', '15123456'],
    ['+33 6 12 34', '49', undefined],
    ['+49 151', '', undefined],
  ])('%s in the country +%s is %s', (typed, area, plain) => {
    expect(nationalPhone(typed, area)).toBe(plain);
  });

  it('ask for a code only when they are whole, with their country', () => {
    expect(codeTarget(byPhone)).toEqual({
      target: { kind: 'phone', areaCode: '49', phone: '015123456' },
      ready: true,
    });
    expect(codeTarget({ ...byPhone, phone: '01' }).ready).toBe(false);
    expect(codeTarget({ ...byPhone, area: '' }).ready).toBe(false);
    expect(resetInput(byPhone)).toMatchObject({ account: '015123456', areaCode: '49', code: '123456' });
  });

  it('start in the country chosen last, else that of the language', () => {
    expect(firstCountry('CH', 'de', ['de-AT'])).toBe('CH');
    expect(firstCountry(undefined, 'de', ['en-US', 'de-AT'])).toBe('AT');
    expect(firstCountry(undefined, 'ja', ['en-GB'])).toBe('JP');
    expect(firstCountry('nowhere', 'zh-Hant-TW', [])).toBe('TW');
    expect(countryOf('not a tag!')).toBe('');
  });

  it('are found in the practice inbox by their last digits, e-mail addresses whole', () => {
    expect(wentTo('+4915123456', 'phone', '0151 23456')).toBe(true);
    expect(wentTo('+4915123457', 'phone', '0151 23456')).toBe(false);
    expect(wentTo('+4915123456', 'phone', undefined)).toBe(true);
    expect(wentTo('a@b.org', 'phone', undefined)).toBe(false);
    expect(wentTo('A@b.org', 'email', ' a@B.org ')).toBe(true);
    expect(wentTo('aa@b.org', 'email', 'a@b.org')).toBe(false);
    expect(wentTo('+4915123456', 'phone', '')).toBe(false);
  });
});
