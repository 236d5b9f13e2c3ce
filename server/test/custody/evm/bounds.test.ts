// The rules of fees and nonces alone, for any values.

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, test } from 'vitest';
import { nonceClaim } from '../../../src/custody/rail/evm/detail.ts';
import { raised } from '../../../src/custody/rail/evm/fees.ts';
import { MOST_WAITING, nextNonce } from '../../../src/custody/rail/evm/nonce.ts';
import { CannotPlan, type Plan } from '../../../src/custody/rail/index.ts';
import { MemoryClaims } from './world.ts';

const { rounds } = randomTests(import.meta.url);

const wei = fc.bigInt({ min: 0n, max: 10n ** 12n });
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

test('a raise is at least an eighth of both fees, within the bound, or none; a failure prints its seed', () => {
  fc.assert(
    fc.property(wei, wei, wei, wei, wei, (maxFee, part, nowMax, nowPart, most) => {
      const before = { maxFee, priorityFee: part < maxFee ? part : maxFee };
      const now = { maxFee: nowMax, priorityFee: nowPart < nowMax ? nowPart : nowMax };
      const after = raised(before, now, { most, leastPriority: 0n, mostPriority: most });
      if (after === undefined) {
        expect(9n * before.maxFee > 8n * most || 9n * before.priorityFee > 8n * most).toBe(true);
        return;
      }
      expect(8n * after.maxFee >= 9n * before.maxFee && 8n * after.priorityFee >= 9n * before.priorityFee).toBe(true);
      expect(after.maxFee <= most && after.priorityFee <= after.maxFee).toBe(true);
    }),
    rounds(100),
  );
});

describe('nonces', () => {
  const claimOf = (nonce: number) => ({ claims: [nonceClaim(ADDRESS, nonce)] }) as unknown as Plan;

  test('through any plans, plans taken back and blocks: never one twice, and no gap that stays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 20 }),
        fc.array(fc.oneof(fc.constant('plan'), fc.nat({ max: 60 }), fc.constant('mine')), { maxLength: 120 }),
        async (first, steps) => {
          const claims = new MemoryClaims();
          const standing = new Set<number>();
          let used = first;
          for (const step of steps) {
            if (step === 'plan') {
              if (standing.size >= MOST_WAITING) continue;
              const nonce = await nextNonce(ADDRESS, claims, used);
              expect(standing.has(nonce) || nonce < used).toBe(false);
              claims.store(claimOf(nonce));
              standing.add(nonce);
            } else if (step === 'mine') {
              // Blocks take what follows without a gap.
              while (standing.delete(used)) used += 1;
            } else {
              const taken = [...standing][step];
              if (taken === undefined) continue;
              standing.delete(taken);
              claims.drop(claimOf(taken));
            }
          }
          const missing = standing.size === 0 ? 0 : Math.max(...standing) - used + 1 - standing.size;
          for (let at = 0; at < missing; at += 1) {
            const nonce = await nextNonce(ADDRESS, claims, used);
            claims.store(claimOf(nonce));
            standing.add(nonce);
          }
          while (standing.delete(used)) used += 1;
          expect([...standing]).toEqual([]);
        },
      ),
      rounds(100),
    );
  });

  test('a chain that used more than was planned stops planning, one that used fewer does not', async () => {
    const claims = new MemoryClaims();
    for (const nonce of [0, 1, 2]) claims.store(claimOf(nonce));
    expect(await nextNonce(ADDRESS, claims, 3)).toBe(3);
    expect(await nextNonce(ADDRESS, claims, 0)).toBe(3);
    await expect(nextNonce(ADDRESS, claims, 4)).rejects.toThrow(CannotPlan);
  });
});
