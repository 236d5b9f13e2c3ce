// Sets up a staff member by a one-time link: the second inviter's word if required, then the form, then what to save.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SetupDone, SetupTask } from '@vitrine/contract';
import { Button, ErrorBlock, Note, SkeletonRows, TextField } from '@vitrine/ui';
import { ApiFault, request } from '../../api/index.ts';
import { SignInFrame } from '../../sign-in-frame/index.ts';
import { useTitle } from '../../page/index.ts';
import { useFaultText } from '../../words/index.ts';
import { Done } from './done.tsx';
import { tokenIn } from './form.ts';
import { SetUpFields } from './fields.tsx';
import style from './set-up.module.css';

export function SetUpPage() {
  const { t } = useLingui();
  const [token] = useState(() => tokenIn(location.hash));
  useTitle(t`Set-up`);
  if (token === undefined)
    return (
      <SignInFrame title={<Trans>This link is incomplete</Trans>}>
        <p className="v-ink-2">
          <Trans>Open the whole set-up link, with everything behind the #.</Trans>
        </p>
      </SignInFrame>
    );
  return <Opened token={token} />;
}

function Opened({ token }: { readonly token: string }) {
  const [word, setWord] = useState<string>();
  const [done, setDone] = useState<SetupDone>();
  const faultText = useFaultText();
  const task = useQuery({
    queryKey: ['desk.setup.open', word],
    queryFn: ({ signal }) => request('desk.setup.open', { token, ...(word === undefined ? {} : { word }) }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: done === undefined,
    refetchOnReconnect: false,
  });
  if (done !== undefined) return <Done done={done} />;
  if (task.data?.authenticator)
    return (
      <SetUpFields
        task={task.data}
        authenticator={task.data.authenticator}
        token={token}
        word={word}
        onDone={setDone}
      />
    );
  const wrongWord = word !== undefined && task.error instanceof ApiFault && task.error.code === 1004;
  if (task.data?.wordNeeded === true || wrongWord)
    return <Word wrong={wrongWord} task={task.data} busy={task.isFetching} onWord={setWord} />;
  if (task.isError)
    return (
      <SignInFrame page="link-refused" title={<Trans>This link does not work</Trans>}>
        <ErrorBlock title={faultText(task.error)} onRetry={() => void task.refetch()}>
          <Trans>
            A set-up link works once and for a limited time. Ask the person who gave it to you for a new one.
          </Trans>
        </ErrorBlock>
      </SignInFrame>
    );
  return (
    <SignInFrame title={<Trans>Set-up</Trans>}>
      <SkeletonRows rows={5} />
    </SignInFrame>
  );
}

interface WordProps {
  readonly wrong: boolean;
  readonly task: SetupTask | undefined;
  readonly busy: boolean;
  readonly onWord: (word: string) => void;
}

/** The second part of the invitation: one inviter sent the link, the other gives the word. */
function Word({ wrong, task, busy, onWord }: WordProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const word = text.replace(/\s/g, '');
  const whole = /^[0-9A-Za-z-]{6,24}$/.test(word);
  const name = task?.name ?? null;
  return (
    <SignInFrame
      page="word"
      title={
        name === null ? <Trans>Set-up</Trans> : <Trans comment="name: of the person invited">Welcome, {name}</Trans>
      }
      lead={<Trans>Two people invited you. One gave you this link; the other has a word for you.</Trans>}
    >
      <form
        className={style['fields']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (whole) onWord(word);
        }}
      >
        <TextField
          variant="login"
          label={<Trans>The word</Trans>}
          name="word"
          autoComplete="off"
          value={text}
          onChange={setText}
          error={wrong ? t`This is not the word. After a few wrong ones the link stops working.` : undefined}
          required
        />
        <Button type="submit" tone="main" size="large" wide busy={busy} aria-disabled={!whole}>
          <Trans comment="Button: to the next step">Continue</Trans>
        </Button>
      </form>
      <Note>
        <Trans>Ask for it through a different channel from the one the link came through.</Trans>
      </Note>
    </SignInFrame>
  );
}
