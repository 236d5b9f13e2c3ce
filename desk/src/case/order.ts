// Moving through a queue, one case at a time. Pure.

/** The case that `J` and `K` move to: the neighbour, or the first if none is open; undefined at either end. */
export function neighbour(ids: readonly string[], current: string | undefined, step: 1 | -1): string | undefined {
  const at = current === undefined ? -1 : ids.indexOf(current);
  if (at < 0) return ids[0];
  return ids[at + step];
}

/** The case that opens after a decision: the next, else the previous, else none. */
export function afterDecision(ids: readonly string[], decided: string): string | undefined {
  return neighbour(ids, decided, 1) ?? (ids.indexOf(decided) > 0 ? neighbour(ids, decided, -1) : undefined);
}
