// Refuses requests that HTTP's own reader lets pass and that a proxy in front may read otherwise: what one of them takes for the
// body, or for the host, the other may take for another request.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** `answer` sends the last answer of a connection, as for bytes that are no HTTP. */
export function refuseAmbiguous(app: FastifyInstance, answer: (error: Error, socket: Socket) => void): void {
  const over = new WeakSet<Socket>();
  // Node answers an unknown expectation itself, before anything is counted; it may be ignored (RFC 9110 §10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const isOver = over.has(socket);
    if (!isOver && !isAmbiguous(request.raw)) return done();
    // Whatever follows on the connection may be a part of it.
    reply.hijack();
    over.add(socket);
    if (!isOver) answer(new Error('expected a request that everybody reads alike'), socket);
    return undefined;
  });
}

/**
 * Whether a request may become a socket: a GET of HTTP/1.1 without a body (RFC 6455 §4.1). What comes behind its head are
 * frames; somebody else would take them for its body.
 */
export function isPlainUpgrade(request: IncomingMessage): boolean {
  const { method, headers, httpVersion } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
  return method === 'GET' && httpVersion === '1.1' && isEmpty && !isAmbiguous(request);
}

/**
 * RFC 9112: several hosts or none (§3.2), a transfer coding that is not ours or of HTTP/1.0 (§6.1), or a version that is not
 * spoken here: HTTP/0.9 has no head, and the reader lets HTTP/2.0 pass.
 */
function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return true;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}
