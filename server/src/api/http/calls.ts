// Registers every call of the API contract as a route. Order of checks: limit, signature or guard and session, input
// (opened if sealed), key, wait, factor, fund password, handler, envelope.

import { Readable } from 'node:stream';
import {
  CODE,
  type CallName,
  callNames,
  callOf,
  type CallShape,
  methodsOf,
  pathOf,
  type Prefixes,
} from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type CallContext,
  commandKey,
  type Exporter,
  type ExportName,
  type Exporters,
  type FileAnswer,
  type Guardian,
  type Handlers,
  NO_KEY,
  refuse,
} from '../call/index.ts';
import type { RequestKeys } from '../idempotency/index.ts';
import { sourceOf } from '../../account/devices/index.ts';
import type { Session, Sessions } from '../../account/identity/index.ts';
import { forOwnerNow, nowFor, runFor } from '../load/index.ts';
import type { SealedBodies } from '../sealed/index.ts';
import { ACCEPTED_TYPES } from './input/body.ts';
import type { Admission } from './limits/admission.ts';
import { answer, langOf, refusal } from './answer/answer.ts';
import { encodingOf } from './answer/compress.ts';
import { cookiesOf } from './cookies.ts';
import { csvEnd, csvHead, csvRows } from './answer/csv.ts';
import { sessionOf, signedOf } from './limits/gate.ts';
import { guardWrite } from './guard.ts';
import { inputOf } from './input/input.ts';
import { GUEST_READS, type KeptReads, PUBLIC_READS } from './limits/kept-reads.ts';
import type { Limiters } from './limits/limits.ts';
import { refusalOf } from './answer/problem.ts';
import { keyedPart, openInput } from './input/sealed-input.ts';
import { uploadOf } from './input/upload.ts';

/** How long a read waits for the command it must include, ms. */
export const AFTER_WAIT = 2_000;
/** Every method that Fastify knows here; those that a path does not take are answered 405. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

export interface CallParts {
  /** Values of `{head}` and `{requestHead}` in paths. */
  readonly prefixes: Prefixes;
  readonly handlers: Handlers;
  readonly exporters: Exporters;
  readonly sessions: Sessions;
  readonly guardian: Guardian;
  readonly sealed: SealedBodies;
  readonly origins: () => ReadonlySet<string>;
  readonly secure: boolean;
  readonly limiters: Limiters;
  readonly admission: Admission;
  /** Cached public reads. */
  readonly reads: KeptReads;
  /** Runs requests whose keys are not in the journal, once each. */
  readonly requestKeys: Pick<RequestKeys, 'run'>;
  readonly waitFor: (seq: number, ms: number) => Promise<boolean>;
  readonly now: () => number;
  /** Validates every answer against its schema (tests). */
  readonly checkAnswers: boolean;
}

type AnyHandler = (input: unknown, context: CallContext) => unknown;
type Rows = ReturnType<Exporter<ExportName>>;
type AnyExporter = (input: unknown, context: CallContext) => Rows;

/** Registers all calls, and 405 for every other method of their paths. */
export function registerCalls(app: FastifyInstance, parts: CallParts): void {
  for (const name of callNames) {
    const call = callOf(name);
    const url = pathOf(call, parts.prefixes).replace(/\{([A-Za-z]+)\}/g, ':$1');
    const methods = methodsOf(call);
    app.route({
      method: [...methods],
      url,
      exposeHeadRoute: false,
      config: {
        writes: call.writes,
        upload: call.upload === true,
        // Orders and cancels.
        first: call.writes && call.right === 't',
        // Answers with a secret next to the caller's input must not be compressed (BREACH).
        compress: !call.secret && name !== 'user.getInfo' && name !== 'user.refresh',
      },
      handler: callRoute(name, call, parts),
    });
    const allowed = methods.join(', ');
    app.route({
      method: METHODS.filter((method) => method !== 'GET' || !methods.includes('GET')).filter(
        (method) => method !== 'POST',
      ),
      url,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        refusal(reply.header('allow', allowed), request, refuse('request.method', { allowed })),
    });
  }
}

