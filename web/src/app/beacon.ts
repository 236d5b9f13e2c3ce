// Reports errors of the page to the operator: without personal data, each kind once, a few at most.
import { PAGE_FAULT_PATH, pageFaultOf } from '@vitrine/contract';
import { isStaleChunk } from '@vitrine/ui';
import { ApiFault, NoAnswer } from '../api/index.ts';

/** Maximum reports per visit. */
export const MAX_REPORTS = 5;

const sent = new Set<string>();

/** Errors that are not bugs of the page: a refusal, a lost connection, an abort, an older build. */
function isOrdinary(error: unknown): boolean {
  return (
    error instanceof ApiFault ||
    error instanceof NoAnswer ||
    isStaleChunk(error) ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}

/** Posts an error once; drops the report if it cannot be sent. */
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
    // Reporting this failure would loop.
    if (!(failure instanceof TypeError)) throw failure;
  }
}
