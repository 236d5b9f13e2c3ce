// Look-up keys of accounts: user name, e-mail address or phone number, each in canonical form.

import { IdentityRefusal } from './refusal.ts';

/** Login types of calls.md: 1 account (user name), 2 e-mail, 3 phone. */
export type LoginType = 1 | 2 | 3;

const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/;
const EMAIL_LONGEST = 254;
const PHONE = /^\d{5,15}$/;
const AREA_CODE = /^\d{1,4}$/;

/** A column and its value; for e-mail and phone also the address for codes. */
export type EmailPlace = { readonly column: 'email'; readonly value: string; readonly address: string };
export type PhonePlace = {
  readonly column: 'phone';
  readonly value: string;
  readonly areaCode: string;
  readonly address: string;
};
export type Place = { readonly column: 'login_name'; readonly value: string } | EmailPlace | PhonePlace;

/** A refusal for one field. */
export function wrongField(field: string, rule: string, message: string): IdentityRefusal {
  return new IdentityRefusal('request.invalid', message, {}, { [field]: rule });
}

/** @throws {IdentityRefusal} 400 if it is no address. */
export function emailPlace(text: string): EmailPlace {
  const value = text.trim().toLowerCase();
  if (value.length > EMAIL_LONGEST || !EMAIL.test(value))
    throw wrongField('account', 'format', 'An e-mail address like name@example.com was expected.');
  return { column: 'email', value, address: value };
}

/** @throws {IdentityRefusal} 400 if the number or country code is invalid. */
export function phonePlace(text: string, areaCode: string | undefined): PhonePlace {
  const value = text.replaceAll(/[\s-]/g, '');
  const area = (areaCode ?? '').replace(/^\+/, '');
  if (!PHONE.test(value))
    throw wrongField('account', 'format', 'A phone number of 5 to 15 digits was expected, without its country code.');
  if (!AREA_CODE.test(area)) throw wrongField('areaCode', 'format', 'A country code of 1 to 4 digits was expected.');
  return { column: 'phone', value, areaCode: area, address: `+${area}${value}` };
}

/** The look-up key for an entered account. @throws {IdentityRefusal} 400 if it cannot be one. */
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

/** A phone number without an area code, which may belong to any country. */
export type AnyPhonePlace = {
  readonly column: 'anyPhone';
  readonly value: string;
  readonly numbers: readonly { readonly areaCode: string | undefined; readonly phone: string }[];
};
/** Look-up key at sign-in. */
export type LoginPlace = Place | AnyPhonePlace;

const DIGITS = /^\+?\d{5,19}$/;
const AREA_LONGEST = 4;

/**
 * The look-up key for an account entered at a sign-in with a password: user name, e-mail address or phone number (§5).
 * A user name begins with a letter, so digits alone are a phone number; one with a leading + includes its country code.
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
