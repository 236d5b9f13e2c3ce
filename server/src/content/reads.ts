// Published articles as readers see them: each in the reader's language, else in English.

import type { Article, ArticleKind, ArticleType, Language } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import type { ContentTables } from './tables.ts';

/** The language of the originals, shown where a translation is missing. */
export const ORIGINAL: Language = 'en';
/** Characters of Markdown that take a minute to read. */
const READ_A_MINUTE = 1_200;

/** Which articles; nothing given: all. */
export interface Wanted {
  readonly id?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly code?: string | undefined;
  readonly kind?: ArticleKind | undefined;
  readonly topic?: string | undefined;
  readonly withContent?: boolean;
}

/** The page of an article. */
export function articlePath(kind: ArticleKind, id: string): string {
  return `/article/main/content/${kind}/${id}`;
}

const whole = (text: string): number => Number.parseInt(text, 10);

/** The articles with a published text, newest first. */
export async function readArticles(
  db: Kysely<ContentTables>,
  lang: Language,
  { id, ids, code, kind, topic, withContent = false }: Wanted,
): Promise<Article[]> {
  const votes = (helpful: boolean) => sql<string>`(
    select count(*) from content_votes as vote
    where vote.article_id = content_articles.id and vote.helpful = ${helpful})`;
  let query = db
    .selectFrom('content_articles')
    .innerJoin('content_pages', 'content_pages.article_id', 'content_articles.id')
    .innerJoin('content_versions', 'content_versions.id', 'content_pages.version_id')
    .select([
      ...(['content_articles.id', 'content_articles.kind', 'content_articles.code', 'type_id', 'page'] as const),
      ...(['content_pages.locale', 'content_versions.title', 'content_versions.lead', 'note', 'number'] as const),
      ...(['content_pages.published_at', 'changed_at', 'of_version'] as const),
      sql<number>`length(content_versions.source)`.as('length'),
      sql<string | null>`case when ${withContent} then content_versions.html end`.as('html'),
      votes(true).as('helpful'),
      votes(false).as('unhelpful'),
      sql<string | null>`(
        select original.version_id from content_pages as original
        where original.article_id = content_articles.id and original.locale = ${ORIGINAL})`.as('original'),
    ])
    .distinctOn('content_articles.id')
    .where('content_pages.locale', 'in', [lang, ORIGINAL])
    .orderBy('content_articles.id', 'desc')
    .orderBy(sql`(content_pages.locale = ${lang})`, 'desc');
  if (id !== undefined) query = query.where('content_articles.id', '=', id);
  if (ids !== undefined) query = query.where('content_articles.id', 'in', ids.length === 0 ? ['0'] : ids);
  if (code !== undefined) query = query.where('content_articles.code', '=', code);
  if (kind !== undefined) query = query.where('content_articles.kind', '=', kind);
  if (topic !== undefined) query = query.where('content_articles.type_id', '=', topic);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    article_type: row.kind,
    article_code: row.code,
    pid: row.type_id,
    path: articlePath(row.kind, row.id),
    title: row.title,
    lead: row.lead,
    content: row.html,
    article_lang: row.locale,
    outdated: row.locale !== ORIGINAL && row.of_version !== row.original,
    create_time: whole(row.published_at),
    update_time: whole(row.changed_at),
    change: row.number > 1 ? row.note : null,
    page: row.page,
    helpful: whole(row.helpful),
    unhelpful: whole(row.unhelpful),
    minutes: Math.max(1, Math.round(row.length / READ_A_MINUTE)),
  }));
}

/** The tree of topics in menu order, each with its number of published articles. */
export async function readTypes(db: Kysely<ContentTables>, lang: Language): Promise<ArticleType[]> {
  const rows = await db
    .selectFrom('content_types')
    .select([
      ...(['id', 'pid', 'code', 'kind', 'sort'] as const),
      sql<string>`coalesce(
        (select name from content_type_names where type_id = content_types.id and locale = ${lang}),
        (select name from content_type_names where type_id = content_types.id and locale = ${ORIGINAL}),
        code)`.as('name'),
      sql<string>`(
        select count(*) from content_articles as article
        where article.type_id = content_types.id and exists (
          select 1 from content_pages as page where page.article_id = article.id and page.locale in (${lang}, ${ORIGINAL})
        ))`.as('own'),
    ])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const below = new Map<string, number>();
  for (const { pid, own } of rows) if (pid !== null) below.set(pid, (below.get(pid) ?? 0) + whole(own));
  return rows.map(({ id, pid, code, kind, sort, name, own }) => ({
    ...{ id, pid, code, sort, name, article_type: kind },
    path: `/article/main/${pid === null ? 'categories' : 'sections'}/${id}`,
    count: whole(own) + (below.get(id) ?? 0),
  }));
}
