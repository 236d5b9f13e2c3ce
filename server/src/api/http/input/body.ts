// Parses request bodies: JSON or a form, both small, into one flat object.

import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../call/index.ts';

/** Most bytes of a body. Uploads have a separate limit. */
export const BODY_LIMIT = 65_536;
/** Most fields of a form or query. */
export const MAX_FIELDS = 100;
export const ACCEPTED_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** Hashes of raw bodies, for signed requests only. */
const hashes = new WeakMap<FastifyRequest, string>();
const NOTHING = hash('sha256', '', 'hex');

/** Hex SHA-256 of a signed request's raw body. */
export function bodyHashOf(request: FastifyRequest): string {
  return hashes.get(request) ?? NOTHING;
}

function note(request: FastifyRequest, text: string | Buffer): void {
  if (request.headers['api-key'] !== undefined) hashes.set(request, hash('sha256', text, 'hex'));
}

/** Makes an instance accept these two content types and no others. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    note(request, text);
    if (typeof text !== 'string' || text.trim() === '') return done(null, {});
    try {
      done(null, asObject(JSON.parse(text)));
    } catch (error) {
      done(error instanceof SyntaxError ? new Refusal('request.invalid', {}, { body: 'format' }) : asError(error));
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, text, done) => {
    note(request, text);
    const fields = [...new URLSearchParams(typeof text === 'string' ? text : '')];
    if (fields.length > MAX_FIELDS) return done(new Refusal('request.invalid', {}, { body: 'range' }));
    return done(null, Object.fromEntries(fields));
  });
}

function asObject(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('request.invalid', {}, { body: 'format' });
  return value;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
