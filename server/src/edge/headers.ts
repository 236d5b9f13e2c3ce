// The security headers of every answer.

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** A year. */
const HSTS_SECONDS = 31_536_000;

/** What a page of ours may load and from where. */
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

/** Sets the headers. `secure`: behind TLS, then browsers are told to stay there. */
export async function secureHeaders(app: FastifyInstance, secure: boolean): Promise<void> {
  await app.register(helmet, {
    // Ours is one constant text, below: the plugin would put it together anew for every request.
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
