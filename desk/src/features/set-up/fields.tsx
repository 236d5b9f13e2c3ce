// The set-up form: name, password with its rules, the authenticator as QR code or text, and its first code.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { DESK_PASSWORD_LEAST, type SetupDone, type SetupTask } from '@vitrine/contract';
import { Button, PasswordField, TextField, WhyLine } from '@vitrine/ui';
import { ApiFault, enterSession, request } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import { SignInFrame } from '../../sign-in-frame/index.ts';
import { rolesText } from '../../words/index.ts';
import { Copy } from '../../copy/index.ts';
import {
  emptySetUp,
  fieldOfCode,
  grouped,
  passwordRules,
  readCode,
  setUpFaults,
  setUpInput,
  type SetUpFault,
  type SetUpForm,
} from './form.ts';
import { QrCode } from './qr.tsx';
import style from './set-up.module.css';

export interface SetUpFieldsProps {
  readonly task: SetupTask;
  readonly authenticator: NonNullable<SetupTask['authenticator']>;
  readonly token: string;
  readonly word: string | undefined;
  readonly onDone: (done: SetupDone) => void;
}

export function SetUpFields({ task, authenticator, token, word, onDone }: SetUpFieldsProps) {
  const { t } = useLingui();
  const [form, setForm] = useState<SetUpForm>({ ...emptySetUp, name: task.name ?? '' });
  const [tried, setTried] = useState(false);
  const named = task.name !== null;
  const sending = useMutation({
    mutationFn: () => request('desk.setup.finish', setUpInput(form, { token, word, named })),
    onSuccess: (done) => {
      // Removes the used link from the address.
      history.replaceState(history.state, '', location.pathname);
      enterSession(done.me);
      onDone(done);
    },
  });
  const change = (part: Partial<SetUpForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    if (sending.isError) sending.reset();
  };
  const faults = setUpFaults(form, named);
  const refusedField = sending.error instanceof ApiFault ? fieldOfCode(sending.error.code) : undefined;
  const words: Record<SetUpFault, string> = {
    required: t`Needed`,
    name: t`2 to 40 characters`,
    rules: t`See what is missing below`,
    differs: t`Not the same as the password above`,
    code: t`The code has 6 digits`,
  };
  const errorOf = (field: keyof SetUpForm): string | undefined => {
    if (refusedField === field) return sending.error?.message;
    const fault = faults[field];
    return tried && fault !== undefined ? words[fault] : undefined;
  };
  const roles = rolesText(task.roles);
  const name = task.name ?? '';
  return (
    <SignInFrame
      page={`set-up-${task.kind}`}
      title={
        named ? <Trans comment="name: of the person set up">Welcome, {name}</Trans> : <Trans>Set up the desk</Trans>
      }
      lead={<Lead kind={task.kind} roles={roles} />}
    >
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(faults).length === 0 && !sending.isPending) sending.mutate();
        }}
      >
        <TextField
          variant="login"
          label={<Trans>Your name, as others at the desk see it</Trans>}
          name="username"
          autoComplete="username"
          value={form.name}
          onChange={(name) => change({ name })}
          disabled={named}
          maxLength={40}
          error={errorOf('name')}
          required
        />
        <div>
          <PasswordField
            variant="login"
            label={<Trans>New password</Trans>}
            name="password"
            autoComplete="new-password"
            value={form.password}
            onChange={(password) => change({ password })}
            error={errorOf('password')}
            required
          />
          <Rules password={form.password} name={form.name} />
        </div>
        <PasswordField
          variant="login"
          label={<Trans>Repeat the password</Trans>}
          name="repeat"
          autoComplete="new-password"
          value={form.repeat}
          onChange={(repeat) => change({ repeat })}
          error={errorOf('repeat')}
          required
        />
        <section className={style['authenticator']} aria-label={t`Authenticator`}>
          <QrCode text={authenticator.uri} label={t`QR code of the authenticator; the secret beside it is the same`} />
          <div>
            <h2>
              <Trans>Scan it with your authenticator</Trans>
            </h2>
            <p className="v-12 v-ink-2">
              <Trans>Or type the secret: time-based, 6 digits, 30 seconds.</Trans>
            </p>
            <p className={style['secret']} data-testid="secret">
              {grouped(authenticator.secret)}
            </p>
            <Copy text={authenticator.secret} label={<Trans>Copy the secret</Trans>} />
          </div>
        </section>
        <TextField
          variant="login"
          label={<Trans>Code that the authenticator shows</Trans>}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={form.code}
          onChange={(code) => change({ code: readCode(code) })}
          error={errorOf('code')}
          required
        />
        <Fault error={refusedField === undefined ? sending.error : null} />
        <div>
          <Button type="submit" tone="main" size="large" wide busy={sending.isPending}>
            <Trans>Set up and log in</Trans>
          </Button>
          <WhyLine>
            <Trans>Uses this link up. Next you get recovery codes to save.</Trans>
          </WhyLine>
        </div>
      </form>
    </SignInFrame>
  );
}

function Lead({ kind, roles }: { readonly kind: SetupTask['kind']; readonly roles: string }) {
  switch (kind) {
    case 'first':
      return (
        <Trans comment="roles: names of roles">
          You are the first of the two people this desk starts with: {roles}. The link for the second comes at the end.
        </Trans>
      );
    case 'second':
      return (
        <Trans comment="roles: names of roles">
          You are the second of the two people this desk starts with: {roles}.
        </Trans>
      );
    case 'invited':
      return <Trans comment="roles: names of roles">Your roles: {roles}.</Trans>;
    case 'reset':
      return <Trans>Choose a new password and bind a new authenticator. The old ones no longer work.</Trans>;
  }
}

/** The password rules, each ticked while it is met. */
function Rules({ password, name }: { readonly password: string; readonly name: string }) {
  const met = passwordRules(password, name);
  const least = DESK_PASSWORD_LEAST;
  const rules = [
    {
      key: 'length',
      met: met.length,
      words: <Trans comment="Rule of a password">At least {least} characters; a sentence is good</Trans>,
    },
    {
      key: 'varied',
      met: met.varied,
      words: <Trans comment="Rule of a password">Not the same few characters over and over</Trans>,
    },
    { key: 'apart', met: met.apart, words: <Trans comment="Rule of a password">Your name is not part of it</Trans> },
  ];
  return (
    <ul className={style['rules']}>
      {rules.map((rule) => (
        <li key={rule.key} data-met={rule.met || undefined}>
          {rule.met ? (
            <IconCheck className="v-i-14" stroke={1.75} aria-hidden="true" />
          ) : (
            <IconPoint className="v-i-14" stroke={1.75} aria-hidden="true" />
          )}
          {rule.words}
          <span className="v-hidden">
            {rule.met ? (
              <Trans comment="After a rule: it is met">(done)</Trans>
            ) : (
              <Trans comment="After a rule: not met">(not yet)</Trans>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
