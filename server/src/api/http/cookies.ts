// The cookies of the exchange: access, refresh, and the browser's id.

import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from './input/storable.ts';
import type { SessionGrant } from '../../account/identity/index.ts';
import type { TokenLives } from '../../app/settings/index.ts';

export const ACCESS_COOKIE = 'access';
export const REFRESH_COOKIE = 'refresh';
const ACCESS_SECURE = `__Host-${ACCESS_COOKIE}`;
/** Its path is not the root, which __Host- requires. */
const REFRESH_SECURE = `__Secure-${REFRESH_COOKIE}`;
/**
 * Identifies a browser: its device, and the codes and sign-ins it started. It only grants access to the practice inbox.
 */
export const BROWSER_COOKIE = 'browser';
const BROWSER_SECURE = `__Host-${BROWSER_COOKIE}`;
/** The only path that the refresh cookie is sent to. */
export const REFRESH_PATH = '/api/user/refresh';
/** The longest life that browsers allow: a forgotten device would count as new. */
const BROWSER_LIFE = 400 * 86_400;
const MARK_BYTES = 24;
const MAX_COOKIE = 128;

/**
 * The names of the cookies. Behind TLS, browsers accept a name with this prefix only from this host over TLS: no other
 * host of the domain can set one.
 */
export function cookieNames(secure: boolean): {
  readonly access: string;
  readonly refresh: string;
  readonly browser: string;
} {
  return secure
    ? { access: ACCESS_SECURE, refresh: REFRESH_SECURE, browser: BROWSER_SECURE }
    : { access: ACCESS_COOKIE, refresh: REFRESH_COOKIE, browser: BROWSER_COOKIE };
}

/** Reads and sets the cookies of one request. `secure`: whether the exchange is behind TLS. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, secure: boolean, lives: TokenLives) {
  const names = cookieNames(secure);
  const common: CookieSerializeOptions = { httpOnly: true, sameSite: 'strict', secure, path: '/' };
  const read = (name: string): string | undefined => {
    const value = request.cookies[name];
    return value !== undefined && value.length <= MAX_COOKIE && isStorable(value) ? value : undefined;
  };
  return {
    access: read(names.access),
    refresh: read(names.refresh),
    browser(): string {
      const known = read(names.browser);
      if (known !== undefined && known.length >= MARK_BYTES) return known;
      const mark = randomBytes(MARK_BYTES).toString('base64url');
      reply.setCookie(names.browser, mark, { ...common, maxAge: BROWSER_LIFE });
      return mark;
    },
    signIn({ access, refresh }: SessionGrant): void {
      reply.setCookie(names.access, access, { ...common, maxAge: lives.access / 1000 });
      reply.setCookie(names.refresh, refresh, { ...common, path: REFRESH_PATH, maxAge: lives.refresh / 1000 });
    },
    signOut(): void {
      reply.clearCookie(names.access, common);
      reply.clearCookie(names.refresh, { ...common, path: REFRESH_PATH });
    },
  };
}
