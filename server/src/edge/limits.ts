// How often one address may call: all calls together, and far fewer of those that try secrets or send mail.

import rateLimit from '@fastify/rate-limit';
import type { CallShape } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../call/index.ts';

/** Calls a minute and address. */
export interface LimitOptions {
  readonly calls: number;
  readonly secrets: number;
}

export const DEFAULT_LIMITS: LimitOptions = { calls: 6_000, secrets: 60 };
const MINUTE = 60_000;
/** Addresses remembered at once. */
const ADDRESSES = 20_000;

export interface Limiters {
  /** @throws {Refusal} 429 with the seconds to wait. */
  readonly check: (call: CallShape, request: FastifyRequest) => Promise<void>;
}

/** Registers the limits; they are kept in memory, edge by edge. */
export async function createLimiters(app: FastifyInstance, options: LimitOptions): Promise<Limiters> {
  await app.register(rateLimit, { global: false, cache: ADDRESSES });
  const calls = app.createRateLimit({ max: options.calls, timeWindow: MINUTE });
  const secrets = app.createRateLimit({ max: options.secrets, timeWindow: MINUTE });
  return {
    async check(call, request) {
      for (const limit of call.secret ? [secrets, calls] : [calls]) {
        const state = await limit(request);
        if (!state.isAllowed && state.isExceeded)
          throw refuse(429, { seconds: String(Math.max(1, state.ttlInSeconds)) });
      }
    },
  };
}
