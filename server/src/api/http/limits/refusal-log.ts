// Logs refusals for missing permissions and rate limits (ASVS 16.3): counted, one line per minute for each route, code
// and source. A source is a keyed hash of its address under a key of this process: it distinguishes sources without
// identifying them.

import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { codesOf } from '@vitrine/contract';
import { sourceOf } from '../../../account/devices/index.ts';

/**
 * Forbidden; rate limited; a forged token; a wrong password, code, proof of work or fund password; a missing or wrong
 * second factor; a wrong signature; a missing right of a key; a modified sealed body. Not 401: sessions end normally.
 */
const LOGGED: ReadonlySet<number> = new Set(
  codesOf(
    'request.forbidden',
    'request.tooFrequent',
    'token.invalid',
    'login.failed',
    'login.locked',
    'code.wrong',
    'password.wrong',
    'work.wrong',
    'fundPassword.wrong',
    'fundPassword.locked',
    'factor.wrong',
    'apiKey.invalid',
    'apiKey.right',
    'body.sealed',
  ),
);
const EVERY = 60_000;
/** Most lines per minute; the rest is counted in one line. */
const LINES_MOST = 200;
const KEY_BYTES = 32;
/** Hexadecimal digits of a source's name. */
const NAME_DIGITS = 12;

declare module 'fastify' {
  interface FastifyReply {
    /** The refusal code of this answer; 0: none. */
    refused: number;
  }
}

interface Counted {
  readonly route: string;
  readonly code: number;
  readonly from: string;
  count: number;
}

/** Counts the refusals of an API process and logs them every minute and at the end. */
export function logRefusals(app: FastifyInstance): void {
  const key = randomBytes(KEY_BYTES);
  const nameOf = (ip: string) => createHmac('sha256', key).update(sourceOf(ip)).digest('hex').slice(0, NAME_DIGITS);
  const counted = new Map<string, Counted>();
  let besides = 0;

  function flush(): void {
    for (const one of counted.values()) app.log.warn(one, 'refused');
    if (besides > 0) app.log.warn({ route: 'others', code: 0, from: 'others', count: besides }, 'refused');
    counted.clear();
    besides = 0;
  }

  app.decorateReply('refused', 0);
  app.addHook('onResponse', (request, reply, done) => {
    const code = reply.refused;
    if (!LOGGED.has(code)) return done();
    const route = request.routeOptions.url ?? 'none';
    const from = nameOf(request.ip);
    const name = `${route} ${code} ${from}`;
    const known = counted.get(name);
    if (known !== undefined) known.count += 1;
    else if (counted.size < LINES_MOST) counted.set(name, { route, code, from, count: 1 });
    else besides += 1;
    done();
  });
  const beat = setInterval(flush, EVERY);
  beat.unref();
  app.addHook('onClose', (_, done) => {
    clearInterval(beat);
    flush();
    done();
  });
}
