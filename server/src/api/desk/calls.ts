// Registers every call of the desk as a route. Order of checks: limit, guard, session, anti-forgery token, role, input,
// key, handler, envelope. No call is answered across origins, including reads.

import { DESK_CALL_ROLES, type DeskCallName, deskCallNames, deskCallOf, mayDesk } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { commandKey, type FileAnswer, refuse } from '../call/index.ts';
import { type Desk, DESK_LIFE, type DeskSession, refuseWhy } from '../../desk/index.ts';
import { sourceOf } from '../../account/devices/index.ts';
import {
  ACCEPTED_TYPES,
  type Admission,
  answer,
  guardWrite,
  inputOf,
  type Limiters,
  refusal,
  refusedWith,
  sendFile,
} from '../http/index.ts';
import { nowFor, runFor } from '../load/index.ts';
import { type DeskContext, type DeskHandlers, deskHandlers } from './handlers.ts';

/** The desk's only cookie. The customer API ignores it, and the desk ignores customers' cookies. */
export const DESK_COOKIE = 'desk';

/** Its name; behind TLS one that browsers only accept from this host. */
export function deskCookie(secure: boolean): string {
  return secure ? `__Host-${DESK_COOKIE}` : DESK_COOKIE;
}

/** Every method except the one that calls use. */
const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const MAX_COOKIE = 128;
const MAX_SATOKEN = 128;
const MAX_AGENT = 256;
/** The call that returns the anti-forgery token needs none; it changes nothing, and only our own page may read it. */
const WITHOUT_SATOKEN: readonly DeskCallName[] = ['desk.me'];

export interface DeskCallParts {
  readonly desk: Desk;
  readonly origins: () => ReadonlySet<string>;
  readonly secure: boolean;
  readonly limiters: Limiters;
  readonly admission: Admission;
  readonly now: () => number;
  /** Validates every answer against its schema (tests). */
  readonly checkAnswers: boolean;
}

type AnyHandler = (input: unknown, context: Omit<DeskContext, 'session'> & { session?: DeskSession }) => unknown;

/** Registers all calls, and 405 for every other method of their paths. */
export function registerDeskCalls(app: FastifyInstance, parts: DeskCallParts): void {
  const handlers = deskHandlers(parts.desk);
  for (const name of deskCallNames) {
    const url = deskCallOf(name).path;
    app.route({
      method: 'POST',
      url,
      config: {
        // There are few reads, and a decision with a lost answer must not look like "nothing was done".
        writes: true,
        // Every answer contains personal data or a secret next to the caller's input, so none is compressed (BREACH).
        compress: false,
      },
      handler: callRoute(name, handlers, parts),
    });
    app.route({
      method: [...OTHER_METHODS],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) =>
        refusal(reply.header('allow', 'POST'), request, refuse('request.method', { allowed: 'POST' })),
    });
  }
}

function callRoute(name: DeskCallName, handlers: DeskHandlers, parts: DeskCallParts) {
  const call = deskCallOf(name);
  const handle = handlers[name] as AnyHandler;
  const needsSession = DESK_CALL_ROLES[name] !== 'anybody';
  const run = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    reply.header('cache-control', 'no-store');
    parts.limiters.check(call, request);
    if (request.isMultipart()) throw refuse('request.mediaType', { allowed: ACCEPTED_TYPES.join(', ') });
    guardWrite({ ...call, writes: true }, request, parts.origins());
    const session = needsSession ? await sessionOf(name, request, parts) : undefined;
    if (session !== undefined) {
      const person = `person ${session.person}`;
      parts.admission.account(request, person);
      nowFor(person);
    }
    if (session !== undefined && !mayDesk(name, session.roles)) throw refuseWhy('request.forbidden', 'role');
    const input = inputOf(call, request);
    const { secure } = parts;
    const cookie = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
    const context: Parameters<AnyHandler>[1] = {
      ...(session === undefined ? {} : { session }),
      ip: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT),
      now: parts.now(),
      signIn: (token) => void reply.setCookie(deskCookie(secure), token, { ...cookie, maxAge: DESK_LIFE / 1_000 }),
      signOut: () => void reply.clearCookie(deskCookie(secure), cookie),
    };
    const act = async (): Promise<unknown> => handle(input, context);
    const header = request.headers['idempotency-key'];
    const isKeyed = call.key && session !== undefined && typeof header === 'string';
    const data = await (isKeyed
      ? parts.desk.requestKeys.run({
          ...{ userId: session.person, key: header.toLowerCase(), call: name, repeats: false },
          bodyHash: commandKey(header, name, input, parts.now()).bodyHash,
          act,
          codeOf: refusedWith,
        })
      : act());
    if (call.download) return sendFile(reply, data as FileAnswer);
    if (parts.checkAnswers) call.answer.parse(data);
    return answer(request, data);
  };
  return (request: FastifyRequest, reply: FastifyReply): Promise<object> =>
    runFor(
      sourceOf(request.ip),
      () => run(request, reply),
      (units) => parts.admission.spent(request, units),
    );
}

/** The session of the cookie. @throws 401; 403 if the anti-forgery token is not the session's. */
async function sessionOf(
  name: DeskCallName,
  request: FastifyRequest,
  { desk, secure }: Pick<DeskCallParts, 'desk' | 'secure'>,
): Promise<DeskSession> {
  const token = request.cookies[deskCookie(secure)];
  if (token === undefined || token.length > MAX_COOKIE) throw refuse('session.ended');
  // The page's automatic polls do not keep the session alive.
  const session = await desk.sessions.find(token, request.headers['x-poll'] === undefined);
  if (session === undefined) throw refuse('session.ended');
  if (WITHOUT_SATOKEN.includes(name)) return session;
  const { satoken } = request.headers;
  const fits =
    typeof satoken === 'string' && satoken.length <= MAX_SATOKEN && desk.sessions.satokenFits(session, satoken);
  if (!fits) throw refuse('request.forbidden');
  return session;
}
