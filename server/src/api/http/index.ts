// Public interface of the API: the exchange's HTTP server and its metrics.

export { answer, langOf, refusal } from './answer/answer.ts';
export { ACCEPTED_TYPES } from './input/body.ts';
export { refusedWith, sendFile } from './calls.ts';
export { createEdge, createShell, type EdgeOptions } from './server.ts';
export { isPlainUpgrade } from './framing.ts';
export { guardWrite } from './guard.ts';
export { inputOf } from './input/input.ts';
export { DEFAULT_LIMITS, type Limiters, type LimitOptions } from './limits/limits.ts';
export type { Admission } from './limits/admission.ts';
export { measure } from './metrics.ts';
export { cookieNames } from './cookies.ts';
export { servePages } from './pages.ts';
export { clientAddress, trustedProxies } from './proxy.ts';
