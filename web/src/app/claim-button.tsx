// The ribbon's button that gives the signed-in practice money. Only they fetch what sends a write and asks what became of it.
import { Trans } from '@lingui/react/macro';
import { ribbonActionClass } from '@vitrine/ui';
import { useClaim } from '../practice/index.ts';

export function ClaimButton() {
  const claim = useClaim();
  return (
    <button
      type="button"
      className={ribbonActionClass}
      data-testid="practice-money"
      // Disabled it would lose the focus.
      onClick={() => claim.isPending || claim.mutate()}
      aria-disabled={claim.isPending || undefined}
    >
      <Trans>Get practice money</Trans>
    </button>
  );
}
