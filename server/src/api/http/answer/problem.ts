// Maps every error of a request to a refusal. Only unexpected errors are 500, and those are logged.

import { CODE, codes, type FieldReason } from '@vitrine/contract';
import { asRefusalCode, Refusal, refuse } from '../../call/index.ts';
import { IdentityRefusal } from '../../../account/identity/index.ts';
import { awayOf } from '../../../app/postgres/index.ts';
import { IntakeError } from '../../../engine/sequencer/index.ts';
import { ACCEPTED_TYPES, BODY_LIMIT } from '../input/body.ts';

const reasons: ReadonlySet<string> = new Set<FieldReason>(['number', 'integer', 'required', 'format', 'range']);

/**
 * The refusal for an error; undefined for an internal fault. `writes`: whether the call may have changed something
 * before it failed.
 */
export function refusalOf(error: unknown, writes = false): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof IdentityRefusal) return ofIdentity(error);
  if (error instanceof IntakeError)
    return error.code === CODE['request.tooFrequent']
      ? refuse('request.tooFrequent', { seconds: '1' })
      : new Refusal(error.code);
  const away = awayOf(error);
  // A connection lost during a write may have lost its answer: the outcome is not known yet (504).
  if (away !== undefined) return refuse(writes && away === 'lost' ? 'server.unknown' : 'server.notTaking');
  return ofFastify(error);
}

function ofIdentity(error: IdentityRefusal): Refusal {
  const code = asRefusalCode(error.code);
  const known: readonly string[] = codes[code].args;
  const args = Object.fromEntries(
    Object.entries(error.args)
      .filter(([name]) => known.includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const fields: Record<string, FieldReason> = {};
  for (const [field, reason] of Object.entries(error.fields ?? {}))
    fields[field] = isReason(reason) ? reason : 'format';
  return new Refusal(code, args, error.fields === undefined ? undefined : fields, error.detail);
}

function isReason(text: string): text is FieldReason {
  return reasons.has(text);
}

/** Fastify's own errors carry a status; below 500 they concern the request. */
function ofFastify(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  const status = error.statusCode;
  if (status === 413) return refuse('request.tooLarge', { limit: `${BODY_LIMIT / 1024} KiB` });
  if (status === 415) return refuse('request.mediaType', { allowed: ACCEPTED_TYPES.join(', ') });
  if (status === 429) return refuse('request.tooFrequent', { seconds: '1' });
  if (status === 404) return refuse('request.notFound');
  if (status >= 400 && status < 500) return refuse('request.invalid');
  return undefined;
}
