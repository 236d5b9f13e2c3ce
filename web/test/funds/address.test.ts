// An address for eyes, and a new one for the book.
import { MAX_BOOK, type AddressCheck } from '@vitrine/contract';
import { describe, expect, it, test } from 'vitest';
import {
  bookInput,
  firstBook,
  LABEL_MOST,
  reduceBook,
  usableFrom,
  validateBook,
} from '../../src/features/wallet/withdraw/book-form.ts';
import { groupAddress, shortAddress } from '../../src/features/wallet/funds-address.ts';
import { placesBehind } from '../../src/features/wallet/withdraw/withdraw-progress.tsx';

const address = '0x7a41c09e55d28b1f33049ac6e1f702bb68d34f9e';

test('groups of four, 0x with the first, and nothing lost or added', () => {
  expect(groupAddress(address)).toEqual({
    first: '0x7a41',
    middle: ['c09e', '55d2', '8b1f', '3304', '9ac6', 'e1f7', '02bb', '68d3'],
    last: '4f9e',
  });
  for (const text of [
    address,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    'abc',
    '',
  ]) {
    const { first, middle, last } = groupAddress(text);
    expect([first, ...middle, last].join('')).toBe(text);
  }
  expect(shortAddress(address)).toBe('0x7a41c0…4f9e');
  expect(shortAddress('short')).toBe('short');
});

describe('an address for the book', () => {
  const check: AddressCheck = { fault: null, network: 'ethereum', address, book: null, here: false };
  const typed = reduceBook(reduceBook(firstBook, { set: 'address', text: ` ${address} ` }), {
    set: 'label',
    text: ' Cold wallet ',
  });

  it('says the first thing missing', () => {
    expect(validateBook(firstBook, undefined, undefined, 0)).toEqual({ kind: 'network' });
    expect(validateBook(firstBook, 'ethereum', undefined, 0)).toEqual({ kind: 'address' });
    expect(validateBook(typed, 'ethereum', undefined, 0)).toEqual({ kind: 'checking' });
    expect(validateBook(typed, 'ethereum', { ...check, fault: 'checksum' }, 0)).toMatchObject({ kind: 'fault' });
    expect(validateBook({ ...typed, label: ' ' }, 'ethereum', check, 0)).toEqual({ kind: 'label' });
    expect(validateBook(typed, 'ethereum', check, MAX_BOOK)).toEqual({ kind: 'full' });
    expect(validateBook(typed, 'ethereum', check, MAX_BOOK - 1)).toBeUndefined();
  });

  it('sends its one spelling; another coin has other networks; labels end', () => {
    expect(bookInput(typed, 'ethereum', check)).toEqual({
      coin: 'USDT',
      network: 'ethereum',
      address,
      label: 'Cold wallet',
    });
    expect(reduceBook({ ...typed, network: 'ethereum' }, { set: 'coin', text: 'BTC' }).network).toBeUndefined();
    expect(reduceBook(typed, { set: 'label', text: 'x'.repeat(99) }).label).toHaveLength(LABEL_MOST);
  });

  it('waits only while nobody else is paid', () => {
    expect(usableFrom(true, 5, 100)).toBe(105);
    expect(usableFrom(false, 5, 100)).toBe(100);
  });
});

test('how far a withdrawal came stays known when it ended early', () => {
  const steps = (...stages: ('review' | 'approved' | 'signed' | 'broadcast' | 'refused')[]) =>
    stages.map((stage, at) => ({ stage, time: at }));
  expect(placesBehind({ stage: 'review', steps: steps('review') })).toBe(0);
  expect(placesBehind({ stage: 'broadcast', steps: steps('review', 'approved', 'signed', 'broadcast') })).toBe(3);
  expect(placesBehind({ stage: 'refused', steps: steps('review', 'refused') })).toBe(0);
  expect(placesBehind({ stage: 'cancelled', steps: steps('review', 'approved') })).toBe(1);
});
