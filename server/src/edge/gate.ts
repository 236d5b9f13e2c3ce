// Who may make a call: the session behind the access cookie, and for writes the anti-forgery value it carries.

import type { CallShape } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';
import type { Session, Sessions } from '../identity/index.ts';

/** Longest satoken looked at. */
const MAX_SATOKEN = 128;

/**
 * A request that is signed by an API key. There are none yet, so no signature can be right.
 * @throws {Refusal} 1111
 */
export function refuseSigned(request: FastifyRequest): void {
  if (request.headers['api-key'] !== undefined) throw refuse(1111);
}

/**
 * The session of a request, undefined for a guest.
 * @throws {Refusal} 401 without a live session where one is needed, 1001 for a token that is none of ours, 403 for a
 * write whose satoken does not belong to the session.
 */
export async function sessionOf(
  call: CallShape,
  request: FastifyRequest,
  access: string | undefined,
  sessions: Sessions,
): Promise<Session | undefined> {
  const found = access === undefined ? 'expired' : await sessions.find(access);
  if (call.who === 'guest') return typeof found === 'string' ? undefined : found;
  if (found === 'expired') throw refuse(401);
  if (found === 'unknown') throw refuse(1001);
  if (call.writes) {
    const { satoken } = request.headers;
    const fits = typeof satoken === 'string' && satoken.length <= MAX_SATOKEN && sessions.satokenFits(found, satoken);
    if (!fits) throw refuse(403);
  }
  return found;
}
