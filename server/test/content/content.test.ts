// Articles on a real PostgreSQL (issue 20): the first ones, languages, search with misspelt words, votes, schedules.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, MAX_FOUND } from '@vitrine/contract';
import { testDatabase, type TestDatabase } from '../../src/app/postgres/index.ts';
import { createContent, firstTexts, render } from '../../src/content/index.ts';
import { migrateAll } from '../../src/projection/views/index.ts';
import { type ContentWorld, openContent } from './content-world.ts';

let database: TestDatabase;
let world: ContentWorld;
let time = 1_800_000_000_000;

const codes = (found: { readonly records: readonly { readonly article_code: string }[] }) =>
  found.records.map(({ article_code }) => article_code);
const search = (text: string, lang: 'en' | 'de' | 'ja' | 'th' = 'en') => world.content.search(lang, text);

/** Writes a version of an article and lets it be published at `at`. */
async function schedule(code: string, locale: string, title: string, source: string, at: number): Promise<void> {
  const { id } = await world.db
    .selectFrom('content_articles')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  await sql`
    insert into content_versions (article_id, locale, number, state, title, lead, source, html, of_version, publish_at, by_person, saved_at)
    values (${id}, ${locale},
      1 + (select coalesce(max(number), 0) from content_versions where article_id = ${id} and locale = ${locale}),
      'scheduled', ${title}, ${title}, ${source}, ${render(source).html},
      (select version_id from content_pages where article_id = ${id} and locale = 'en' and ${locale} <> 'en'),
      ${at}, '1', ${time})`.execute(world.db);
  time = Math.max(time, at);
  await world.content.look();
}

beforeAll(async () => {
  database = await testDatabase();
  await migrateAll(database.connection);
  world = await openContent(database, () => time);
});
afterAll(async () => {
  await world?.stop();
  await database?.stop();
});

describe('the first articles (issue 20)', () => {
  it('are all there, each in its topic, with names of topics in 16 languages', async () => {
    const texts = await firstTexts('en');
    const all = await world.content.articles('en', {});
    expect(all.map(({ article_code }) => article_code).sort()).toEqual([...texts.keys()].sort());
    expect(
      all.every(({ content, article_lang, outdated }) => content === null && article_lang === 'en' && !outdated),
    ).toBe(true);
    const english = await world.content.types('en');
    for (const { id, pid, path } of english) {
      expect(path).toBe(`/article/main/${pid === null ? 'categories' : 'sections'}/${id}`);
      if (pid !== null) expect(english.some((one) => one.id === pid && one.pid === null)).toBe(true);
    }
    expect(english.filter(({ pid }) => pid === null).reduce((sum, { count }) => sum + count, 0)).toBe(texts.size);
    for (const lang of LANGUAGES)
      for (const { name, code } of await world.content.types(lang)) expect(name, `${code} in ${lang}`).not.toBe('');
  });

  it('are written once: another start changes nothing', async () => {
    const before = await world.content.articles('en', {});
    const again = await createContent({ db: world.db, now: () => time + 1, onFault: () => undefined });
    await again.stop();
    expect(await world.content.articles('en', {})).toEqual(before);
  });

  it('link only to topics and pages that are there', async () => {
    const topics = new Set((await world.content.types('en')).map(({ id }) => id));
    for (const { pid } of await world.content.articles('en', {})) expect(topics.has(pid)).toBe(true);
  });
});

describe('an article', () => {
  it('comes with its content by code and id, else 404', async () => {
    const [fees] = await world.content.articles('de', { code: 'fees' });
    expect(fees).toMatchObject({
      article_code: 'fees',
      article_lang: 'en',
      path: `/article/main/content/hot/${fees?.id}`,
    });
    expect(fees?.content).toContain('<h2 id="part-1">');
    expect(await world.content.article('en', fees?.id ?? '', ['help', 'hot'])).toMatchObject({ article_code: 'fees' });
    for (const id of ['0', '999999', '-1', '01', '1'.repeat(30), 'x'])
      await expect(world.content.article('en', id)).rejects.toMatchObject({ code: 404 });
    await expect(world.content.article('en', fees?.id ?? '', ['notice'])).rejects.toMatchObject({ code: 404 });
    expect(await world.content.whitePaper('en')).toMatch(/^\/article\/main\/content\/paper\/\d+$/);
  });

  it('is shown in the reader’s language once that is published, and says when the original has changed since', async () => {
    await schedule('fees', 'de', 'Welche Gebühren zahle ich?', 'Eine **Handelsgebühr** je Ausführung.', time + 1);
    const one = async (lang: 'de' | 'fr') => (await world.content.articles(lang, { code: 'fees' }))[0];
    expect(await one('de')).toMatchObject({ title: 'Welche Gebühren zahle ich?', article_lang: 'de', outdated: false });
    expect(await one('fr')).toMatchObject({ article_lang: 'en' });
    await schedule('fees', 'en', 'Which fees do I pay now?', '## Fees\n\nA trading fee.', time + 1);
    expect(await one('fr')).toMatchObject({ title: 'Which fees do I pay now?', outdated: false });
    expect(await one('de')).toMatchObject({ article_lang: 'de', outdated: true });
  });

  it('is published at its time and not before', async () => {
    const at = time + 60_000;
    const { id } = await world.db
      .selectFrom('content_articles')
      .select('id')
      .where('code', '=', 'welcome')
      .executeTakeFirstOrThrow();
    await sql`
      insert into content_versions (article_id, locale, number, state, title, lead, source, html, publish_at, by_person, saved_at)
      values (${id}, 'en', 2, 'scheduled', 'Changed', 'Changed', 'x', '<p>x</p>', ${at}, '1', ${time})`.execute(
      world.db,
    );
    await world.content.look();
    expect((await world.content.article('en', id)).title).toBe('The help centre is open');
    time = at;
    await world.content.look();
    const changed = await world.content.article('en', id);
    expect(changed).toMatchObject({ title: 'Changed', update_time: at });
    expect(changed.create_time).toBeLessThan(at);
  });

  it('counts one vote a reader, the last one', async () => {
    const [fees] = await world.content.articles('en', { code: 'fees' });
    const id = fees?.id ?? '';
    expect(await world.content.vote('7', id, true)).toEqual({ helpful: 1, unhelpful: 0 });
    expect(await world.content.vote('7', id, true)).toEqual({ helpful: 1, unhelpful: 0 });
    expect(await world.content.vote('7', id, false)).toEqual({ helpful: 0, unhelpful: 1 });
    expect(await world.content.vote('8', id, true)).toEqual({ helpful: 1, unhelpful: 1 });
    await expect(world.content.vote('8', '999999', true)).rejects.toMatchObject({ code: 404 });
  });
});

