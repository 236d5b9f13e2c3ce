// Practice mode sends no mail: the code is shown here, in the browser that requested it.
import { useQuery } from '@tanstack/react-query';
import { Trans } from '@lingui/react/macro';
import { IconPencil } from '@tabler/icons-react';
import { Button, Note } from '@vitrine/ui';
import { queryOf } from '../api/index.ts';
import { runtimeConfig } from '../runtime/index.ts';

export interface InboxHintProps {
  /** The typed address that received the code; undefined: the user's own. */
  readonly address?: string | undefined;
  readonly kind?: 'email' | 'phone';
  /** Code purpose of calls §9. */
  readonly purpose: number;
  /** True once a code was requested. */
  readonly asked: boolean;
  readonly onUse: (code: string) => void;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * Whether a message in the inbox went to an address. Compares the last digits of phone numbers, because the inbox has
 * them in full.
 */
export function wentTo(at: string, kind: 'email' | 'phone', address: string | undefined): boolean {
  if (at.includes('@') !== (kind === 'email')) return false;
  if (address === undefined) return true;
  if (kind === 'email') return at.toLowerCase() === address.trim().toLowerCase();
  const national = digitsOf(address).replace(/^0+/, '');
  return national !== '' && digitsOf(at).endsWith(national);
}

export function InboxHint({ address, kind = 'email', purpose, asked, onUse }: InboxHintProps) {
  const practice = runtimeConfig().mode === 'practice';
  const inbox = useQuery({ ...queryOf('practice.inbox', {}, 'eager'), enabled: practice && asked });
  if (!practice || !asked) return null;
  const found = inbox.data
    ?.filter((code) => code.purpose === purpose && code.code !== null && wentTo(code.address, kind, address))
    .reduce<(typeof inbox.data)[number] | undefined>(
      (last, code) => (last && last.time > code.time ? last : code),
      undefined,
    );
  const code = found?.code;
  return (
    <Note tone="pencil" icon={<IconPencil stroke={1.75} aria-hidden="true" />}>
      {found ? (
        <span className="v-row v-between v-wrap">
          <span>
            <Trans comment="Practice mode: the verification code is shown instead of mailed">
              Practice mode sends no messages. Your code: <strong className="v-num">{code}</strong>
            </Trans>
          </span>
          <Button size="small" data-testid="use-code" onClick={() => onUse(found.code ?? '')}>
            <Trans comment="Fills the code into its field">Use it</Trans>
          </Button>
        </span>
      ) : (
        <Trans>Practice mode sends no messages. If an account has a code for this address, it appears here.</Trans>
      )}
    </Note>
  );
}
