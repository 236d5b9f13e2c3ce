// Authenticates a call: the session of the access cookie, with the anti-forgery token for writes; or the signature of
// an API key.

import type { CallShape } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import { refuse, type SignedRequest } from '../../call/index.ts';
import type { Session, Sessions } from '../../../account/identity/index.ts';
import { bodyHashOf } from '../input/body.ts';

/** Longest satoken accepted. */
const MAX_SATOKEN = 128;

const SIGNATURE = ['api-key', 'api-time', 'api-nonce', 'api-sign'] as const;
/** Longest signature header. */
const MAX_SIGNATURE = 128;

/**
 * The signature of a request; undefined if there is none.
 * @throws {Refusal} 1111 if one of its four headers is missing or too long.
 */
export function signedOf(request: FastifyRequest): SignedRequest | undefined {
  const { headers } = request;
  if (SIGNATURE.every((name) => headers[name] === undefined)) return undefined;
  const read = (name: (typeof SIGNATURE)[number]): string => {
    const value = headers[name];
    if (typeof value !== 'string' || value === '' || value.length > MAX_SIGNATURE) throw refuse('apiKey.invalid');
    return value;
  };
  const at = request.url.indexOf('?');
  return {
    method: request.method,
    path: at < 0 ? request.url : request.url.slice(0, at),
    query: at < 0 ? '' : request.url.slice(at + 1),
    bodyHash: bodyHashOf(request),
    headers: {
      'api-key': read('api-key'),
      'api-time': read('api-time'),
      'api-nonce': read('api-nonce'),
      'api-sign': read('api-sign'),
    },
    ip: request.ip,
  };
}

/**
 * The session of a request, undefined for a guest.
 * @throws {Refusal} 401 without an active session where one is needed, 1001 for an unknown token, 403 for a write whose
 *   satoken does not belong to the session.
 */
export async function sessionOf(
  call: CallShape,
  request: FastifyRequest,
  access: string | undefined,
  sessions: Sessions,
): Promise<Session | undefined> {
  const found = access === undefined ? 'expired' : await sessions.find(access);
  if (call.who === 'guest') return typeof found === 'string' ? undefined : found;
  if (found === 'expired') throw refuse('session.ended');
  if (found === 'unknown') throw refuse('token.invalid');
  if (call.writes) {
    const { satoken } = request.headers;
    const fits = typeof satoken === 'string' && satoken.length <= MAX_SATOKEN && sessions.satokenFits(found, satoken);
    if (!fits) throw refuse('request.forbidden');
  }
  return found;
}
