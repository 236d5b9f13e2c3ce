// Shared by the desk's calls.

import * as z from 'zod/mini';
import { keyedInSql, line } from '../call/index.ts';
import { idInput, time } from '../text.ts';
import { DESK_ROLES } from './enumeration.ts';

export const api = '/desk/api';
/** Longest reason and note. */
export const MAX_DESK_REASON = 500;
/** Most fields refused at once in a verification. */
export const MAX_REFUSED_FIELDS = 8;
/** Password length limits for staff: the page checks them, because a hash has no length. */
export const DESK_PASSWORD_LEAST = 12;
export const DESK_PASSWORD_MOST = 128;

export const done = z.object({ time });
export const reason = line(MAX_DESK_REASON);
export const read = { method: 'POST', who: 'user' } as const;
/** A write whose outcome can be queried by its key after a lost answer (`desk.outcome`). */
export const write = { method: 'POST', who: 'user', writes: true, ...keyedInSql } as const;
/** A write without a key: `contract/test/desk-keys.test.ts` says why each needs none. */
export const unkeyed = { method: 'POST', who: 'user', writes: true } as const;
/** Calls without a sign-in. */
export const open = { method: 'POST', writes: true, secret: true } as const;
export const personName = line(40).check(z.minLength(2));
export const token = z.string().check(z.regex(/^[0-9A-Za-z_-]{43}$/));
/** Six digits, or a recovery code. */
export const factorInput = z.string().check(z.regex(/^([0-9]{6}|[0-9A-Za-z]{4}(-?[0-9A-Za-z]{4}){1,3})$/));
export const word = z.optional(z.string().check(z.regex(/^[0-9A-Za-z-]{6,24}$/)));
export const roles = z.array(z.enum(DESK_ROLES)).check(z.minLength(1), z.maxLength(DESK_ROLES.length));
export const one = z.object({ id: idInput });
export const oneWhy = z.object({ id: idInput, reason });
