// The help centre: search, hot questions, announcements, all topics as a tree, the white paper.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Article, ArticleType } from '@vitrine/contract';
import { Empty, Pane, Time } from '@vitrine/ui';
import { useTitle } from '../../page/index.ts';
import { useArticles, useNotices, useTopics, within } from './data.ts';
import { Loaded } from './frame.tsx';
import { Go } from './go.tsx';
import { SearchBox } from './search-box.tsx';
import style from './article.module.css';

/** Most hot questions and announcements on this page. */
const SHOWN = 8;

export function CentrePage() {
  const { t } = useLingui();
  const articles = useArticles();
  useTitle(t({ message: 'Help centre', comment: 'Title of the page with help articles and announcements' }));
  const paper = articles.data?.find(({ article_type }) => article_type === 'paper');
  return (
    <main className={style['centre']}>
      <div className={style['head']}>
        <div className={`v-max ${style['top']}`}>
          <div>
            <h1>
              <Trans comment="Title of the help centre">How can we help?</Trans>
            </h1>
            <SearchBox />
          </div>
          {paper === undefined ? null : <Paper paper={paper} />}
        </div>
      </div>
      <div className={`v-max ${style['lists']}`}>
        <section>
          <h2>
            <Trans comment="Heading: what customers ask most">Hot questions</Trans>
          </h2>
          <Pane>
            <Loaded query={articles}>{(all) => <Hot articles={all} />}</Loaded>
          </Pane>
        </section>
        <section>
          <h2>
            <Trans comment="Heading: news of the exchange">Announcements</Trans>
          </h2>
          <Pane>
            <Loaded query={useNotices()}>{(notices) => <Notices notices={notices} />}</Loaded>
          </Pane>
        </section>
      </div>
      <div className="v-max">
        <h2>
          <Trans comment="Heading: every topic of the help centre">All topics</Trans>
        </h2>
        <Loaded query={useTopics()}>{(topics) => <Topics topics={topics} articles={articles.data ?? []} />}</Loaded>
      </div>
    </main>
  );
}

function Paper({ paper }: { readonly paper: Article }) {
  return (
    <aside className={style['paper']}>
      <h2>
        <Trans comment="A document that says how the exchange works">White paper</Trans>
      </h2>
      <p className="v-ink-2" lang={paper.article_lang}>
        {paper.lead}
      </p>
      <Go to={paper.path} className="v-link">
        <Trans comment="Link to the white paper">Read the white paper</Trans>
      </Go>
    </aside>
  );
}

function Hot({ articles }: { readonly articles: readonly Article[] }) {
  const hot = articles.filter(({ article_type }) => article_type === 'hot').reverse();
  if (hot.length === 0) return <Empty title={<Trans comment="Empty list of questions">No questions yet</Trans>} />;
  return (
    <ul className={style['rows']} data-testid="hot">
      {hot.slice(0, SHOWN).map((article) => (
        <li key={article.id}>
          <details>
            <summary lang={article.article_lang}>{article.title}</summary>
            <p className="v-ink-2" lang={article.article_lang}>
              {article.lead}
            </p>
            <Go to={article.path} className="v-link">
              <Trans comment="title: of a help article">Read “{{ title: article.title }}”</Trans>
            </Go>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Notices({ notices }: { readonly notices: readonly Article[] }) {
  if (notices.length === 0) return <Empty title={<Trans comment="Empty list">No announcements yet</Trans>} />;
  return (
    <ul className={style['rows']} data-testid="notices">
      {notices.slice(0, SHOWN).map((notice) => (
        <li key={notice.id} className={style['notice']}>
          <span className="v-12 v-ink-3">
            <Time at={notice.create_time} />
          </span>
          <Go to={notice.path}>
            <b lang={notice.article_lang}>{notice.title}</b>
            <span className="v-12 v-ink-2" lang={notice.article_lang}>
              {notice.lead}
            </span>
          </Go>
        </li>
      ))}
    </ul>
  );
}

function Topics({
  topics,
  articles,
}: {
  readonly topics: readonly ArticleType[];
  readonly articles: readonly Article[];
}) {
  const top = topics.filter(({ pid, count }) => pid === null && count > 0);
  return (
    <div className={style['topics']} data-testid="topics">
      {top.map((topic) => {
        const sections = topics.filter(({ pid, count }) => pid === topic.id && count > 0);
        const own = sections.length > 0 ? [] : within(topics, articles, topic.id).slice(0, 4);
        return (
          <section key={topic.id}>
            <h3>
              <Go to={topic.path}>{topic.name}</Go>
              <span className="v-12 v-ink-3">{topic.count}</span>
            </h3>
            <ul>
              {sections.map(({ id, path, name }) => (
                <li key={id}>
                  <Go to={path}>{name}</Go>
                </li>
              ))}
              {own.map(({ id, path, title, article_lang }) => (
                <li key={id} lang={article_lang}>
                  <Go to={path}>{title}</Go>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
