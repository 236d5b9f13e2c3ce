// Depositing as pure functions: which network is chosen, what is missing of a deposit by hand, what the practice payer sends.
import type { CoinNetwork, InputOf, Recharge, RechargeCurrency } from '@vitrine/contract';
import { compareDecimal } from '@vitrine/ui';
import { noPhoto, reducePhoto, type Photo, type PhotoEvent } from '../../../media/index.ts';
import { toText, toUnits } from '../../../ticket/index.ts';

/** Most letters of the account money came from. */
export const ACCOUNT_MOST = 32;

/** Digits behind the point of a step or an amount as it is told. */
export function scaleOf(told: string): number {
  const point = told.indexOf('.');
  return point < 0 ? 0 : told.length - point - 1;
}

/** Digits a field of whole multiples of `step` takes: 0.01 has two, 1.00 none. */
export function stepDecimals(step: string): number {
  return scaleOf(step.includes('.') ? step.replace(/\.?0+$/, '') : step);
}

/** The coin asked for, undefined if there is none of that name; without a name USDT, else the first. */
export function chosenCoin(
  currencies: readonly RechargeCurrency[],
  wanted: string | undefined,
): RechargeCurrency | undefined {
  if (wanted !== undefined) return currencies.find(({ coin }) => coin === wanted);
  return currencies.find(({ coin }) => coin === 'USDT') ?? currencies[0];
}

/** The network asked for, or the only one. Of several none stands by itself: a wrong one costs the money. */
export function chosenNetwork(
  currency: RechargeCurrency | undefined,
  wanted: string | undefined,
): CoinNetwork | undefined {
  const networks = currency?.networks ?? [];
  return networks.find(({ network }) => network === wanted) ?? (networks.length === 1 ? networks[0] : undefined);
}

/** How long a deposit usually takes, ms; undefined where persons look at it. */
export function usualTime({ confirmations, blockTime }: CoinNetwork): number | undefined {
  return blockTime === null ? undefined : confirmations * blockTime;
}

export interface ManualForm {
  readonly amount: string;
  /** Account the money came from; may be left out. */
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
  /** Decimals: only whole multiples of it; the least. */
  | { readonly kind: 'step' | 'least'; readonly of: string };

/** What is wrong with an amount of a network: §5 it must be a number. */
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
  /** Decimal; a deposit under the least is seen, never credited. */
  readonly credited: string;
  readonly below: boolean;
}

/** What a payment from the practice wallet would come to; undefined while the amount is none. */
export function summarisePractice(amount: string, network: CoinNetwork): PracticeSummary | undefined {
  const scale = Math.max(scaleOf(network.step), scaleOf(amount));
  const units = toUnits(amount, scale);
  if (units === undefined || units === 0n) return undefined;
  const text = toText(units, scale);
  const below = compareDecimal(text, network.min) < 0;
  return { credited: below ? '0' : text, below };
}

/** Whether more will become of a deposit by itself or by a person. */
export function isUnderWay({ stage }: Pick<Recharge, 'stage'>): boolean {
  return stage === 'seen' || stage === 'confirming' || stage === 'review' || stage === 'doubted';
}
