// Home.
import { createFileRoute } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { NumPrice } from '@vitrine/ui';

export const Route = createFileRoute('/home/')({ component: Home });

function Home() {
  return (
    <h1>
      <Trans>The exchange you can see through</Trans> <NumPrice value="114128.9" decimals={1} />
    </h1>
  );
}
