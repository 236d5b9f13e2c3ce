// The cookies of the house: access, refresh, and the mark of a browser.

import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCESS_LIFE, REFRESH_LIFE, type SessionGrant } from '../identity/index.ts';

export const ACCESS_COOKIE = 'access';
export const REFRESH_COOKIE = 'refresh';
/** Names a browser: the device it is, the codes and sign-ins it began. It opens nothing by itself but the practice inbox. */
export const BROWSER_COOKIE = 'browser';
/** The only path the refresh cookie is sent to. */
export const REFRESH_PATH = '/api/user/refresh';
/** As long as browsers keep a cookie: a device that is forgotten would be a new one. */
const BROWSER_LIFE = 400 * 86_400;
const MARK_BYTES = 24;
const MAX_COOKIE = 128;

/** Reads and sets the cookies of one request. `secure`: whether the house stands behind TLS. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const common: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', secure, path: '/' };
  const read = (name: string): string | undefined => {
    const value = request.cookies[name];
    return value !== undefined && value.length <= MAX_COOKIE ? value : undefined;
  };
  return {
    access: read(ACCESS_COOKIE),
    refresh: read(REFRESH_COOKIE),
    browser(): string {
      const known = read(BROWSER_COOKIE);
      if (known !== undefined && known.length >= MARK_BYTES) return known;
      const mark = randomBytes(MARK_BYTES).toString('base64url');
      reply.setCookie(BROWSER_COOKIE, mark, { ...common, maxAge: BROWSER_LIFE });
      return mark;
    },
    signIn({ access, refresh }: SessionGrant): void {
      reply.setCookie(ACCESS_COOKIE, access, { ...common, maxAge: ACCESS_LIFE / 1000 });
      reply.setCookie(REFRESH_COOKIE, refresh, { ...common, path: REFRESH_PATH, maxAge: REFRESH_LIFE / 1000 });
    },
    signOut(): void {
      reply.clearCookie(ACCESS_COOKIE, common);
      reply.clearCookie(REFRESH_COOKIE, { ...common, path: REFRESH_PATH });
    },
  };
}
