// Faults that nobody handles: to the browser's console, and scrubbed to the operator.
import { ApiFault, NoAnswer } from '../api/index.ts';

/** Whether a call was refused because the session is over: the call itself has signed the page out. */
function saysSignedOut(error: unknown): boolean {
  return error instanceof ApiFault && (error.code === 401 || error.code === 1001);
}

/** Reports a fault without stopping anything. A line that is cut is none: the page shows it, and each reader tries again. */
export function report(error: unknown): void {
  if (!(error instanceof NoAnswer) && !saysSignedOut(error)) globalThis.reportError(error);
}

/** From here on every fault that reaches the window goes to the operator. What sends it is fetched with the first one. */
export function sendFaults(): void {
  const pass = (error: unknown): void => {
    import('./beacon.ts').then(
      ({ sendFault }) => sendFault(error),
      // Nothing more can be said without a connection, and a report of its own failure would never end.
      () => undefined,
    );
  };
  globalThis.addEventListener('error', ({ error }) => pass(error));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => pass(reason));
}
