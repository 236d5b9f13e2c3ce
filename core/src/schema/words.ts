// Fields that many records share.

import { word } from './field.ts';

export const user = word('user', 1);
export const market = word('market', 1, 65_535);
export const order = word('order', 1);
export const asset = word('asset', 1, 65_535);
/** A pool row that must be named. */
export const row = word('row', 1);
export const bits48 = word('bits', 0, 2 ** 48 - 1);
/** An operator of the desk. */
export const operator = word('code', 1, 65_535);
/** Atoms of either sign, in events. */
export const signed = word('atoms', -(2 ** 52));

/**
 * The idempotency key of a user's command: the UUID v7's own time and its 74 random bits in two words, and a 48-bit
 * hash of the request's body. `keyTime` 0: made by the server, not stored.
 */
export const key = { keyTime: word('ms', 0), keyHigh: bits48, keyLow: bits48, bodyHash: bits48 };
