// Changes the login password, pure (§5): the old one, a new one by the rules, and its repetition.
import { hashPassword, passwordFault, type InputOf } from '@vitrine/contract';
import { BREACHED } from '../../../credential/index.ts';
import { faultsOf, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export interface PasswordForm {
  readonly old: string;
  readonly password: string;
  readonly confirm: string;
}

export type PasswordFormField = keyof PasswordForm;

export const firstPassword: PasswordForm = { old: '', password: '', confirm: '' };

function validate({ old, password, confirm }: PasswordForm): Faults<PasswordFormField> {
  return faultsOf<PasswordFormField>({
    // The old password is not validated: other rules may have applied when it was set.
    old: old === '' ? 'required' : undefined,
    password: password === '' ? 'required' : password === old ? 'same' : passwordFault(password),
    confirm: confirm === '' ? 'required' : confirm === password ? undefined : 'differs',
  });
}

export interface PasswordSummary {
  /** End of the withdrawal lock after the change, ms UTC. */
  readonly lockedUntil: number;
}

/** Duration of the withdrawal lock after a changed credential, ms (calls §6). */
export const CREDENTIAL_LOCK = 86_400_000;

/** The effects of changing a credential, by the exchange's clock. */
export function summariseChange(now: number): PasswordSummary {
  return { lockedUntil: now + CREDENTIAL_LOCK };
}

export function passwordInput(form: PasswordForm): InputOf<'user.updateUserLoginPwd'> {
  return {
    oldPwd: hashPassword(form.old),
    newPwd: hashPassword(form.password),
    confirmPwd: hashPassword(form.confirm),
  };
}

export const passwordRules: FormRules<PasswordForm, PasswordFormField> = {
  reduce: (form, change) => ({ ...form, ...change }),
  validate,
  refusals: { 'password.wrong': 'old', 'password.weak': 'password', [BREACHED]: 'password' },
  wire: {
    oldPwd: 'old',
    newPwd: 'password',
    confirmPwd: 'confirm',
  },
};
