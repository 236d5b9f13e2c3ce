// The security headers of every answer.

import type { Duplex } from 'node:stream';
import helmet from '@fastify/helmet';
import { CODE, messageOf } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { lastAnswer } from '../../load/index.ts';

/** A year. */
const HSTS_SECONDS = 31_536_000;

/** Content security policy of our pages. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
] as const;
const PERMISSIONS =
  'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=(), clipboard-write=(self)';

/** Sets the headers. `secure`: behind TLS; then HSTS is set. */
export async function secureHeaders(app: FastifyInstance, secure: boolean): Promise<void> {
  await app.register(helmet, {
    // Ours is a constant text below: the plugin would build it anew for every request.
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    xPermittedCrossDomainPolicies: { permittedPolicies: 'none' },
  });
  const policy = [...POLICY, ...(secure ? ['upgrade-insecure-requests'] : [])].join(';');
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', policy);
    reply.header('permissions-policy', PERMISSIONS);
    done();
  });
}

/** The same headers as text, for errors before there is a request. */
function plainHeaders(secure: boolean): string {
  return [
    `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy: same-origin',
    'cross-origin-resource-policy: same-origin',
    'origin-agent-cluster: ?1',
    `permissions-policy: ${PERMISSIONS}`,
    'referrer-policy: no-referrer',
    ...(secure ? [`strict-transport-security: max-age=${HSTS_SECONDS}; includeSubDomains`] : []),
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'x-permitted-cross-domain-policies: none',
  ].join('\r\n');
}

/** Answers invalid HTTP: headers too large (431), a request that times out (408), anything else (400). */
export function answerClientErrors(secure: boolean): (error: Error & { code?: string }, socket: Duplex) => void {
  const headers = plainHeaders(secure);
  const body = JSON.stringify({
    code: CODE['request.invalid'],
    msg: messageOf(CODE['request.invalid'], {}, 'en'),
    data: { key: 'request.invalid', args: {} },
  });
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    const length = Buffer.byteLength(body);
    lastAnswer(
      socket,
      `HTTP/1.1 ${status}\r\n${headers}\r\ncache-control: no-store\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
