// The ticket's keys, if the user has switched them on: anywhere on the page, except while typing. Esc always clears
// within the ticket.

import { type RefObject, useEffect, useRef } from 'react';
import { preferences } from '../preference/index.ts';

/** The action of a key: it only fills the form; sending needs a press of the button. */
type Stroke =
  | { readonly side: 'buy' | 'sell' }
  | { readonly kind: 'limit' | 'market' }
  | { readonly field: 'price' | 'amount' }
  | { readonly percent: number };

/** Letters, which cannot be typed into number fields. */
const LETTERS: Readonly<Record<string, Stroke>> = {
  b: { side: 'buy' },
  s: { side: 'sell' },
  l: { kind: 'limit' },
  m: { kind: 'market' },
  p: { field: 'price' },
  a: { field: 'amount' },
};
/** Quarters of the available balance; never while in a field. */
const DIGITS: Readonly<Record<string, Stroke>> = {
  1: { percent: 25 },
  2: { percent: 50 },
  3: { percent: 75 },
  4: { percent: 100 },
};

export interface TicketKeys {
  readonly onSide: (side: 'buy' | 'sell') => void;
  readonly onKind: (kind: 'limit' | 'market') => void;
  /** Sets a percentage of the available balance. */
  readonly onPercent: (percent: number) => void;
  readonly onClear: () => void;
}

/** @param form contains the fields named `price` and `amount`. */
export function useTicketKeys(form: RefObject<HTMLElement | null>, keys: TicketKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const inside = event.target instanceof Node && form.current?.contains(event.target) === true;
      if (event.key === 'Escape' && inside) return latest.current.onClear();
      if (!preferences().tradingKeys || event.repeat) return;
      const stroke = strokeOf(event);
      if (stroke === undefined) return;
      // Otherwise the letter would be typed into the field that gets the focus.
      event.preventDefault();
      const { onSide, onKind, onPercent } = latest.current;
      if ('side' in stroke) onSide(stroke.side);
      else if ('kind' in stroke) onKind(stroke.kind);
      else if ('percent' in stroke) onPercent(stroke.percent);
      else lead(form.current, stroke.field);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [form]);
}

function lead(form: HTMLElement | null, field: string): void {
  const input = form?.querySelector<HTMLInputElement>(`input[name="${field}"]`);
  input?.focus();
  input?.select();
}

function strokeOf({ key, target }: KeyboardEvent): Stroke | undefined {
  const letter = LETTERS[key.toLowerCase()];
  if (letter !== undefined) return isTyping(target) ? undefined : letter;
  const digit = DIGITS[key];
  return digit === undefined || isTyping(target) || target instanceof HTMLInputElement ? undefined : digit;
}

/** Whether a letter is text input: a text field, a select that searches by letters, an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], select, textarea')) return true;
  // In the ticket's number fields a letter is never text.
  return target instanceof HTMLInputElement && target.type === 'text' && !/^(decimal|numeric)$/.test(target.inputMode);
}
