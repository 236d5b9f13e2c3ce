// Cuts texts into words to search for, the same way for an article and for what a reader types. Letters lose case and
// accents. Scripts without spaces are cut into overlapping pairs of characters, so that PostgreSQL's full-text search
// finds them without a dictionary.

import type { Language } from '@vitrine/contract';

/** Longest word; longer ones are cut. */
export const MAX_WORD = 40;
/** Most different words of an article that the search knows. */
export const MAX_WORDS = 4_000;

/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{N}])+/gu;

/** PostgreSQL's dictionaries that reduce words to their stems; other languages keep words as they are. */
const DICTIONARIES: Partial<Record<Language, string>> = {
  ...{ en: 'english', de: 'german', es: 'spanish', fr: 'french', it: 'italian', pt: 'portuguese', ru: 'russian' },
};

/** The text search configuration of a language. */
export function dictionaryOf(locale: Language): string {
  return DICTIONARIES[locale] ?? 'simple';
}

/** The words of a text in order: pairs of characters for scripts without spaces. */
export function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  const words: string[] = [];
  for (const [run] of plain.matchAll(RUNS)) {
    const letters = Array.from(run);
    if (!UNSPACED.test(run)) words.push(letters.slice(0, MAX_WORD).join(''));
    else if (letters.length === 1) words.push(run);
    else for (let at = 0; at + 1 < letters.length; at += 1) words.push(`${letters[at]}${letters[at + 1]}`);
  }
  return words;
}

/** Whether a word is spelt with letters, so that a misspelling of it has a nearest word. */
export function isSpelt(word: string): boolean {
  return word.length >= 4 && !UNSPACED.test(word) && /^\p{L}+$/u.test(word);
}

/** Groups of three letters of a word, with its beginning and end. */
export function gramsOf(word: string): string[] {
  const letters = Array.from(`  ${word} `);
  const grams = new Set<string>();
  for (let at = 0; at + 2 < letters.length; at += 1) grams.add(letters.slice(at, at + 3).join(''));
  return [...grams];
}
