// Detects whether a failed query means that the database is unavailable, and whether the query may have run anyway.

import { isCode } from './system-error.ts';

/** `unreached`: the statement never arrived. `lost`: its answer did not come back, so it may have run. */
export type Away = 'unreached' | 'lost';

/** Most causes inspected: errors are wrapped once or twice on their way. */
const MOST_CAUSES = 4;
/** Cannot connect now, no connection or resource left (class 53), the socket is missing or refuses. */
const UNREACHED = ['57P03', '53000', '53100', '53200', '53300', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT'];
/** System calls of sockets; those of files fail with the same codes. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Shutdown or crash during the statement, and a broken connection. */
const LOST = ['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE'];
/** Driver messages without a code. */
const UNREACHED_WORDS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
];
const LOST_WORDS = ['Connection terminated unexpectedly', 'Connection terminated', 'Query read timeout'];

/** Whether an error means that the database is unavailable or had no free connection in time. */
export function awayOf(error: unknown): Away | undefined {
  let one: unknown = error;
  for (let depth = 0; depth < MOST_CAUSES && one instanceof Error; depth += 1) {
    const found = ofOne(one);
    if (found !== undefined) return found;
    one = one.cause;
  }
  return undefined;
}

function ofOne(error: Error): Away | undefined {
  if ('syscall' in error && typeof error.syscall === 'string' && !SOCKET_CALLS.has(error.syscall)) return undefined;
  if (UNREACHED.some((code) => isCode(error, code)) || UNREACHED_WORDS.includes(error.message)) return 'unreached';
  if (LOST.some((code) => isCode(error, code)) || LOST_WORDS.includes(error.message)) return 'lost';
  return undefined;
}
