// Reads the message catalogues of the pages (.po).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './ensure.mjs';

/**
 * The messages of a catalogue, without its head.
 * @param {'web' | 'desk'} page
 * @param {string} language
 * @returns {{ context: string, text: string, translation: string, comments: string[] }[]}
 */
export function messagesOf(page, language) {
  const file = join(root, page, 'src/locales', language, 'messages.po');
  return readFileSync(file, 'utf8')
    .split('\n\n')
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
  return new Map(
    messagesOf('web', language).map(({ context, text, translation }) => [
      context === '' ? text : `${context}|${text}`,
      translation,
    ]),
  );
}
