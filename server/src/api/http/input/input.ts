// The input of a call: path, query and body merged as the API contract says, then validated by its schema.

import { type CallShape, type FieldReason } from '@vitrine/contract';
import type { FastifyRequest } from 'fastify';
import type { core } from 'zod/mini';
import { Refusal } from '../../call/index.ts';
import { isStorable, isStorableValue } from './storable.ts';

/**
 * The validated input of a request; `fields`: those sent with an uploaded file. @throws {Refusal} 400 with a reason for
 * each invalid field.
 */
export function inputOf(call: CallShape, request: FastifyRequest, fields: object = {}): unknown {
  const given: Record<string, unknown> = {};
  // A call with a query accepts the same names in a body. The body, which is never logged, takes precedence; the path
  // takes precedence over both.
  if (call.by === 'query') take(call, given, request.query);
  take(call, given, request.body);
  take(call, given, fields);
  take(call, given, request.params);
  return checked(call.input, given);
}

/** Validates fields with a schema. @throws {Refusal} 400 with a reason for each invalid field. */
export function checked(schema: CallShape['input'], given: Readonly<Record<string, unknown>>): unknown {
  const unfit = Object.entries(given).filter(([, value]) => !isStorableValue(value));
  if (unfit.length > 0) {
    const fields = unfit.map(([name]): [string, FieldReason] => [isStorable(name) ? name : 'body', 'format']);
    throw new Refusal('request.invalid', {}, Object.fromEntries(fields));
  }
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const wrong: Record<string, FieldReason> = {};
  for (const issue of read.error.issues) {
    const field = String(issue.path[0] ?? 'body');
    wrong[field] ??= reasonOf(issue, given[field]);
  }
  throw new Refusal('request.invalid', {}, wrong);
}

function take(call: CallShape, given: Record<string, unknown>, source: unknown): void {
  if (typeof source !== 'object' || source === null) return;
  for (const [name, value] of Object.entries(source)) {
    // An empty text in a form or query means that the field is absent, unless the call allows it.
    const left = value === null || (value === '' && !call.empty.includes(name));
    if (!left) given[name] = value;
  }
}

function reasonOf(issue: core.$ZodIssue, value: unknown): FieldReason {
  if (value === undefined) return 'required';
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
    case 'invalid_value':
      return 'range';
    case 'invalid_type':
      return issue.message === 'integer' ? 'integer' : issue.expected === 'int' ? 'integer' : 'format';
    case 'custom':
      return issue.message === 'range' ? 'range' : 'format';
    case 'invalid_format':
      return issue.message === 'number' ? 'number' : 'format';
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'not_multiple_of':
      return 'format';
  }
}
