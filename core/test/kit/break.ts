// Interrupts an exchange: any step may throw (W20). For tests that inspect the state afterwards.

import type { Exchange } from '../../src/index.ts';

const PLANTED = 'planted';

/** Every object reachable through own fields, except arrays and plain data. */
function reach(root: object): Set<object> {
  const found = new Set<object>();
  const open: object[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (found.has(one) || ArrayBuffer.isView(one)) continue;
    found.add(one);
    for (const key of Object.getOwnPropertyNames(one)) {
      const value: unknown = Object.getOwnPropertyDescriptor(one, key)?.value;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return found;
}

/** Prototypes of the classes of an exchange's objects. Cached, because runs differ only in `n`. */
const prototypesOf = new WeakMap<Exchange, readonly object[]>();

function prototypes(exchange: Exchange): readonly object[] {
  const known = prototypesOf.get(exchange);
  if (known !== undefined) return known;
  const found = new Set<object>();
  for (const one of reach((exchange as unknown as { parts: object }).parts)) {
    const prototype = Object.getPrototypeOf(one) as object | null;
    if (prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype) found.add(prototype);
  }
  const all = [...found];
  prototypesOf.set(exchange, all);
  return all;
}

/** Makes the n-th method call on any object of the exchange throw while `work` runs; returns the number of calls. */
export function breakAt(exchange: Exchange, n: number, work: () => void): { calls: number; broken: boolean } {
  const undo: (() => void)[] = [];
  let calls = 0;
  for (const prototype of prototypes(exchange)) {
    for (const [name, described] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const method: unknown = described.value;
      if (name === 'constructor' || typeof method !== 'function' || described.configurable !== true) continue;
      Object.defineProperty(prototype, name, {
        ...described,
        value: function (this: unknown, ...args: unknown[]): unknown {
          calls += 1;
          if (calls === n) throw new Error(PLANTED);
          return Reflect.apply(method, this, args);
        },
      });
      undo.push(() => Object.defineProperty(prototype, name, described));
    }
  }
  try {
    work();
    return { calls, broken: false };
  } catch (error) {
    if (!(error instanceof Error) || error.message !== PLANTED) throw error;
    return { calls, broken: true };
  } finally {
    for (const back of undo) back();
  }
}
