import { describe, expect, it } from 'vitest';
import { CODE, codes, isCode, messageOf, statusOf, type Code } from '../src/index.ts';

const all = Object.keys(codes).map(Number) as Code[];

describe('codes (calls.md §9)', () => {
  it('give each code a key of its own', () => {
    expect(new Set(all.map((code) => codes[code].key)).size).toBe(all.length);
  });

  it('are found by their keys, each one (issue 17 §2)', () => {
    expect(Object.entries(CODE)).toEqual(all.map((code) => [codes[code].key, code]));
  });

  it('carry the code as status below 600, 200 for 210 and from 1000 on, 401 for 1001', () => {
    for (const code of all) {
      const expected = code === 1001 ? 401 : code === 210 || code >= 1000 ? 200 : code;
      expect(statusOf(code)).toBe(expected);
      expect(statusOf(code)).toBeLessThan(600);
    }
  });

  it('have an English text each, which names only arguments the code has', () => {
    for (const code of all) {
      const { args } = codes[code];
      const given = Object.fromEntries(args.map((name) => [name, `«${name}»`]));
      expect(messageOf(code, given)).not.toContain('{');
      expect(messageOf(code, given)).not.toContain('–');
      expect(messageOf(code).length).toBeGreaterThan(3);
    }
  });

  it('answer in English for a language without a catalogue, and for names that are none', () => {
    for (const lang of ['xx', '__proto__', 'constructor', ''])
      expect(messageOf(404, {}, lang)).toBe(messageOf(404, {}, 'en'));
  });

  it('are a closed set', () => {
    expect(isCode(2104)).toBe(true);
    for (const none of [0, 201, 999, 2112, Number.NaN]) expect(isCode(none)).toBe(false);
  });
});
