import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import {
  asDecimal,
  emailAddress,
  hashPassword,
  KEY_RANDOM_BYTES,
  makeKey,
  passwordFault,
  positive,
  readDecimal,
  readKey,
  sha256Hex,
  symbolForms,
  symbolInput,
  symbolKey,
  utf8,
  whole,
} from '../src/index.ts';

const { seed, rounds } = randomTests(import.meta.url);

describe(`texts of the wire (calls.md §1), seed ${seed}`, () => {
  it('take decimals without exponent, plus sign, leading zeros or blanks only', () => {
    for (const text of ['0', '-1', '0.1', '12345678901234567890.123456789012345678'])
      expect(readDecimal(text)).toBe(text);
    for (const text of ['', ' 1', '1 ', '+1', '01', '1.', '.5', '1e5', '1E-7', 'NaN', 'Infinity', '0x10', '1,000', '١'])
      expect(readDecimal(text), text).toBeUndefined();
    expect(() => asDecimal('1e5')).toThrow(RangeError);
  });

  it('tell zero, which is out of range, from what is no number at all', () => {
    const issue = (text: string) => positive.safeParse(text).error?.issues[0];
    expect(issue('0.00')?.code).toBe('custom');
    expect(issue('x')?.code).toBe('invalid_format');
    expect(issue('-1')?.code).toBe('invalid_format');
    expect(positive.safeParse('0.01').success).toBe(true);
  });

  it('take whole numbers from JSON and from digits, nothing else', () => {
    const schema = whole(1, 100);
    for (const value of [1, '1', 100, '100']) expect(schema.safeParse(value).success).toBe(true);
    for (const value of [0, '0', 101, 1.5, '1.5', '1e1', ' 1', '', null, true, [1], {}])
      expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });

  it('take a symbol in all three forms and know them for one', () => {
    const { route, name, symbol } = symbolForms('BTC', 'USDT');
    expect([route, name, symbol]).toEqual(['BTC_USDT', 'BTC/USDT', 'btcusdt']);
    for (const form of [route, name, symbol]) {
      expect(symbolInput.safeParse(form).success).toBe(true);
      expect(symbolKey(form)).toBe('btcusdt');
    }
    for (const text of ['', 'a b', 'a/b/c', '../x', 'x'.repeat(40)])
      expect(symbolInput.safeParse(text).success).toBe(false);
  });

  it('know an e-mail address from a text with an @', () => {
    for (const text of ['a@b.co', 'first.last+tag@sub.example.com'])
      expect(emailAddress.safeParse(text).success).toBe(true);
    for (const text of ['a@b', '@b.co', 'a b@c.de', 'a@b..', `${'a'.repeat(65)}@b.co`, 'a@b.co\n'])
      expect(emailAddress.safeParse(text).success, text).toBe(false);
  });
});

describe('passwords (§5)', () => {
  it('are 6 to 20 characters of letters, digits and listed symbols, mixing at least two kinds', () => {
    expect(passwordFault('abc12')).toBe('length');
    expect(passwordFault('a1'.repeat(11))).toBe('length');
    expect(passwordFault('abc 123')).toBe('character');
    expect(passwordFault('пароль1')).toBe('character');
    expect(passwordFault('abcdef')).toBe('mix');
    expect(passwordFault('123456')).toBe('mix');
    for (const fine of ['abc123', 'abc!!!', '123!!!', 'A1~!@#$%^&*()_+-=[]'])
      expect(passwordFault(fine)).toBeUndefined();
  });

  it('are sent as SHA-256 of vitrine: and the NFKC text', () => {
    const expected = createHash('sha256').update('vitrine:abc123').digest('hex');
    expect(hashPassword('abc123')).toBe(expected);
    expect(hashPassword('ａｂｃ１２３')).toBe(expected);
  });
});

describe('SHA-256 in plain code (FIPS 180-4)', () => {
  it('equals the platform at every length around its blocks', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
      expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('reads any text as UTF-8, as the platform does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...utf8(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
      rounds(100),
    );
  });
});

describe('idempotency keys (calls.md §1)', () => {
  const random = fc.uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES });

  it('are UUID v7 that carry their time and 74 random bits in two words below 2^48', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), random, (time, bytes) => {
        const text = makeKey(time, bytes);
        expect(text).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        const parts = readKey(text);
        expect(parts?.time).toBe(time);
        expect(parts?.high).toBeLessThan(2 ** 42);
        expect(parts?.low).toBeLessThan(2 ** 32);
        expect(readKey(text.toUpperCase())).toEqual(parts);
      }),
      rounds(100),
    );
  });

  it('differ in their words whenever they differ in a bit', () => {
    fc.assert(
      fc.property(random, random, (left, right) => {
        const [a, b] = [makeKey(1, left), makeKey(1, right)];
        const same = JSON.stringify(readKey(a)) === JSON.stringify(readKey(b));
        expect(same).toBe(a === b);
      }),
      rounds(100),
    );
  });

  it('are nothing else: other versions, other variants, other texts', () => {
    for (const text of [
      '',
      'x',
      '01a1fdfb-d9bd-4343-8cd1-ed2eb26bb561',
      '01a1fdfb-d9bd-7343-ccd1-ed2eb26bb561',
      '01a1fdfbd9bd73438cd1ed2eb26bb561',
    ])
      expect(readKey(text)).toBeUndefined();
  });
});
