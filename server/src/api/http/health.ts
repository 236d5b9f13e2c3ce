// /healthz: this process answers. /readyz: it also accepts orders and follows the journal.

import type { FastifyInstance } from 'fastify';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';

/** A part of custody that is failing. */
export interface FailingPart {
  readonly name: string;
  /** ms UTC. */
  readonly since: number;
}

/**
 * Serves both as plain text, without numbers that reveal anything about customers. Failing parts of custody are named
 * but do not change the status: orders are accepted without them, and a load balancer would stop them for everybody.
 */
export function serveHealth(
  app: FastifyInstance,
  link: ExchangeLink,
  failing: () => readonly FailingPart[] = () => [],
): void {
  app.get('/healthz', { config: { first: true } }, (_, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n'),
  );
  app.get('/readyz', { config: { first: true } }, (_, reply) => {
    const { taking, reason } = link.state();
    return reply
      .code(taking ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${taking ? 'ready' : `not taking orders: ${reason ?? 'starting'}`}\n${custodyLines(failing())}`);
  });
}

function custodyLines(failing: readonly FailingPart[]): string {
  return failing
    .map(({ name, since }) => `custody does not work: ${name}, since ${new Date(since).toISOString()}\n`)
    .join('');
}