function callRoute(name: CallName, call: CallShape, parts: CallParts) {
  const handle = parts.handlers[name] as AnyHandler;
  const send = (parts.exporters as Readonly<Record<string, AnyExporter>>)[name];
  const columns = call.csv ? recordFields(call) : [];
  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    parts.limiters.check(call, request);
    if (!call.upload && request.isMultipart())
      throw refuse('request.mediaType', { allowed: ACCEPTED_TYPES.join(', ') });
    const cookies = cookiesOf(request, reply, parts.secure, parts.sessions.lives);
    const signed = signedOf(request);
    // A signature covers the whole request and no page can make one: it needs neither Origin nor satoken.
    if (signed === undefined) guardWrite(call, request, parts.origins());
    const session =
      signed === undefined
        ? await sessionOf(call, request, cookies.access, parts.sessions)
        : await parts.guardian.signed(signed, call);
    if (session !== undefined) {
      const account = `account ${session.userId}`;
      parts.admission.account(request, account);
      nowFor(account);
    }
    const upload = call.upload ? await uploadOf(request, session?.id ?? request.ip) : undefined;
    const now = parts.now();
    const given = inputOf(call, request, upload?.fields);
    const { input, keyed } = await openedOf(call, request, given, session, parts.sealed, now);
    const key = call.key ? keyOf(request, name, keyed, now) : NO_KEY;
    const after = afterOf(request);
    if (after > 0 && !call.writes) await parts.admission.waiting(request, () => parts.waitFor(after, AFTER_WAIT));
    const context: CallContext = {
      session,
      key,
      now,
      after,
      ip: request.ip,
      agent: agentOf(request),
      browser: cookies.browser,
      refreshToken: cookies.refresh,
      lang: langOf(request),
      file: upload?.file,
      signIn: cookies.signIn,
      signOut: cookies.signOut,
    };
    const asked = session === undefined || signed !== undefined ? undefined : session;
    const giveBack =
      asked === undefined || call.factor === 'none' ? undefined : await parts.guardian.factor(call, asked, context);
    reply.header('cache-control', 'no-store');
    const open = PUBLIC_READS.has(name) || (GUEST_READS.has(name) && session === undefined);
    const act = async (): Promise<unknown> => {
      try {
        if (asked !== undefined && call.fund)
          await parts.guardian.fund(asked, (input as { fundPassword?: unknown }).fundPassword);
        // An answer cached for others contains nothing about its first caller.
        const data = await handle(input, open ? { ...context, session: undefined } : context);
        if (parts.checkAnswers && !call.download) call.answer.parse(data);
        return data;
      } catch (error) {
        if (giveBack !== undefined && refusedWith(error) !== undefined) await giveBack();
        throw error;
      }
    };
    const header = request.headers['idempotency-key'];
    const once = call.keyIn !== 'journal' && key !== NO_KEY && session !== undefined && typeof header === 'string';
    const ask = (): Promise<unknown> =>
      once
        ? parts.requestKeys.run({
            ...{ userId: session.userId, key: header.toLowerCase(), call: name, bodyHash: key.bodyHash },
            repeats: call.keyIn === 'custody',
            act,
            codeOf: refusedWith,
          })
        : act();
    if (send && isCsv(input)) {
      parts.admission.file(request);
      // The first rows are requested before anything is sent, so that a refusal is sent in the usual form.
      const rows = await begun(forOwnerNow(send(input, context)));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name.replaceAll('.', '-')}.csv"`);
      const made = (bytes: number) => parts.admission.made(request, bytes);
      return Readable.from(csvLines(columns, rows, made));
    }
    if (open) return sendKept(parts, request, reply, `${name} ${context.lang}`, input, after, ask);
    const data = await ask();
    return call.download ? sendFile(reply, data as FileAnswer) : answer(request, data, call.textCode);
  };
  return (request: FastifyRequest, reply: FastifyReply): Promise<object> =>
    runFor(
      sourceOf(request.ip),
      () => run(request, reply),
      (units) => parts.admission.spent(request, units),
    );
}

/** The code of an error that means that nothing was done; undefined if the outcome is unknown. */
export function refusedWith(error: unknown): number | undefined {
  const no = refusalOf(error, true);
  return no === undefined || no.code === CODE['server.fault'] || no.code === CODE['server.unknown']
    ? undefined
    : no.code;
}

/** Sends a public read from its cached bytes. */
async function sendKept(
  { reads, admission }: CallParts,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  input: unknown,
  after: number,
  ask: () => Promise<unknown>,
): Promise<FastifyReply> {
  const found = await reads.read(`${name} ${JSON.stringify(input)}`, after, encodingOf(request), async () =>
    JSON.stringify(answer(request, await ask())),
  );
  if (found.kept) admission.free(request);
  if (found.encoding !== undefined) reply.header('content-encoding', found.encoding);
  return reply.header('vary', 'accept-encoding').type('application/json; charset=utf-8').send(found.bytes);
}

/** Sends a user's file: shown inline, never sniffed, never cached by a proxy. */
export function sendFile(reply: FastifyReply, { type, bytes }: FileAnswer): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox")
    .send(bytes);
}

/** A call's input, and the part of it that its key covers. */
async function openedOf(
  call: CallShape,
  request: FastifyRequest,
  given: unknown,
  session: Session | undefined,
  bodies: SealedBodies,
  now: number,
): Promise<{ readonly input: unknown; readonly keyed: unknown }> {
  if (call.sealed === undefined || session === undefined) return { input: given, keyed: given };
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : undefined;
  const input = await openInput(call.sealed, given, bodies, { session, key, now });
  return { input, keyed: keyedPart(input) };
}

function keyOf(request: FastifyRequest, name: CallName, input: unknown, now: number) {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' ? commandKey(header, name, input, now) : NO_KEY;
}

function afterOf(request: FastifyRequest): number {
  const header = request.headers['x-after'];
  return typeof header === 'string' && /^[0-9]{1,15}$/.test(header) ? Number.parseInt(header, 10) : 0;
}

function agentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 256);
}

function isCsv(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'format' in input && input.format === 'csv';
}

/** The same rows with their first part already read. */
async function begun(rows: Rows): Promise<Rows> {
  const first = await rows.next();
  return (async function* rest() {
    if (first.done === true) return first.value;
    yield first.value;
    return yield* rows;
  })();
}

async function* csvLines(
  columns: readonly string[],
  rows: Rows,
  made: (bytes: number) => void,
): AsyncGenerator<string> {
  yield csvHead(columns);
  try {
    for (;;) {
      const { done, value } = await rows.next();
      if (done === true) {
        if (typeof value === 'number') yield csvEnd(columns, value);
        return;
      }
      const text = csvRows(columns, value);
      made(text.length);
      yield text;
    }
  } finally {
    // A client that disconnects midway leaves no read behind.
    await rows.return(null);
  }
}

/** Field names of a list's records, from its schema. */
function recordFields(call: CallShape): readonly string[] {
  const shape = call.answer as unknown as {
    shape: { records: { _zod: { def: { element: { shape: Record<string, unknown> } } } } };
  };
  return Object.keys(shape.shape.records._zod.def.element.shape);
}
