// The desk's HTTP server on a separate port and address: calls, pages, and metrics.

import { hash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../../desk/index.ts';
import { createShell, type EdgeOptions, servePages } from '../http/index.ts';
import { faultsText, type PageFaults, servePageFaults } from '../page-fault/index.ts';
import { registerDeskCalls } from './calls.ts';

/** Dependencies of a desk API. */
export interface DeskEdgeOptions extends Pick<EdgeOptions, 'logger' | 'limits' | 'trusted'> {
  readonly desk: Desk;
  /** Our own origins in lower case: only pages from these are answered. */
  readonly origins: () => ReadonlySet<string>;
  /** Behind TLS: the cookie is Secure, and HSTS is set. */
  readonly secure: boolean;
  /** The metrics at /metrics: text and content type. */
  readonly figures?: { readonly contentType: string; metrics(): Promise<string> };
  /** Page error reports: accepts the desk's own, shows all at /page-faults. */
  readonly faults?: PageFaults;
  /** Token for the metrics from other machines; without it only this machine can read them. */
  readonly metricsToken?: string;
  /** The built page; default desk/dist. */
  readonly pages?: string;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Validates every answer against its schema: for tests. */
  readonly checkAnswers?: boolean;
}

/** Connections at once: the desk is for few, and its port must not take the files that the exchange needs. */
const CONNECTIONS_MOST = 500;

const builtPages = fileURLToPath(new URL('../../../../desk/dist', import.meta.url));

/** A desk API, ready to listen. */
export async function createDeskEdge(options: DeskEdgeOptions): Promise<FastifyInstance> {
  const { desk, origins, secure, figures, faults, now = Date.now, checkAnswers = false } = options;
  const { app, limiters, admission } = await createShell({ ...options, connections: CONNECTIONS_MOST });
  registerDeskCalls(app, { desk, origins, secure, limiters, admission, now, checkAnswers });
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('cache-control', 'no-store');
    return mayReadFigures(request, options.metricsToken) ? undefined : askForToken(reply);
  };
  if (figures !== undefined)
    app.get('/metrics', { onRequest }, async (_, reply) =>
      reply.type(figures.contentType).send(await figures.metrics()),
    );
  if (faults !== undefined) {
    servePageFaults(app, { faults, origins });
    app.get('/page-faults', { onRequest }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(faultsText(faults.list())),
    );
  }
  await servePages(app, options.pages ?? builtPages);
  return app;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether the caller may read the metrics: from this machine, or with the token. */
function mayReadFigures({ ip, ips, headers }: FastifyRequest, token: string | undefined): boolean {
  const family = isIP(ip);
  // Traffic forwarded by an untrusted proxy comes from elsewhere, even if the proxy is on this machine.
  const forwarded = headers['x-forwarded-for'] !== undefined && ips === undefined;
  if (!forwarded && family !== 0 && LOOPBACK.check(ip, family === 6 ? 'ipv6' : 'ipv4')) return true;
  const given = hash('sha256', headers.authorization ?? '', 'buffer');
  return token !== undefined && timingSafeEqual(given, hash('sha256', `Bearer ${token}`, 'buffer'));
}

function askForToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('www-authenticate', 'Bearer')
    .type('text/plain; charset=utf-8')
    .send('A token is needed.\n');
}
