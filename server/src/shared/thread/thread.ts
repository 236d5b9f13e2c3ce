// A thread that loads its modules at once and waits for its orders, so that it loads in parallel with the rest of a
// start.

import { once } from 'node:events';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';

/** A thread still without orders. */
export interface LoadedThread {
  /**
   * Sends its orders, once.
   * @throws the error that ended it while loading.
   */
  begin(orders: unknown, transfer?: readonly MessagePort[]): Worker;
  /** Ends it at once, with or without orders. */
  end(): Promise<void>;
}

/** Starts a thread with a program that awaits its orders with `ordersOf`. */
export function loadThread(program: URL, name: string): LoadedThread {
  const worker = new Worker(program, { name });
  let failure: Error | undefined;
  worker.once('error', (error) => (failure ??= error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', (code) => (failure ??= new Error(`the thread ${name} ended with code ${code} while it loaded`)));
  return {
    begin(orders, transfer = []) {
      if (failure !== undefined) throw failure;
      worker.postMessage(orders, transfer);
      return worker;
    },
    async end() {
      await worker.terminate();
    },
  };
}

/** The orders of this thread, as `begin` sent them. */
export async function ordersOf<T>(): Promise<T> {
  if (parentPort === null) throw new Error('expected to be a thread: start it by loadThread');
  const [orders] = (await once(parentPort, 'message')) as [T];
  return orders;
}
