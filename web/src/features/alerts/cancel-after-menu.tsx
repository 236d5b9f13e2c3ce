// The menu of the dead man's switch, with its countdown.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { classes, Countdown, formatAge, Menu, useFormat } from '@vitrine/ui';
import { useSyncExternalStore } from 'react';
import { useSession } from '../../api/index.ts';
import { useNow } from '../../market/index.ts';
import { gone, CANCEL_AFTER_TIMES, type CancelAfterTime } from './cancel-after-store.ts';
import style from './alerts.module.css';

const readGone = () => gone.state;

function timeText(time: CancelAfterTime): string {
  return formatAge(time);
}

/** Renders each second, so that the menu around it need not. */
function UntilActs({ actsAt }: { readonly actsAt: number }) {
  const { now } = useFormat();
  useNow();
  return <Countdown left={Math.max(0, actsAt - now())} />;
}

export function CancelAfterMenu() {
  const { t } = useLingui();
  const session = useSession();
  const state = useSyncExternalStore(gone.listen, readGone);
  const signedIn = session.state === 'user';
  if (!signedIn) return null;
  const { actsAt } = state;
  return (
    <Menu
      label={t`Cancel my orders if I disconnect`}
      title={t`Cancel my orders if I disconnect`}
      position="bottom-end"
      target={
        <button
          type="button"
          className={classes(style['gone'], state.failing && 'v-warn')}
          data-testid="gone"
          data-state={actsAt === undefined ? 'off' : 'on'}
          aria-label={
            actsAt === undefined ? t`Cancel my orders if I disconnect: off` : t`Cancel my orders if I disconnect: on`
          }
        >
          <IconPlugConnectedX className="v-i" stroke={1.75} aria-hidden="true" />
          {actsAt === undefined ? null : <UntilActs actsAt={actsAt} />}
          {state.failing ? (
            <span className="v-12">
              <Trans comment="The exchange did not hear that the page lives">not confirmed</Trans>
            </span>
          ) : null}
        </button>
      }
      items={[
        {
          key: 'off',
          label: t({ message: 'Off', comment: 'Orders stay when the page is gone' }),
          chosen: actsAt === undefined,
          onClick: () => void gone.choose(undefined),
        },
        ...CANCEL_AFTER_TIMES.map((time) => [time, timeText(time)] as const).map(([time, duration]) => ({
          key: String(time),
          label: t({
            message: `After ${duration} without this page`,
            comment: 'A time such as 60 s or 00:05:00',
          }),
          chosen: state.time === time,
          onClick: () => void gone.choose(time),
        })),
      ]}
    />
  );
}
