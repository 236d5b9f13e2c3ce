// The Idempotency-Key of a request as the words of a command.

import { hash } from 'node:crypto';
import { isTimely, readKey } from '@vitrine/contract';
import { Refusal, refuse } from './refusal.ts';

/** The idempotency key of a user's command. `keyTime` 0: made by the server, not stored. */
export interface CommandKey {
  readonly keyTime: number;
  readonly keyHigh: number;
  readonly keyLow: number;
  readonly bodyHash: number;
}

/** Bytes of a body's hash in a command. */
const HASH_BYTES = 6;

/** The key of a command that nobody will query again. */
export const NO_KEY: CommandKey = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };

/**
 * The words of a key and of its request. The hash covers the call and its validated input, so the order of fields does
 * not matter.
 * @throws {Refusal} 400 if it is not a UUID v7, 410 if it is too old or from the future.
 */
export function commandKey(header: string, name: string, input: unknown, now: number): CommandKey {
  const parts = readKey(header);
  if (parts === undefined) throw new Refusal('request.invalid', {}, { 'Idempotency-Key': 'format' });
  if (!isTimely(parts.time, now)) throw refuse('key.expired');
  return { keyTime: parts.time, keyHigh: parts.high, keyLow: parts.low, bodyHash: hashOf(name, input) };
}

function hashOf(name: string, input: unknown): number {
  return hash('sha256', `${name}\n${canonical(input)}`, 'buffer').readUIntBE(0, HASH_BYTES);
}

/** JSON with sorted property names. */
function canonical(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(given).sort()) ordered[name] = inOrder(given[name]);
  return ordered;
}
