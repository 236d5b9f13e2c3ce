// Signed-in devices with name and last use; their sessions can be ended and devices removed.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { DeviceRecord } from '@vitrine/contract';
import { Button, Dialog, Empty, ErrorBlock, Pane, SkeletonRows, Tag, TextField, Time, toast } from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { LoginLog } from './login-log.tsx';
import { nameRules } from '../name-form.ts';
import { FactRow, OwnWord, PageHead, useAttention } from '../parts.tsx';
import { useForm } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function DevicePage() {
  const { t } = useLingui();
  useTitle(t({ message: 'Devices', comment: 'Menu entry: where one is signed in' }));
  return (
    <>
      <PageHead
        name="device-management"
        back="account"
        title={<Trans comment="Menu entry: where one is signed in">Devices</Trans>}
        lead={
          <Trans>
            Where you are signed in. A device that is not yours: end its sessions, then change the password.
          </Trans>
        }
      />
      <Devices />
      <LoginLog />
    </>
  );
}

type Act = { readonly kind: 'rename' | 'end' | 'forget'; readonly device: DeviceRecord } | { readonly kind: 'others' };

function Devices() {
  const devices = useQuery(queryOf('member.getLoginDevice', {}, 'lazy'));
  const [act, setAct] = useState<Act>();
  const others = (devices.data ?? []).filter((device) => !device.current && device.sessions > 0);
  return (
    <Pane
      title={<Trans>Your devices</Trans>}
      aside={
        others.length > 0 ? (
          <Button size="small" onClick={() => setAct({ kind: 'others' })}>
            <Trans comment="Button: sign out everywhere but here">End all others</Trans>
          </Button>
        ) : undefined
      }
    >
      {devices.data === undefined ? (
        devices.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your devices</Trans>} onRetry={() => void devices.refetch()}>
            <Trans>Nobody was signed out.</Trans>
          </ErrorBlock>
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : devices.data.length === 0 ? (
        <Empty title={<Trans>No device yet</Trans>}>
          <Trans>A device appears here once it signs in.</Trans>
        </Empty>
      ) : (
        <div className={style['rows']}>
          {/* The current device is first. */}
          {devices.data
            .toSorted((a, b) => Number(b.current) - Number(a.current))
            .map((device) => (
              <DeviceRow key={device.id} device={device} onAct={setAct} />
            ))}
        </div>
      )}
      <EndDialog act={act} others={others} onClose={() => setAct(undefined)} />
      <RenameDialog device={act?.kind === 'rename' ? act.device : undefined} onClose={() => setAct(undefined)} />
    </Pane>
  );
}

function DeviceRow({ device, onAct }: { readonly device: DeviceRecord; readonly onAct: (act: Act) => void }) {
  const { t } = useLingui();
  const Icon = /android|iphone|ipad|ios|mobile/i.test(device.name) ? IconDeviceMobile : IconDeviceLaptop;
  const { name, sessions, ip } = device;
  return (
    <FactRow
      icon={<Icon stroke={1.75} aria-hidden="true" />}
      testId="device"
      state={device.current ? 'on' : 'off'}
      title={
        <span className="v-row v-wrap">
          <span>{name}</span>
          {device.current ? (
            <Tag tone="accent">
              <Trans comment="Tag: the device one sits at">this device</Trans>
            </Tag>
          ) : null}
          {device.trusted ? (
            <Tag>
              <Trans comment="Tag: a second factor was given on this device">trusted</Trans>
            </Tag>
          ) : null}
        </span>
      }
      action={
        <>
          <Button
            size="small"
            aria-label={t({ message: `Rename ${name}`, comment: 'name: of a device' })}
            data-testid="rename"
            onClick={() => onAct({ kind: 'rename', device })}
          >
            <Trans comment="Button: give a device another name">Rename</Trans>
          </Button>
          {device.current ? null : (
            <>
              <Button
                size="small"
                disabled={sessions === 0}
                aria-label={t({ message: `End the sessions of ${name}`, comment: 'name: of a device' })}
                data-testid="end"
                onClick={() => onAct({ kind: 'end', device })}
              >
                <Trans comment="Button: sign a device out">End sessions</Trans>
              </Button>
              <Button
                size="small"
                aria-label={t({ message: `Delete ${name}`, comment: 'name: of a device' })}
                data-testid="forget"
                onClick={() => onAct({ kind: 'forget', device })}
              >
                <Trans comment="Button: forget a device">Delete</Trans>
              </Button>
            </>
          )}
        </>
      }
    >
      {sessions === 0 ? (
        <Trans comment="The device is not signed in">Signed out</Trans>
      ) : (
        <Plural value={sessions} one="# session" other="# sessions" />
      )}
      {' · '}
      <Trans comment="When and from which address a device was used last">
        last used <Time at={device.lastTime} as="full" /> from <span className="v-num">{ip}</span>
      </Trans>
    </FactRow>
  );
}

