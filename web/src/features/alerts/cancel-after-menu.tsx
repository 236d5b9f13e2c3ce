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

export function CancelAfterMenu() {
  const { t } = useLingui();
  const { now } = useFormat();
  const session = useSession();
  const state = useSyncExternalStore(gone.listen, readGone);
  useNow();
  const signedIn = session.state === 'user';
  if (!signedIn) return null;
  const left = state.actsAt === undefined ? undefined : Math.max(0, state.actsAt - now());
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
          data-state={left === undefined ? 'off' : 'on'}
          aria-label={
            left === undefined ? t`Cancel my orders if I disconnect: off` : t`Cancel my orders if I disconnect: on`
          }
        >
          <IconPlugConnectedX className="v-i" stroke={1.75} aria-hidden="true" />
          {left === undefined ? null : <Countdown left={left} />}
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
          chosen: left === undefined,
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
