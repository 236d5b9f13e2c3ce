// Publishes a version of an article: it replaces the published one of its language, and the search index follows in
// the same transaction.

import { type Kysely, type Selectable, sql } from 'kysely';
import { render } from './render.ts';
import type { ContentTables, ContentVersionsTable } from './tables.ts';
import { dictionaryOf, gramsOf, isSpelt, MAX_WORDS, wordsOf } from './words.ts';

type Version = Selectable<ContentVersionsTable>;

/** Serialises everything that changes one article. */
export async function lockArticle(tx: Kysely<ContentTables>, article: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${article}`}, 0))`.execute(tx);
}

/** Adds words of a text to the vocabulary of its language, or removes them. */
async function count(tx: Kysely<ContentTables>, locale: string, words: readonly string[], by: 1 | -1): Promise<void> {
  if (words.length === 0) return;
  // One order for all: two publications at once cannot wait for each other.
  const ordered = [...words].sort();
  if (by === 1)
    await tx
      .insertInto('content_words')
      .columns(['locale', 'word', 'grams', 'articles'])
      .expression(
        sql`select ${locale}, entry ->> 0, array(select jsonb_array_elements_text(entry -> 1)), 1
            from jsonb_array_elements(${JSON.stringify(ordered.map((word) => [word, gramsOf(word)]))}::jsonb) as entry`,
      )
      .onConflict((conflict) =>
        conflict.columns(['locale', 'word']).doUpdateSet({ articles: sql`content_words.articles + 1` }),
      )
      .execute();
  else {
    await sql`
      update content_words set articles = articles - 1
      where locale = ${locale} and word in (
        select word from content_words where locale = ${locale} and word = any(${ordered}) order by word for update
      )`.execute(tx);
    await sql`delete from content_words where locale = ${locale} and word = any(${ordered}) and articles < 1`.execute(
      tx,
    );
  }
}

/** Takes an article's published text off the page, if there is one. The caller holds the article's lock. */
export async function withdraw(tx: Kysely<ContentTables>, article: string, locale: Version['locale']): Promise<void> {
  const page = await tx
    .deleteFrom('content_pages')
    .where('article_id', '=', article)
    .where('locale', '=', locale)
    .returning(['version_id', 'spelt'])
    .executeTakeFirst();
  if (page === undefined) return;
  await count(tx, locale, page.spelt, -1);
  await tx.updateTable('content_versions').set({ state: 'withdrawn' }).where('id', '=', page.version_id).execute();
}

/** Publishes a version now. The caller holds the article's lock. */
export async function publish(tx: Kysely<ContentTables>, version: Version, now: number): Promise<void> {
  const { article_id, locale, id, title, lead, source } = version;
  const time = String(now);
  const before = await tx
    .selectFrom('content_pages')
    .select(['version_id', 'spelt'])
    .where('article_id', '=', article_id)
    .where('locale', '=', locale)
    .executeTakeFirst();
  if (before !== undefined) {
    await count(tx, locale, before.spelt, -1);
    await tx.updateTable('content_versions').set({ state: 'replaced' }).where('id', '=', before.version_id).execute();
  }
  await tx
    .updateTable('content_versions')
    .set({ state: 'published', published_at: time })
    .where('id', '=', id)
    .execute();
  const parts = { a: wordsOf(title), b: wordsOf(lead), c: wordsOf(render(source).text) };
  const spelt = [...new Set([...parts.a, ...parts.b, ...parts.c])].filter(isSpelt).slice(0, MAX_WORDS);
  await count(tx, locale, spelt, 1);
  const dictionary = sql`${dictionaryOf(locale)}::regconfig`;
  const words = sql<string>`
    setweight(to_tsvector(${dictionary}, ${parts.a.join(' ')}), 'A')
    || setweight(to_tsvector('simple', ${parts.a.join(' ')}), 'A')
    || setweight(to_tsvector(${dictionary}, ${parts.b.join(' ')}), 'B')
    || setweight(to_tsvector(${dictionary}, ${parts.c.join(' ')}), 'D')`;
  await tx
    .insertInto('content_pages')
    .values({ article_id, locale, version_id: id, words, spelt, published_at: time, changed_at: time })
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'locale']).doUpdateSet((row) => ({
        version_id: row.ref('excluded.version_id'),
        words: row.ref('excluded.words'),
        spelt: row.ref('excluded.spelt'),
        changed_at: row.ref('excluded.changed_at'),
      })),
    )
    .execute();
}
