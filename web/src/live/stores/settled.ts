// Second contracts on the user's socket.

import { second as shape, type Second } from '@vitrine/contract';

/** A row of the SETTLEMENT stream about a second contract; undefined for any other. */
export function readSettled(data: unknown): Second | undefined {
  if (typeof data !== 'object' || data === null || !('second' in data)) return undefined;
  const read = shape.safeParse(data.second);
  return read.success ? read.data : undefined;
}
