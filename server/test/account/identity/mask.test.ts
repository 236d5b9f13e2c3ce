// How accounts, cards and people are shown (spec §3): never enough to use, whatever the length.

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import {
  maskAccount,
  maskCard,
  maskEmail,
  maskIdNumber,
  maskLine,
  maskName,
  maskPhone,
} from '../../../src/account/identity/index.ts';

const { rounds } = randomTests(import.meta.url);

describe('a mask', () => {
  it('keeps the ends the rule names', () => {
    expect(maskEmail('someone@example.com')).toBe('so***om');
    expect(maskEmail(null)).toBe('--');
    expect(maskPhone('7700900123')).toBe('770***0123');
    expect(maskPhone(null)).toBe('--');
    expect(maskCard('4111111111111111')).toBe('4111***1111');
    expect(maskIdNumber('AB1234567C')).toBe('AB***7C');
    expect(maskName('Ann Anderson')).toBe('A***');
    expect(maskName('李小龍')).toBe('李***');
    expect(maskName('🦀 Crab')).toBe('🦀***');
    expect(maskAccount('ann@example.com')).toBe('an***om');
    expect(maskAccount('+44 7700 900123')).toBe('+44***0123');
    expect(maskAccount('ann-the-trader')).toBe('an***er');
    expect(maskLine('1 High Street, Town')).toBe('1 ***');
  });

  it('of something short shows less than its ends: most of it stays hidden', () => {
    expect(maskCard('12345678')).toBe('***78');
    expect(maskIdNumber('1234')).toBe('***4');
    expect(maskIdNumber('12')).toBe('***');
    expect(maskAccount('ann')).toBe('***n');
  });

  it('hides at least four characters of a number, or two thirds of it (property)', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{1,40}$/), (text) => {
        for (const [masked, head] of [
          [maskCard(text), 4],
          [maskIdNumber(text), 2],
        ] as const) {
          const [before = '', after = ''] = masked.split('***');
          expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
          const hidden = text.length - before.length - after.length;
          expect(hidden >= 4 || (before === '' && after.length * 3 <= text.length)).toBe(true);
          expect(before.length).toBeLessThanOrEqual(head);
        }
      }),
      rounds(100),
    );
  });
});
