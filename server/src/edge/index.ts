// Face of the edge: the HTTP server of the exchange, and the figures beside it.

export { createEdge, createShell, type EdgeOptions } from './edge.ts';
export { DEFAULT_LIMITS, type LimitOptions } from './limits.ts';
export { createMetricsServer, measure } from './metrics.ts';
export { ACCESS_COOKIE } from './cookies.ts';
export { logSerializers } from './log.ts';
export { clientAddress, trustedProxies } from './proxy.ts';
