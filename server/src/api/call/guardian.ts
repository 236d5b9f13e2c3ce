// Checks for calls that need more than a session: a second factor, the fund password, a signature.

import type { CallShape } from '@vitrine/contract';
import type { CallContext } from './handler.ts';
import type { Session } from '../../account/identity/index.ts';

/** A request signed with an API key, as received. */
export interface SignedRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The query as received, without `?`. */
  readonly query: string;
  /** Hex SHA-256 of the body as received; of the empty string if there is none. */
  readonly bodyHash: string;
  readonly headers: Readonly<Record<'api-key' | 'api-time' | 'api-nonce' | 'api-sign', string>>;
  readonly ip: string;
}

export interface Guardian {
  /**
   * Passes if no second factor is needed, or one was given within ten minutes; for calls that require one each time,
   * for this request.
   * @returns a function that returns the proof if the request is rejected after all.
   * @throws 1108 with the methods available to this account.
   */
  factor(call: CallShape, session: Session, context: CallContext): Promise<(() => Promise<void>) | undefined>;
  /**
   * When the session last gave a second factor, ms UTC.
   * @throws 1108 with the methods if that is more than five minutes ago.
   */
  provenAt(session: Session, context: Pick<CallContext, 'ip'>): Promise<number>;
  /** @throws 1101, 1102, 1103. */
  fund(session: Session, fundPassword: unknown): Promise<void>;
  /**
   * The session that a signature authenticates.
   * @throws 1111 for anything invalid, 1112 for a missing right of the key, 1011 for a frozen account.
   */
  signed(request: SignedRequest, call: CallShape): Promise<Session>;
}
