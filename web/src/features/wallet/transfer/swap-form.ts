// The swap form, pure: fields, faults, effects on balances.
import { addDecimals, compareDecimal } from '@vitrine/ui';

export interface SwapForm {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

export const firstSwap: SwapForm = { from: 'USDT', to: 'BTC', amount: '' };

export type SwapAction =
  | { readonly set: 'from' | 'to'; readonly coin: string }
  | { readonly set: 'amount'; readonly amount: string }
  | { readonly set: 'turn' };

/** Choosing the coin of the other side exchanges the two; another coin to sell clears the amount. */
export function reduceSwap(form: SwapForm, action: SwapAction): SwapForm {
  switch (action.set) {
    case 'from':
      return { from: action.coin, to: action.coin === form.to ? form.from : form.to, amount: '' };
    case 'to':
      return action.coin === form.from ? { from: form.to, to: action.coin, amount: '' } : { ...form, to: action.coin };
    case 'amount':
      return { ...form, amount: action.amount };
    case 'turn':
      return { from: form.to, to: form.from, amount: '' };
  }
}

export type SwapFault =
  | { readonly kind: 'amount' | 'zero' | 'unknown' }
  /** The amount missing from the available balance. */
  | { readonly kind: 'short'; readonly lack: string };

/** The amount to send, without a trailing point. */
export function amountOf(form: SwapForm): string {
  return form.amount.replace(/\.$/, '');
}

/** The first fault; `available`: balance of the coin to sell, undefined while unknown. */
export function validateSwap(form: SwapForm, available: string | undefined): SwapFault | undefined {
  const amount = amountOf(form);
  if (amount === '') return { kind: 'amount' };
  if (compareDecimal(amount, '0') === 0) return { kind: 'zero' };
  if (available === undefined) return { kind: 'unknown' };
  if (compareDecimal(amount, available) > 0)
    return { kind: 'short', lack: addDecimals(amount, `-${available}`) ?? amount };
  return undefined;
}

/** Available balances of both coins after the swap; undefined where unknown. */
export function summariseSwap(
  form: SwapForm,
  available: { readonly from: string | undefined; readonly to: string | undefined },
  receive: string | undefined,
): { readonly from: string | undefined; readonly to: string | undefined } {
  const amount = amountOf(form);
  return {
    from: available.from === undefined || amount === '' ? undefined : addDecimals(available.from, `-${amount}`),
    to: available.to === undefined || receive === undefined ? undefined : addDecimals(available.to, receive),
  };
}
