// One's account: who one is here, by masked facts, and the way to the settings.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Pane, SkeletonRows, Tag } from '@vitrine/ui';
import { useSession } from '../../api/index.ts';
import { useTitle } from '../../page/index.ts';
import style from './account.module.css';

export function AccountPage({ onSettings }: { readonly onSettings: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  useTitle(t`Account`);
  const facts: readonly { readonly key: string; readonly label: ReactNode; readonly value: ReactNode }[] = user
    ? [
        {
          key: 'id',
          label: <Trans comment="Number of a user">User number</Trans>,
          value: <span className="v-num">{user.user.userId}</span>,
        },
        { key: 'email', label: <Trans>E-mail</Trans>, value: user.email ?? '–' },
        { key: 'phone', label: <Trans>Phone</Trans>, value: user.phone ?? '–' },
        {
          key: 'level',
          label: <Trans comment="Fee level of a user">Level</Trans>,
          value:
            user.vip === 0 ? <Trans comment="Fee level">Normal</Trans> : <Tag tone="accent">{`VIP ${user.vip}`}</Tag>,
        },
        { key: 'invite', label: <Trans>Invite code</Trans>, value: <span className="v-num">{user.inviteCode}</span> },
      ]
    : [];
  return (
    <main className={`v-max ${style['page']}`}>
      <h1 style={{ marginBottom: 16 }}>
        <Trans>Account</Trans>
      </h1>
      <Pane
        title={<Trans comment="Heading: the facts of one's account">You</Trans>}
        aside={
          <Button size="small" onClick={onSettings}>
            <Trans>Settings</Trans>
          </Button>
        }
        padded
      >
        {user ? (
          <dl className={style['facts']}>
            {facts.flatMap((fact) => [
              <dt key={`${fact.key}-name`}>{fact.label}</dt>,
              <dd key={fact.key}>{fact.value}</dd>,
            ])}
          </dl>
        ) : (
          <SkeletonRows />
        )}
      </Pane>
    </main>
  );
}
