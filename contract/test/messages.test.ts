// calls §1: `msg` in the language of the `lang` header, else English.

import { describe, expect, it } from 'vitest';
import { codes, type Code, en, LANGUAGES, messageOf } from '../src/index.ts';

const numbers = Object.keys(codes).map(Number) as Code[];
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([hole]) => hole).toSorted();
/** Arguments that print themselves, so that a message shows which it uses. */
const echo = Object.fromEntries(
  Object.values(en)
    .flatMap((text) => holes(text))
    .map((hole) => [hole.slice(1, -1), hole]),
);

describe('calls §1: messages', () => {
  it.each(LANGUAGES)('%s has a text for every code, with the same arguments', (language) => {
    for (const code of numbers) {
      const text = messageOf(code, echo, language);
      expect(text, `${code}`).not.toBe('');
      expect(holes(text), `${code} ${text}`).toEqual(holes(messageOf(code, echo, 'en')));
    }
  });

  it('are another text than the English one in another language', () => {
    const same = numbers.filter((code) => messageOf(code, {}, 'de') === messageOf(code, {}, 'en'));
    expect(same.length).toBeLessThan(numbers.length / 20);
  });

  it.each(['xx', '__proto__', 'constructor', ''])('are English for the unknown language "%s"', (language) => {
    expect(messageOf(1002, {}, language)).toBe(en['login.failed']);
  });
});
