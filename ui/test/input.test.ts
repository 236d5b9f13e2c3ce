// What number fields let through (§5), and the rule for pasted text (design §7).
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import { filterNumber, locales, readPasted, readTyped, separatorsOf, showNumber, formatFixed } from '../src/index.ts';

const { rounds } = randomTests(import.meta.url);

describe('§5 numeric input', () => {
  it.each([
    ['12a3', 2, '123'],
    ['.5', 2, '0.5'],
    ['..5', 2, '0.5'],
    ['.', 2, '0.'],
    ['.5', 0, ''],
    ['1.75', 0, '1'],
    ['007', 2, '7'],
    ['0.50', 2, '0.50'],
    ['00.5', 2, '0.5'],
    ['1.2.3', 4, '1.23'],
    ['1.23456', 2, '1.23'],
    ['1.9', 0, '1'],
    ['-5', 2, '5'],
    ['1e5', 2, '15'],
    ['12.', 2, '12.'],
    ['', 2, ''],
  ])('%s with %i decimals becomes %s', (text, decimals, value) => {
    expect(filterNumber(text, decimals)).toBe(value);
  });

  it('leaves nothing but digits and one point, whatever is typed, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 8 }), (text, decimals) => {
        const value = filterNumber(text, decimals);
        expect(value).toMatch(/^(?:|\d{1,20}(?:\.\d*)?)$/);
        expect((value.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimals);
        expect(filterNumber(value, decimals)).toBe(value);
      }),
      rounds(100),
    );
  });

  it('takes the digits of other writings as digits', () => {
    expect(readTyped('１２．５', 2)).toBe('12.5');
    expect(readTyped('१२', 0)).toBe('12');
    expect(readTyped('۱۲٫۵', 2)).toBe('12.5');
  });

  it('takes a typed comma as the decimal mark and shows the reader’s own', () => {
    expect(readTyped('1,5', 2)).toBe('1.5');
    expect(showNumber('1234.5', 'de')).toBe('1234,5');
    expect(showNumber('1234.5', 'en')).toBe('1234.5');
  });
});

describe('pasted numbers', () => {
  it.each([
    ['1,234.5', 'en', '1234.5'],
    ['1.234,5', 'de', '1234.5'],
    ['1.234,5', 'en', undefined],
    ['1,234.5', 'de', undefined],
    ['1,234,567', 'en', '1234567'],
    ['1.234.567', 'de', '1234567'],
    ['1.234.567', 'en', undefined],
    ['1,234', 'en', undefined],
    ['1,5', 'en', '1.5'],
    ['1.5', 'de', '1.5'],
    ['12,34,567.8', 'hi', '1234567.8'],
    ['1 234,5', 'fr', '1234.5'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ['1,23.4', 'en', undefined],
    ['abc', 'en', undefined],
    ['-5', 'en', undefined],
    ['1e5', 'en', undefined],
    [' 42 ', 'en', '42'],
    // A part of one without its zero: never ten times as much.
    ['.5', 'en', '0.5'],
    [',5', 'de', '0.5'],
    ['.', 'en', undefined],
    ['5.', 'en', '5.'],
    ['+5', 'en', '5'],
    // One mark with three digits behind it may be a thousand or a fraction, whichever mark the language groups by.
    ['1.234', 'de', undefined],
    ['1.234', 'en', '1.234'],
    ['1,234', 'de', '1.234'],
    ['0,123', 'en', '0.123'],
    ['0.123', 'de', '0.123'],
    // A space groups, wherever it is written; two numbers beside each other are not one.
    [' 12 345,6', 'en', '12345.6'],
    ['12\u00a0345,6', 'de', '12345.6'],
    ["1'234.5", 'en', '1234.5'],
    ['1 234', 'en', '1234'],
    ['0.5 100', 'en', undefined],
    ['1.5 100', 'en', undefined],
    ['12 34', 'en', undefined],
    ['1\t234', 'en', undefined],
    ['1\n234', 'en', undefined],
    // The digits of other writings.
    ['１２．５', 'ja', '12.5'],
    ['१२.५', 'hi', '12.5'],
    ['١٢٫٥', 'en', '12.5'],
    ['๑๒.๕', 'th', '12.5'],
  ])('%s in %s reads %s', (text, tag, value) => {
    expect(readPasted(text, 8, tag)).toBe(value);
  });

  it.each(locales.map(({ tag }) => tag))('%s reads back what it prints itself', (tag) => {
    expect(separatorsOf(tag).tag).toBe(tag);
    expect(readPasted(formatFixed('1234567.89', 2, { tag }), 8, tag)).toBe('1234567.89');
  });
});
