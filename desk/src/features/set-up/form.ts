// The set-up form: name, password by the desk's rules, the first code. Pure.
import { DESK_PASSWORD_LEAST, DESK_PASSWORD_MOST, hashPassword, type DeskInputOf } from '@vitrine/contract';

export interface SetUpForm {
  readonly name: string;
  readonly password: string;
  readonly repeat: string;
  readonly code: string;
}

export const emptySetUp: SetUpForm = { name: '', password: '', repeat: '', code: '' };

/** The rules of a new password and whether each is met, for live hints. */
export interface PasswordRules {
  /** 12 to 128 characters. */
  readonly length: boolean;
  /** At least five different characters, so that one repeated letter is refused. */
  readonly varied: boolean;
  /** The password does not contain the name. */
  readonly apart: boolean;
}

const leastDifferent = 5;
const leastName = 2;
const mostName = 40;

export function passwordRules(password: string, name: string): PasswordRules {
  const said = name.trim().toLowerCase();
  return {
    length: password.length >= DESK_PASSWORD_LEAST && password.length <= DESK_PASSWORD_MOST,
    varied: new Set(password).size >= leastDifferent,
    apart: password !== '' && (said.length < 3 || !password.toLowerCase().includes(said)),
  };
}

export type SetUpFault = 'required' | 'name' | 'rules' | 'differs' | 'code';
export type SetUpFaults = Partial<Record<keyof SetUpForm, SetUpFault>>;

/** Six digits; removes spaces that people and programs insert. */
export function readCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, 6);
}

/** All faults, by field; `named`: the invitation set the name. */
export function setUpFaults(form: SetUpForm, named: boolean): SetUpFaults {
  const name = form.name.trim();
  const rules = passwordRules(form.password, name);
  const faults: { [Key in keyof SetUpForm]?: SetUpFault | undefined } = {
    name: named
      ? undefined
      : name === ''
        ? 'required'
        : name.length < leastName || name.length > mostName
          ? 'name'
          : undefined,
    password: form.password === '' ? 'required' : rules.length && rules.varied && rules.apart ? undefined : 'rules',
    repeat: form.repeat === '' ? 'required' : form.repeat === form.password ? undefined : 'differs',
    code: form.code === '' ? 'required' : form.code.length === 6 ? undefined : 'code',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)) as SetUpFaults;
}

/** The input to send: the hashed password, and the name only if it is chosen here. */
export function setUpInput(
  form: SetUpForm,
  { token, word, named }: { readonly token: string; readonly word: string | undefined; readonly named: boolean },
): DeskInputOf<'desk.setup.finish'> {
  return {
    token,
    ...(word === undefined ? {} : { word }),
    ...(named ? {} : { name: form.name.trim() }),
    password: hashPassword(form.password),
    code: form.code,
  };
}

/** The field that a refusal belongs to, by its code; undefined: the whole form. */
export function fieldOfCode(code: number): keyof SetUpForm | undefined {
  switch (code) {
    case 1006:
      return 'name';
    case 1008:
      return 'password';
    case 1109:
      return 'code';
    default:
      return undefined;
  }
}

/** The token of a set-up link: after the `#`, which servers do not receive. */
export function tokenIn(hash: string): string | undefined {
  return /^#?([0-9A-Za-z_-]{43})$/.exec(hash)?.[1];
}

/** A secret in groups of four, for typing. */
export function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
