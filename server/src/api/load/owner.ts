// For whom work is being done: an account, or before it is known the network address that asked. What all share (connections
// to the database) is handed out by it, wherever it is asked for, and charged to it.

import { AsyncLocalStorage } from 'node:async_hooks';

interface Work {
  owner: string;
  /** Charges whoever asked for the work. */
  readonly charge: (units: number) => void;
}

const storage = new AsyncLocalStorage<Work>();

/** Units of a statement of SQL, or of a turn at a connection of a pool. */
export const STATEMENT_UNITS = 0.5;
/** Rows that cost a unit, if they are only looked at. */
export const UNIT_ROWS = 1_000;

/** Does work for an owner. `charge` receives what it costs, in units of the limits of requests. */
export function runFor<T>(owner: string, work: () => T, charge: (units: number) => void = () => undefined): T {
  return storage.run({ owner, charge }, work);
}

/** Does work for the exchange itself, whoever was the occasion. */
export function ownWork<T>(work: () => T): T {
  return storage.exit(work);
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

/** Charges units to whoever asked for the work that is being done; the exchange's own costs nobody anything. */
export function charge(units: number): void {
  storage.getStore()?.charge(units);
}

/** Charges rows that a statement looks at. */
export function chargeRows(rows: number): void {
  charge(rows / UNIT_ROWS);
}

/** Does work later for whoever it is done for now: callbacks of others may come from anywhere. */
export function workNow(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot();
}

/** The same steps, each done for the owner of now, whoever asks for the next one. */
export function forOwnerNow<T, R>(steps: AsyncGenerator<T, R, undefined>): AsyncGenerator<T, R, undefined> {
  const within = workNow();
  const same: AsyncGenerator<T, R, undefined> = {
    next: () => within(() => steps.next()),
    return: (value) => within(() => steps.return(value)),
    throw: (error: unknown) => within(() => steps.throw(error)),
    [Symbol.asyncIterator]: () => same,
    [Symbol.asyncDispose]: async () => void (await within(() => steps.return(undefined as R))),
  };
  return same;
}
