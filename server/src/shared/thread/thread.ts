// A thread that loads its modules at once and waits for its orders, so that its loading goes on beside the rest of a start.

import { once } from 'node:events';
import { type MessagePort, parentPort, Worker } from 'node:worker_threads';

/** A thread without orders. */
export interface LoadedThread {
  /**
   * Gives it its orders, once.
   * @throws what ended it while it loaded.
   */
  begin(orders: unknown, transfer?: readonly MessagePort[]): Worker;
  /** Ends it at once, with orders or without. */
  end(): Promise<void>;
}

/** Starts a thread of a program that waits for its orders by `ordersOf`. */
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
