// Freezes the account in one step: says what it stops, what still works, and who can unfreeze it.
import { useMutation } from '@tanstack/react-query';
import { IconCheck, IconHandStop } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog, toast } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { useChanged } from '../data.ts';
import { OwnWord } from '../parts.tsx';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function FreezeDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const changed = useChanged();
  const sendOnce = useSend();
  const freeze = useMutation({
    mutationFn: async () => {
      await sendOnce('user.freeze', {});
      await changed('member.apis');
    },
    onSuccess: () => {
      toast({ id: 'freeze', kind: 'done', title: t`The account is frozen` });
      onClose();
    },
  });
  const stopped = [
    { key: 'withdrawals', words: <Trans comment="What a freeze stops">Withdrawals stop</Trans> },
    { key: 'orders', words: <Trans comment="What a freeze stops">New orders are rejected</Trans> },
    {
      key: 'open',
      words: <Trans comment="What a freeze stops">Open orders are cancelled, except those that close a position</Trans>,
    },
    { key: 'keys', words: <Trans comment="What a freeze stops">API keys can only read</Trans> },
  ];
  const left = [
    {
      key: 'reduce',
      words: <Trans comment="What a freeze leaves">You can cancel orders, repay, add margin and set stops</Trans>,
    },
    {
      key: 'close',
      words: <Trans comment="What a freeze leaves">You can close positions after confirming your identity</Trans>,
    },
    { key: 'read', words: <Trans comment="What a freeze leaves">You can still sign in and read everything</Trans> },
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Freeze this account now?</Trans>}
      safe={<Trans comment="Button: do not freeze the account">Keep it open</Trans>}
      act={{
        label: <Trans comment="Button: freeze the account">Freeze now</Trans>,
        onClick: () => freeze.mutate(),
        busy: freeze.isPending,
      }}
    >
      <div className={style['dialog']}>
        <ul className={style['list']}>
          {stopped.map((fact) => (
            <li key={fact.key} data-state="warn">
              <IconHandStop stroke={1.75} aria-hidden="true" />
              <span>{fact.words}</span>
            </li>
          ))}
          {left.map((fact) => (
            <li key={fact.key} data-state="on">
              <IconCheck stroke={1.75} aria-hidden="true" />
              <span>{fact.words}</span>
            </li>
          ))}
        </ul>
        <p>
          <Trans>
            You cannot unfreeze it yourself. Customer service unfreezes the account: two staff members review it and ask
            you to prove your identity.
          </Trans>
        </p>
        <OwnWord />
        <Refusal error={freeze.error} />
      </div>
    </Dialog>
  );
}
