// For whom work is being done: an account, or before it is known the network address that asked. What all share (connections
// to the database) is handed out by it, wherever it is asked for.

import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<{ owner: string }>();

/** Does work for an owner. */
export function runFor<T>(owner: string, work: () => T): T {
  return storage.run({ owner }, work);
}

/** From here on the work is done for another owner: whoever asked is known. */
export function nowFor(owner: string): void {
  const store = storage.getStore();
  if (store !== undefined) store.owner = owner;
}

/** For whom work is being done; undefined: for the exchange itself. */
export function ownerNow(): string | undefined {
  return storage.getStore()?.owner;
}
