// Binding an e-mail address or a phone, or replacing one, pure: what the form holds, what is wrong, what is sent.
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
  /** Sent to the new address. */
  readonly code: string;
  /** Sent to the old one; asked only when there is one. */
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

/** Another address needs another code: the one typed belongs to the address before. */
function reduce(form: BindForm, change: Partial<BindForm>): BindForm {
  const next = { ...form, ...change };
  const account =
    next.kind === 'phone' ? next.account.replace(/[^\d -]/g, '').slice(0, 20) : next.account.slice(0, 254);
  const moved = account !== form.account || next.areaCode !== form.areaCode;
  return { ...next, account, code: moved && change.code === undefined ? '' : next.code };
}

/** Digits of a phone without its country code: spaces, dashes and the leading zero are how people write it. */
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
  /** Whether a code may be asked for: the address is whole. */
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

/** The exchange does not tell which of two codes was wrong: both are looked at again. */
export function bindRules(replaces: boolean): FormRules<BindForm, BindField> {
  const codes: readonly BindField[] = replaces ? ['code', 'oldCode'] : ['code'];
  return {
    reduce,
    validate,
    refusals: { 'code.wrong': codes, 'code.expired': codes, 'account.taken': 'account' },
    wire: { account: 'account', areaCode: 'country', code: 'code', oldCode: 'oldCode' },
  };
}
