// Corrupts one number in an exchange's tables and checks whether the domain's audit detects it.
// It tests the audits themselves: an audit that detects nothing would let every other test pass.

import type { Exchange } from '../../src/index.ts';
import { type Expect, textOf } from '../../src/expect.ts';
import type { Parts } from '../../src/parts.ts';

/** The internal parts of an exchange, for tests. */
export function partsOf(exchange: Exchange): Parts {
  return (exchange as unknown as { parts: Parts }).parts;
}

/** Everything that can be audited. */
export interface Audited {
  audit(expect: Expect): void;
}

/** The errors that an audit reports; empty when all is correct. */
export function complaints(audited: Audited): string[] {
  const found: string[] = [];
  audited.audit((holds, what) => {
    if (!holds) found.push(textOf(what));
  });
  return found;
}

/** The errors after a column's value at `slot` is set to `value`; restores it afterwards. */
export function spoilt(audited: Audited, table: object, name: string, slot: number, value: number): string[] {
  const column = (table as Readonly<Record<string, unknown>>)[name];
  if (!(column instanceof Float64Array || column instanceof Int32Array))
    throw new Error(`expected a column called ${name}`);
  const before = column[slot] as number;
  column[slot] = value;
  try {
    return complaints(audited);
  } finally {
    column[slot] = before;
  }
}
