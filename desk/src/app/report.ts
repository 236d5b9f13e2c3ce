// Faults of the desk's page that nobody handles, sent to the operator: scrubbed, each kind once, a few a visit.
import { PAGE_FAULT_PATH, pageFaultOf } from '@vitrine/contract';
import { isStaleChunk } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../api/index.ts';

/** Reports of one visit at most. */
export const MAX_REPORTS = 5;

/** What is no fault of the page: a refusal, a lost connection, an abort, an older build. */
function isOrdinary(error: unknown): boolean {
  return (
    error instanceof ApiFault ||
    error instanceof NoAnswer ||
    error instanceof DOMException ||
    isStaleChunk(error) ||
    (error instanceof TypeError && /fetch/i.test(error.message))
  );
}

async function post(text: string): Promise<void> {
  try {
    await fetch(PAGE_FAULT_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
      credentials: 'omit',
      keepalive: true,
    });
  } catch (failure) {
    // A report that cannot be sent is dropped: one of this failure would never end.
    if (!(failure instanceof TypeError)) throw failure;
  }
}

/** From here on every fault that reaches the window is sent. Gives back how to stop. */
export function sendFaults(): () => void {
  const sent = new Set<string>();
  const send = (error: unknown): void => {
    if (isOrdinary(error) || sent.size >= MAX_REPORTS) return;
    const fault = pageFaultOf(error, {
      page: 'desk',
      release: import.meta.env['VITE_RELEASE'] ?? '',
      path: location.pathname,
    });
    const kind = `${fault.name} ${fault.message} ${fault.frames[0] ?? ''}`;
    if (sent.has(kind)) return;
    sent.add(kind);
    void post(JSON.stringify(fault));
  };
  const onError = ({ error }: ErrorEvent): void => send(error);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => send(reason);
  globalThis.addEventListener('error', onError);
  globalThis.addEventListener('unhandledrejection', onRejection);
  return () => {
    globalThis.removeEventListener('error', onError);
    globalThis.removeEventListener('unhandledrejection', onRejection);
  };
}
