// The first topics and articles of a new exchange, from the files of `first/`. A file is `LANGUAGE/CODE.md`: a head of
// `name: value` lines, a line `---`, then Markdown. They are written once; afterwards the desk changes them.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARTICLE_KIND, type ArticleKind, type Language, LANGUAGES } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { FIRST_TOPICS } from './first/topics.ts';
import { publish } from './publish.ts';
import { ORIGINAL } from './reads.ts';
import { render } from './render.ts';
import type { ContentTables } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'first');
/** Who wrote the first texts. */
export const FIRST_PERSON = 'first';

export interface FirstText {
  readonly code: string;
  readonly title: string;
  readonly lead: string;
  readonly source: string;
  /** Originals only. */
  readonly topic: string;
  readonly kind: ArticleKind;
  readonly page: string | null;
}

/** Reads one file. @throws naming the file and what is wrong */
export function readFirstText(code: string, text: string): FirstText {
  const cut = text.indexOf('\n---\n');
  if (cut < 0) throw new Error(`first articles: expected a head and a line --- in ${code}`);
  const head = new Map(
    text
      .slice(0, cut)
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const kind = ARTICLE_KIND.find((one) => one === (head.get('kind') ?? 'help'));
  const [title, lead] = [head.get('title'), head.get('lead')];
  if (title === undefined || lead === undefined || kind === undefined)
    throw new Error(`first articles: expected title, lead and a known kind in ${code}`);
  const source = text.slice(cut + '\n---\n'.length).trim();
  return { code, title, lead, kind, source, topic: head.get('topic') ?? '', page: head.get('page') ?? null };
}

/** The first texts of a language by code. */
export async function firstTexts(locale: Language): Promise<ReadonlyMap<string, FirstText>> {
  const folder = join(FOLDER, locale);
  const files = (await readdir(FOLDER)).includes(locale) ? (await readdir(folder)).sort() : [];
  const texts = new Map<string, FirstText>();
  for (const file of files) {
    const code = file.replace(/\.md$/, '');
    texts.set(code, readFirstText(code, await readFile(join(folder, file), 'utf8')));
  }
  return texts;
}

/** Writes them, unless there are topics already. All or nothing. */
export async function firstContent(db: Kysely<ContentTables>, now: () => number): Promise<void> {
  if ((await db.selectFrom('content_types').select('id').limit(1).executeTakeFirst()) !== undefined) return;
  const texts = new Map<Language, ReadonlyMap<string, FirstText>>();
  for (const locale of LANGUAGES) texts.set(locale, await firstTexts(locale));
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('content:first', 0))`.execute(tx);
    if ((await tx.selectFrom('content_types').select('id').limit(1).executeTakeFirst()) !== undefined) return;
    const topics = await writeTopics(tx);
    for (const [at, original] of [...(texts.get(ORIGINAL)?.values() ?? [])].entries()) {
      const { code, kind, topic, page } = original;
      const type_id = topics.get(topic);
      if (type_id === undefined) throw new Error(`first articles: ${code} names the unknown topic ${topic}`);
      const { id } = await tx
        .insertInto('content_articles')
        .values({ ...{ type_id, code, kind, page }, sort: at, created_at: String(now()) })
        .returning('id')
        .executeTakeFirstOrThrow();
      const of = await writeText(tx, id, ORIGINAL, original, null, now());
      for (const [locale, translated] of texts) {
        const text = translated.get(code);
        if (locale !== ORIGINAL && text !== undefined) await writeText(tx, id, locale, text, of, now());
      }
    }
  });
}

async function writeTopics(tx: Kysely<ContentTables>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [at, { code, under, kind, names }] of FIRST_TOPICS.entries()) {
    const { id } = await tx
      .insertInto('content_types')
      .values({ code, kind, sort: at, pid: under === undefined ? null : (ids.get(under) ?? null) })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code, id);
    await tx
      .insertInto('content_type_names')
      .values(
        LANGUAGES.flatMap((locale) => {
          const name = names[locale];
          return name === undefined ? [] : [{ type_id: id, locale, name }];
        }),
      )
      .execute();
  }
  return ids;
}

/** Writes and publishes one text; the id of its version. */
async function writeText(
  tx: Kysely<ContentTables>,
  article: string,
  locale: Language,
  { title, lead, source }: FirstText,
  of: string | null,
  now: number,
): Promise<string> {
  const version = await tx
    .insertInto('content_versions')
    .values({
      ...{ article_id: article, locale, number: 1, state: 'draft', title, lead, source },
      ...{ html: render(source).html, note: null, of_version: of, publish_at: null, published_at: null },
      ...{ by_person: FIRST_PERSON, approved_by: null, saved_at: String(now) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(tx, version, now);
  return version.id;
}
