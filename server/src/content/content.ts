// Articles as the public calls see them: the tree of topics, texts, search, votes; and the first texts of a new
// exchange.

import {
  type AnswerOf,
  type Article,
  type ArticleKind,
  type ArticleType,
  type Language,
  MAX_NOTICES,
} from '@vitrine/contract';
import type { Kysely } from 'kysely';
import { refuse } from '../api/call/index.ts';
import { firstContent } from './first.ts';
import { publishDue } from './due.ts';
import { readArticles, readTypes } from './reads.ts';
import { findArticles } from './search.ts';
import type { ContentTables } from './tables.ts';

/** Interval of checks for scheduled publications, ms. */
const LOOK = 5_000;
/** Ids are 64 bits. */
const ID = /^[1-9][0-9]{0,17}$/;

export interface ContentParts {
  readonly db: Kysely<ContentTables>;
  /** ms UTC. */
  readonly now: () => number;
  /** Receives background failures. */
  readonly onFault: (error: unknown) => void;
}

export interface Content {
  types(lang: Language): Promise<ArticleType[]>;
  /** Articles, newest first; with their content only when asked for one code. */
  articles(lang: Language, wanted: { code?: string | undefined; kind?: ArticleKind | undefined }): Promise<Article[]>;
  /** With its content. @throws {Refusal} 404 unless it is published and of one of the kinds. */
  article(lang: Language, id: string, kinds?: readonly ArticleKind[]): Promise<Article>;
  notices(lang: Language): Promise<Article[]>;
  search(lang: Language, text: string): Promise<AnswerOf<'article.search'>>;
  /** @throws {Refusal} 404 */
  vote(userId: string, id: string, helpful: boolean): Promise<AnswerOf<'article.helpful'>>;
  /** The page of the white paper. @throws {Refusal} 404 if none is published. */
  whitePaper(lang: Language): Promise<string>;
  /** Publishes what is due now; otherwise a timer does. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the articles; the first start writes the first ones. */
export async function createContent({ db, now, onFault }: ContentParts): Promise<Content> {
  await firstContent(db, now);
  let looking: Promise<void> | undefined;
  const look = async () => {
    looking ??= publishDue(db, now()).finally(() => (looking = undefined));
    await looking;
  };
  const timer = setInterval(() => void look().catch(onFault), LOOK);
  timer.unref();

  async function article(lang: Language, id: string, kinds?: readonly ArticleKind[]): Promise<Article> {
    const [found] = ID.test(id) ? await readArticles(db, lang, { id, withContent: true }) : [];
    if (found === undefined || kinds?.some((kind) => kind === found.article_type) === false)
      throw refuse('request.notFound');
    return found;
  }

  return {
    types: (lang) => readTypes(db, lang),
    articles: (lang, { code, kind }) => readArticles(db, lang, { code, kind, withContent: code !== undefined }),
    article,
    notices: async (lang) => (await readArticles(db, lang, { kind: 'notice' })).slice(0, MAX_NOTICES),

    async search(lang, text) {
      const { ids, corrected } = await findArticles(db, lang, text);
      const found = new Map((await readArticles(db, lang, { ids })).map((one) => [one.id, one]));
      return { records: ids.flatMap((id) => found.get(id) ?? []), corrected };
    },

    async vote(userId, id, helpful) {
      await article('en', id);
      await db
        .insertInto('content_votes')
        .values({ article_id: id, user_id: userId, helpful, time: String(now()) })
        .onConflict((conflict) =>
          conflict.columns(['article_id', 'user_id']).doUpdateSet({ helpful, time: String(now()) }),
        )
        .execute();
      const after = await article('en', id);
      return { helpful: after.helpful, unhelpful: after.unhelpful };
    },

    async whitePaper(lang) {
      const [paper] = await readArticles(db, lang, { kind: 'paper' });
      if (paper === undefined) throw refuse('request.notFound');
      return paper.path;
    },

    look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
