// The document's title: what the page is, then the house.
import { useEffect } from 'react';

/** Name of the house; a proper name, the same in every language. */
export const houseName = 'Vitrine';

/** Sets the title while the component is shown; undefined leaves the house's name alone. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? houseName : `${title} – ${houseName}`;
  }, [title]);
}
