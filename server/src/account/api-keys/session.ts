// The session of a signed request. It has no satoken, no cookie and no step-up, and no page uses it.

import type { Session } from '../identity/index.ts';

export interface KeySession extends Session {
  /** The key's id. */
  readonly apiKey: string;
}

/**
 * The API key of a session; undefined for a browser session. A withdrawal uses it to learn that it was signed with a
 * key. Then neither fund password nor second factor was asked for, so it may only pay to addresses on the owner's allow
 * list (calls §1).
 */
export function apiKeyOf(session: Session): string | undefined {
  return 'apiKey' in session && typeof session.apiKey === 'string' ? session.apiKey : undefined;
}

const KEY_SESSION = /^key-([0-9]{1,18})$/;

/** The session id of requests that an API key signs. */
export function keySessionId(apiKey: string): string {
  return `key-${apiKey}`;
}

/** The API key that a session id names; undefined for a browser session. */
export function keyIdOf(session: string): string | undefined {
  return KEY_SESSION.exec(session)?.[1];
}
