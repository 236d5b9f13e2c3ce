// An article: text, contents, when it changed and what, whether it helped, related articles.
import { useMemo } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Article, ArticleKind, ArticleType } from '@vitrine/contract';
import { Empty, locales, Time } from '@vitrine/ui';
import { useTitle } from '../../page/index.ts';
import { currentLocale } from '../../i18n/index.ts';
import { useArticle, useArticles, useTopics, wayTo, within } from './data.ts';
import { Crumbs, Loaded } from './frame.tsx';
import { Go, useGo } from './go.tsx';
import { headingsOf } from './headings.ts';
import { Helpful } from './helpful.tsx';
import style from './article.module.css';

/** Most related articles. */
const RELATED = 4;

export function ArticlePage({ kind, id }: { readonly kind: string; readonly id: string }) {
  const article = useArticle(id);
  const topics = useTopics().data ?? [];
  useTitle(article.data?.title ?? '');
  return (
    <main className={`v-max ${style['reading']}`}>
      <Loaded query={article}>
        {(found) =>
          found?.article_type === (kind as ArticleKind) ? (
            <Text article={found} topics={topics} />
          ) : (
            <Empty title={<Trans comment="Help article">There is no such article</Trans>}>
              <Go to="/article/main/index" className="v-link">
                <Trans comment="Link">Open the help centre</Trans>
              </Go>
            </Empty>
          )
        }
      </Loaded>
    </main>
  );
}

function Text({ article, topics }: { readonly article: Article; readonly topics: readonly ArticleType[] }) {
  const { t } = useLingui();
  const go = useGo();
  const { content, article_lang } = article;
  const headings = useMemo(() => headingsOf(content ?? ''), [content]);
  return (
    <>
      <Topics topics={topics} shown={article.pid} />
      <article className={style['text']}>
        <Crumbs way={wayTo(topics, article.pid)} />
        <h1 lang={article_lang}>{article.title}</h1>
        <p className="v-12 v-ink-3">
          <Trans comment="time: when the article last changed">
            Last change <Time at={article.update_time} />
          </Trans>
          {' · '}
          <Trans comment="count: minutes that reading takes">{{ count: article.minutes }} min to read</Trans>
        </p>
        {article.change === null ? null : (
          <p className="v-12 v-ink-2">
            <Trans comment="change: what the last version changed">What changed: {{ change: article.change }}</Trans>
          </p>
        )}
        <Language article={article} />
        <p className={style['lead']} lang={article_lang}>
          {article.lead}
        </p>
        {/* Sanitised by the server: a closed list of elements, no script, no foreign picture. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- only its links act, and Enter clicks them */}
        <div
          className={style['body']}
          lang={article_lang}
          onClick={go}
          dangerouslySetInnerHTML={{ __html: content ?? '' }}
          data-testid="article-body"
        />
        {article.page === null ? null : (
          <p>
            <Go to={article.page} className="v-link">
              <Trans comment="Link from an article to the page that it explains">
                Open the page that this is about
              </Trans>
            </Go>
          </p>
        )}
        <Helpful key={article.id} article={article} />
        <Related article={article} topics={topics} />
      </article>
      {headings.length < 2 ? null : (
        <nav
          className={style['contents']}
          aria-label={t({ message: 'On this page', comment: 'Contents of an article' })}
        >
          <b>
            <Trans comment="Contents of an article">On this page</Trans>
          </b>
          <ol lang={article_lang}>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </>
  );
}

/** A language's name in itself. */
function languageOf(code: string): string {
  return locales.find((one) => one.code === code)?.name ?? code;
}

/** Says when the text is not in the reader's language, or older than its original. */
function Language({ article: { article_lang, outdated } }: { readonly article: Article }) {
  if (article_lang !== currentLocale())
    return (
      <p className={style['note']} data-testid="fallback">
        <Trans comment="language: the name of the language that the text is shown in">
          This article is not translated yet. It is shown in {{ language: languageOf(article_lang) }}.
        </Trans>
      </p>
    );
  if (!outdated) return null;
  return (
    <p className={style['note']}>
      <Trans comment="Above a help article">The English original has changed since this translation.</Trans>
    </p>
  );
}

/** All topics beside the text, the shown one marked. */
function Topics({ topics, shown }: { readonly topics: readonly ArticleType[]; readonly shown: string }) {
  const { t } = useLingui();
  return (
    <nav className={style['menu']} aria-label={t({ message: 'Topics', comment: 'Menu of the help centre' })}>
      <ul>
        {topics
          .filter(({ count }) => count > 0)
          .map(({ id, pid, path, name }) => (
            <li key={id} className={pid === null ? undefined : style['below']}>
              <Go to={path} className={id === shown ? style['shown'] : undefined}>
                {name}
              </Go>
            </li>
          ))}
      </ul>
    </nav>
  );
}

function Related({ article, topics }: { readonly article: Article; readonly topics: readonly ArticleType[] }) {
  const all = useArticles().data ?? [];
  const [top] = wayTo(topics, article.pid);
  const near = [...within(topics, all, article.pid), ...(top === undefined ? [] : within(topics, all, top.id))];
  const related = [...new Set(near)].filter(({ id }) => id !== article.id).slice(0, RELATED);
  if (related.length === 0) return null;
  return (
    <section className={style['related']}>
      <h2>
        <Trans comment="Heading below a help article">Related articles</Trans>
      </h2>
      <ul>
        {related.map(({ id, path, title, article_lang }) => (
          <li key={id} lang={article_lang}>
            <Go to={path} className="v-link">
              {title}
            </Go>
          </li>
        ))}
      </ul>
    </section>
  );
}
