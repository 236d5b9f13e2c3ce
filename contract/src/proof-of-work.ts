// Proof of work: what a registration costs its sender. The page solves a server challenge by trying numbers; the server
// verifies the solution with a single hash.

import { sha256Hex, utf8 } from './sha256.ts';

/** Most bits of a challenge: 64 million tries. */
export const WORK_BITS_MOST = 26;
/** A solution as sent: up to 12 hex digits. */
export const WORK_SOLUTION = /^[0-9a-f]{1,12}$/;

/** Whether SHA-256 of `challenge.solution` begins with this many zero bits. */
export function workFits(challenge: string, solution: string, bits: number): boolean {
  const first = Number.parseInt(sha256Hex(utf8(`${challenge}.${solution}`)).slice(0, 8), 16);
  return first < 2 ** (32 - bits);
}

/** The first solution among `count` numbers from `from` on; undefined if there is none. */
export function findWork(challenge: string, bits: number, from: number, count: number): string | undefined {
  for (let number = from; number < from + count; number += 1) {
    const solution = number.toString(16);
    if (workFits(challenge, solution, bits)) return solution;
  }
  return undefined;
}
