// The user's running second contracts: those of the list, updated by the user socket.

import type { Second } from '@vitrine/contract';

/** Maximum contracts kept: more than a user can have open. */
const KEPT = 200;

/** The later of two states of a contract: statuses only increase, and journal numbers never decrease. */
export function later(a: Second, b: Second): Second {
  if (a.status !== b.status) return a.status > b.status ? a : b;
  return a.seq > b.seq ? a : b;
}

export type Own = ReadonlyMap<string, Second>;

/** Merges updates; drops the oldest settled contracts beyond the limit. Returns the same map when nothing is new. */
export function takeOwn(own: Own, rows: readonly Second[]): Own {
  let next: Map<string, Second> | undefined;
  for (const row of rows) {
    const before = (next ?? own).get(row.id);
    const now = before === undefined ? row : later(before, row);
    if (before === now) continue;
    next ??= new Map(own);
    next.set(row.id, now);
  }
  if (next === undefined) return own;
  if (next.size > KEPT) {
    const settled = [...next.values()]
      .filter(({ status }) => status > 1)
      .toSorted((a, b) => a.createTime - b.createTime);
    for (const { id } of settled.slice(0, next.size - KEPT)) next.delete(id);
  }
  return next;
}

/** Running contracts: generating first, then by maturity. */
export function running(own: Own, symbolName?: string): readonly Second[] {
  return [...own.values()]
    .filter((row) => row.status < 2 && (symbolName === undefined || row.symbolName === symbolName))
    .toSorted((a, b) => (a.closeTime ?? Infinity) - (b.closeTime ?? Infinity) || a.createTime - b.createTime);
}

/** A contract is queried this long after its end, ms. */
const LATE_MS = 3_000;
/** An order that did not open within this time is void (money §5: 1 s and 3 s after it), ms. */
const OPENS_WITHIN_MS = 6_000;

/** A contract that should have ended by the server's clock `now`; undefined: none. */
export function lateOf(own: Own, now: number): Second | undefined {
  return running(own).find((row) =>
    row.closeTime === null ? now > row.createTime + OPENS_WITHIN_MS : now > row.closeTime + LATE_MS,
  );
}
