// Scrolls a row of choices so that the selected one is centred. Such rows scroll sideways on a phone.

import { type RefObject, useEffect } from 'react';

/** The attributes that mark the selected choice. */
const CURRENT = '[aria-current], [aria-selected="true"]';

/**
 * Centres the selected entry of a row when the row is wider than its container.
 * @param at what the selected entry depends on; a new value scrolls again
 */
export function useCurrentInView(line: RefObject<HTMLElement | null>, at: string): void {
  useEffect(() => {
    const box = line.current;
    const entry = box?.querySelector(CURRENT);
    if (!box || !entry || box.scrollWidth <= box.clientWidth) return;
    const [outer, inner] = [box.getBoundingClientRect(), entry.getBoundingClientRect()];
    box.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 });
  }, [line, at]);
}
