// The allow-list: permits withdrawals only to addresses in the book. Switches on immediately, off after a waiting time.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AddressBook } from '@vitrine/contract';
import { Button, Dialog, Pane, SkeletonRows, Tag, Time, toast, useFormat } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { Refusal } from '../../../page/index.ts';
import { useBookChanged } from '../funds-data.ts';
import { Duration } from '../funds-parts.tsx';
import style from '../funds.module.css';

export function AllowList({ book }: { readonly book: AddressBook | undefined }) {
  const { t } = useLingui();
  const { now } = useFormat();
  const changed = useBookChanged();
  const [asking, setAsking] = useState(false);
  const sendOnce = useSend();
  const change = useMutation({
    mutationFn: async (allowOnly: boolean) => {
      await sendOnce('assets.address.save', { allowOnly });
      await changed();
    },
    onSuccess: (_, allowOnly) => {
      setAsking(false);
      // After switching off, it stays active until the waiting time has passed.
      toast({
        ...{ id: 'allow', kind: 'done' },
        title: allowOnly ? t`Withdrawals now go only to addresses in your book` : t`The setting is accepted`,
      });
    },
  });
  if (book === undefined)
    return (
      <Pane padded>
        <SkeletonRows rows={2} />
      </Pane>
    );
  // Still on while its end is pending.
  const { allowOnly, allowOnlyEnds } = book;
  const on = allowOnly || allowOnlyEnds !== null;
  return (
    <Pane
      title={<Trans>Withdraw only to addresses in the book</Trans>}
      aside={
        <Tag tone={on ? 'accent' : 'plain'}>
          {on ? <Trans comment="A switch is on">On</Trans> : <Trans comment="A switch is off">Off</Trans>}
        </Tag>
      }
      padded
    >
      <div className={style['allow']}>
        <p className="v-ink-2">
          {allowOnlyEnds !== null ? (
            <Trans>
              Ends <Time at={allowOnlyEnds} as="full" />. Until then withdrawals go only to addresses in your book.
            </Trans>
          ) : on ? (
            <Trans>
              Someone who gets into your account cannot withdraw to a new address: an address just added waits{' '}
              <Duration ms={book.wait} />, and turning this off takes as long.
            </Trans>
          ) : (
            <Trans>
              Once turned on, it applies at once. Then an address just added waits <Duration ms={book.wait} /> before
              withdrawals to it are possible, and turning it off takes as long.
            </Trans>
          )}
        </p>
        <Button onClick={() => setAsking(true)}>
          {allowOnlyEnds !== null ? (
            <Trans comment="Button: the allow-list stays on after all">Keep it on</Trans>
          ) : on ? (
            <Trans comment="Button: of a switch">Turn off</Trans>
          ) : (
            <Trans comment="Button: of a switch">Turn on</Trans>
          )}
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={() => {
          change.reset();
          setAsking(false);
        }}
        title={
          on && allowOnlyEnds === null ? (
            <Trans>Allow other addresses again?</Trans>
          ) : (
            <Trans>Withdraw only to addresses in your book?</Trans>
          )
        }
        safe={<Trans comment="Button: nothing changes">Keep as it is</Trans>}
        act={{
          label:
            on && allowOnlyEnds === null ? (
              <Trans comment="Button: of a switch">Turn off</Trans>
            ) : (
              <Trans comment="Button: of a switch">Turn on</Trans>
            ),
          onClick: () => change.mutate(!(on && allowOnlyEnds === null)),
          busy: change.isPending,
        }}
      >
        <p>
          {on && allowOnlyEnds === null ? (
            <Trans>
              Not before <Time at={now() + book.wait} as="full" />: somebody who took over your account cannot do it
              quickly. You are notified at every address you bound.
            </Trans>
          ) : (
            <Trans>
              Takes effect at once. Addresses in your book that are older than <Duration ms={book.wait} /> can be paid
              to, newer ones once they are.
            </Trans>
          )}
        </p>
        <Refusal error={change.error} />
      </Dialog>
    </Pane>
  );
}
