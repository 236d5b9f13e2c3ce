// The API: HTTP in front of the exchange. It authenticates, validates input, and maps to and from the envelope; no
// money logic.

import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import { CODE, defaultPrefixes, type Prefixes } from '@vitrine/contract';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { type Exporters, type Guardian, type Handlers, refuse } from '../call/index.ts';
import type { RequestKeys } from '../idempotency/index.ts';
import type { Sessions } from '../../account/identity/index.ts';
import type { Live } from '../../projection/live/index.ts';
import { logSerializers } from '../../shared/log/index.ts';
import { type PageFaults, servePageFaults } from '../page-fault/index.ts';
import type { SealedBodies } from '../sealed/index.ts';
import type { ExchangeLink } from '../../engine/sequencer/index.ts';
import { type Admission, admitRequests } from './limits/admission.ts';
import { refusal } from './answer/answer.ts';
import { BODY_LIMIT, readBodies } from './input/body.ts';
import { boundUnread } from './input/unread.ts';
import { registerCalls } from './calls.ts';
import { type Compressors, compressAnswers } from './answer/compress.ts';
import { serveDocs } from './docs.ts';
import { answerClientErrors, secureHeaders } from './answer/headers.ts';
import { refuseAmbiguous } from './framing.ts';
import { type FailingPart, serveHealth } from './health.ts';
import { createKeptReads, READ_SLOT } from './limits/kept-reads.ts';
import { createLimiters, DEFAULT_LIMITS, type Limiters, type LimitOptions } from './limits/limits.ts';
import { logRequests } from './log.ts';
import { servePages } from './pages.ts';
import { refusalOf } from './answer/problem.ts';
import { logRefusals } from './limits/refusal-log.ts';
import { acceptUploads } from './input/upload.ts';
import { serveRuntimeConfig } from './runtime-config.ts';

/** Timeout of a complete request, ms: ten megabytes over a poor mobile connection. */
const REQUEST_TIMEOUT = 120_000;
/** Timeout of its headers, ms. */
const HEADERS_TIMEOUT = 30_000;
const KEEP_ALIVE_TIMEOUT = 72_000;
/** Timeout of a stalled connection, ms: a body that does not arrive, an answer that is not read. */
const STALL_TIMEOUT = 60_000;
/** Longest path parameter. */
const MAX_PARAM = 256;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call may change something: it decides what a lost answer means. */
    readonly writes?: boolean;
  }
}

/** Dependencies of an API process. */
export interface EdgeOptions {
  readonly link: ExchangeLink;
  readonly live: Live;
  readonly sessions: Sessions;
  readonly guardian: Guardian;
  /** Opens bodies that pages sealed to the withdrawal key. */
  readonly sealed: SealedBodies;
  /** Keys of requests that are not in the journal. */
  readonly requestKeys: Pick<RequestKeys, 'run'>;
  readonly handlers: Handlers;
  readonly exporters: Exporters;
  readonly mode: 'practice' | 'live';
  /** Our own origins in lower case: only pages from these may write. */
  readonly origins: () => ReadonlySet<string>;
  /** Behind TLS: cookies are Secure, and HSTS is set. */
  readonly secure: boolean;
  readonly version: string;
  /** Values of `{head}` and `{requestHead}` in paths; default `v1`. */
  readonly prefixes?: Prefixes;
  /** Failing parts of custody; default none. */
  readonly failing?: () => readonly FailingPart[];
  /** Stores error reports of pages; without it none are accepted. */
  readonly faults?: PageFaults;
  /** The built page; default web/dist. */
  readonly pages?: string;
  readonly limits?: LimitOptions;
  readonly logger?: FastifyServerOptions['loggerInstance'];
  /** Whether an address is a proxy whose X-Forwarded-For is trusted; default none. */
  readonly trusted?: (address: string) => boolean;
  /** Connections of all addresses at once; what the files that may be open allow, unless said. */
  readonly connections?: number;
  /** ms UTC; tests pass their own. */
  readonly now?: () => number;
  /** Validates every answer against its schema: for tests. */
  readonly checkAnswers?: boolean;
  /** How long public reads are cached, ms; 0: not at all. */
  readonly readSlot?: number;
}

