// Printing of numbers: the rules of §9 as decided in the look, on decimal text, in sixteen languages.
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimal,
  formatCount,
  formatExact,
  formatFixed,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  formatTotal,
  formatVolume,
  locales,
  multiplyDecimals,
  parseDecimal,
  printDecimal,
  roundDecimal,
  separatorsOf,
  signOf,
} from '../src/index.ts';

const { rounds } = randomTests(import.meta.url);

const en = { tag: 'en' };
const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => printDecimal({ negative: false, units, scale }));
/** The digits that stand in a text. */
const digits = (text: string): string => text.replace(/[^\d]/g, '');

describe('prices', () => {
  it('print to their market’s tick (§9)', () => {
    expect(formatPrice('114128.9', 1, en)).toBe('114,128.9');
    expect(formatPrice('114128', 1, en)).toBe('114,128.0');
    expect(formatPrice('0.19987', 5, en)).toBe('0.19987');
  });

  it('without a tick print 6 digits under 10, 4 under 100, else 2 (§9)', () => {
    expect(formatPrice('1.153214', undefined, en)).toBe('1.153214');
    expect(formatPrice('57.98', undefined, en)).toBe('57.9800');
    expect(formatPrice('4065.237', undefined, en)).toBe('4,065.24');
  });
});

describe('money', () => {
  it('keeps the asset’s zeros; USDT shows 2 digits when whole cents, else all 6 (look §6)', () => {
    expect(formatMoney('0.42100000', 'BTC', 8, en)).toBe('0.42100000');
    expect(formatMoney('12388.150000', 'USDT', 6, en)).toBe('12,388.15');
    expect(formatMoney('12388.150001', 'USDT', 6, en)).toBe('12,388.150001');
    expect(formatMoney('0', 'USDT', 6, en)).toBe('0.00');
  });

  it('never shows more than there is', () => {
    expect(formatMoney('1.999', 'BTC', 2, en)).toBe('1.99');
  });

  it('has a true minus, and a plus only when asked for', () => {
    expect(formatMoney('-1138.75', 'USDT', 6, en)).toBe('\u22121,138.75');
    expect(formatMoney('500', 'USDT', 6, { tag: 'en', sign: 'always' })).toBe('+500.00');
    expect(formatMoney('0', 'USDT', 6, { tag: 'en', sign: 'always' })).toBe('0.00');
  });
});

describe('percent', () => {
  it('has 2 digits and shows at least 0.01 when not zero (§9)', () => {
    expect(formatPercent('0.819', en)).toBe('0.82%');
    expect(formatPercent('0.0004', en)).toBe('0.01%');
    expect(formatPercent('-0.0004', en)).toBe('\u22120.01%');
    expect(formatPercent('0', { tag: 'en', sign: 'always' })).toBe('0.00%');
  });

  it('reads rates as fractions', () => {
    expect(formatRate('0.001', en)).toBe('0.10%');
    expect(formatRate('0.1', { tag: 'en', decimals: 0 })).toBe('10%');
  });
});

describe('totals and volumes', () => {
  it.each([
    ['0.123456789', '0.12345679'],
    ['1.2345678', '1.234568'],
    ['12.3456789', '12.34568'],
    ['123.456789', '123.45679'],
    ['1234.5678', '1,234.568'],
    ['12345.678', '12,345.68'],
    ['123456.78', '123,456.8'],
    ['1234567', '1.2M'],
    ['1370123456', '1.37B'],
    ['2500000000000', '2.5T'],
    ['999999.96', '1M'],
  ])('total %s prints %s (§9, first reading)', (value, text) => {
    expect(formatTotal(value, en).replace(/\.?0+([MBT])$/, '$1')).toBe(text);
  });

  it.each([
    ['999.994', '999.99'],
    ['999.999', '1.0K'],
    ['12042.79', '12.0K'],
    ['46700000', '46.7M'],
    ['999960', '1.0M'],
    ['1370123456.12', '1.37B'],
    ['5', '5.00'],
  ])('volume %s prints %s (§9: K, M, B, T)', (value, text) => {
    expect(formatVolume(value, en)).toBe(text);
  });
});

describe('no output', () => {
  it('prints a positive value as zero', () => {
    fc.assert(
      fc.property(positive, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const texts = [
          formatFixed(value, decimals, en),
          formatPrice(value, decimals, en),
          formatMoney(value, 'BTC', decimals, { tag: 'en', rounding: 'up' }),
          formatMoney(value, 'USDT', decimals, en),
          formatPercent(value, en),
          formatRate(value, en),
          formatTotal(value, en),
          formatVolume(value, en),
          formatExact(value, en),
        ];
        for (const text of texts) expect(digits(text)).toMatch(/[1-9]/);
      }),
      rounds(100),
    );
  });

  it('prints the unknown as 0', () => {
    for (const text of ['', 'NaN', '1e5', ' 1', '1,5', '0x10']) {
      expect(formatFixed(text, 2, en)).toBe('–');
      expect(formatMoney(text, 'BTC', 8, en)).toBe('–');
      expect(formatVolume(text, en)).toBe('–');
    }
  });
});

describe('the sixteen languages', () => {
  it.each(locales.map(({ code, tag }) => [code, tag] as const))('%s: its own marks, the same digits', (_code, tag) => {
    const { decimal, group } = separatorsOf(tag);
    expect(decimal).not.toBe(group);
    const text = formatFixed('1234567.89', 2, { tag });
    expect(digits(text)).toBe('123456789');
    expect(text).toContain(`${decimal}89`);
    expect(text.split(group).length).toBeGreaterThan(2);
    expect(formatFixed('1234.5', 1, { tag })).toContain(group);
  });

  it.each(['pt', 'vi', 'es', 'fr', 'ru', 'de', 'it', 'id'])('%s has a decimal comma', (tag) => {
    expect(formatFixed('0.5', 1, { tag })).toBe('0,5');
  });

  it('Hindi groups by lakhs, German sets a space before the percent sign', () => {
    expect(formatFixed('12345678.9', 1, { tag: 'hi' })).toBe('1,23,45,678.9');
    expect(formatPercent('0.82', { tag: 'de' })).toBe('0,82\u00a0%');
    expect(formatCount(48_213_886, { tag: 'de' })).toBe('48.213.886');
  });
});

describe('decimal text', () => {
  it('adds, multiplies and compares exactly', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('14073.65', '-12914.20', '-2800.00', '1640.55')).toBe('0.00');
    expect(multiplyDecimals('12388.15', '7.11')).toBe('88079.7465');
    expect(compareDecimal('-2', '-10')).toBeGreaterThan(0);
    expect(compareDecimal('', '0')).toBeLessThan(0);
    expect(signOf('-0.00')).toBe(0);
  });

  it('survives being taken apart and printed', () => {
    fc.assert(
      fc.property(positive, (text) => {
        const value = parseDecimal(text);
        expect(value && printDecimal(value)).toBe(text);
      }),
      rounds(100),
    );
  });

  it('rounds within half a step, down never above, up never below', () => {
    fc.assert(
      fc.property(positive, fc.integer({ min: 0, max: 18 }), (text, scale) => {
        const value = parseDecimal(text)!;
        expect(compareDecimal(printDecimal(roundDecimal(value, scale, 'down')), text)).toBeLessThanOrEqual(0);
        expect(compareDecimal(printDecimal(roundDecimal(value, scale, 'up')), text)).toBeGreaterThanOrEqual(0);
      }),
      rounds(100),
    );
  });
});
