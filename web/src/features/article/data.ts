// Reads of topics and articles in the language of the page.
import { useQuery } from '@tanstack/react-query';
import { ALL_RECORDS, type Article, type ArticleType } from '@vitrine/contract';
import { queryOf } from '../../api/index.ts';
import { currentLocale } from '../../i18n/index.ts';

/** Records of the shared list call that are articles. */
function isArticle(record: object): record is Article {
  return 'lead' in record;
}

function isTopic(record: object): record is ArticleType {
  return 'count' in record;
}

/** The tree of topics, in menu order. */
export function useTopics() {
  return useQuery({
    ...queryOf(
      'cgform-api.getData',
      { code: 'article_type', pageSize: ALL_RECORDS, column: 'sort', order: 'asc', article_lang: currentLocale() },
      'lazy',
    ),
    select: ({ records }) => records.filter(isTopic),
  });
}

/** All articles without their content, newest first. */
export function useArticles() {
  return useQuery({
    ...queryOf('cgform-api.getData', { code: 'article', pageSize: ALL_RECORDS, article_lang: currentLocale() }, 'lazy'),
    select: ({ records }) => records.filter(isArticle),
  });
}

/** An article with its content. */
export function useArticle(id: string) {
  return useQuery({
    ...queryOf('cgform-api.detailData', { code: 'article', id, article_lang: currentLocale() }, 'lazy'),
    select: (record) => (isArticle(record) ? record : undefined),
  });
}

/** Announcements, newest first. */
export function useNotices() {
  return useQuery(queryOf('notice.list', { article_lang: currentLocale() }, 'lazy'));
}

/** What a search found; not asked for an empty text. */
export function useFound(text: string) {
  return useQuery({
    ...queryOf('article.search', { text, article_lang: currentLocale() }, 'lazy'),
    enabled: text !== '',
  });
}

/** The categories and sections above a topic, from the top, itself last. */
export function wayTo(topics: readonly ArticleType[], id: string): readonly ArticleType[] {
  const own = topics.find((topic) => topic.id === id);
  if (own === undefined) return [];
  const above = topics.find((topic) => topic.id === own.pid);
  return above === undefined ? [own] : [above, own];
}

/** Articles of a topic and of the sections below it. */
export function within(topics: readonly ArticleType[], articles: readonly Article[], id: string): readonly Article[] {
  const ids = new Set(topics.filter((topic) => topic.id === id || topic.pid === id).map((topic) => topic.id));
  return articles.filter(({ pid }) => ids.has(pid)).reverse();
}
