// Changing the login password, pure (§5): old, new by the rules, the new once more.
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
    // The old one is only sent, never judged: rules may have been others when it was set.
    old: old === '' ? 'required' : undefined,
    password: password === '' ? 'required' : password === old ? 'same' : passwordFault(password),
    confirm: confirm === '' ? 'required' : confirm === password ? undefined : 'differs',
  });
}

export interface PasswordSummary {
  /** Until when withdrawals rest after the change, ms UTC. */
  readonly lockedUntil: number;
}

/** How long withdrawals rest after a changed credential, ms (calls §6). */
export const CREDENTIAL_LOCK = 86_400_000;

/** What changing a credential does, by the exchange's clock. */
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
