// The ticket's keys: B and S choose the side from anywhere on the page unless something is being typed, once the reader has
// switched them on; Esc clears within it.

import { type RefObject, useEffect, useRef } from 'react';
import { preferences } from '../preference/index.ts';

/** The two sides of every ticket: B and S. */
type KeySide = 'buy' | 'sell';
const KEYS: Readonly<Record<string, KeySide>> = { b: 'buy', s: 'sell' };

export interface TicketKeys {
  readonly onSide: (side: KeySide) => void;
  readonly onClear: () => void;
}

export function useTicketKeys(form: RefObject<HTMLElement | null>, keys: TicketKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const inside = event.target instanceof Node && form.current?.contains(event.target) === true;
      const side = preferences().tradingKeys ? KEYS[event.key.toLowerCase()] : undefined;
      if (event.key === 'Escape' && inside) latest.current.onClear();
      else if (side && !isTyping(event.target)) latest.current.onSide(side);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [form]);
}

/** Whether a key is text for somebody: a field of letters, a choice that searches by letters, an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], select, textarea')) return true;
  // In the ticket's own number fields a letter is never text.
  return target instanceof HTMLInputElement && target.type === 'text' && !/^(decimal|numeric)$/.test(target.inputMode);
}
