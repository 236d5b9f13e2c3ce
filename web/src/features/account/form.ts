// The rules of the sign-in forms (§5), pure: what a form holds, what is wrong with it, what is sent.
import {
  LOGIN_TYPE,
  PASSWORD_LEAST,
  PASSWORD_MOST,
  emailAddress,
  hashPassword,
  passwordCharacters,
  passwordMix,
  type InputOf,
} from '@vitrine/contract';

/** The two tabs of this exchange so far; phone comes with its gateway. */
export type Tab = 'account' | 'email';

export interface SignForm {
  readonly tab: Tab;
  readonly account: string;
  readonly password: string;
  readonly confirm: string;
  readonly code: string;
  readonly invite: string;
  readonly terms: boolean;
}

export const emptyForm: SignForm = {
  tab: 'account',
  account: '',
  password: '',
  confirm: '',
  code: '',
  invite: '',
  terms: false,
};

export type SignField = keyof Omit<SignForm, 'tab'>;

/** What is wrong with a field; the page has the words. */
export type SignFault =
  | 'required'
  | 'email'
  | 'account'
  | 'length'
  | 'character'
  | 'mix'
  | 'differs'
  | 'code'
  | 'invite'
  | 'terms';

export type SignFaults = Partial<Record<SignField, SignFault>>;

export type SignPurpose = 'login' | 'register' | 'reset';

/** Length of an e-mailed code. */
export const codeLength = 6;

/** An account's own name: letters, digits and a few marks; a number alone would be taken for a phone. */
const accountName = /^[A-Za-z][A-Za-z0-9._-]{3,31}$/;

export function isEmail(text: string): boolean {
  return emailAddress.safeParse(text.trim()).success;
}

/** Keeps digits of a typed or pasted code. */
export function filterCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength);
}

/** Whether the form asks for an e-mailed code: e-mail login, e-mail registration, every reset. */
export function wantsCode(purpose: SignPurpose, tab: Tab): boolean {
  return purpose === 'reset' || tab === 'email';
}

/** The two rules of a new password, each met or not, for the live hints. */
export interface PasswordState {
  /** 6 to 20 characters. */
  readonly length: boolean;
  /** Only letters, digits and the listed symbols. */
  readonly characters: boolean;
  /** At least two kinds of characters. */
  readonly mix: boolean;
}

export function passwordState(password: string): PasswordState {
  const length = password.length >= PASSWORD_LEAST && password.length <= PASSWORD_MOST;
  return {
    length,
    // Its length apart, a password is judged by its first characters, so that the hint does not jump while typing.
    characters:
      password !== '' && passwordCharacters(password.padEnd(PASSWORD_LEAST, 'a').slice(0, PASSWORD_MOST)) === undefined,
    mix:
      password !== '' &&
      passwordMix(password.length < PASSWORD_LEAST ? password.repeat(PASSWORD_LEAST) : password) === undefined,
  };
}

function accountFault(form: SignForm, purpose: SignPurpose): SignFault | undefined {
  const account = form.account.trim();
  if (account === '') return 'required';
  if (form.tab === 'email' || purpose === 'reset') return isEmail(account) ? undefined : 'email';
  // Login takes user name, e-mail or phone as it comes; a new account needs a name.
  return purpose === 'register' && !accountName.test(account) && !isEmail(account) ? 'account' : undefined;
}

function passwordFaultOf(password: string, purpose: SignPurpose): SignFault | undefined {
  if (password === '') return 'required';
  // An old password is only sent, never judged: rules may have been others when it was set.
  return purpose === 'login' ? undefined : (passwordCharacters(password) ?? passwordMix(password));
}

/** Every fault of a form, by field. Empty: it may be sent. */
export function validate(form: SignForm, purpose: SignPurpose): SignFaults {
  const faults: { [Key in SignField]?: SignFault | undefined } = {
    account: accountFault(form, purpose),
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

function typeOf(tab: Tab): 1 | 2 {
  return tab === 'email' ? LOGIN_TYPE.email : LOGIN_TYPE.account;
}

/** What login sends; the password hashed. */
export function loginInput(form: SignForm): InputOf<'user.login'> {
  return {
    type: typeOf(form.tab),
    account: form.account.trim(),
    password: hashPassword(form.password),
    ...(form.tab === 'email' ? { code: form.code } : {}),
  };
}

/** What registration sends; `terms` is the version agreed to. */
export function registerInput(form: SignForm, terms: string | undefined): InputOf<'user.register'> {
  const invite = form.invite.trim();
  return {
    type: typeOf(form.tab),
    account: form.account.trim(),
    password: hashPassword(form.password),
    confirmPassword: hashPassword(form.confirm),
    ...(form.tab === 'email' ? { code: form.code } : {}),
    ...(invite === '' ? {} : { invite_code: invite }),
    ...(terms === undefined ? {} : { terms }),
  };
}

/** What a reset sends. */
export function resetInput(form: SignForm): InputOf<'user.backPwd'> {
  return {
    account: form.account.trim(),
    code: form.code,
    pwd: hashPassword(form.password),
    confirmPwd: hashPassword(form.confirm),
  };
}

/** Which field a refusal belongs to, by its message key; undefined: the form as a whole. */
export function fieldOf(key: string): SignField | undefined {
  switch (key) {
    case 'code.wrong':
    case 'code.expired':
      return 'code';
    case 'account.taken':
      return 'account';
    case 'invite.unknown':
      return 'invite';
    case 'password.weak':
    case 'password.wrong':
      return 'password';
    case 'terms.required':
      return 'terms';
    default:
      return undefined;
  }
}
