// The fund password form, pure: set for the first time, changed with the old one, or reset after an approved request.
import { hashPassword, type FundCase, type InputOf, type Security } from '@vitrine/contract';
import { PIN_DIGITS } from '@vitrine/ui';
import { codeFault, faultsOf, type Fault, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export type FundMode =
  /** None is set. */
  | 'set'
  /** One is set: the old one is required. */
  | 'change'
  /** Staff approved a request: the old one is not required. */
  | 'anew';

export interface FundForm {
  readonly mode: FundMode;
  readonly old: string;
  readonly pin: string;
  readonly confirm: string;
  /** The code sent to the user's own address; required if one is bound and the old password is not required. */
  readonly code: string;
  readonly wantsCode: boolean;
}

export type FundField = 'old' | 'pin' | 'confirm' | 'code';

/** @param bound whether an address is bound that can receive a code */
export function firstFund(mode: FundMode, bound: boolean): FundForm {
  return { mode, old: '', pin: '', confirm: '', code: '', wantsCode: bound && mode !== 'change' };
}

/** Whether an approved request can still be used. */
export function isUsable(fundCase: FundCase | null, now: number): boolean {
  return fundCase?.state === 'passed' && fundCase.until !== null && fundCase.until > now;
}

/** Which of the three forms applies. */
export function fundMode(
  { fundPassword, fundCase }: Pick<Security, 'fundPassword' | 'fundCase'>,
  now: number,
): FundMode {
  if (!fundPassword.set) return 'set';
  return isUsable(fundCase, now) ? 'anew' : 'change';
}

function pinFault(pin: string): Fault | undefined {
  return pin === '' ? 'required' : pin.length === PIN_DIGITS ? undefined : 'digits';
}

function validate({ mode, old, pin, confirm, code, wantsCode }: FundForm): Faults<FundField> {
  return faultsOf<FundField>({
    old: mode === 'change' ? pinFault(old) : undefined,
    pin: pinFault(pin) ?? (mode === 'change' && pin === old ? 'same' : undefined),
    confirm: confirm === '' ? 'required' : confirm === pin ? undefined : 'differs',
    code: wantsCode ? codeFault(code) : undefined,
  });
}

export interface FundSummary {
  /** A first fund password locks nothing; a changed one locks withdrawals for a day. */
  readonly locksWithdrawals: boolean;
  /** Digits still to type, over all fields. */
  readonly missing: number;
}

export function summariseFund({ mode, old, pin, confirm }: FundForm): FundSummary {
  const typed = pin.length + confirm.length + (mode === 'change' ? old.length : 0);
  return { locksWithdrawals: mode !== 'set', missing: PIN_DIGITS * (mode === 'change' ? 3 : 2) - typed };
}

export function fundSetInput({ pin, confirm, code, wantsCode }: FundForm): InputOf<'user.tardPwdSet'> {
  return { pwd: hashPassword(pin), confirmPwd: hashPassword(confirm), ...(wantsCode ? { code } : {}) };
}

export function fundChangeInput({ old, pin, confirm }: FundForm): InputOf<'user.updatePwd'> {
  return { oldPwd: hashPassword(old), newPwd: hashPassword(pin), confirmPwd: hashPassword(confirm) };
}

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, PIN_DIGITS);

export const fundRules: FormRules<FundForm, FundField> = {
  reduce: (form, change) => {
    const next = { ...form, ...change };
    return { ...next, old: digits(next.old), pin: digits(next.pin), confirm: digits(next.confirm) };
  },
  validate,
  refusals: {
    'fundPassword.wrong': 'old',
    'fundPassword.locked': 'old',
    'password.wrong': 'old',
    'password.weak': 'pin',
    'code.wrong': 'code',
    'code.expired': 'code',
  },
  wire: { oldPwd: 'old', newPwd: 'pin', pwd: 'pin', confirmPwd: 'confirm', code: 'code' },
};