const builtPages = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** The common layer of calls and pages: bodies, headers, cookies, compression, limits, logs, errors. */
export async function createShell({
  secure,
  logger,
  limits = DEFAULT_LIMITS,
  trusted,
  connections,
}: Pick<EdgeOptions, 'secure' | 'logger' | 'limits' | 'trusted' | 'connections'>): Promise<{
  readonly app: FastifyInstance;
  readonly limiters: Limiters;
  readonly admission: Admission;
  readonly compressors: Compressors;
}> {
  const lastAnswer = answerClientErrors(secure);
  const app = Fastify({
    ...(logger === undefined
      ? { logger: false }
      : { loggerInstance: logger.child({}, { serializers: logSerializers }) }),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a line names its route, never the caller.
    childLoggerFactory: (parent) => parent,
    ...(trusted === undefined ? {} : { trustProxy: trusted }),
    // Node would answer a request without a host itself, uncounted, and go on reading behind it.
    http: { requireHostHeader: false },
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    connectionTimeout: STALL_TIMEOUT,
    clientErrorHandler: lastAnswer,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM, ignoreTrailingSlash: false },
    // A path that cannot be decoded is an invalid request, not a fault.
    frameworkErrors: (_, request, reply) => {
      refusal(reply as never, request as never, refuse('request.invalid'));
    },
  });
  app.server.headersTimeout = HEADERS_TIMEOUT;
  closeKindly(app);
  const limiters = createLimiters(limits);
  const admission = admitRequests(app, limiters, trusted, connections);
  refuseAmbiguous(app, lastAnswer);
  app.setErrorHandler((error, request, reply) => {
    if (isFolder(error)) {
      reply.callNotFound();
      return;
    }
    const no = refusalOf(error, request.routeOptions.config.writes);
    if (no === undefined) request.log.error({ err: error, route: request.routeOptions.url ?? 'none' }, 'fault');
    if (no?.code === CODE['request.tooFrequent']) reply.header('retry-after', no.args['seconds'] ?? '1');
    refusal(reply, request, no ?? refuse('server.fault'));
  });
  readBodies(app);
  await acceptUploads(app);
  boundUnread(app);
  await secureHeaders(app, secure);
  await app.register(cookie);
  const compressors = compressAnswers(app, (request, bytes) => admission.made(request, bytes));
  admission.countHeld();
  logRequests(app);
  logRefusals(app);
  return { app, limiters, admission, compressors };
}

/** An API server, ready to listen. The feeds attach sockets to its `server`. */
export async function createEdge(options: EdgeOptions): Promise<FastifyInstance> {
  const { link, live, secure, prefixes = defaultPrefixes, now = Date.now } = options;
  const { app, limiters, admission, compressors } = await createShell(options);
  registerCalls(app, {
    prefixes,
    handlers: options.handlers,
    exporters: options.exporters,
    sessions: options.sessions,
    guardian: options.guardian,
    sealed: options.sealed,
    requestKeys: options.requestKeys,
    origins: options.origins,
    secure,
    limiters,
    admission,
    reads: createKeptReads(options.readSlot ?? READ_SLOT, () => live.head().seq, compressors),
    waitFor: (seq, ms) => live.waitFor(seq, ms),
    now,
    checkAnswers: options.checkAnswers ?? false,
  });
  serveHealth(app, link, options.failing);
  serveRuntimeConfig(app, {
    mode: options.mode,
    prefixes,
    lives: options.sessions.lives,
    withdrawalKey: options.sealed.key,
  });
  if (options.faults !== undefined) servePageFaults(app, { faults: options.faults, origins: options.origins });
  await serveDocs(app, options.version, prefixes, compressors);
  await servePages(app, options.pages ?? builtPages);
  return app;
}

/** The file server's error for a path that is a folder: such a path may still be a page route. */
function isFolder(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 403;
}

/** While closing, every answer ends its connection, so that keep-alive connections do not delay the close. */
function closeKindly(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_, reply, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
