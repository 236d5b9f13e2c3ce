// Copies a text and confirms it, or says that the browser does not permit it.
import { useState, type ReactNode } from 'react';
import { IconCopy } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { Button } from '@vitrine/ui';
import style from './copy.module.css';

export function Copy({ text, label }: { readonly text: string; readonly label: ReactNode }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch (error) {
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      setState('failed');
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      <IconCopy className="v-i-14" stroke={1.75} aria-hidden="true" />
      <span aria-live="polite">
        {state === 'copied' ? (
          <Trans>Copied</Trans>
        ) : state === 'failed' ? (
          <Trans>The browser does not allow it: select and copy by hand</Trans>
        ) : (
          label
        )}
      </span>
    </Button>
  );
}

/** Characters shown at each end of a shortened text. */
const ends = 8;

/** A technical text (a transaction, an address) with its copy button; `short` shows both ends only. */
export function Copied({ text, short = false }: { readonly text: string; readonly short?: boolean }) {
  const cut = short && text.length > 2 * ends + 1;
  return (
    <span className={style['copied']} data-short={short || undefined}>
      <code className={style['text']} title={cut ? text : undefined}>
        {cut ? `${text.slice(0, ends)}…${text.slice(-ends)}` : text}
      </code>
      <Copy text={text} label={<Trans comment="Button: copies a text">Copy</Trans>} />
    </span>
  );
}
