// Decimal strings and codes: what is read is exactly what was written, anything else is a fault by name (calls §3, core §5).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isDigits,
  MAX_CODE_LENGTH,
  MAX_DECIMALS,
  packText,
  parseAtoms,
  parseCents,
  parseDecimal,
  parseLots,
  parseTicks,
  powerOfTen,
  printDecimal,
  printShort,
  unpackText,
} from '../../src/number/index.ts';
import { randomTests } from '../kit/random-tests.ts';

const { seed, rounds } = randomTests(import.meta.url);

const SAFE = 2 ** 53 - 1;

describe(`decimal strings (seed ${seed})`, () => {
  it.each<[string, number, number]>([
    ['0', 0, 0],
    ['0', 3, 0],
    ['7', 0, 7],
    ['7', 2, 700],
    ['42', 1, 420],
    ['0.9', 1, 9],
    ['1.5', 1, 15],
    ['1.5', 3, 1_500],
    ['12.34', 2, 1_234],
    ['-12.34', 2, -1_234],
    ['-7', 0, -7],
    ['00012.5', 1, 125],
    ['10.05', 2, 1_005],
    ['1234567890', 0, 1_234_567_890],
    // Zeros beyond the decimals say nothing.
    ['1.0', 0, 1],
    ['1.50', 1, 15],
    ['1.5000000', 1, 15],
    ['-0.10', 1, -1],
    // The last safe count, with and without decimals.
    ['9007199254740991', 0, SAFE],
    ['-9007199254740991', 0, -SAFE],
    ['90071992547409.91', 2, SAFE],
    ['900719925474099', 1, 9_007_199_254_740_990],
    ['90071992547409', 2, 9_007_199_254_740_900],
    // Forty characters at most.
    ['0'.repeat(40), 0, 0],
    [`1.${'0'.repeat(38)}`, 2, 100],
  ])('%s with %d decimals is %d', (text, decimals, count) => {
    expect(parseDecimal(text, decimals)).toBe(count);
  });

  it('minus nothing is plain 0', () => {
    expect(Object.is(parseDecimal('-0', 2), 0)).toBe(true);
    expect(Object.is(parseDecimal('-0.00', 2), 0)).toBe(true);
  });

  it.each([
    '',
    '-',
    '.',
    '-.',
    '.5',
    '-.5',
    '1.',
    '-1.',
    '1..5',
    '1.2.3',
    '1.5.',
    '--1',
    '+1',
    '1-',
    ' 1',
    '1 ',
    '1e5',
    '1E5',
    '0x10',
    '1,5',
    '1/5',
    '1:5',
    '/',
    ':',
    'a',
    '١',
    'NaN',
    'Infinity',
    '0'.repeat(41),
    `1.${'0'.repeat(39)}`,
  ])('"%s" is no decimal string', (text) => {
    expect(parseDecimal(text, 2)).toBe('format');
  });

  it.each<[string, number]>([
    ['1.5', 0],
    ['1.01', 1],
    ['1.001', 2],
    ['0.10000001', 1],
    ['-0.001', 2],
  ])('%s has more than %d decimals', (text, decimals) => {
    expect(parseDecimal(text, decimals)).toBe('decimals');
  });

  it.each<[string, number]>([
    ['9007199254740992', 0],
    ['9007199254740999', 0],
    ['-9007199254740992', 0],
    ['9007199254740993', 0],
    ['99999999999999999999', 0],
    ['90071992547409.92', 2],
    // Fits, but not once its missing decimals are written.
    ['900719925474100', 1],
    ['9007199254740991', 1],
    ['90071992547410', 2],
  ])('%s with %d decimals is out of range', (text, decimals) => {
    expect(parseDecimal(text, decimals)).toBe('range');
  });

  it('prints what was read and reads what was printed', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: MAX_DECIMALS }), (value, decimals) => {
        expect(parseDecimal(printDecimal(value, decimals), decimals)).toBe(value);
        expect(parseDecimal(printShort(value, decimals), decimals)).toBe(value);
      }),
      rounds(2_000),
    );
  });

  it.each<[number, number, string, string]>([
    [0, 0, '0', '0'],
    [0, 2, '0.00', '0'],
    [5, 0, '5', '5'],
    [100, 0, '100', '100'],
    [5, 2, '0.05', '0.05'],
    [50, 2, '0.50', '0.5'],
    [99, 2, '0.99', '0.99'],
    [100, 2, '1.00', '1'],
    [-5, 2, '-0.05', '-0.05'],
    [-1_250, 2, '-12.50', '-12.5'],
    [1_000_000, 2, '10000.00', '10000'],
    [SAFE, 0, '9007199254740991', '9007199254740991'],
    [-SAFE, 14, '-90.07199254740991', '-90.07199254740991'],
    [1, 14, '0.00000000000001', '0.00000000000001'],
  ])('%d with %d decimals prints as %s, in short %s', (value, decimals, whole, short) => {
    expect(printDecimal(value, decimals)).toBe(whole);
    expect(printShort(value, decimals)).toBe(short);
  });

  it.each([0.5, 2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY])('%d is not printed', (value) => {
    expect(() => printDecimal(value, 2)).toThrow(`Expected a whole number below 2^53 to print, got ${value}.`);
    expect(() => printShort(value, 0)).toThrow(RangeError);
  });

  it('each unit has its own decimals: a cent is a hundredth of a tick', () => {
    expect(parseAtoms('1.5', 8)).toBe(150_000_000);
    expect(parseTicks('1.5', 1)).toBe(15);
    expect(parseLots('1.5', 3)).toBe(1_500);
    expect(parseCents('1.5', 1)).toBe(1_500);
    expect(parseCents('1.505', 1)).toBe(1_505);
    expect(parseCents('1.5051', 1)).toBe('decimals');
    for (const read of [parseAtoms, parseTicks, parseLots, parseCents]) expect(read('x', 1)).toBe('format');
  });

  it('powers of ten are exact', () => {
    expect([0, 1, 2, 8, 14, 15].map(powerOfTen)).toEqual([1, 10, 100, 100_000_000, 10 ** 14, 10 ** 15]);
  });
});

