// Refused for want of a second factor: whoever draws the question is asked, and the call is repeated when it was answered.
import type { FactorMethod } from '@vitrine/contract';

/** Asks the customer for one of the methods; answers whether he proved himself. */
export type AskFactor = (methods: readonly FactorMethod[], signal: AbortSignal | undefined) => Promise<boolean>;

let asker: AskFactor | undefined;

/** Sets who asks; answers how to take it back. */
export function onFactorWanted(ask: AskFactor): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** When a proof was last given, ms of this device's clock. */
let provenAt = 0;

/**
 * Asks, if anybody does; false: not proven.
 * @param sentAt when the refused call was sent: after a proof given since, it is repeated without another question
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
