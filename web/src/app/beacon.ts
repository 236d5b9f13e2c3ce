// Sends a fault of the page to the operator: scrubbed, each kind once, a few at most.
import { PAGE_FAULT_PATH, pageFaultOf } from '@vitrine/contract';
import { isStaleChunk } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../api/index.ts';

/** Reports of one visit at most. */
export const MAX_REPORTS = 5;

const sent = new Set<string>();

/** What is no fault of the page: a refusal, a lost connection, an abort, an older build. */
function isOrdinary(error: unknown): boolean {
  return (
    error instanceof ApiFault ||
    error instanceof NoAnswer ||
    isStaleChunk(error) ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}

/** Posts a fault once; a report that cannot be sent is dropped. */
export async function sendFault(error: unknown): Promise<void> {
  if (isOrdinary(error) || sent.size >= MAX_REPORTS) return;
  const fault = pageFaultOf(error, {
    page: 'web',
    release: import.meta.env['VITE_RELEASE'] ?? '',
    path: location.pathname,
  });
  const kind = `${fault.name} ${fault.message} ${fault.frames[0] ?? ''}`;
  if (sent.has(kind)) return;
  sent.add(kind);
  try {
    await fetch(PAGE_FAULT_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
      credentials: 'omit',
      keepalive: true,
    });
  } catch (failure) {
    // A report of this one would never end.
    if (!(failure instanceof TypeError)) throw failure;
  }
}
