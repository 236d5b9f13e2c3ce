// Whether the window is as a media query says, followed as it changes.
import { useSyncExternalStore } from 'react';

/** No room for menus beside each other; as in the style sheets. */
export const NARROW_QUERY = '(max-width: 61.25em)';

/** Whether a media query holds now. */
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
