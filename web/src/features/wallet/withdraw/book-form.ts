// A new address for the book, pure: coin, network, address, label; faults, input.
import type { AddressCheck, AddressFault, InputOf, NetworkName, RechargeCurrency } from '@vitrine/contract';
import { MAX_BOOK } from '@vitrine/contract';

/** Maximum characters of a label. */
export const LABEL_MOST = 32;

export interface BookForm {
  readonly coin: string;
  readonly network: string | undefined;
  readonly address: string;
  readonly label: string;
}

export const firstBook: BookForm = { coin: 'USDT', network: undefined, address: '', label: '' };

export type BookAction =
  | { readonly set: 'coin' | 'network' | 'address' | 'label'; readonly text: string }
  | { readonly set: 'first' };

/** Another coin has other networks. Removes spaces that were copied with an address. */
export function reduceBook(form: BookForm, action: BookAction): BookForm {
  switch (action.set) {
    case 'coin':
      return { ...form, coin: action.text, network: undefined };
    case 'network':
      return { ...form, network: action.text };
    case 'address':
      return { ...form, address: action.text.replace(/\s/g, '') };
    case 'label':
      return { ...form, label: action.text.slice(0, LABEL_MOST) };
    case 'first':
      return firstBook;
  }
}

export type BookProblem =
  | { readonly kind: 'full' | 'network' | 'address' | 'checking' | 'label' | 'there' }
  | { readonly kind: 'fault'; readonly fault: AddressFault; readonly network: string | null };

/**
 * The first thing that is missing. `check` belongs to exactly this address; `written`: the number of addresses in the
 * book.
 */
export function validateBook(
  form: BookForm,
  network: string | undefined,
  check: AddressCheck | undefined,
  written: number,
): BookProblem | undefined {
  if (written >= MAX_BOOK) return { kind: 'full' };
  if (network === undefined) return { kind: 'network' };
  if (form.address === '') return { kind: 'address' };
  if (check === undefined) return { kind: 'checking' };
  if (check.fault !== null) return { kind: 'fault', fault: check.fault, network: check.network };
  if (check.book !== null) return { kind: 'there' };
  return form.label.trim() === '' ? { kind: 'label' } : undefined;
}

/** Networks of a coin that use addresses: banks use a card. */
export function chainsOf(currency: RechargeCurrency | undefined) {
  return (currency?.networks ?? []).filter(({ rail }) => rail === 'chain');
}

export function bookInput(form: BookForm, network: NetworkName, check: AddressCheck): InputOf<'assets.address.save'> {
  return { coin: form.coin, network, address: check.address, label: form.label.trim() };
}

/** When a new address becomes usable, ms UTC: immediately, unless the allow-list is on. */
export function usableFrom(allowOnly: boolean, wait: number, now: number): number {
  return allowOnly ? now + wait : now;
}
