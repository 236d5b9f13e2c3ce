// A receipt requested by a notice: the page of second contracts takes the request once and shows it.

import { useEffect } from 'react';

let wanted: string | undefined;
const listeners = new Set<() => void>();

/** Requests the receipt of a second contract. */
export function askForReceipt(id: string): void {
  wanted = id;
  for (const listener of listeners) listener();
}

/** Shows a requested receipt, now or later. `show` must keep its identity. */
export function useReceiptAsked(show: (id: string) => void): void {
  useEffect(() => {
    const look = (): void => {
      if (wanted === undefined) return;
      show(wanted);
      wanted = undefined;
    };
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [show]);
}
