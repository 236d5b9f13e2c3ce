// Numbers of cards and accounts (spec §5): their own check digits catch a slip of the finger.

import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import { ibanFits, luhnFits, numberFits, plainNumber } from '../../../src/account/cards/index.ts';

const { rounds } = randomTests(import.meta.url);

const CARDS = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117', '4222222222222'];
const IBANS = [
  'GB82 WEST 1234 5698 7654 32',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NO9386011117947',
  'MT84MALT011000012345MTLCAST001S',
];

describe('the number of a card', () => {
  it('passes Luhn’s check, with spaces or dashes; one wrong digit never does (property)', () => {
    for (const number of CARDS) expect(luhnFits(number), number).toBe(true);
    expect(numberFits(plainNumber('4111-1111 1111 1111'))).toBe(true);
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), fc.nat(), fc.integer({ min: 1, max: 9 }), (number, place, by) => {
        const at = place % number.length;
        const digit = (Number(number[at]) + by) % 10;
        expect(numberFits(`${number.slice(0, at)}${digit}${number.slice(at + 1)}`)).toBe(false);
      }),
      rounds(100),
    );
  });
});

describe('an IBAN', () => {
  it('has the remainder 1 by 97, in small letters and groups too; a changed or swapped character has another', () => {
    for (const iban of IBANS) expect(ibanFits(plainNumber(iban)), iban).toBe(true);
    expect(numberFits(plainNumber('gb82 west 1234 5698 7654 32'))).toBe(true);
    for (const iban of ['GB83WEST12345698765432', 'GB82WEST12345698765423', 'DE89370400440532013001'])
      expect(numberFits(iban), iban).toBe(false);
  });
});

describe('another account number', () => {
  it('is taken as it is: too short for a card, or with letters that are no IBAN', () => {
    for (const number of ['12345678901', 'AB-12345678', 'KE1234567890'])
      expect(numberFits(plainNumber(number))).toBe(true);
  });
});
