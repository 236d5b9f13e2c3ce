// The spot exchange in full screen; the path has the market as BASE_QUOTE.
import { createFileRoute } from '@tanstack/react-router';
import { Exchange } from './-exchange.tsx';

export const Route = createFileRoute('/exchange/full-screen/$type')({ component: FullScreenRoute });

function FullScreenRoute() {
  const { type } = Route.useParams();
  return <Exchange full product="spot" symbol={type} />;
}
