// Writes the server's messages in the other languages (contract/src/message/LANGUAGE.ts) from the page's catalogues, which
// hold the same English texts. After a message or its translation changed: npm run messages
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { en, LANGUAGES } from '@vitrine/contract';
import { catalogue } from './catalogue.mjs';
import { bin, root, run } from './ensure.mjs';

const quote = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const nameOf = (language) => language.replaceAll('-', '');

/**
 * The server's messages in a language, from the web catalogue.
 * @param {string} language
 */
export function messagesIn(language) {
  const translations = catalogue(language);
  return Object.fromEntries(
    Object.entries(en).map(([key, text]) => {
      const translated = translations.get(text);
      if (!translated) throw new Error(`${language} has no text for '${text}'. Translate it in web/src/locales first.`);
      return [key, translated];
    }),
  );
}

function sourceOf(language) {
  const rows = Object.entries(messagesIn(language)).map(
    ([key, text]) => `  ${/^\w+$/.test(key) ? key : quote(key)}: ${quote(text)},`,
  );
  return `// Messages in ${language}, written by tools/messages.mjs from the page's catalogue.\n\nimport type { MessageKey } from '../code.ts';\n\nexport const ${nameOf(language)}: Readonly<Record<MessageKey, string>> = {\n${rows.join('\n')}\n};\n`;
}

if (import.meta.main) {
  const files = LANGUAGES.filter((one) => one !== 'en').map((language) => {
    const file = join(root, 'contract/src/message', `${language}.ts`);
    writeFileSync(file, sourceOf(language));
    return file;
  });
  process.exitCode = await run(bin('oxfmt'), files);
}
