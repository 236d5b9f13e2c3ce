// The document's title: what the page is, then the desk.
import { useEffect } from 'react';

/** Name of the house; a proper name, the same in every language. */
export const houseName = 'Vitrine';

/** Sets the title while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${houseName} Desk`;
  }, [title]);
}
