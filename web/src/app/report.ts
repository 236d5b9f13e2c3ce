// Faults nobody handles: the browser's own console, where a developer and a journey's test see them.
import { ApiFault } from '../api/index.ts';

/** Whether a call was refused because the session is over: the call itself has signed the page out. */
function saysSignedOut(error: unknown): boolean {
  return error instanceof ApiFault && (error.code === 401 || error.code === 1001);
}

/** Reports a fault without stopping anything. */
export function report(error: unknown): void {
  if (!saysSignedOut(error)) globalThis.reportError(error);
}
