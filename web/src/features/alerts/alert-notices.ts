// Which alerts the user socket tells of; each becomes a notice that stays until it is clicked.

import { alert as shape, type Alert } from '@vitrine/contract';

/** A row of the ALERT stream; undefined for what is none. */
export function readAlert(data: unknown): Alert | undefined {
  const read = shape.safeParse(data);
  return read.success ? read.data : undefined;
}
