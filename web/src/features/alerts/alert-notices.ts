// Alerts from the user socket; each becomes a notice that stays until it is clicked.

import { alert as shape, type Alert } from '@vitrine/contract';

/** Parses a row of the ALERT stream; undefined if invalid. */
export function readAlert(data: unknown): Alert | undefined {
  const read = shape.safeParse(data);
  return read.success ? read.data : undefined;
}