interface EndDialogProps {
  readonly act: Act | undefined;
  readonly others: readonly DeviceRecord[];
  readonly onClose: () => void;
}

/** Ending sessions and removing devices; the dialog says what happens first. */
function EndDialog({ act, others, onClose }: EndDialogProps) {
  const { t } = useLingui();
  const changed = useChanged();
  const wanted = act?.kind === 'rename' ? undefined : act;
  const [last, setLast] = useState(wanted);
  if (wanted !== undefined && wanted !== last) setLast(wanted);
  const sendOnce = useSend();
  const end = useMutation({
    mutationFn: async (what: Exclude<Act, { kind: 'rename' }>) => {
      const ids = what.kind === 'others' ? others.map((device) => device.id) : [what.device.id];
      for (const id of ids)
        await sendOnce('member.deleteDevice', { id, ...(what.kind === 'forget' ? {} : { keep: true }) });
      await changed('member.getLoginDevice');
    },
    onSuccess: (_, what) => {
      toast({
        id: 'device',
        kind: 'done',
        title: what.kind === 'forget' ? t`The device is deleted` : t`The sessions are ended`,
        text: t`Signed out there within 10 seconds.`,
      });
      onClose();
    },
  });
  const name = last !== undefined && 'device' in last ? last.device.name : '';
  const forget = last?.kind === 'forget';
  return (
    <Dialog
      open={wanted !== undefined}
      onClose={onClose}
      title={
        last?.kind === 'others' ? (
          <Trans>End the sessions of all other devices?</Trans>
        ) : forget ? (
          <Trans comment="name: of a device">Delete “{name}”?</Trans>
        ) : (
          <Trans comment="name: of a device">End the sessions of “{name}”?</Trans>
        )
      }
      safe={<Trans comment="Button: do not sign the device out">Leave it signed in</Trans>}
      act={{
        label: forget ? (
          <Trans comment="Button: forget a device">Delete</Trans>
        ) : (
          <Trans comment="Button: sign a device out">End sessions</Trans>
        ),
        onClick: () => {
          if (last !== undefined && last.kind !== 'rename') end.mutate(last);
        },
        busy: end.isPending,
      }}
    >
      <div className={style['dialog']}>
        <p>
          {forget ? (
            <Trans>It is signed out within 10 seconds, and counts as a new device when it comes again.</Trans>
          ) : (
            <Trans>Signed out within 10 seconds. Its open orders stay.</Trans>
          )}
        </p>
        <OwnWord />
        <Refusal error={end.error} />
      </div>
    </Dialog>
  );
}

function RenameDialog({
  device,
  onClose,
}: {
  readonly device: DeviceRecord | undefined;
  readonly onClose: () => void;
}) {
  // Keyed by device, so that a name typed for another device is not reused.
  return device === undefined ? null : <Rename key={device.id} device={device} onClose={onClose} />;
}

function Rename({ device, onClose }: { readonly device: DeviceRecord; readonly onClose: () => void }) {
  const changed = useChanged();
  const sendOnce = useSend();
  const state = useForm(nameRules, { name: device.name.slice(0, 40) }, async ({ name }) => {
    await sendOnce('member.updateDevice', { id: device.id, name: name.trim() });
    await changed('member.getLoginDevice');
    onClose();
  });
  const element = useAttention(state);
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Rename the device</Trans>}
      safe={<Trans comment="Button: leave the name as it is">Keep the name</Trans>}
      act={{
        label: <Trans comment="Button: give a device another name">Rename</Trans>,
        onClick: state.send,
        busy: state.busy,
      }}
    >
      <form
        ref={element}
        className={style['dialog']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.send();
        }}
      >
        <TextField
          label={<Trans comment="Name of a device">Name</Trans>}
          value={state.form.name}
          onChange={(name) => state.change({ name })}
          name="device"
          autoComplete="off"
          error={state.error('name')}
        />
        <Refusal error={state.refused} />
      </form>
    </Dialog>
  );
}
