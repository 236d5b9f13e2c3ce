// The button that saves a whole list as CSV, with a busy state and the usual notice for a refusal.
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import type { InputOf } from '@vitrine/contract';
import { Button } from '@vitrine/ui';
import { saveList, type ListName } from '../../api/index.ts';

export function SaveButton<N extends ListName>({ name, input }: { readonly name: N; readonly input: InputOf<N> }) {
  const save = useMutation({ mutationFn: () => saveList(name, input) });
  return (
    <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
      <IconDownload className="v-i" stroke={1.75} aria-hidden="true" />
      <Trans comment="Button: saves the list as a file for spreadsheets">Save as CSV</Trans>
    </Button>
  );
}