describe('codes in one word', () => {
  it.each<[string, number]>([
    ['A', 1],
    ['Z', 26],
    ['0', 27],
    ['9', 36],
    ['AB', 39],
    ['BTC', 2 * 37 * 37 + 20 * 37 + 3],
    ['9999999999', 37 ** 10 - 1],
  ])('%s is %d and comes back', (text, word) => {
    expect(packText(text)).toBe(word);
    expect(unpackText(word)).toBe(text);
  });

  it('every code of ten characters differs from every other, within the safe range', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: MAX_CODE_LENGTH }), (letters) => {
        const word = packText(letters.join(''));
        expect(Number.isSafeInteger(word)).toBe(true);
        expect(unpackText(word)).toBe(letters.join(''));
      }),
      rounds(1_000),
    );
  });

  it('no word, no code', () => {
    expect(unpackText(0)).toBe('');
  });

  it.each(['', 'ABCDEFGHIJK'])('"%s" is too short or too long', (text) => {
    expect(() => packText(text)).toThrow(`Expected a code of 1 to 10 characters, got '${text}'.`);
  });

  it.each(['btc', 'BT C', ' BTC', 'BTC-USDT', 'ÄB', '₿'])('"%s" has other characters', (text) => {
    expect(() => packText(text)).toThrow(`Expected A–Z and 0–9 only in a code, got '${text}'.`);
  });
});

describe('ids on the wire are digits only', () => {
  it.each(['0', '9', '0123456789', '00', '99999999999999999999'])('"%s" is', (text) =>
    expect(isDigits(text)).toBe(true),
  );
  it.each(['', ' ', '-1', '1.0', '12a', 'a12', '1 2', '١', '1\n'])('"%s" is not', (text) =>
    expect(isDigits(text)).toBe(false),
  );
});
