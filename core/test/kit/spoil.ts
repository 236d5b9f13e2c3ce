// Spoils one number of an exchange's tables and asks a domain's own audit whether it noticed. For tests that hold the
// audits to account: an audit that notices nothing would let everything else pass.

import type { Exchange } from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';

/** The rooms of an exchange, which tests may look into. */
export function partsOf(exchange: Exchange): Parts {
  return (exchange as unknown as { parts: Parts }).parts;
}

/** Everything that can be audited. */
export interface Audited {
  audit(expect: (holds: boolean, what: string) => void): void;
}

/** What an audit does not find in order, in its words; empty when all is well. */
export function complaints(audited: Audited): string[] {
  const found: string[] = [];
  audited.audit((holds, what) => {
    if (!holds) found.push(what);
  });
  return found;
}

/** The complaints after a column's value at `slot` became `value`; put back afterwards. */
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
