// The desk's forms: set-up, sign-in, search, people, the audit log's filter.
import { describe, expect, it } from 'vitest';
import { DESK_PASSWORD_LEAST, DESK_ROLES, deskCalls, hashPassword } from '@vitrine/contract';
import { readAuditSearch, readSubject, subjectFault } from '../src/features/audit/filter.ts';
import { guessBy, searchFault, searchText } from '../src/features/customers/search.ts';
import { actionsOn, emptyPerson, personFault, withRole } from '../src/features/people/form.ts';
import {
  emptySetUp,
  fieldOfCode,
  grouped,
  passwordRules,
  readCode,
  setUpFaults,
  setUpInput,
  tokenIn,
  type SetUpForm,
} from '../src/features/set-up/form.ts';
import { pathOf } from '../src/features/set-up/qr.tsx';
import { emptySignIn, signInFaults, signInInput } from '../src/features/sign-in/form.ts';
import { person } from './world.ts';

const token = 'A'.repeat(43);
const form: SetUpForm = { name: 'Ada', password: 'twelve glass panes', repeat: 'twelve glass panes', code: '123456' };

describe('setting oneself up', () => {
  it('reads the token behind the #, whole or not at all', () => {
    expect(tokenIn(`#${token}`)).toBe(token);
    expect(tokenIn(`#${token}x`)).toBeUndefined();
    expect(tokenIn('')).toBeUndefined();
  });

  it('shows each rule of the password while it is typed', () => {
    expect(passwordRules('', 'Ada')).toEqual({ length: false, varied: false, apart: false });
    expect(passwordRules('aaaaaaaaaaaaaaaa', 'Ada')).toEqual({ length: true, varied: false, apart: true });
    expect(passwordRules('I am ada, the first', 'Ada')).toMatchObject({ length: true, apart: false });
    expect(passwordRules('x'.repeat(DESK_PASSWORD_LEAST - 1), 'Ada').length).toBe(false);
  });

  it('names every fault, and none where all is right', () => {
    expect(setUpFaults(emptySetUp, false)).toEqual({
      name: 'required',
      password: 'required',
      repeat: 'required',
      code: 'required',
    });
    expect(setUpFaults({ ...form, repeat: 'other', code: '12' }, false)).toEqual({ repeat: 'differs', code: 'code' });
    expect(setUpFaults(form, false)).toEqual({});
    expect(setUpFaults({ ...form, name: '' }, true)).toEqual({});
  });

  it('sends the password hashed, the name only where it is chosen, and what the agreement takes', () => {
    const chosen = setUpInput(form, { token, word: undefined, named: false });
    expect(chosen).toEqual({ token, name: 'Ada', password: hashPassword(form.password), code: '123456' });
    expect(JSON.stringify(chosen)).not.toContain(form.password);
    const given = setUpInput(form, { token, word: 'abcd-efgh', named: true });
    expect(given).not.toHaveProperty('name');
    for (const input of [chosen, given])
      expect(deskCalls['desk.setup.finish'].input.safeParse(input).success).toBe(true);
  });

  it('keeps six digits of a code, groups the secret, and knows whose fault a refusal is', () => {
    expect(readCode('123 456 7')).toBe('123456');
    expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(fieldOfCode(1109)).toBe('code');
    expect(fieldOfCode(1005)).toBeUndefined();
  });

  it('draws a QR code’s rows as runs', () => {
    expect(
      pathOf([
        [true, true, false, true],
        [false, false, false, false],
      ]),
    ).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
  });
});

describe('signing in', () => {
  it('wants all three, and a code or a recovery code', () => {
    expect(signInFaults(emptySignIn)).toEqual({ name: 'required', password: 'required', code: 'required' });
    for (const code of ['123456', '123 456', 'ABCD-EFGH', 'abcdefghijkl'])
      expect(signInFaults({ name: 'Ada', password: 'x', code })).toEqual({});
    for (const code of ['12345', '1234567', 'abc'])
      expect(signInFaults({ name: 'Ada', password: 'x', code })).toEqual({ code: 'code' });
  });

  it('sends the password hashed and the code without its spaces', () => {
    expect(signInInput({ name: ' Ada ', password: 'secret words here', code: '123 456' })).toEqual({
      name: 'Ada',
      password: hashPassword('secret words here'),
      code: '123456',
    });
  });
});

describe('looking for a customer', () => {
  it('guesses what was typed', () => {
    expect(guessBy('12')).toBe('number');
    expect(guessBy('ada@example.org')).toBe('email');
    expect(guessBy('+44 123 456')).toBe('phone');
    expect(guessBy('ada')).toBe('name');
  });

  it('says what is wrong for its kind, and sends phones bare', () => {
    expect(searchFault('number', 'ada')).toBe('number');
    expect(searchFault('email', 'ada')).toBe('email');
    expect(searchFault('phone', '44123456')).toBe('phone');
    expect(searchFault('name', ' ')).toBe('empty');
    expect(searchFault('phone', '+44 (0) 123-456')).toBeUndefined();
    expect(searchText('phone', '+44 123-456')).toBe('+44123456');
  });
});

describe('people', () => {
  it('an auditor stands alone', () => {
    expect(withRole(['support', 'risk'], 'auditor', true)).toEqual(['auditor']);
    expect(withRole(['auditor'], 'risk', true)).toEqual(['risk']);
    expect(withRole(['risk'], 'risk', false)).toEqual([]);
    for (const role of DESK_ROLES) expect(withRole([], role, true)).toEqual([role]);
  });

  it('names the first fault', () => {
    expect(personFault(emptyPerson, undefined)).toBe('name');
    expect(personFault({ ...emptyPerson, name: 'Ada' }, undefined)).toBe('roles');
    expect(personFault({ name: 'Ada', roles: ['risk'], reason: '' }, undefined)).toBe('reason');
    expect(personFault({ name: '', roles: ['support'], reason: 'x' }, person())).toBe('same');
    expect(personFault({ name: '', roles: ['risk'], reason: 'x' }, person())).toBeUndefined();
  });

  it('nobody acts on oneself, and a standing proposal is waited for', () => {
    expect(actionsOn(person({ id: '2' }), '2', true)).toEqual({ roles: false, reset: false, stop: false });
    expect(actionsOn(person(), '2', true)).toEqual({ roles: true, reset: true, stop: true });
    expect(actionsOn(person({ proposal: '7' }), '2', true)).toEqual({ roles: false, reset: false, stop: true });
    expect(actionsOn(person({ state: 'stopped' }), '2', true)).toEqual({ roles: false, reset: true, stop: false });
    expect(actionsOn(person({ state: 'automatic' }), '2', true)).toEqual({ roles: false, reset: false, stop: false });
    expect(actionsOn(person(), '2', false)).toEqual({ roles: false, reset: false, stop: false });
  });
});

describe('the filter of the audit log', () => {
  it('reads a subject in its two parts', () => {
    expect(readSubject('customer:5')).toEqual({ kind: 'customer', id: '5' });
    expect(readSubject('customer')).toBeUndefined();
    expect(readSubject('customer:5; drop')).toBeUndefined();
  });

  it('drops from the address what is no filter', () => {
    expect(readAuditSearch({ person: 3, subject: 'kyc:12', page: 2 })).toEqual({
      person: '3',
      subject: 'kyc:12',
      page: 2,
    });
    expect(readAuditSearch({ person: '<', subject: 'x', page: 'y' })).toEqual({});
    expect(subjectFault('12')).toBeUndefined();
    expect(subjectFault('1 2')).toBe('format');
  });
});
