// The plus beside the available balance: transfers money from another wallet without leaving the ticket.

import { useLingui } from '@lingui/react/macro';
import { IconCirclePlus } from '@tabler/icons-react';

export function TransferButton({ onClick }: { readonly onClick: () => void }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className="v-link"
      data-testid="move-in"
      aria-label={t`Transfer between wallets`}
      onClick={onClick}
    >
      <IconCirclePlus className="v-i-14" stroke={1.75} aria-hidden="true" />
    </button>
  );
}
