// Reads the message catalogues of the pages (.po).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';

/**
 * The messages of a page, without the catalogues' heads; the page's own catalogue first, then those loaded on demand.
 * @param {'web' | 'desk'} page
 * @param {string} language
 * @returns {{ context: string, text: string, translation: string, comments: string[] }[]}
 */
export function messagesOf(page, language) {
  const folder = join(root, page, 'src/locales', language);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .toSorted((a, b) => Number(b === 'messages.po') - Number(a === 'messages.po') || a.localeCompare(b))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n\n'))
    .map((block) => {
      const lines = block.split('\n').filter((line) => !line.startsWith('#'));
      const read = (field) => {
        const at = lines.findIndex((line) => line.startsWith(`${field} `));
        if (at < 0) return '';
        const parts = [lines[at].slice(field.length + 1)];
        for (let next = at + 1; lines[next]?.startsWith('"'); next += 1) parts.push(lines[next]);
        return parts.map((part) => JSON.parse(part)).join('');
      };
      const comments = block
        .split('\n')
        .filter((line) => line.startsWith('#. ') && !line.startsWith('#. placeholder '));
      return { context: read('msgctxt'), text: read('msgid'), translation: read('msgstr'), comments };
    })
    .filter(({ text }) => text !== '');
}

/**
 * The page's texts in a language: `context|text` (without a context: the text) → translation.
 * @param {string} language
 * @returns {Map<string, string>}
 */
export function catalogue(language) {
  const texts = new Map();
  for (const { context, text, translation } of messagesOf('web', language)) {
    const key = context === '' ? text : `${context}|${text}`;
    if (!texts.has(key)) texts.set(key, translation);
  }
  return texts;
}
