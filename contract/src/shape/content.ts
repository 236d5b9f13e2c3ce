// Shapes of articles: help, announcements, rules, the white paper; and the tree of topics they stand in.

import * as z from 'zod/mini';
import { id, time } from '../text.ts';

/** A topic of the tree of articles: a category (`pid` null) or a section of one. */
export const articleType = z.object({
  id,
  pid: z.nullable(id),
  code: z.string(),
  /** In the reader's language. */
  name: z.string(),
  /** An `ARTICLE_KIND`. */
  article_type: z.string(),
  /** Its page. */
  path: z.string(),
  sort: z.int(),
  /** Published articles in it and below it. */
  count: z.int(),
});
export type ArticleType = z.output<typeof articleType>;

/** A published article in one language. */
export const article = z.object({
  id,
  /** An `ARTICLE_KIND`. */
  article_type: z.string(),
  article_code: z.string(),
  /** Its topic. */
  pid: id,
  /** Its page. */
  path: z.string(),
  title: z.string(),
  /** Its first paragraph, as text. */
  lead: z.string(),
  /** HTML from a closed list of elements; null in lists. */
  content: z.nullable(z.string()),
  /** The language of this text: English where no translation is published. */
  article_lang: z.string(),
  /** An earlier version of the original was translated. */
  outdated: z.boolean(),
  create_time: time,
  update_time: time,
  /** What the last version changed; null for a first version. */
  change: z.nullable(z.string()),
  /** The page of the exchange that it is about. */
  page: z.nullable(z.string()),
  /** Readers who found it helpful, and who did not. */
  helpful: z.int(),
  unhelpful: z.int(),
  /** Minutes of reading. */
  minutes: z.int(),
});
export type Article = z.output<typeof article>;
