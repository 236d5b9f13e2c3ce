// What signing in to the desk takes, and what is wrong with it. Pure.
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

/** Spaces that people and programs put into codes do not count. */
export function readCode(text: string): string {
  return text.replace(/\s/g, '');
}

/** What is wrong, field by field; empty: it may be sent. An old password is never judged, only sent. */
export function signInFaults(form: SignInForm): Partial<Record<keyof SignInForm, SignInFault>> {
  return {
    ...(form.name.trim() === '' ? { name: 'required' } : {}),
    ...(form.password === '' ? { password: 'required' } : {}),
    ...(form.code.trim() === '' ? { code: 'required' } : codeForm.test(readCode(form.code)) ? {} : { code: 'code' }),
  };
}

/** What is sent; the password hashed. */
export function signInInput(form: SignInForm): DeskInputOf<'desk.signIn'> {
  return { name: form.name.trim(), password: hashPassword(form.password), code: readCode(form.code) };
}
