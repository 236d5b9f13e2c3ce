// Finds published articles by words: PostgreSQL's full-text search in the reader's language, and in English where no
// translation is published. A word that stands in no text is replaced by its nearest by letter groups.

import { type Language, MAX_FOUND } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { ORIGINAL } from './reads.ts';
import type { ContentTables } from './tables.ts';
import { dictionaryOf, gramsOf, isSpelt, wordsOf } from './words.ts';

/** Most words of a search. */
const MAX_ASKED = 12;
/** Least share of letter groups in common for a word to count as meant. */
const NEAREST_LEAST = 0.4;
/** Most letters by which a misspelt word is longer or shorter. */
const LENGTH_MOST = 3;

export interface Found {
  /** Ids of articles, best first. */
  readonly ids: readonly string[];
  /** The words searched for instead, if one was misspelt. */
  readonly corrected: string | null;
}

/** Nearest known word for each word that stands in no text, by that word. */
async function nearest(
  db: Kysely<ContentTables>,
  locales: readonly Language[],
  words: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const near = new Map<string, string>();
  for (const word of words) {
    const grams = gramsOf(word);
    const { rows } = await sql<{ word: string; exact: boolean }>`
      select word, (word like ${`${word}%`}) as exact from content_words
      cross join lateral (select count(*) as shared from unnest(grams) as gram where gram = any(${grams})) as common
      where locale = any(${locales}) and grams && ${grams}::text[]
        and (word like ${`${word}%`} or abs(length(word) - ${word.length}) <= ${LENGTH_MOST})
        and (word like ${`${word}%`}
          or 2.0 * shared / (cardinality(grams) + ${grams.length}) >= ${NEAREST_LEAST})
      order by exact desc, 2.0 * shared / (cardinality(grams) + ${grams.length}) desc,
        abs(length(word) - ${word.length}), articles desc, word
      limit 1`.execute(db);
    const [best] = rows;
    if (best !== undefined && !best.exact) near.set(word, best.word);
  }
  return near;
}

/** Searches; at most `MAX_FOUND` articles. */
export async function findArticles(db: Kysely<ContentTables>, lang: Language, text: string): Promise<Found> {
  const asked = [...new Set(wordsOf(text))].slice(0, MAX_ASKED);
  if (asked.length === 0) return { ids: [], corrected: null };
  const near = await nearest(db, [...new Set([lang, ORIGINAL])], asked.filter(isSpelt));
  const words = asked.map((word) => near.get(word) ?? word);
  // A word also finds longer ones that begin with it. Words hold letters and digits only, so quoting is not needed.
  const terms = words.map((word) => (word.length > 2 ? `(${word} | ${word}:*)` : word));
  for (const joint of [' & ', ' | ']) {
    const query = terms.join(joint);
    const asWritten = sql`to_tsquery(${dictionaryOf(lang)}::regconfig, ${query})`;
    // A title that has the very word, not only its stem, comes first.
    const exact = sql`2 * ts_rank(words, to_tsquery('simple', ${words.join(' | ')}))`;
    const inOriginal = sql`to_tsquery(${dictionaryOf(ORIGINAL)}::regconfig, ${query})`;
    const { rows } = await sql<{ id: string }>`
      select id from (
        select article_id as id, ts_rank_cd(words, ${asWritten}) + ${exact} as rank from content_pages
        where locale = ${lang} and words @@ ${asWritten}
        union all
        select article_id as id, ts_rank_cd(words, ${inOriginal}) + ${exact} as rank from content_pages as original
        where ${lang}::text <> ${ORIGINAL} and locale = ${ORIGINAL} and words @@ ${inOriginal} and not exists (
          select 1 from content_pages as own where own.article_id = original.article_id and own.locale = ${lang})
      ) as found
      order by rank desc, id
      limit ${MAX_FOUND}`.execute(db);
    if (rows.length > 0) return { ids: rows.map(({ id }) => id), corrected: near.size > 0 ? words.join(' ') : null };
  }
  return { ids: [], corrected: null };
}
