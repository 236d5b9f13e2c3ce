// How much one connection may ask for at once. Browsers send one request after the other on it; a client that sends thousands
// without waiting would have them all answered, and all answers held, before anybody else's turn comes.

import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Requests of one connection that are not answered yet, at most. One more ends it. */
export const SOCKET_REQUESTS_MOST = 32;

/** Ends connections that ask for more at once: nothing of theirs that is not begun yet is done. */
export function boundSockets(app: FastifyInstance): void {
  const asked = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // What else was in the bytes that have been read already.
    if (socket.destroyed) {
      reply.hijack();
      return;
    }
    const before = asked.get(socket) ?? 0;
    if (before >= SOCKET_REQUESTS_MOST) {
      reply.hijack();
      socket.destroy();
      return;
    }
    asked.set(socket, before + 1);
    reply.raw.once('close', () => asked.set(socket, (asked.get(socket) ?? 1) - 1));
    done();
  });
}
