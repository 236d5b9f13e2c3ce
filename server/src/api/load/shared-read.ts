// Reads of SQL that many ask for: those that come while a statement is at work share the next one.

import { createBatch } from '../../shared/collection/index.ts';
import { charge, ownWork, STATEMENT_UNITS } from './owner.ts';

/**
 * Reads by key that share statements. Each question is charged as a statement; the statements take the turns of no
 * customer, because they answer many.
 */
export function sharedRead<Key, Value>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  const read = createBatch<Key, Value>((keys) => ownWork(() => find(keys)));
  return (key) => {
    charge(STATEMENT_UNITS);
    return read(key);
  };
}
