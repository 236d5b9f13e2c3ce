// Handles calls refused for a missing second factor: asks the user, then the call is repeated.
import type { FactorMethod } from '@vitrine/contract';

/** Asks the user for one of the methods; returns whether they verified themselves. */
export type AskFactor = (methods: readonly FactorMethod[], signal: AbortSignal | undefined) => Promise<boolean>;

let asker: AskFactor | undefined;

/** Sets the handler that asks the user; returns a function that removes it. */
export function onFactorWanted(ask: AskFactor): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** Time of the last verification, ms of this device's clock. */
let provenAt = 0;

/**
 * Asks the user, if a handler is set; false: not verified.
 * @param sentAt when the refused call was sent: after a later verification it is repeated without asking
 */
export async function askFactor(
  methods: readonly FactorMethod[],
  sentAt: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (sentAt < provenAt) return true;
  const proven = asker !== undefined && (await asker(methods, signal));
  if (proven) provenAt = Date.now();
  return proven;
}
