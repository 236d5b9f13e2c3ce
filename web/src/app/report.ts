// Reports unhandled errors: to the browser's console, and without personal data to the operator.
import { ApiFault, NoAnswer } from '../api/index.ts';

/** Whether a call was refused because the session ended: the call has already signed the page out. */
function saysSignedOut(error: unknown): boolean {
  return error instanceof ApiFault && (error.code === 401 || error.code === 1001);
}

/**
 * Reports an error without stopping anything. Ignores a lost connection: the page shows it, and each reader retries.
 */
export function report(error: unknown): void {
  if (!(error instanceof NoAnswer) && !saysSignedOut(error)) globalThis.reportError(error);
}

/** Reports every uncaught error of the window to the operator from now on. The first one loads the sending code. */
export function sendFaults(): void {
  const pass = (error: unknown): void => {
    import('./beacon.ts').then(
      ({ sendFault }) => sendFault(error),
      // Without a connection nothing can be sent, and reporting that failure would loop.
      () => undefined,
    );
  };
  globalThis.addEventListener('error', ({ error }) => pass(error));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => pass(reason));
}
