// Passkeys: created on this device, named, listed, removed.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PasskeyRecord } from '@vitrine/contract';
import { Button, Dialog, Empty, ErrorBlock, Note, Pane, SkeletonRows, TextField, Time, toast } from '@vitrine/ui';
import { queryOf, useSend } from '../../../api/index.ts';
import { PasskeyDeclined, canUsePasskey, makePasskey } from '../../../two-factor/index.ts';
import { useTitle } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { nameRules } from '../name-form.ts';
import { FactRow, FormBox, OwnWord, PageHead, type Step } from '../parts.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';
import { Refusal } from '../words.tsx';
import style from '../account-centre.module.css';

export function PasskeyPage() {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[]>();
  useTitle(t`Passkeys`);
  const steps: readonly Step[] = [
    { key: 'login', title: <Trans>Signs you in automatically</Trans>, text: <Trans>No password, no code.</Trans> },
    {
      key: 'factor',
      title: <Trans>Counts as your second factor</Trans>,
      text: <Trans>Wherever a change requires one.</Trans>,
    },
    {
      key: 'phishing',
      title: <Trans>Works on this address only</Trans>,
      text: <Trans>A phishing page cannot use it.</Trans>,
    },
  ];
  return (
    <>
      <PageHead
        name="passkey"
        back="security"
        title={<Trans comment="WebAuthn credentials">Passkeys</Trans>}
        lead={
          <Trans>
            Your fingerprint, face or device lock instead of a password. The secret never leaves the device.
          </Trans>
        }
      />
      <Setting
        title={codes ? <Trans>Recovery codes</Trans> : <Trans>Add a passkey</Trans>}
        stepsTitle={<Trans comment="Heading: what a second factor or a fund password does">What it does</Trans>}
        steps={steps}
      >
        {(security) =>
          codes ? (
            <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
          ) : (
            <AddPasskey hasApp={security.google.bound} onCodes={setCodes} />
          )
        }
      </Setting>
      <div className={style['columns']}>
        <PasskeyList />
      </div>
    </>
  );
}

interface AddPasskeyProps {
  /** Whether an authenticator is bound. */
  readonly hasApp: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

function AddPasskey({ hasApp, onCodes }: AddPasskeyProps) {
  const { t } = useLingui();
  const changed = useChanged();
  const [note, setNote] = useState<'given-up' | 'there'>();
  const sendOnce = useSend();
  const passkeys = useQuery(queryOf('user.passkey.list', {}, 'lazy')).data;
  // Only the first factor comes with recovery codes.
  const isFirst = !hasApp && passkeys?.length === 0;
  const state = useForm(nameRules, { name: '' }, async ({ name }, reset) => {
    setNote(undefined);
    let response: Awaited<ReturnType<typeof makePasskey>>;
    try {
      response = await makePasskey();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error instanceof PasskeyDeclined) return setNote('given-up');
      // The browser's error when this device already has a passkey.
      if (error.name === 'InvalidStateError') return setNote('there');
      throw error;
    }
    const saved = await sendOnce('user.passkey.save', { name: name.trim(), response });
    toast({
      ...{ id: 'passkey', kind: !saved && isFirst ? 'warn' : 'done', title: t`The passkey is added` },
      text:
        !saved && isFirst
          ? t`Its recovery codes were lost with the response. Remove it and add it again for new ones.`
          : undefined,
    });
    reset();
    if (saved && saved.recoveryCodes.length > 0) onCodes(saved.recoveryCodes);
    await changed('user.passkey.list');
  });
  if (!canUsePasskey())
    return (
      <Note tone="warn">
        <Trans>This browser cannot create passkeys here. Use another one, or an authenticator app.</Trans>
      </Note>
    );
  return (
    <FormBox
      state={state}
      button={<Trans>Add a passkey</Trans>}
      why={
        <Trans>Your device asks for your fingerprint, face or screen lock. You are notified of the new passkey.</Trans>
      }
    >
      <TextField
        label={<Trans comment="Name of a passkey">Name it</Trans>}
        value={state.form.name}
        onChange={(name) => state.change({ name })}
        onBlur={() => state.leave('name')}
        name="passkey"
        autoComplete="off"
        hint={<Trans>For you only, such as “Work laptop”.</Trans>}
        className={style['narrow']}
        error={state.error('name')}
      />
      {note === undefined ? null : (
        <Note testId={`passkey-${note}`}>
          {note === 'there' ? (
            <Trans>This device has a passkey for this account already.</Trans>
          ) : (
            <Trans>No passkey was made. Nothing was changed.</Trans>
          )}
        </Note>
      )}
    </FormBox>
  );
}

function PasskeyList() {
  const keys = useQuery(queryOf('user.passkey.list', {}, 'lazy'));
  const [going, setGoing] = useState<PasskeyRecord>();
  return (
    <Pane title={<Trans>Your passkeys</Trans>}>
      {keys.data === undefined ? (
        keys.isError ? (
          <ErrorBlock title={<Trans>Couldn’t load your passkeys</Trans>} onRetry={() => void keys.refetch()} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : keys.data.length === 0 ? (
        <Empty title={<Trans>No passkey yet</Trans>}>
          <Trans>A passkey that you add appears here.</Trans>
        </Empty>
      ) : (
        <div className={style['rows']}>
          {keys.data.map((passkey) => (
            <FactRow
              key={passkey.id}
              icon={<IconFingerprint stroke={1.75} aria-hidden="true" />}
              state="on"
              title={passkey.name}
              action={
                <Button size="small" data-testid="remove" onClick={() => setGoing(passkey)}>
                  <Trans comment="Button: take a passkey or a device away">Remove</Trans>
                </Button>
              }
            >
              <Trans comment="Times of a passkey">
                Added <Time at={passkey.created} as="full" />, last used <Time at={passkey.lastUsed} as="full" />
              </Trans>
            </FactRow>
          ))}
        </div>
      )}
      <RemovePasskey passkey={going} onClose={() => setGoing(undefined)} />
    </Pane>
  );
}

function RemovePasskey({
  passkey,
  onClose,
}: {
  readonly passkey: PasskeyRecord | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const changed = useChanged();
  const [last, setLast] = useState(passkey);
  if (passkey !== undefined && passkey !== last) setLast(passkey);
  const name = last?.name ?? '';
  const sendOnce = useSend();
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await sendOnce('user.passkey.del', { id });
      await changed('user.passkey.list');
    },
    onSuccess: () => {
      toast({ id: 'passkey', kind: 'done', title: t`The passkey is removed` });
      onClose();
    },
  });
  return (
    <Dialog
      open={passkey !== undefined}
      onClose={onClose}
      title={<Trans comment="name: of a passkey">Remove the passkey “{name}”?</Trans>}
      safe={<Trans comment="Button: do not remove">Keep it</Trans>}
      act={{
        label: <Trans comment="Button: take a passkey or a device away">Remove</Trans>,
        onClick: () => {
          if (last) remove.mutate(last.id);
        },
        busy: remove.isPending,
      }}
    >
      <div className={style['dialog']}>
        <p>
          <Trans>It no longer gives access. Withdrawals are locked for 24 hours.</Trans>
        </p>
        <OwnWord />
        <Refusal error={remove.error} />
      </div>
    </Dialog>
  );
}
