// The form of a payment account, pure: owner, number or name, bank or service, and the fund password (§7).
import { hashPassword, PAYMENT_TYPE, type InputOf } from '@vitrine/contract';
import { PIN_DIGITS } from '@vitrine/ui';
import { faultsOf, textFault, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

export interface PaymentForm {
  /** The account that it replaces; none: it is added. */
  readonly id: string | undefined;
  readonly name: string;
  readonly account: string;
  readonly bankName: string;
  readonly pin: string;
}

export type PaymentField = 'name' | 'account' | 'bankName' | 'pin';

/** Maximum characters of a field, as in the call. */
const MOST = 100;

/** An empty form; for a change with the id only, because masked values cannot be filled in. */
export function firstPayment(id?: string): PaymentForm {
  return { id, name: '', account: '', bankName: '', pin: '' };
}

function validate(form: PaymentForm): Faults<PaymentField> {
  return faultsOf<PaymentField>({
    name: textFault(form.name, MOST),
    account: textFault(form.account, MOST),
    bankName: form.bankName.trim().length > MOST ? 'tooLong' : undefined,
    pin: form.pin === '' ? 'required' : form.pin.length === PIN_DIGITS ? undefined : 'digits',
  });
}

/** The input to send; never the fund password itself. `qr`: link of the QR code's picture. */
export function paymentInput(
  { id, name, account, bankName, pin }: PaymentForm,
  qr?: string,
): InputOf<'member.payment'> {
  return {
    type: PAYMENT_TYPE.other,
    ...(id === undefined ? {} : { id }),
    name: name.trim(),
    account: account.trim(),
    ...(bankName.trim() === '' ? {} : { bankName: bankName.trim() }),
    ...(qr === undefined ? {} : { qr }),
    fundPassword: hashPassword(pin),
  };
}

export const paymentRules: FormRules<PaymentForm, PaymentField> = {
  reduce: (form, change) => {
    const next = { ...form, ...change };
    return { ...next, pin: next.pin.replace(/\D/g, '').slice(0, PIN_DIGITS) };
  },
  validate,
  refusals: { 'fundPassword.wrong': 'pin', 'fundPassword.locked': 'pin' },
  wire: { name: 'name', account: 'account', bankName: 'bankName', fundPassword: 'pin' },
};
