// Whether a failed query says that the database is away, and whether the query may have been done all the same.

import { isCode } from './system-error.ts';

/** `unreached`: the statement never got there. `lost`: its answer did not come back; it may have been done. */
export type Away = 'unreached' | 'lost';

/** Causes looked through: errors are explained once or twice on their way. */
const MOST_CAUSES = 4;
/** cannot connect now, no connection or resource left (class 53), the socket is not there or refuses. */
const UNREACHED = ['57P03', '53000', '53100', '53200', '53300', 'ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT'];
/** System calls of sockets; those of files fail by the same codes. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Shutdown or crash while it worked, and a connection that broke. */
const LOST = ['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE'];
/** What the driver says without a code. */
const UNREACHED_WORDS = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
];
const LOST_WORDS = ['Connection terminated unexpectedly', 'Connection terminated', 'Query read timeout'];

/** Whether an error means that the database is away or has no connection free in time. */
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
