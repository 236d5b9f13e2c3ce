// Depositing as pure functions: the chosen network, faults of a manual deposit, payments of the practice payer.
import type { CoinNetwork, InputOf, Recharge, RechargeCurrency } from '@vitrine/contract';
import { compareDecimal } from '@vitrine/ui';
import { noPhoto, reducePhoto, type Photo, type PhotoEvent } from '../../../media/index.ts';
import { toText, toUnits } from '../../../ticket/index.ts';

/** Maximum characters of the sender's account. */
export const ACCOUNT_MOST = 32;

/** Decimals of a step or amount. */
export function scaleOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** Decimals of a field for multiples of `step`: 0.01 has two, 1.00 none. */
export function stepDecimals(step: string): number {
  return scaleOf(step.includes('.') ? step.replace(/\.?0+$/, '') : step);
}

/** The requested coin, undefined if unknown; without a request USDT, else the first. */
export function chosenCoin(
  currencies: readonly RechargeCurrency[],
  wanted: string | undefined,
): RechargeCurrency | undefined {
  if (wanted !== undefined) return currencies.find(({ coin }) => coin === wanted);
  return currencies.find(({ coin }) => coin === 'USDT') ?? currencies[0];
}

/** The requested network, or the only one. Of several, none is preselected: a wrong one loses the money. */
export function chosenNetwork(
  currency: RechargeCurrency | undefined,
  wanted: string | undefined,
): CoinNetwork | undefined {
  const networks = currency?.networks ?? [];
  return networks.find(({ network }) => network === wanted) ?? (networks.length === 1 ? networks[0] : undefined);
}

/** The usual duration of a deposit, ms; undefined where staff review it. */
export function usualTime({ confirmations, blockTime }: CoinNetwork): number | undefined {
  return blockTime === null ? undefined : confirmations * blockTime;
}

export interface ManualForm {
  readonly amount: string;
  /** The sender's account; optional. */
  readonly account: string;
  readonly photo: Photo;
}

export const firstManual: ManualForm = { amount: '', account: '', photo: noPhoto };

export type ManualAction =
  | { readonly set: 'amount' | 'account'; readonly text: string }
  | { readonly set: 'photo'; readonly event: PhotoEvent }
  | { readonly set: 'first' };

export function reduceManual(form: ManualForm, action: ManualAction): ManualForm {
  switch (action.set) {
    case 'amount':
      return { ...form, amount: action.text };
    case 'account':
      return { ...form, account: action.text.slice(0, ACCOUNT_MOST) };
    case 'photo':
      return { ...form, photo: reducePhoto(form.photo, action.event) };
    case 'first':
      return firstManual;
  }
}

export type AmountFault =
  | { readonly kind: 'amount' | 'number' | 'zero' }
  /** Decimals: the step, of which the amount must be a multiple; the minimum. */
  | { readonly kind: 'step' | 'least'; readonly of: string };

/** What is wrong with an amount on a network: §5 requires a number. */
export function amountFault(amount: string, { step, min }: Pick<CoinNetwork, 'step' | 'min'>): AmountFault | undefined {
  if (amount === '') return { kind: 'amount' };
  const scale = Math.max(scaleOf(step), scaleOf(amount), scaleOf(min));
  const units = toUnits(amount, scale);
  if (units === undefined) return { kind: 'number' };
  if (units === 0n) return { kind: 'zero' };
  const each = toUnits(step, scale) ?? 1n;
  if (each > 0n && units % each !== 0n) return { kind: 'step', of: step };
  return units < (toUnits(min, scale) ?? 0n) ? { kind: 'least', of: min } : undefined;
}

export type ManualFault = AmountFault | { readonly kind: 'photo' | 'photoSent' };

/** The first thing that is missing; undefined: it may be sent. */
export function validateManual(form: ManualForm, network: CoinNetwork): ManualFault | undefined {
  const fault = amountFault(form.amount, network);
  if (fault) return fault;
  if (form.photo.sent !== undefined) return { kind: 'photoSent' };
  return form.photo.link === undefined ? { kind: 'photo' } : undefined;
}

export function manualInput(form: ManualForm, coin: string): InputOf<'userCoin.recharge'> {
  const account = form.account.trim();
  return {
    coin,
    amount: form.amount.replace(/\.$/, ''),
    img: form.photo.link ?? '',
    ...(account === '' ? {} : { address: account }),
  };
}

export interface PracticeSummary {
  /** Decimal; a deposit below the minimum is detected but never credited. */
  readonly credited: string;
  readonly below: boolean;
}

/** The result of a payment from the practice wallet; undefined while the amount is invalid. */
export function summarisePractice(amount: string, network: CoinNetwork): PracticeSummary | undefined {
  const scale = Math.max(scaleOf(network.step), scaleOf(amount));
  const units = toUnits(amount, scale);
  if (units === undefined || units === 0n) return undefined;
  const text = toText(units, scale);
  const below = compareDecimal(text, network.min) < 0;
  return { credited: below ? '0' : text, below };
}

/** Whether a deposit is still in progress. */
export function isUnderWay({ stage }: Pick<Recharge, 'stage'>): boolean {
  return stage === 'seen' || stage === 'confirming' || stage === 'review' || stage === 'doubted';
}
