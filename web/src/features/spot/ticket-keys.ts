// B and S choose the side from anywhere on the page, unless something is being typed.

import { useEffect, useRef } from 'react';
import type { Side } from './form.ts';

const KEYS: Readonly<Record<string, Side>> = { b: 'buy', s: 'sell' };

export function useTicketKeys({ onSide }: { readonly onSide: (side: Side) => void }): void {
  const latest = useRef(onSide);
  useEffect(() => {
    latest.current = onSide;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const side = KEYS[event.key.toLowerCase()];
      if (!side || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      latest.current(side);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Whether a key is text for somebody: a field of letters, a choice that searches by letters, an open dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="dialog"], [role="menu"], select, textarea')) return true;
  // In the ticket's own number fields a letter is never text.
  return target instanceof HTMLInputElement && target.type === 'text' && !/^(decimal|numeric)$/.test(target.inputMode);
}
