// The tables of articles, as Kysely sees them. Times are ms UTC.

import type { ArticleKind, ContentState, Language } from '@vitrine/contract';
import type { Generated } from 'kysely';

/** A topic: a category, or a section of the category `pid`. */
export interface ContentTypesTable {
  id: Generated<string>;
  code: string;
  pid: string | null;
  kind: ArticleKind;
  sort: number;
}

export interface ContentTypeNamesTable {
  type_id: string;
  locale: Language;
  name: string;
}

export interface ContentArticlesTable {
  id: Generated<string>;
  type_id: string;
  code: string;
  kind: ArticleKind;
  sort: number;
  /** Path of the page that it is about. */
  page: string | null;
  created_at: string;
}

/** A version of an article in one language. At most one per article and language is a draft or scheduled. */
export interface ContentVersionsTable {
  id: Generated<string>;
  article_id: string;
  locale: Language;
  /** From 1, per article and language. */
  number: number;
  state: ContentState;
  title: string;
  lead: string;
  /** Markdown. */
  source: string;
  /** What `source` renders to, sanitised. */
  html: string;
  /** What it changes. */
  note: string | null;
  /** Translations: the version of the original that it was compared with. */
  of_version: string | null;
  publish_at: string | null;
  published_at: string | null;
  by_person: string;
  approved_by: string | null;
  saved_at: string;
}

/** The published version of an article in one language, with its search index. */
export interface ContentPagesTable {
  article_id: string;
  locale: Language;
  version_id: string;
  words: string;
  /** Its different words that are spelt with letters. */
  spelt: string[];
  /** First publication, and that of this version. */
  published_at: string;
  changed_at: string;
}

/** Words of the published texts with their letter groups: a misspelt word finds its nearest. */
export interface ContentWordsTable {
  locale: Language;
  word: string;
  grams: string[];
  /** In how many texts it stands. */
  articles: number;
}

export interface ContentVotesTable {
  article_id: string;
  user_id: string;
  helpful: boolean;
  time: string;
}

export interface ContentTables {
  content_types: ContentTypesTable;
  content_type_names: ContentTypeNamesTable;
  content_articles: ContentArticlesTable;
  content_versions: ContentVersionsTable;
  content_pages: ContentPagesTable;
  content_words: ContentWordsTable;
  content_votes: ContentVotesTable;
}
