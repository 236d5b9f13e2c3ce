// Issue 18, part 2: each term has a sentence and a link to a section that exists, and is shown at a word.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ruleKeys } from '../../src/features/rules/search.ts';
import { termKeys } from '../../src/hint/term.ts';
import { terms } from '../../src/hint/terms.ts';

const source = join(import.meta.dirname, '../../src');
const read = (file: string): string => readFileSync(join(source, file), 'utf8');

/** The files that render each page of rules, by the key in its address. */
const filesOf: Readonly<Record<string, readonly string[]>> = {
  options: ['options'],
  spot: ['spot'],
  contracts: ['contracts', 'insurance'],
  margin: ['margin'],
  loans: ['loans'],
  funds: ['funds'],
  rate: ['rate-page'],
};

const sectionsOf = (key: string): readonly string[] =>
  (filesOf[key] ?? []).flatMap((file) =>
    [...read(`features/rules/${file}.tsx`).matchAll(/<RuleSection id="([\w-]+)"/g)].map(([, id]) => id!),
  );

describe('terms of the guide (issue 18, part 2)', () => {
  it('are about sixty', () => {
    expect(termKeys.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(terms).toSorted()).toEqual([...termKeys].toSorted());
  });

  it.each(termKeys)('%s has one or two short sentences', (term) => {
    const text = terms[term].text.message ?? '';
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text.split(/[.;]\s/).length).toBeLessThanOrEqual(2);
    for (const sentence of text.split(/[.;]\s/)) expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(20);
  });

  it.each(termKeys)('%s links to a section of the rules that exists', (term) => {
    const { link } = terms[term];
    const [, page, key = 'rate', anchor] = /^\/(rule|rate)\/index(?:\?key=(\w+))?#rule-([\w-]+)$/.exec(link) ?? [];
    if (page === 'rule') expect(ruleKeys).toContain(key);
    expect(sectionsOf(key)).toContain(anchor);
  });

  it('are shown at words of the pages', () => {
    const pages = globSync('**/*.tsx', { cwd: source })
      .filter((file) => !file.startsWith('hint/'))
      .map(read)
      .join('\n');
    const shown = [...pages.matchAll(/<Hint(?:Mark)?\s+of=(?:"(\w+)"|\{([^}]+)\})/g)].map(
      ([, one, some]) => one ?? some,
    );
    // The order types and times in force choose theirs from a table.
    const listed = [...pages.matchAll(/const \w+Terms: Readonly<Record<[^=]+= \{([^}]+)\}/g)].map(([, table]) => table);
    const words = new Set([...shown, ...listed].flatMap((part) => part?.match(/\w+/g) ?? []));
    expect(termKeys.filter((term) => !words.has(term))).toEqual([]);
  });
});
