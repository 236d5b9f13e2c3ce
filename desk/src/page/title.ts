// The document's title: the page, then the desk.
import { useEffect } from 'react';

/** The exchange's name: a proper name, the same in every language. */
export const houseName = 'Vitrine';

/** Sets the title while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${houseName} Desk`;
  }, [title]);
}
