// The help centre and its articles: /article/main/{index,categories/:id,sections/:id,content/:type/:id}. One route, so that
// the first page carries one; the feature reads the rest of the path.
import { createFileRoute } from '@tanstack/react-router';
import { HelpPages } from '../features/article/index.ts';

export const Route = createFileRoute('/article/$')({
  component: () => <HelpPages path={Route.useParams()._splat ?? ''} />,
});
