// The sign-in forms (§5), pure: fields, faults, input.
import {
  LOGIN_TYPE,
  emailAddress,
  hashPassword,
  passwordCharacters,
  passwordMix,
  type InputOf,
} from '@vitrine/contract';
import { BREACHED, codeLength, type CodeTarget } from '../../credential/index.ts';
import type { SolvedWork } from './use-work.ts';

export type Tab = 'account' | 'email' | 'phone';

export interface SignForm {
  readonly tab: Tab;
  /** User name or e-mail address, by the tab. */
  readonly account: string;
  readonly phone: string;
  /** Dialling code of the chosen country, digits; empty while no country is chosen. */
  readonly area: string;
  readonly password: string;
  readonly confirm: string;
  readonly code: string;
  readonly invite: string;
  readonly terms: boolean;
}

export const emptyForm: SignForm = {
  tab: 'account',
  account: '',
  phone: '',
  area: '',
  password: '',
  confirm: '',
  code: '',
  invite: '',
  terms: false,
};

export type SignField = keyof Omit<SignForm, 'tab'>;

/** What is wrong with a field; the page has the texts. */
export type SignFault =
  | 'required'
  | 'email'
  | 'account'
  | 'phone'
  | 'length'
  | 'character'
  | 'mix'
  | 'differs'
  | 'code'
  | 'invite'
  | 'terms';

export type SignFaults = Partial<Record<SignField, SignFault>>;

export type SignPurpose = 'login' | 'register' | 'reset';

/** An account name: letters, digits and a few marks. A plain number would be ambiguous with a phone number. */
const accountName = /^[A-Za-z][A-Za-z0-9._-]{3,31}$/;
/** Digits of a phone number without its country code. */
const phoneDigits = /^[0-9]{5,14}$/;

export function isEmail(text: string): boolean {
  return emailAddress.safeParse(text.trim()).success;
}

/** A typed or pasted phone number as digits; drops spaces, dashes, brackets and points. */
export function plainPhone(text: string): string {
  return text.replace(/[\s().\-/\u2010-\u2015]/gu, '');
}

/**
 * A pasted international number (`+49 151 …`, `0049 151 …`) without the chosen country's code, which the page adds
 * itself; undefined for another country.
 */
export function nationalPhone(text: string, area: string): string | undefined {
  const plain = plainPhone(text);
  const full = /^(?:\+|00)([0-9]*)$/.exec(plain)?.[1];
  if (full === undefined) return plain;
  return area !== '' && full.startsWith(area) ? full.slice(area.length) : undefined;
}

/** Whether the form needs a sent code: e-mail login, registration by address, every reset. */
export function wantsCode(purpose: SignPurpose, tab: Tab): boolean {
  if (purpose === 'login') return tab === 'email';
  return purpose === 'reset' || tab !== 'account';
}

function phoneFault(form: SignForm): SignFault | undefined {
  if (form.phone.trim() === '') return 'required';
  const national = nationalPhone(form.phone, form.area);
  return national !== undefined && phoneDigits.test(national) ? undefined : 'phone';
}

function accountFault(form: SignForm, purpose: SignPurpose): SignFault | undefined {
  const account = form.account.trim();
  if (account === '') return 'required';
  if (form.tab === 'email' || purpose === 'reset') return isEmail(account) ? undefined : 'email';
  // Login accepts a user name, e-mail or phone in any form; a new account needs a valid name.
  return purpose === 'register' && !accountName.test(account) ? 'account' : undefined;
}

function passwordFaultOf(password: string, purpose: SignPurpose): SignFault | undefined {
  if (password === '') return 'required';
  // An existing password is not validated: other rules may have applied when it was set.
  return purpose === 'login' ? undefined : (passwordCharacters(password) ?? passwordMix(password));
}

