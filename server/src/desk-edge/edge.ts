// The desk's own HTTP server, on its own port and address: calls, pages, and the figures of the house.

import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/index.ts';
import { createShell, type EdgeOptions, servePages } from '../edge/index.ts';
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
  /** The built page; desk/dist unless said otherwise. */
  readonly pages?: string;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Checks every answer against its schema: for tests. */
  readonly checkAnswers?: boolean;
}

const builtPages = fileURLToPath(new URL('../../../desk/dist', import.meta.url));

/** A desk's edge, ready to listen. */
export async function createDeskEdge(options: DeskEdgeOptions): Promise<FastifyInstance> {
  const { desk, origins, secure, figures, faults, now = Date.now, checkAnswers = false } = options;
  const { app, limiters } = await createShell(options);
  registerDeskCalls(app, { desk, origins, secure, limiters, now, checkAnswers });
  if (figures !== undefined)
    app.get('/metrics', async (_, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(figures.contentType)
        .send(await figures.metrics()),
    );
  if (faults !== undefined) {
    servePageFaults(app, { faults, origins });
    app.get('/page-faults', (_, reply) =>
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(faultsText(faults.list())),
    );
  }
  await servePages(app, options.pages ?? builtPages);
  return app;
}
