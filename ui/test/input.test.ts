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

  it('shows the reader’s own decimal mark', () => {
    expect(showNumber('1234.5', 'de')).toBe('1234,5');
    expect(showNumber('1234.5', 'en')).toBe('1234.5');
  });
});

describe('typed numbers', () => {
  const read = (text: string, tag: string, decimals = 8): string => {
    const { value, refused } = readTyped(text, decimals, tag);
    return refused ?? value;
  };

  it.each([
    // The language's own marks.
    ['1.000', 'en', '1.000'],
    ['1,000', 'de', '1.000'],
    ['107,500.5', 'en', '107500.5'],
    ['1.000,50', 'de', '1000.50'],
    ['1,000,000', 'en', '1000000'],
    ['12,34,567.8', 'hi', '1234567.8'],
    ['1 000,5', 'fr', '1000.5'],
    ['+5', 'en', '5'],
    // Its thousands mark before three digits: a thousand or one.
    ['1,000', 'en', 'twoWays'],
    ['1.000', 'de', 'twoWays'],
    ['1,075', 'en', 'twoWays'],
    ['1075,500', 'en', 'twoWays'],
    // A courtesy where it can be nothing else than a decimal mark.
    ['1,5', 'en', '1.5'],
    ['1,00', 'en', '1.00'],
    ['1,', 'en', '1.'],
    ['1,0000', 'en', '1.0000'],
    ['0,123', 'en', '0.123'],
    ['1.5', 'de', '1.5'],
    ['1.000', 'fr', '1.000'],
    // Of both the last.
    ['1.000,50', 'en', '1000.50'],
    ['1,000.50', 'de', '1000.50'],
    ['1.00,5', 'en', 'twoWays'],
    ['1,23.4', 'en', 'twoWays'],
    ['1.000.000,5', 'en', '1000000.5'],
    ['1,000.5,000', 'en', 'twoWays'],
    ['1,0.0,000', 'en', 'twoWays'],
    // Several of one that are no thousands marks of the language.
    ['1.2.3', 'en', 'twoWays'],
    ['1.234.567', 'en', 'twoWays'],
    ['1,000,0', 'en', 'twoWays'],
    // A mark pressed twice.
    ['0..5', 'en', '0.5'],
    ['1,,5', 'en', '1.5'],
    ['.5', 'en', '0.5'],
    [',5', 'en', '0.5'],
    // More digits than a field takes: never cut to another number.
    ['12345678901234567890', 'en', '12345678901234567890'],
    ['0012345678901234567890.5', 'en', '12345678901234567890.5'],
    ['123456789012345678901', 'en', 'tooLong'],
    ['123456789012345678901234567890', 'de', 'tooLong'],
    ['123,456,789,012,345,678,901,234.5', 'en', 'tooLong'],
    // What no number has.
    ['1e5', 'en', 'noNumber'],
    ['-2', 'en', 'noNumber'],
    ['-', 'en', 'noNumber'],
    ['12a3', 'en', 'noNumber'],
    ['0x1', 'en', 'noNumber'],
    ['1%', 'en', 'noNumber'],
    // The digits of other writings.
    ['１２．５', 'ja', '12.5'],
    ['１，０００', 'ja', 'twoWays'],
    ['१२', 'hi', '12'],
    ['۱۲٫۵', 'en', '12.5'],
    ['', 'en', ''],
  ])('%s in %s reads %s', (text, tag, value) => {
    expect(read(text, tag)).toBe(value);
  });

  it.each([
    ['1,000', 'en', '1000'],
    ['1.000', 'de', '1000'],
    ['1,000,000', 'en', '1000000'],
    ['1,75', 'en', 'notWhole'],
    ['1.75', 'en', 'notWhole'],
    ['1,000.5', 'en', 'notWhole'],
    ['12', 'en', '12'],
  ])('%s in %s as a whole number reads %s', (text, tag, value) => {
    expect(read(text, tag, 0)).toBe(value);
  });

  it.each(locales.map(({ tag }) => tag))('%s reads back what it prints itself', (tag) => {
    expect(read(formatFixed('1234567.89', 2, { tag }), tag)).toBe('1234567.89');
  });

  it('reads what is printed in any language as that number or not at all, however it is cut while it is typed', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amounts, fc.constantFrom(...locales), ([whole, cents], { tag }) => {
        const exact = `${whole}.${String(cents).padStart(2, '0')}`;
        expect(Number(read(formatFixed(exact, 2, { tag }), tag))).toBe(Number(exact));
        expect(['twoWays', String(whole)]).toContain(read(formatFixed(String(whole), 0, { tag }), tag));
      }),
      rounds(100),
    );
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
