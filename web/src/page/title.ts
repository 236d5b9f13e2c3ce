// The document's title: the page, then the exchange's name.
import { useEffect } from 'react';

/** The exchange's name: a proper name, the same in every language. */
export const houseName = 'Vitrine';

/** Sets the title while the component is mounted; undefined shows only the exchange's name. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? houseName : `${title} – ${houseName}`;
  }, [title]);
}
