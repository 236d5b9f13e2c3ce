// Whether the window matches a media query, updated as it changes.
import { useSyncExternalStore } from 'react';

/** Too narrow for menus side by side; the same value as in the style sheets. */
export const NARROW_QUERY = '(max-width: 61.25em)';

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
