// Saves own purchases as a file: a statement of what was bought, paid and redeemed.

import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Button } from '@vitrine/ui';
import { saveList } from '../../api/index.ts';
import type { EarnKind } from './offer.ts';

export function SaveOrders({ kind }: { readonly kind: EarnKind }) {
  const save = useMutation({ mutationFn: () => saveList(`${kind}.orderList`, {}) });
  return (
    <Button size="small" busy={save.isPending} onClick={() => save.mutate()} data-testid="save">
      <IconDownload className="v-i" stroke={1.75} aria-hidden="true" />
      <Trans comment="Button: saves the list as a file for spreadsheets">Save as CSV</Trans>
    </Button>
  );
}
