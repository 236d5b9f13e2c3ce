// Bounds what is received for one request. HTTP's own reader takes the rest of a body that nobody reads, and the extensions of
// its parts, without a limit: a request that costs its sender one unit could bring gigabytes.

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT } from './body.ts';

/** Most bytes received for a body in parts, with the lines between them. */
const PARTS_LIMIT = 8 * BODY_LIMIT;

/** Sets the hooks; uploads have bounds of their own (`upload.ts`). */
export function boundUnread(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _, payload, done) => {
    if (isInParts(request.raw) && !isUpload(request)) {
      const { socket } = request.raw;
      const before = socket.bytesRead;
      payload.on('data', () => {
        if (socket.bytesRead - before > PARTS_LIMIT) socket.destroy();
      });
    }
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete === false && !isUpload(request) && mayBeLong(request.raw))
      reply.header('connection', 'close');
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call takes a file. */
    readonly upload?: boolean;
  }
}

/** By the call, not by what its sender calls the body: a form to any other call is as long as its sender likes. */
export const isUpload = (request: FastifyRequest): boolean => request.routeOptions.config.upload === true;

const isInParts = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

/** Whether more may follow than a body may have. */
function mayBeLong(request: IncomingMessage): boolean {
  return isInParts(request) || Number(request.headers['content-length'] ?? 0) > BODY_LIMIT;
}
