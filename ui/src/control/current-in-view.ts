// A line of choices that scrolls sideways on a phone: the one that is chosen comes to its middle.

import { type RefObject, useEffect } from 'react';

/** What marks the choice one is at. */
const CURRENT = '[aria-current], [aria-selected="true"]';

/**
 * Brings the current entry of a line to the line's middle, where the line is wider than its place.
 * @param at what the current entry depends on; a new value looks again
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
