// Pages and docs use the words of docs/reference/glossary.md.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en } from '@vitrine/contract';
import { describe, expect, it } from 'vitest';
import { messagesOf } from '../catalogue.mjs';
import { root } from '../ensure.mjs';
import { BANNED, BANNED_IN_CODE, glossary } from '../words.mjs';
import { codeFiles } from './source-files.ts';

/** Messages without a comment or a context for translators. Each number may only fall. */
const UNEXPLAINED = { web: 1119, desk: 473 } as const;

/** The words of a text that are not used, each with what to say instead. */
const faults = (text: string): string[] =>
  BANNED.filter(({ word }) => word.test(text)).map(({ not, say }) => `"${not}" in "${text}": say "${say}"`);
/** The words that are not used in a document. Code font is a name, and “…” the title of a test. */
const faultsIn = (document: string): string[] =>
  document.split('\n').flatMap((line) => faults(line.replaceAll(/`[^`]*`|“[^”]*”/g, '')));
/** Names of placeholders are code. */
const spoken = (message: string): string => message.replaceAll(/\{\w+\}/g, '');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('English texts', () => {
  it.each(['web', 'desk'] as const)('of %s use the words of the glossary', (page) => {
    expect(messagesOf(page, 'en').flatMap(({ text }) => faults(spoken(text)))).toEqual([]);
  });

  it.each(['web', 'desk'] as const)('of %s are explained in the same words', (page) => {
    expect(messagesOf(page, 'en').flatMap(({ comments }) => comments.flatMap(faults))).toEqual([]);
  });

  it('of the server and its letters use the words of the glossary', async () => {
    const letters = (await import(join(root, 'server/src/account/messages/text/en.ts'))) as {
      readonly en: Record<string, string>;
    };
    const texts = [...Object.values(en), ...Object.values(letters.en)];
    expect(texts.flatMap((text) => faults(spoken(text)))).toEqual([]);
  });

  it.each(['web', 'desk'] as const)(
    'of %s name their placeholders: t`… ${name}`, <Trans>{{ name: value }}</Trans>',
    (page) => {
      expect(
        messagesOf(page, 'en')
          .filter(({ text }) => /\{\d+[,}]/.test(text))
          .map(({ text }) => text),
      ).toEqual([]);
    },
  );

  it.each(['web', 'desk'] as const)('of %s explain themselves to translators', (page) => {
    const left = messagesOf(page, 'en').filter(({ context, comments }) => context === '' && comments.length === 0);
    expect(left.length, 'give a new message a comment').toBeLessThanOrEqual(UNEXPLAINED[page]);
  });
});

/** Names of tables and columns in snapshots and databases, and of fields in the API: they stay. */
const RECORDED =
  /'(?:purses?|seats?|told)'|'pursesDue'|'pursesListed'|'pursesRejudged'|\btold(?:: (?:true|Generated)|\b.*false)|p\.total as told/;
/** Uses of old words by folder. Each number may only fall; a folder without one has none. */
const OLD: Readonly<Record<string, number>> = { 'server/test': 45 };

describe('code', () => {
  it('has no more old words than before', () => {
    const found = new Map<string, number>();
    for (const file of codeFiles().filter((one) => !/\/migrations\/|\.gen\.ts$|^tools\//.test(one))) {
      const folder = file.split('/').slice(0, 2).join('/');
      for (const line of read(file).split('\n'))
        if (!RECORDED.test(line))
          for (const { word } of BANNED_IN_CODE)
            found.set(folder, (found.get(folder) ?? 0) + (line.match(word)?.length ?? 0));
    }
    const more = [...found].filter(([folder, count]) => count > (OLD[folder] ?? 0));
    expect(more, BANNED_IN_CODE.map(({ not, say }) => `${not}: say ${say}`).join('; ')).toEqual([]);
  });
});

describe('docs', () => {
  const pages = globSync('docs/{concepts,operate,products,start}/*.md', { cwd: root }).toSorted();
  // One sentence of the page of keys still says "he".
  const files = ['README.md', ...pages.filter((file) => file !== 'docs/operate/custody-keys.md')];

  it.each(files)('%s uses the words of the glossary', (file) => {
    expect(faultsIn(read(file))).toEqual([]);
  });

  it('glossary.md is written from the catalogues: npm run glossary', () => {
    expect(read('docs/reference/glossary.md')).toBe(glossary());
    const [words = ''] = glossary().split('## Words that are not used');
    expect(faultsIn(words)).toEqual([]);
  });
});
