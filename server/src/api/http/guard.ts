// Cross-site protection of every call that writes, including GET: it must come from our own page, deliberately, and
// from this session.

import type { CallShape } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';

/** Headers by which browsers mark a prefetch. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Rejects a write that another site, a prefetch or a plain navigation could have caused.
 *
 * Origin must be ours. A browser sends none with a same-origin GET; then Sec-Fetch-Site must confirm it. A missing
 * Sec-Fetch-Site passes if Origin is ours (older browsers, programs).
 * @throws {Refusal} 403
 */
export function guardWrite(call: CallShape, request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (!call.writes) return;
  const origin = header(request, 'origin');
  const site = header(request, 'sec-fetch-site');
  const destination = header(request, 'sec-fetch-dest');
  const ours = origin === undefined ? site === 'same-origin' : origins.has(origin.toLowerCase());
  const fromHere = site === undefined || site === 'same-origin';
  const byScript = destination === undefined || destination === 'empty';
  const ahead = PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(header(request, name) ?? ''));
  if (!ours || !fromHere || !byScript || ahead) throw refuse('request.forbidden');
}
