// The desk's own HTTP server, on its own port and address: calls, pages, and the figures of the house.

import { hash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../../desk/index.ts';
import { createShell, type EdgeOptions, servePages } from '../http/index.ts';
import { faultsText, type PageFaults, servePageFaults } from '../page-fault/index.ts';
import { registerDeskCalls } from './calls.ts';

/** What a desk's edge stands on. */
export interface DeskEdgeOptions extends Pick<EdgeOptions, 'logger' | 'limits' | 'trusted'> {
  readonly desk: Desk;
  /** Our own addresses, lower case, without a path: only pages from there are answered. */
  readonly origins: () => ReadonlySet<string>;
  /** Behind TLS: the cookie is Secure, browsers are told to stay. */
  readonly secure: boolean;
  /** The figures at /metrics: their text and its type. */
  readonly figures?: { readonly contentType: string; metrics(): Promise<string> };
  /** Faults of pages: the desk's own are taken, all are shown at /page-faults. */
  readonly faults?: PageFaults;
  /** What the figures ask for from elsewhere than this machine; without it nobody elsewhere reads them. */
  readonly metricsToken?: string;
  /** The built page; desk/dist unless said otherwise. */
  readonly pages?: string;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Checks every answer against its schema: for tests. */
  readonly checkAnswers?: boolean;
}

/** Connections at once: the desk is for few, and its port must not take the files that the exchange needs. */
const CONNECTIONS_MOST = 500;

const builtPages = fileURLToPath(new URL('../../../../desk/dist', import.meta.url));

/** A desk's edge, ready to listen. */
export async function createDeskEdge(options: DeskEdgeOptions): Promise<FastifyInstance> {
  const { desk, origins, secure, figures, faults, now = Date.now, checkAnswers = false } = options;
  const { app, limiters } = await createShell({ ...options, connections: CONNECTIONS_MOST });
  registerDeskCalls(app, { desk, origins, secure, limiters, now, checkAnswers });
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

/** Whether the figures are shown: to this machine, or by the token. */
function mayReadFigures({ ip, ips, headers }: FastifyRequest, token: string | undefined): boolean {
  const family = isIP(ip);
  // What a proxy that is not believed forwards comes from elsewhere, though the proxy stands here.
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
