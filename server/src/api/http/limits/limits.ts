// Rate limits per source: calls per minute weighed by cost, and far fewer calls that try secrets or send mail. A source
// is a network address (for IPv6 its /64) or an account.

import type { CallShape } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../call/index.ts';
import { sourceOf } from '../../../account/devices/index.ts';
import { Meter } from '../../load/index.ts';

/** Units per minute and source: a request costs one, each 8 KiB of answer produced for it one more; SQL as in `load/owner.ts`. */
export interface LimitOptions {
  readonly calls: number;
  readonly secrets: number;
}

export const DEFAULT_LIMITS: LimitOptions = { calls: 6_000, secrets: 60 };
/** Bytes of an answer that cost one more unit. */
const UNIT_BYTES = 8_192;

export interface Limiters {
  /** Charges a request before any work on it. @throws {Refusal} 429 with the seconds to wait. */
  readonly begin: (source: string, units: number) => void;
  /** Charges what turned out to have been done for it, units. */
  readonly spent: (source: string, units: number) => void;
  /** Charges the size of its answer, bytes. */
  readonly made: (source: string, bytes: number) => void;
  /** Charges a call that tries secrets. @throws {Refusal} 429 with the seconds to wait. */
  readonly check: (call: Pick<CallShape, 'secret'>, request: FastifyRequest) => void;
}

/** The limiters; kept in memory per API process. */
export function createLimiters(options: LimitOptions): Limiters {
  const calls = new Meter(options.calls);
  const secrets = new Meter(options.secrets);
  const take = (meter: Meter, source: string, units: number): void => {
    const seconds = meter.take(source, units);
    if (seconds > 0) throw refuse('request.tooFrequent', { seconds: String(seconds) });
  };
  return {
    begin: (source, units) => take(calls, source, units),
    spent: (source, units) => calls.charge(source, units),
    made: (source, bytes) => calls.charge(source, Math.floor(bytes / UNIT_BYTES)),
    check: (call, request) => {
      if (call.secret) take(secrets, sourceOf(request.ip), 1);
    },
  };
}
