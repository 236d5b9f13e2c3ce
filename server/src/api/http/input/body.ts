// What a request may bring: JSON or a form, both small, both into one flat object.

import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../call/index.ts';

/** Bytes of a body at most. Uploads have a limit of their own. */
export const BODY_LIMIT = 65_536;
/** Fields of a form or query at most. */
export const MAX_FIELDS = 100;
export const ACCEPTED_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** Hashes of bodies as they came, of signed requests only. */
const hashes = new WeakMap<FastifyRequest, string>();
const NOTHING = hash('sha256', '', 'hex');

/** Hex SHA-256 of a signed request's body, byte for byte as it came. */
export function bodyHashOf(request: FastifyRequest): string {
  return hashes.get(request) ?? NOTHING;
}

function note(request: FastifyRequest, text: string | Buffer): void {
  if (request.headers['api-key'] !== undefined) hashes.set(request, hash('sha256', text, 'hex'));
}

/** Teaches an instance to read the two kinds of body, and nothing else. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    note(request, text);
    if (typeof text !== 'string' || text.trim() === '') return done(null, {});
    try {
      done(null, asObject(JSON.parse(text)));
    } catch (error) {
      done(error instanceof SyntaxError ? new Refusal(400, {}, { body: 'format' }) : asError(error));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    note(request, text);
    const fields = [...new URLSearchParams(typeof text === 'string' ? text : '')];
    if (fields.length > MAX_FIELDS) return done(new Refusal(400, {}, { body: 'range' }));
    return done(null, Object.fromEntries(fields));
  });
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, {}, { body: 'format' });
  return value;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
