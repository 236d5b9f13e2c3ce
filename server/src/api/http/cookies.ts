// The cookies of the house: access, refresh, and the mark of a browser.

import { randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from './input/storable.ts';
import type { SessionGrant } from '../../account/identity/index.ts';
import type { TokenLives } from '../../app/settings/index.ts';

export const ACCESS_COOKIE = 'access';
export const REFRESH_COOKIE = 'refresh';
const ACCESS_SECURE = `__Host-${ACCESS_COOKIE}`;
/** Its path is not the root, as __Host- demands. */
const REFRESH_SECURE = `__Secure-${REFRESH_COOKIE}`;
/** Names a browser: the device it is, the codes and sign-ins it began. It opens nothing by itself but the practice inbox. */
export const BROWSER_COOKIE = 'browser';
const BROWSER_SECURE = `__Host-${BROWSER_COOKIE}`;
/** The only path the refresh cookie is sent to. */
export const REFRESH_PATH = '/api/user/refresh';
/** As long as browsers keep a cookie: a device that is forgotten would be a new one. */
const BROWSER_LIFE = 400 * 86_400;
const MARK_BYTES = 24;
const MAX_COOKIE = 128;

/**
 * The names of the cookies. Behind TLS browsers take a name that begins so from this very host alone, over TLS: no other name
 * of the same domain can plant one.
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

/** Reads and sets the cookies of one request. `secure`: whether the house stands behind TLS. */
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
