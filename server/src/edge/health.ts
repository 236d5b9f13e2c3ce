// /healthz: this process answers. /readyz: it also takes orders and follows the journal.

import type { FastifyInstance } from 'fastify';
import type { ExchangeLink } from '../sequencer/index.ts';

/** Serves both; plain text, no numbers that would tell anything about customers. */
export function serveHealth(app: FastifyInstance, link: ExchangeLink): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'));
  app.get('/readyz', (_, reply) => {
    const { taking, reason } = link.state();
    return reply
      .code(taking ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(taking ? 'ready\n' : `not taking orders: ${reason ?? 'starting'}\n`);
  });
}
