// What an edge asks before a call that needs more than a session: a second factor, the fund password, a signature.

import type { CallShape } from '@vitrine/contract';
import type { CallContext } from './handler.ts';
import type { Session } from '../../account/identity/index.ts';

/** A request signed by an API key, as it came. */
export interface SignedRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** The query as it came, without `?`. */
  readonly query: string;
  /** Hex SHA-256 of the body as it came; of nothing when there was none. */
  readonly bodyHash: string;
  readonly headers: Readonly<Record<'api-key' | 'api-time' | 'api-nonce' | 'api-sign', string>>;
  readonly ip: string;
}

export interface Guardian {
  /**
   * Passes when no second factor is needed, or one was given within ten minutes; of calls that ask each time, for this
   * request.
   * @returns what gives a proof back when the request is refused after all.
   * @throws 1108 with the methods this account could prove itself by.
   */
  factor(call: CallShape, session: Session, context: CallContext): Promise<(() => Promise<void>) | undefined>;
  /**
   * When the session gave its last second factor, ms UTC.
   * @throws 1108 with the methods when that is more than five minutes ago.
   */
  provenAt(session: Session, context: Pick<CallContext, 'ip'>): Promise<number>;
  /** @throws 1101, 1102, 1103. */
  fund(session: Session, fundPassword: unknown): Promise<void>;
  /**
   * The session that a signature stands for.
   * @throws 1111 for whatever is wrong with it, 1112 for a right the key does not have, 1011 of a frozen account.
   */
  signed(request: SignedRequest, call: CallShape): Promise<Session>;
}
