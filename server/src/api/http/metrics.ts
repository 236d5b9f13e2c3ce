// Metrics for Prometheus; served on the desk's port.

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Live } from '../../projection/live/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import type { PageFaults } from '../page-fault/index.ts';
import type { ViewsHealth } from '../../projection/views/index.ts';
import type { FailingPart } from './health.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Counts every request of an API process by its route pattern. */
export function measure(
  app: FastifyInstance,
  link: ExchangeLink,
  live: Live,
  views: () => ViewsHealth,
  failing: () => readonly FailingPart[] = () => [],
  faults?: PageFaults,
  breachedFailing: () => number = () => 0,
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'vitrine_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'vitrine_request_seconds',
    help: 'Seconds from the first byte in to the last byte out, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('vitrine_taking_orders', '1 while orders are taken.', () => (link.state().taking ? 1 : 0));
  gauge('vitrine_live_seq', 'Last command folded by this edge.', () => live.head().seq);
  gauge('vitrine_live_time_ms', 'Time of the last batch folded by this edge, ms UTC.', () => live.head().time);
  gauge('vitrine_views_row', 'Last journal row that the views in SQL hold.', () => views().row);
  gauge('vitrine_views_behind_rows', 'Committed journal rows that the views do not hold yet.', () => views().behind);
  gauge(
    'vitrine_views_lost_rows',
    'Rows of the views that the database lost since the start and that are written again. Alarm: above 0.',
    () => views().lost,
  );
  gauge(
    'vitrine_views_rebuilt',
    '1 when the start found a gap in the views and rebuilt them. Alarm: 1.',
    () => views().rebuilt,
  );
  gauge(
    'vitrine_breached_list_failing',
    '1 while the list of breached passwords cannot be read or is not sorted: pages go on without it. Alarm: 1.',
    breachedFailing,
  );
  new Gauge({
    name: 'vitrine_custody_failing',
    help: '1 for each part of custody that does not work now. Alarm: any.',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name } of failing()) this.set({ part: name }, 1);
    },
  });
  new Gauge({
    name: 'vitrine_page_faults',
    help: 'Faults that pages reported since the start, by page and build (this, other; dropped beyond the limit). Alarm: a rise of this.',
    labelNames: ['page', 'build'],
    registers: [registry],
    collect() {
      for (const { page, build, count } of faults?.counts() ?? []) this.set({ page, build }, count);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ route, method: request.method, status: reply.statusCode });
    duration.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}
