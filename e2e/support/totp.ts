// Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s), computed with Node only.

import { createHmac } from 'node:crypto';
import type { TestClock } from './clock.ts';

/** How long a code is valid, ms. */
export const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32.replace(/[=\s]/g, '').toUpperCase())
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The time step of a time. */
export function stepAt(time: number): number {
  return Math.floor(time / STEP);
}

/** Moves the clock to the beginning of a step, so that there is time to use its code; returns the step. */
export async function stepBegun(clock: TestClock): Promise<number> {
  await clock.until((stepAt(clock.now()) + 1) * STEP);
  return stepAt(clock.now());
}

/** The code of a time step. */
export function totp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
