// How much one source may ask for: calls a minute weighed by what they cost, far fewer of those that try secrets or send
// mail, and so many at once. A source is a network address (of IPv6 its /64), or an account.

import type { CallShape } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../call/index.ts';
import { sourceOf } from '../../../account/devices/index.ts';
import { Meter } from '../../load/index.ts';

/** Units a minute and source: a request is one, and each 8 KiB of its answer that is made for it one more. */
export interface LimitOptions {
  readonly calls: number;
  readonly secrets: number;
}

export const DEFAULT_LIMITS: LimitOptions = { calls: 6_000, secrets: 60 };
/** Bytes of an answer that count as one more request. */
const UNIT_BYTES = 8_192;

export interface Limiters {
  /** Counts a request before anything is done for it. @throws {Refusal} 429 with the seconds to wait. */
  readonly begin: (source: string, units: number) => void;
  /** Counts what its answer took, bytes. */
  readonly made: (source: string, bytes: number) => void;
  /** Counts a call that tries secrets. @throws {Refusal} 429 with the seconds to wait. */
  readonly check: (call: Pick<CallShape, 'secret'>, request: FastifyRequest) => void;
}

/** The limits; they are kept in memory, edge by edge. */
export function createLimiters(options: LimitOptions): Limiters {
  const calls = new Meter(options.calls);
  const secrets = new Meter(options.secrets);
  const take = (meter: Meter, source: string, units: number): void => {
    const seconds = meter.take(source, units);
    if (seconds > 0) throw refuse(429, { seconds: String(seconds) });
  };
  return {
    begin: (source, units) => take(calls, source, units),
    made: (source, bytes) => calls.charge(source, Math.floor(bytes / UNIT_BYTES)),
    check: (call, request) => {
      if (call.secret) take(secrets, sourceOf(request.ip), 1);
    },
  };
}
