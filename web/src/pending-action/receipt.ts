// A receipt that a notice asks for on another page: the page of second contracts takes it once and shows it.

import { useEffect } from 'react';

let wanted: string | undefined;
const listeners = new Set<() => void>();

/** Asks for the receipt of a second contract. */
export function askForReceipt(id: string): void {
  wanted = id;
  for (const listener of listeners) listener();
}

/** Shows a receipt that was asked for, now or later. `show` must not change without need. */
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
