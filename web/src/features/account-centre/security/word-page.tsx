// The anti-phishing word: its purpose, an example of a genuine mail, and the form.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Security } from '@vitrine/contract';
import { Pane, TextField, toast } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { houseName, useTitle } from '../../../page/index.ts';
import { useChanged, useSecurity } from '../data.ts';
import { WORD_LEAST, WORD_MOST, wordRules } from '../name-form.ts';
import { FormBox, PageHead } from '../parts.tsx';
import { Setting } from './setting.tsx';
import { useForm } from '../use-form.ts';
import style from '../account-centre.module.css';

/** A word for the example while none is set. */
const sampleWord = 'heron';

export function WordPage() {
  const { t } = useLingui();
  const { data } = useSecurity();
  useTitle(t`Anti-phishing word`);
  return (
    <>
      <PageHead
        name="anti-code"
        back="security"
        title={<Trans>Anti-phishing word</Trans>}
        lead={
          <Trans>
            A word only you and we know. It is in every e-mail from us and on our sensitive dialogs. An e-mail without
            it is not from us, however genuine it looks.
          </Trans>
        }
      />
      <Setting title={<Trans comment="Heading of a form">Your word</Trans>}>
        {(security) => <WordFormView key={security.antiCode} security={security} />}
      </Setting>
      <div className={style['columns']}>
        <Pane title={<Trans>How an e-mail from us begins</Trans>} padded>
          <SampleMail word={data?.antiCode ?? sampleWord} />
        </Pane>
      </div>
    </>
  );
}

function WordFormView({ security }: { readonly security: Security }) {
  const { t } = useLingui();
  const changed = useChanged();
  const sendOnce = useSend();
  const state = useForm(wordRules, { word: security.antiCode ?? '' }, async (form) => {
    await sendOnce('member.antiCode', { antiCode: form.word.trim() });
    toast({ id: 'word', kind: 'done', title: t`Your word is in every e-mail from now on` });
    await changed();
  });
  const least = WORD_LEAST;
  const most = WORD_MOST;
  return (
    <FormBox
      state={state}
      button={<Trans>Keep this word</Trans>}
      why={<Trans>It is in every e-mail from the next one on. You are notified of the change.</Trans>}
    >
      <TextField
        label={<Trans>Anti-phishing word</Trans>}
        value={state.form.word}
        onChange={(word) => state.change({ word })}
        onBlur={() => state.leave('word')}
        name="word"
        autoComplete="off"
        maxLength={most}
        hint={
          <Trans>
            {least} to {most} characters. Not a password: it is shown in plain text.
          </Trans>
        }
        error={state.error('word')}
      />
    </FormBox>
  );
}

function SampleMail({ word }: { readonly word: string }) {
  return (
    <dl className={style['mail']}>
      <dt>
        <Trans comment="Head of a mail">From</Trans>
      </dt>
      <dd>{houseName}</dd>
      <dt>
        <Trans comment="Head of a mail">Subject</Trans>
      </dt>
      <dd>
        <Trans comment="Subject of the sample mail">A new device signed in</Trans>
      </dd>
      <dd className={style['mailWord']}>
        <Trans comment="First line of every mail; word: the anti-phishing word">
          Your anti-phishing word: <b>{word}</b>
        </Trans>
      </dd>
    </dl>
  );
}
