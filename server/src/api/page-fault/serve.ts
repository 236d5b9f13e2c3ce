// The endpoint to which our own pages post errors. Its answer never contains information.

import { PAGE_FAULT_PATH, pageFault } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { sourceOf } from '../../account/devices/index.ts';
import { Meter } from '../load/index.ts';
import type { PageFaults } from './faults.ts';

/** Reports per address and minute. */
const MOST_FROM_ONE = 20;
/** Largest report, bytes. */
const MAX_BODY = 8_192;

/** Accepts reports of pages from `origins`; silently drops invalid and excess ones. */
export function servePageFaults(
  app: FastifyInstance,
  { faults, origins }: { readonly faults: PageFaults; readonly origins: () => ReadonlySet<string> },
): void {
  const meter = new Meter(MOST_FROM_ONE);
  app.post(PAGE_FAULT_PATH, { bodyLimit: MAX_BODY }, async (request, reply) => {
    const allowed = meter.take(sourceOf(request.ip), 1) === 0;
    const read = pageFault.safeParse(request.body);
    const ours = origins().has(request.headers.origin?.toLowerCase() ?? '');
    if (allowed && ours && read.success) faults.take(read.data);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
