// The session of a signed request. No page has it: there is no satoken, no cookie, nothing to step up.

import type { Session } from '../identity/index.ts';

export interface KeySession extends Session {
  /** The key's id. */
  readonly apiKey: string;
}

/**
 * The key behind a session, undefined for one of a page. This is where a withdrawal learns that it was signed by a key,
 * asked for neither fund password nor second factor, and may therefore pay only to addresses on its owner's allow list
 * (calls §1).
 */
export function apiKeyOf(session: Session): string | undefined {
  return 'apiKey' in session && typeof session.apiKey === 'string' ? session.apiKey : undefined;
}
