// The transfer form, pure: fields, faults, effects on balances, input.
import { WALLET, type InputOf } from '@vitrine/contract';
import { addDecimals, compareDecimal } from '@vitrine/ui';

/** Wallets for transfers, including those whose products do not exist yet: transfers already work. */
export const transferWallets = [
  WALLET.spot,
  WALLET.uContract,
  WALLET.coinContract,
  WALLET.crossMargin,
  WALLET.second,
  WALLET.finance,
] as const;
export type TransferWallet = (typeof transferWallets)[number];

export interface TransferForm {
  readonly from: TransferWallet;
  readonly to: TransferWallet;
  readonly coin: string;
  readonly amount: string;
}

export const firstTransfer: TransferForm = { from: WALLET.spot, to: WALLET.uContract, coin: 'USDT', amount: '' };

export type TransferAction =
  | { readonly set: 'from' | 'to'; readonly wallet: TransferWallet }
  | { readonly set: 'coin'; readonly coin: string }
  | { readonly set: 'amount'; readonly amount: string }
  | { readonly set: 'turn' };

/** Choosing the wallet of the other side exchanges the two; another coin clears the amount. */
export function reduceTransfer(form: TransferForm, action: TransferAction): TransferForm {
  switch (action.set) {
    case 'from':
      return { ...form, from: action.wallet, to: action.wallet === form.to ? form.from : form.to, amount: '' };
    case 'to':
      return { ...form, to: action.wallet, from: action.wallet === form.from ? form.to : form.from };
    case 'coin':
      return { ...form, coin: action.coin, amount: '' };
    case 'amount':
      return { ...form, amount: action.amount };
    case 'turn':
      return { ...form, from: form.to, to: form.from, amount: '' };
  }
}

export interface TransferBalances {
  /** Available in the source and the target wallet; undefined while unknown. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export type TransferFault =
  | { readonly kind: 'amount' }
  | { readonly kind: 'zero' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'short'; readonly lack: string };

/** The first thing that is missing; undefined: it may be sent. `lack`: the missing balance. */
export function validateTransfer(form: TransferForm, balances: TransferBalances): TransferFault | undefined {
  const amount = form.amount.replace(/\.$/, '');
  if (amount === '') return { kind: 'amount' };
  if (compareDecimal(amount, '0') === 0) return { kind: 'zero' };
  if (balances.from === undefined) return { kind: 'unknown' };
  if (compareDecimal(amount, balances.from) > 0)
    return { kind: 'short', lack: addDecimals(amount, `-${balances.from}`) ?? amount };
  return undefined;
}

export interface TransferSummary {
  readonly fromAfter: string | undefined;
  readonly toAfter: string | undefined;
}

/** Both balances after the transfer; undefined where the amount or balance is unknown. */
export function summariseTransfer(form: TransferForm, balances: TransferBalances): TransferSummary {
  const amount = form.amount.replace(/\.$/, '');
  if (amount === '') return { fromAfter: undefined, toAfter: undefined };
  return {
    fromAfter:
      balances.from === undefined || compareDecimal(amount, balances.from) > 0
        ? undefined
        : addDecimals(balances.from, `-${amount}`),
    toAfter: balances.to === undefined ? undefined : addDecimals(balances.to, amount),
  };
}

export function transferInput(form: TransferForm): InputOf<'userCoin.transfer'> {
  return { from: form.from, to: form.to, coin: form.coin, amount: form.amount.replace(/\.$/, '') };
}
