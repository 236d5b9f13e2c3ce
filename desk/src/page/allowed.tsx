// A page for certain roles: others see which roles it needs.
import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DESK_CALL_ROLES, mayDesk, type DeskCallName } from '@vitrine/contract';
import { Pane, buttonClass } from '@vitrine/ui';
import { useMe } from '../api/index.ts';
import { rolesText } from '../words/index.ts';
import { useTitle } from './title.ts';
import style from './page.module.css';

export interface AllowedProps {
  /** The call that the page needs. */
  readonly call: DeskCallName;
  readonly children: ReactNode;
}

export function Allowed({ call, children }: AllowedProps) {
  const { roles } = useMe();
  return mayDesk(call, roles) ? children : <NotAllowed call={call} />;
}

function NotAllowed({ call }: { readonly call: DeskCallName }) {
  const { t } = useLingui();
  const { roles } = useMe();
  const needed = DESK_CALL_ROLES[call];
  const takes = needed === 'anybody' ? '' : rolesText(needed);
  const has = rolesText(roles);
  useTitle(t`Your roles do not allow this`);
  return (
    <div className={style['middle']}>
      <Pane padded>
        <h1 data-testid="not-allowed">
          <Trans>Your roles do not open this page</Trans>
        </h1>
        <p className={style['words']}>
          <Trans comment="has, takes: names of roles">
            You have: {has}. This page takes one of: {takes}. Two administrators can change your roles.
          </Trans>
        </p>
        <a href="/" className={buttonClass({ tone: 'main' })}>
          <Trans>Go to the first page</Trans>
        </a>
      </Pane>
    </div>
  );
}
