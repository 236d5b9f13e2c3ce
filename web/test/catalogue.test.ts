// §1 languages: every message of the page stands in all 16, with the same figures and tags in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { ownWords, sharedWords } from './same-as-english.ts';

const folder = join(import.meta.dirname, '../src/locales');
const languages = LANGUAGES.filter((language) => language !== 'en');

const catalogues = ['messages', 'guide'] as const;

/** Messages of a language: id (with its context) and text. */
function catalogue(language: string): Map<string, string> {
  return new Map(catalogues.flatMap((name) => [...read(language, name)]));
}

function read(language: string, name: (typeof catalogues)[number]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const block of readFileSync(join(folder, language, `${name}.po`), 'utf8').split('\n\n')) {
    const lines = block.split('\n').filter((line) => !line.startsWith('#'));
    const part = (field: string): string => {
      const at = lines.findIndex((line) => line.startsWith(`${field} `));
      if (at < 0) return '';
      const parts = [lines[at]!.slice(field.length + 1)];
      for (let next = at + 1; lines[next]?.startsWith('"'); next += 1) parts.push(lines[next]!);
      return parts.map((part) => JSON.parse(part) as string).join('');
    };
    const id = part('msgid');
    if (id !== '') messages.set(`${part('msgctxt')}|${id}`, part('msgstr'));
  }
  return messages;
}

/** The words a plural chooses among, which are each language's own. */
const branches = /(?<!\p{L})(?:=\d+|zero|one|two|few|many|other) \{[^{}]*\}/gu;

/** Names of the figures and the tags of a message, whatever their order. */
function holes(message: string): string[] {
  const text = message.replace(branches, '');
  const figures = [...text.matchAll(/\{(\w+)[},]/g)].map(([, name]) => `{${name}}`);
  const tags = [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag);
  return [...new Set([...figures, ...tags])].sort();
}

/** Words of Latin letters, without names of figures and tags. */
function wordsOf(text: string): string[] {
  const plain = text.replace(/\{\w+, plural,/g, '').replace(/\{\w+\}|<[^>]*>|(?:one|other) (?=\{)/g, ' ');
  return plain.toLowerCase().match(/[a-z][a-z-]+/g) ?? [];
}

const english = catalogue('en');

describe('§1 languages', () => {
  it('has an English text for every message', () => {
    expect(english.size).toBeGreaterThan(400);
    expect([...english].filter(([, text]) => text === '')).toEqual([]);
  });

  it.each(languages)('%s has every message, with the same figures and tags', (language) => {
    const translated = catalogue(language);
    const missing = [...english.keys()].filter((id) => !translated.get(id));
    expect(missing).toEqual([]);
    for (const [id, text] of english) expect(holes(translated.get(id) ?? ''), id).toEqual(holes(text));
  });

  it.each(languages)('%s says the same in the guide as on the page (issue 18, part 2)', (language) => {
    const page = read(language, 'messages');
    const differing = [...read(language, 'guide')].filter(([id, text]) => page.has(id) && page.get(id) !== text);
    expect(differing).toEqual([]);
  });

  it.each(languages)('%s is not English left as it was', (language) => {
    const translated = catalogue(language);
    const shared = sharedWords(language);
    const left = [...english].flatMap(([id, text]) =>
      translated.get(id) === text && wordsOf(text).some((word) => !shared.has(word)) ? [text] : [],
    );
    expect(left).toEqual([]);
  });

  it.each(languages)('%s shares no word with English that none of its texts needs', (language) => {
    const translated = catalogue(language);
    const used = new Set([...english].flatMap(([id, text]) => (translated.get(id) === text ? wordsOf(text) : [])));
    expect(ownWords(language).filter((word) => !used.has(word))).toEqual([]);
  });
});
