// The Idempotency-Key of a request as the words a command carries.

import { hash } from 'node:crypto';
import { isTimely, readKey } from '@vitrine/contract';
import { Refusal, refuse } from './refusal.ts';

/** What a user's command says about its key. `keyTime` 0: made by the server, not kept. */
export interface CommandKey {
  readonly keyTime: number;
  readonly keyHigh: number;
  readonly keyLow: number;
  readonly bodyHash: number;
}

/** Bytes of a body's hash that a command carries. */
const HASH_BYTES = 6;

/** The key of a command nobody will ask for again. */
export const NO_KEY: CommandKey = { keyTime: 0, keyHigh: 0, keyLow: 0, bodyHash: 0 };

/**
 * The words of a key and of what was asked with it. The hash covers the call and its checked input, so that the order of
 * fields does not matter.
 * @throws {Refusal} 400 when it is not a UUID v7, 410 when it is too old or from the future.
 */
export function commandKey(header: string, name: string, input: unknown, now: number): CommandKey {
  const parts = readKey(header);
  if (parts === undefined) throw new Refusal(400, {}, { 'Idempotency-Key': 'format' });
  if (!isTimely(parts.time, now)) throw refuse(410);
  return { keyTime: parts.time, keyHigh: parts.high, keyLow: parts.low, bodyHash: hashOf(name, input) };
}

function hashOf(name: string, input: unknown): number {
  return hash('sha256', `${name}\n${canonical(input)}`, 'buffer').readUIntBE(0, HASH_BYTES);
}

/** JSON with the names of every object in order. */
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
