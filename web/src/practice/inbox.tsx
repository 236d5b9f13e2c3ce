// Practice mode sends no mail: the code stands here, for the browser that asked for it.
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { Button, Note } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

export interface InboxHintProps {
  /** The address the code went to. */
  readonly address: string;
  /** Code purpose of calls §9. */
  readonly purpose: number;
  /** True once a code was asked for. */
  readonly asked: boolean;
  readonly onUse: (code: string) => void;
}

export function InboxHint({ address, purpose, asked, onUse }: InboxHintProps) {
  const practice = runtimeConfig().mode === 'practice';
  const inbox = useQuery({ ...queryOf('practice.inbox', {}, 'eager'), enabled: practice && asked });
  if (!practice || !asked) return null;
  const found = inbox.data
    ?.filter((code) => code.purpose === purpose && code.address.toLowerCase() === address.trim().toLowerCase())
    .reduce<(typeof inbox.data)[number] | undefined>(
      (last, code) => (last && last.time > code.time ? last : code),
      undefined,
    );
  return (
    <Note tone="pencil" icon={<IconPencil stroke={1.75} aria-hidden="true" />}>
      {found ? (
        <span className="v-row v-between v-wrap">
          <span>
            <Trans comment="Practice mode: the verification code is shown instead of mailed">
              Practice sends no mail. Your code: <strong className="v-num">{found.code}</strong>
            </Trans>
          </span>
          <Button size="small" onClick={() => onUse(found.code ?? '')}>
            <Trans comment="Fills the code into its field">Use it</Trans>
          </Button>
        </span>
      ) : (
        <Trans>Practice sends no mail. If an account takes a code at this address, it appears here.</Trans>
      )}
    </Note>
  );
}
