// The ribbon's button that claims practice money. Only signed-in users load its code for sending and querying writes.
import { Trans } from '@lingui/react/macro';
import { ribbonActionClass } from '@vitrine/ui';
import { useClaim } from '../../practice/index.ts';

export function ClaimButton() {
  const claim = useClaim();
  return (
    <button
      type="button"
      className={ribbonActionClass}
      data-testid="practice-money"
      // A disabled button would lose the focus.
      onClick={() => claim.isPending || claim.mutate()}
      aria-disabled={claim.isPending || undefined}
    >
      <Trans>Get practice money</Trans>
    </button>
  );
}