describe('search (issue 20)', () => {
  it('finds by words in any form, the title first', async () => {
    expect(codes(await search('liquidation price'))[0]).toBe('liquidation');
    expect(codes(await search('forgotten fund password'))[0]).toBe('fund-password');
    expect(codes(await search('withdrawing'))).toContain('withdrawal-time');
    expect(codes(await search('how long does a withdrawal take'))[0]).toBe('withdrawal-time');
    expect(codes(await search('withd'))).toContain('withdrawal-time');
  });

  it('finds the nearest word for a misspelt one, and says which', async () => {
    for (const [typed, meant, code] of [
      ['withdrawel', 'withdrawal', 'withdrawal-time'],
      ['liqidation', 'liquidation', 'liquidation'],
      ['pasword', 'password', 'fund-password'],
      ['verfication', 'verification', 'verification'],
      ['fundng', 'funding', 'funding'],
    ] as const) {
      const found = await search(typed);
      expect(found.corrected, typed).toBe(meant);
      expect(codes(found), typed).toContain(code);
    }
    expect((await search('withdrawal')).corrected).toBeNull();
  });

  it('finds nothing for what stands nowhere, and survives what is no word', async () => {
    expect(await search('xqzvwkjy')).toEqual({ records: [], corrected: null });
    for (const text of [
      "'; drop table content_pages; --",
      '& | ! ( ) :*',
      '\\',
      '%',
      '😀',
      ':*:*',
      "a':b",
      '<->',
      '\u0301',
      ' '.repeat(80),
    ])
      expect((await search(text)).records.length).toBeLessThanOrEqual(MAX_FOUND);
    for (const text of ['a '.repeat(40), 'x'.repeat(80), 'あ'.repeat(80), '𠮷'.repeat(40)])
      expect((await search(text)).records.length).toBeLessThanOrEqual(MAX_FOUND);
  });

  it('finds in scripts without spaces, with accents left out, and English where a translation is missing', async () => {
    await schedule(
      'liquidation',
      'ja',
      '清算価格はどのように計算されますか',
      '証拠金が維持証拠金を下回ると清算されます。',
      time + 1,
    );
    await schedule('liquidation', 'th', 'ราคาบังคับปิดคำนวณอย่างไร', 'เมื่อหลักประกันต่ำกว่าที่กำหนด', time + 1);
    expect(codes(await search('清算価格', 'ja'))[0]).toBe('liquidation');
    expect(codes(await search('維持証拠金', 'ja'))).toEqual(['liquidation']);
    expect(codes(await search('หลักประกัน', 'th'))).toEqual(['liquidation']);
    expect(codes(await search('gebuhren', 'de'))[0]).toBe('fees');
    const english = await search('funding', 'ja');
    expect(codes(english)[0]).toBe('funding');
    expect(english.records[0]?.article_lang).toBe('en');
    // The English text of a translated article is not found in that language.
    expect(codes(await search('liquidation maintenance', 'ja'))).not.toContain('liquidation');
  });

  it('keeps one row a word in its vocabulary, and forgets words that stand nowhere any more', async () => {
    await schedule('welcome', 'en', 'Zyxwvuts', 'unheardofword', time + 1);
    expect(codes(await search('zyxwvutz'))).toEqual(['welcome']);
    await schedule('welcome', 'en', 'The help centre is open', 'Plain again.', time + 1);
    expect(codes(await search('zyxwvuts'))).toEqual([]);
    const { rows } = await sql<{
      word: string;
    }>`select word from content_words where word in ('zyxwvuts', 'unheardofword') or articles < 1`.execute(world.db);
    expect(rows).toEqual([]);
  });
});
