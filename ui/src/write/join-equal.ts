// Joins equal requests of one form. A form is busy at its next render only: a second press may come before it.

/** Sends what no equal request is on the way for; otherwise returns the one on the way. */
export type JoinEqual = <T>(what: unknown, send: () => Promise<T>) => Promise<T>;

/** For one form. `what` names the request with its input, as JSON. */
export function createJoinEqual(): JoinEqual {
  const onTheWay = new Map<string, Promise<unknown>>();
  return <T>(what: unknown, send: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(what);
    const there = onTheWay.get(name);
    if (there) return there as Promise<T>;
    const sent = send().finally(() => onTheWay.delete(name));
    onTheWay.set(name, sent);
    return sent;
  };
}
