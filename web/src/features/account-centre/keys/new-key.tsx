// A new key: its secret, shown once, and a short example of signing a request.
import { useState, type ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import type { AnswerOf } from '@vitrine/contract';
import { Button, CheckField, Note, Pane } from '@vitrine/ui';
import { CopyButton } from '../../../media/index.ts';
import style from '../account-centre.module.css';

export function NewKey({ made, onKept }: { readonly made: AnswerOf<'member.api'>; readonly onKept: () => void }) {
  const [kept, setKept] = useState(false);
  const { name } = made;
  return (
    <Pane title={<Trans comment="name: of an API key">The key “{name}” is created</Trans>} padded>
      <div className={style['form']}>
        <Note tone="warn">
          <Trans>The secret is shown only now. We cannot show it again: if you lose it, create a new key.</Trans>
        </Note>
        <Revealed label={<Trans comment="Public part of an API key">Key</Trans>} text={made.key} />
        <Revealed label={<Trans comment="Secret part of an API key">Secret</Trans>} text={made.secret} />
        <CheckField checked={kept} onChange={setKept}>
          <Trans>I kept the secret in a safe place</Trans>
        </CheckField>
        <div>
          <Button tone="main" size="large" disabled={!kept} data-testid="key-kept" onClick={onKept}>
            <Trans comment="Button: the secret is kept, go on">Done</Trans>
          </Button>
        </div>
      </div>
    </Pane>
  );
}

function Revealed({ label, text }: { readonly label: ReactNode; readonly text: string }) {
  return (
    <div className={style['reveal']}>
      <div>
        <span className="v-12 v-ink-3">{label}</span>
        <code>{text}</code>
      </div>
      <CopyButton text={text} />
    </div>
  );
}

/** Code is the same in every language. */
const example = `import { createHash, createHmac, randomUUID } from 'node:crypto';

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const method = 'POST';
const path = '/api/userCoin/getUserCoin';
const query = '';                      // without the question mark
const body = '{}';
const time = String(Date.now());       // within 5 s of ours
const nonce = randomUUID();            // each once
const text = [method, path, query, sha256(body), time, nonce].join('\\n');
const sign = createHmac('sha256', SECRET).update(text).digest('hex');

await fetch(ORIGIN + path, {
  method, body,
  headers: {
    'content-type': 'application/json',
    'api-key': KEY, 'api-time': time, 'api-nonce': nonce, 'api-sign': sign,
  },
});`;

export function SigningHelp() {
  return (
    <Pane title={<Trans>How a request is signed</Trans>} padded>
      <div className={style['stack']}>
        <p className="v-ink-2">
          <Trans>
            HMAC-SHA256 with your secret over method, path, query, SHA-256 of the body, time and nonce, joined by line
            feeds. A signature counts for 5 seconds and once.
          </Trans>
        </p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1) */}
        <pre className={style['block']} tabIndex={0}>
          {example}
        </pre>
        <div className={style['actions']}>
          <CopyButton text={example} label={<Trans comment="Button: copy the program">Copy the example</Trans>} />
        </div>
        <a href="/docs" className="v-link" target="_blank" rel="noreferrer">
          <Trans>All calls, described</Trans>
        </a>
      </div>
    </Pane>
  );
}
