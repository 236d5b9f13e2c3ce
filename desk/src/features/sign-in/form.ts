// The sign-in form of the desk and its faults. Pure.
import { hashPassword, type DeskInputOf } from '@vitrine/contract';

export interface SignInForm {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

export const emptySignIn: SignInForm = { name: '', password: '', code: '' };

export type SignInFault = 'required' | 'code';

/** Six digits of the authenticator, or a recovery code. */
const codeForm = /^([0-9]{6}|[0-9A-Za-z]{4}(-?[0-9A-Za-z]{4}){1,3})$/;

/** Removes spaces that people and programs insert into codes. */
export function readCode(text: string): string {
  return text.replace(/\s/g, '');
}

/** Faults by field; empty: it may be sent. An existing password is not checked against the rules. */
export function signInFaults(form: SignInForm): Partial<Record<keyof SignInForm, SignInFault>> {
  return {
    ...(form.name.trim() === '' ? { name: 'required' } : {}),
    ...(form.password === '' ? { password: 'required' } : {}),
    ...(form.code.trim() === '' ? { code: 'required' } : codeForm.test(readCode(form.code)) ? {} : { code: 'code' }),
  };
}

/** The input to send, with the hashed password. */
export function signInInput(form: SignInForm): DeskInputOf<'desk.signIn'> {
  return { name: form.name.trim(), password: hashPassword(form.password), code: readCode(form.code) };
}
