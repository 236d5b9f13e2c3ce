// Faults of the desk's page that nobody handles, sent to the operator: scrubbed, each kind once, a few a visit.
import { PAGE_FAULT_PATH, pageFaultOf } from '@vitrine/contract';

/** Reports of one visit at most. */
const MAX_REPORTS = 5;

/** From here on every fault that reaches the window is sent. */
export function sendFaults(): void {
  const sent = new Set<string>();
  const send = (error: unknown): void => {
    // A lost connection and an abort are no fault of the page.
    if (error instanceof DOMException || (error instanceof TypeError && /fetch/i.test(error.message))) return;
    const fault = pageFaultOf(error, {
      page: 'desk',
      release: import.meta.env['VITE_RELEASE'] ?? '',
      path: location.pathname,
    });
    const kind = `${fault.name} ${fault.message} ${fault.frames[0] ?? ''}`;
    if (sent.has(kind) || sent.size >= MAX_REPORTS) return;
    sent.add(kind);
    fetch(PAGE_FAULT_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
      keepalive: true,
    }).catch(() => undefined);
  };
  globalThis.addEventListener('error', ({ error }) => send(error));
  globalThis.addEventListener('unhandledrejection', ({ reason }) => send(reason));
}
