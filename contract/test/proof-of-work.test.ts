// The proof of work of a registration (issue 15 A.7): one rule for the page that solves and the server that checks.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findWork, WORK_SOLUTION, workFits } from '../src/index.ts';

const zeroBits = (challenge: string, solution: string) => {
  const bits = [...createHash('sha256').update(`${challenge}.${solution}`).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return bits.indexOf('1');
};

describe('proof of work', () => {
  it('is SHA-256 of challenge and solution with so many leading zero bits, as another program counts them', () => {
    for (let number = 0; number < 2_000; number += 1) {
      const solution = number.toString(16);
      const zeros = zeroBits('abc', solution);
      for (const bits of [1, 4, 8, 26]) expect(workFits('abc', solution, bits), solution).toBe(zeros >= bits);
    }
  });

  it('is found by trying, from any number on, and not where there is none', () => {
    const solution = findWork('challenge', 10, 0, 100_000) ?? '';
    expect(solution).toMatch(WORK_SOLUTION);
    expect(zeroBits('challenge', solution)).toBeGreaterThanOrEqual(10);
    const first = Number.parseInt(solution, 16);
    expect(findWork('challenge', 10, 0, first)).toBeUndefined();
    expect(findWork('challenge', 10, first, 1)).toBe(solution);
  });
});
