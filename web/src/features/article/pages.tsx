// Shows the page of the help centre that the address names, once its texts are here.
import { Navigate } from '@tanstack/react-router';
import { ArticlePage } from './article-page.tsx';
import { CentrePage } from './centre-page.tsx';
import { useArticleTexts } from './texts.ts';
import { TopicPage } from './topic-page.tsx';
import { wayOf } from './way.ts';

export function HelpPages({ path }: { readonly path: string }) {
  const ready = useArticleTexts();
  const way = wayOf(path);
  if (way.page === 'elsewhere')
    return way.to === undefined ? (
      <Navigate to="/home/index" replace />
    ) : (
      <Navigate to="/article/$" params={{ _splat: way.to }} replace />
    );
  if (!ready) return null;
  switch (way.page) {
    case 'centre':
      return <CentrePage />;
    case 'topic':
      return <TopicPage key={way.id} id={way.id} />;
    case 'article':
      return <ArticlePage key={way.id} kind={way.kind} id={way.id} />;
  }
}
