// Where an account is found: by its user name, e-mail address or phone number, each in one spelling.

import { IdentityRefusal } from './refusal.ts';

/** Login types of calls.md: 1 account (user name), 2 e-mail, 3 phone. */
export type LoginType = 1 | 2 | 3;

const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;
const EMAIL_LONGEST = 254;
const PHONE = /^\d{5,15}$/;
const AREA_CODE = /^\d{1,4}$/;

/** A column and its value; for e-mail and phone also the address codes go to. */
export type EmailPlace = { readonly column: 'email'; readonly value: string; readonly address: string };
export type PhonePlace = {
  readonly column: 'phone';
  readonly value: string;
  readonly areaCode: string;
  readonly address: string;
};
export type Place = { readonly column: 'login_name'; readonly value: string } | EmailPlace | PhonePlace;

/** A refusal of one field. */
export function wrongField(field: string, rule: string, message: string): IdentityRefusal {
  return new IdentityRefusal(400, message, {}, { [field]: rule });
}

/** @throws {IdentityRefusal} 400 when it is no address. */
export function emailPlace(text: string): EmailPlace {
  const value = text.trim().toLowerCase();
  if (value.length > EMAIL_LONGEST || !EMAIL.test(value))
    throw wrongField('account', 'format', 'An e-mail address like name@example.com was expected.');
  return { column: 'email', value, address: value };
}

/** @throws {IdentityRefusal} 400 when number or country code are none. */
export function phonePlace(text: string, areaCode: string | undefined): PhonePlace {
  const value = text.replaceAll(/[\s-]/g, '');
  const area = (areaCode ?? '').replace(/^\+/, '');
  if (!PHONE.test(value))
    throw wrongField('account', 'format', 'A phone number of 5 to 15 digits was expected, without its country code.');
  if (!AREA_CODE.test(area)) throw wrongField('areaCode', 'format', 'A country code of 1 to 4 digits was expected.');
  return { column: 'phone', value, areaCode: area, address: `+${area}${value}` };
}

/** The place that a typed account names. @throws {IdentityRefusal} 400 when it can be none. */
export function placeOf(type: LoginType, account: string, areaCode: string | undefined): Place {
  switch (type) {
    case 1:
      return { column: 'login_name', value: account.trim().toLowerCase() };
    case 2:
      return emailPlace(account);
    case 3:
      return phonePlace(account, areaCode);
  }
}

/** A phone number that may belong to several countries; without an area code: of whichever one. */
export type AnyPhonePlace = {
  readonly column: 'anyPhone';
  readonly value: string;
  readonly numbers: readonly { readonly areaCode: string | undefined; readonly phone: string }[];
};
/** Where someone who signs in is looked for. */
export type LoginPlace = Place | AnyPhonePlace;

const DIGITS = /^\+?\d{5,19}$/;
const AREA_LONGEST = 4;

/**
 * The place of an account as one types it at a sign-in with a password: user name, e-mail address or phone number (§5). A
 * user name begins with a letter, so digits alone are a phone number; one that begins with + holds its country code.
 */
export function loginPlace(account: string, areaCode: string | undefined): LoginPlace {
  const value = account.trim().toLowerCase();
  if (value.includes('@')) return { column: 'email', value, address: value };
  const digits = value.replaceAll(/[\s()-]/g, '');
  if (!DIGITS.test(digits)) return { column: 'login_name', value };
  if (!digits.startsWith('+'))
    return areaCode === undefined
      ? { column: 'anyPhone', value: digits, numbers: [{ areaCode, phone: digits }] }
      : phonePlace(digits, areaCode);
  const numbers = Array.from({ length: AREA_LONGEST }, (_, at) => ({
    areaCode: digits.slice(1, at + 2),
    phone: digits.slice(at + 2),
  }));
  return { column: 'anyPhone', value: digits, numbers };
}
