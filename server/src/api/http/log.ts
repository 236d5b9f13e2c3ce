// Content of a request's log line: method, route pattern, status, duration. Never a query string, an address, a header
// or a body, which may contain secrets and personal data.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Logs each finished request at level debug. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    // Most exchanges run at level info: then a request costs no unused line.
    if (app.log.level !== 'debug' && app.log.level !== 'trace') return done();
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
