// The form that binds or replaces an e-mail address or phone, pure: fields, faults, input.
import { emailAddress, type InputOf } from '@vitrine/contract';
import { codeFault, faultsOf, type Fault, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export type AddressKind = 'email' | 'phone';

export interface BindForm {
  readonly kind: AddressKind;
  /** ISO code of the phone's country, for the picker. */
  readonly country: string;
  /** Digits, without a plus. */
  readonly areaCode: string;
  readonly account: string;
  /** The code sent to the new address. */
  readonly code: string;
  /** The code sent to the old address; required only if there is one. */
  readonly oldCode: string;
  readonly replaces: boolean;
}

export type BindField = 'country' | 'account' | 'code' | 'oldCode';

export function firstBind(
  kind: AddressKind,
  replaces: boolean,
  country?: { readonly code: string; readonly areaCode: string },
): BindForm {
  return {
    kind,
    country: country?.code ?? '',
    areaCode: country?.areaCode ?? '',
    account: '',
    code: '',
    oldCode: '',
    replaces,
  };
}

/** Changing the address clears the code, which belongs to the previous address. */
function reduce(form: BindForm, change: Partial<BindForm>): BindForm {
  const next = { ...form, ...change };
  const account =
    next.kind === 'phone' ? next.account.replace(/[^\d -]/g, '').slice(0, 20) : next.account.slice(0, 254);
  const moved = account !== form.account || next.areaCode !== form.areaCode;
  return { ...next, account, code: moved && change.code === undefined ? '' : next.code };
}

/** Digits of a phone number without its country code: removes spaces, dashes and the leading zero. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}

export function addressFault({ kind, account }: Pick<BindForm, 'kind' | 'account'>): Fault | undefined {
  const text = account.trim();
  if (text === '') return 'required';
  if (kind === 'email') return emailAddress.safeParse(text).success ? undefined : 'email';
  const digits = phoneDigits(text);
  return digits.length >= 5 && digits.length <= 15 ? undefined : 'phone';
}

function validate(form: BindForm): Faults<BindField> {
  return faultsOf<BindField>({
    country: form.kind === 'phone' && form.areaCode === '' ? 'required' : undefined,
    account: addressFault(form),
    code: codeFault(form.code),
    oldCode: form.replaces ? codeFault(form.oldCode) : undefined,
  });
}

export interface BindSummary {
  /** Whether the address is complete, so that a code may be sent. */
  readonly ready: boolean;
  /** Replacing an address locks withdrawals for a day; a first one does not. */
  readonly locksWithdrawals: boolean;
}

export function summariseBind(form: BindForm): BindSummary {
  return {
    ready: addressFault(form) === undefined && (form.kind === 'email' || form.areaCode !== ''),
    locksWithdrawals: form.replaces,
  };
}

export function bindInput(form: BindForm): InputOf<'member.accountVerificationBinding'> {
  const phone = form.kind === 'phone';
  return {
    type: phone ? 3 : 2,
    account: phone ? phoneDigits(form.account) : form.account.trim(),
    code: form.code,
    ...(phone ? { areaCode: form.areaCode } : {}),
    ...(form.replaces ? { oldCode: form.oldCode } : {}),
  };
}

/** The exchange does not say which of two codes was wrong, so both are marked. */
export function bindRules(replaces: boolean): FormRules<BindForm, BindField> {
  const codes: readonly BindField[] = replaces ? ['code', 'oldCode'] : ['code'];
  return {
    reduce,
    validate,
    refusals: { 'code.wrong': codes, 'code.expired': codes, 'account.taken': 'account' },
    wire: { account: 'account', areaCode: 'country', code: 'code', oldCode: 'oldCode' },
  };
}