/** All faults of a form, by field. Empty: it may be sent. */
export function validate(form: SignForm, purpose: SignPurpose): SignFaults {
  const faults: { [Key in SignField]?: SignFault | undefined } = {
    ...(form.tab === 'phone'
      ? { area: form.area === '' ? 'required' : undefined, phone: phoneFault(form) }
      : { account: accountFault(form, purpose) }),
    password: passwordFaultOf(form.password, purpose),
  };
  if (wantsCode(purpose, form.tab))
    faults.code = form.code === '' ? 'required' : form.code.length === codeLength ? undefined : 'code';
  if (purpose !== 'login')
    faults.confirm = form.confirm === '' ? 'required' : form.confirm === form.password ? undefined : 'differs';
  if (purpose === 'register') {
    faults.terms = form.terms ? undefined : 'terms';
    faults.invite = /^[0-9A-Za-z]{0,32}$/.test(form.invite.trim()) ? undefined : 'invite';
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as SignFaults;
}

/** The address for a form's code, and whether it is complete. */
export function codeTarget(form: SignForm): { readonly target: CodeTarget; readonly ready: boolean } {
  if (form.tab === 'phone') {
    const phone = nationalPhone(form.phone, form.area) ?? '';
    return {
      target: { kind: 'phone', areaCode: form.area, phone },
      ready: form.area !== '' && phoneFault(form) === undefined,
    };
  }
  const email = form.account.trim();
  return { target: { kind: 'email', email }, ready: isEmail(email) };
}

/** The account to send: a phone number with its country code. */
function who(form: SignForm): { account: string; areaCode?: string } {
  return form.tab === 'phone'
    ? { account: nationalPhone(form.phone, form.area) ?? '', areaCode: form.area }
    : { account: form.account.trim() };
}

/** The input of login, with the hashed password. */
export function loginInput(form: SignForm): InputOf<'user.login'> {
  return {
    type: LOGIN_TYPE[form.tab],
    ...who(form),
    password: hashPassword(form.password),
    ...(wantsCode('login', form.tab) ? { code: form.code } : {}),
  };
}

/** The input of registration; `terms` is the accepted version, `work` the proof of work if one is required. */
export function registerInput(form: SignForm, terms: string, work: SolvedWork = {}): InputOf<'user.register'> {
  const invite = form.invite.trim();
  return {
    type: LOGIN_TYPE[form.tab],
    ...who(form),
    password: hashPassword(form.password),
    confirmPassword: hashPassword(form.confirm),
    ...(wantsCode('register', form.tab) ? { code: form.code } : {}),
    ...(invite === '' ? {} : { invite_code: invite }),
    ...work,
    terms,
  };
}

/** The input of a reset. */
export function resetInput(form: SignForm): InputOf<'user.backPwd'> {
  return {
    ...who(form),
    code: form.code,
    pwd: hashPassword(form.password),
    confirmPwd: hashPassword(form.confirm),
  };
}

/** The account field: the phone in the phone tab. */
function accountField(tab: Tab): SignField {
  return tab === 'phone' ? 'phone' : 'account';
}

/** The field that a refusal belongs to, by its message key; undefined: the whole form. */
export function fieldOf(key: string, tab: Tab): SignField | undefined {
  switch (key) {
    case 'code.wrong':
    case 'code.expired':
      return 'code';
    case 'account.taken':
      return accountField(tab);
    case 'invite.unknown':
      return 'invite';
    // The account may also be wrong: the exchange does not say which, and users retype the password first.
    case 'login.failed':
    case 'password.weak':
    case BREACHED:
    case 'password.wrong':
      return 'password';
    case 'terms.required':
      return 'terms';
    default:
      return undefined;
  }
}

const byName: Readonly<Record<string, SignField>> = {
  password: 'password',
  pwd: 'password',
  confirmPassword: 'confirm',
  confirmPwd: 'confirm',
  code: 'code',
  invite_code: 'invite',
  terms: 'terms',
  areaCode: 'area',
  email: 'account',
};

/** The first known form field in a code 400. */
export function fieldNamed(fields: Readonly<Record<string, unknown>>, tab: Tab): SignField | undefined {
  for (const name of Object.keys(fields)) {
    if (name === 'account' || name === 'phone') return accountField(tab);
    const field = byName[name];
    if (field !== undefined) return field;
  }
  return undefined;
}
