// What today made, printed so that it adds up.
import { describe, expect, it } from 'vitest';
import { addingScale } from '../../src/features/wallet/adding.ts';

describe('§8 today’s result by cause adds up as printed', () => {
  it.each([
    { sum: '-2.26', parts: ['-2.32', '0.06'], scale: 2 },
    // Cut to cents this is −2.32 and 0.05, which make −2.27, beside a printed −2.26.
    { sum: '-2.266', parts: ['-2.321', '0.055'], scale: 3 },
    { sum: '0', parts: [], scale: 2 },
    { sum: null, parts: ['1'], scale: 2 },
  ])('$sum of $parts: $scale decimals', ({ sum, parts, scale }) => {
    expect(addingScale(sum, parts)).toBe(scale);
  });

  it('keeps to cents where parts are left out', () => {
    expect(addingScale('5', ['1', '2'])).toBe(2);
  });
});
