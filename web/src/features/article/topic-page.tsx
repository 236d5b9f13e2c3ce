// A category or section: its sections and articles.
import { Trans } from '@lingui/react/macro';
import type { Article, ArticleType } from '@vitrine/contract';
import { Empty, Pane } from '@vitrine/ui';
import { useTitle } from '../../page/index.ts';
import { useArticles, useTopics, wayTo, within } from './data.ts';
import { Crumbs, Loaded } from './frame.tsx';
import { Go } from './go.tsx';
import { SearchBox } from './search-box.tsx';
import style from './article.module.css';

export function TopicPage({ id }: { readonly id: string }) {
  const topics = useTopics();
  const articles = useArticles();
  const topic = topics.data?.find((one) => one.id === id);
  useTitle(topic?.name ?? '');
  return (
    <main className={`v-max ${style['page']}`}>
      <Loaded query={topics}>
        {(all) =>
          topic === undefined ? (
            <Empty title={<Trans comment="Topic of the help centre">There is no such topic</Trans>}>
              <Go to="/article/main/index" className="v-link">
                <Trans comment="Link">Open the help centre</Trans>
              </Go>
            </Empty>
          ) : (
            <>
              <Crumbs way={wayTo(all, id).slice(0, -1)} />
              <h1>{topic.name}</h1>
              <SearchBox />
              <Loaded query={articles}>{(list) => <Lists topics={all} articles={list} topic={topic} />}</Loaded>
            </>
          )
        }
      </Loaded>
    </main>
  );
}

function Lists({
  topics,
  articles,
  topic,
}: {
  readonly topics: readonly ArticleType[];
  readonly articles: readonly Article[];
  readonly topic: ArticleType;
}) {
  const sections = topics.filter(({ pid }) => pid === topic.id);
  const own = articles.filter(({ pid }) => pid === topic.id).reverse();
  if (topic.count === 0)
    return (
      <Empty title={<Trans comment="A topic without help articles">No articles yet</Trans>}>
        <Trans comment="They: help articles of this topic">They appear here as soon as they are published.</Trans>
      </Empty>
    );
  return (
    <div className={style['sections']}>
      {own.length === 0 ? null : <Rows articles={topic.article_type === 'notice' ? own.reverse() : own} />}
      {sections.map((section) => (
        <section key={section.id}>
          <h2>
            <Go to={section.path}>{section.name}</Go>
          </h2>
          <Rows articles={within(topics, articles, section.id)} />
        </section>
      ))}
    </div>
  );
}

function Rows({ articles }: { readonly articles: readonly Article[] }) {
  return (
    <Pane>
      <ul className={style['rows']}>
        {articles.map(({ id, path, title, lead, article_lang }) => (
          <li key={id}>
            <Go to={path}>
              <b lang={article_lang}>{title}</b>
              <span className="v-12 v-ink-2" lang={article_lang}>
                {lead}
              </span>
            </Go>
          </li>
        ))}
      </ul>
    </Pane>
  );
}
