// Writes the server's messages in the other languages (contract/src/message/LANGUAGE.ts) from the page's catalogues, which
// hold the same English texts. Run under Node 24 after a message or its translation changed: node tools/messages.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { en, LANGUAGES } from '@vitrine/contract';
import { root } from './ensure.mjs';

/** English text → translation, of the messages without a context. */
function catalogue(language) {
  const found = new Map();
  for (const block of readFileSync(join(root, 'web/src/locales', language, 'messages.po'), 'utf8').split('\n\n')) {
    const lines = block.split('\n').filter((line) => !line.startsWith('#'));
    if (lines.some((line) => line.startsWith('msgctxt '))) continue;
    const read = (field) => {
      const at = lines.findIndex((line) => line.startsWith(`${field} `));
      if (at < 0) return '';
      const parts = [lines[at].slice(field.length + 1)];
      for (let next = at + 1; lines[next]?.startsWith('"'); next += 1) parts.push(lines[next]);
      return parts.map((part) => JSON.parse(part)).join('');
    };
    found.set(read('msgid'), read('msgstr'));
  }
  return found;
}

const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const nameOf = (language) => language.replaceAll('-', '');

for (const language of LANGUAGES.filter((one) => one !== 'en')) {
  const translations = catalogue(language);
  const rows = Object.entries(en).map(([key, text]) => {
    const translated = translations.get(text);
    if (!translated) throw new Error(`${language} has no text for '${text}'. Translate it in web/src/locales first.`);
    return `  ${/^\w+$/.test(key) ? key : quote(key)}: ${quote(translated)},`;
  });
  writeFileSync(
    join(root, 'contract/src/message', `${language}.ts`),
    `// Messages in ${language}, written by tools/messages.mjs from the page's catalogue.\n\nimport type { MessageKey } from '../code.ts';\n\nexport const ${nameOf(language)}: Readonly<Record<MessageKey, string>> = {\n${rows.join('\n')}\n};\n`,
  );
}
