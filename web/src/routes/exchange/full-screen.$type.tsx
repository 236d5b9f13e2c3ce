// The spot exchange over the whole window; the market is in the path, as BASE_QUOTE.
import { createFileRoute } from '@tanstack/react-router';
import { Exchange } from './-exchange.tsx';

export const Route = createFileRoute('/exchange/full-screen/$type')({ component: FullScreenRoute });

function FullScreenRoute() {
  const { type } = Route.useParams();
  return <Exchange full product="spot" symbol={type} />;
}
