// After the set-up: recovery codes, shown only once, and the second staff member's link after the first set-up.
import { useCallback, useEffect, useState, type RefCallback } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { IconDownload } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SetupDone } from '@vitrine/contract';
import { Button, CheckField, Note, Pane, Time, WhyLine, buttonClass } from '@vitrine/ui';
import { SignInFrame } from '../../sign-in-frame/index.ts';
import { Copy } from '../../copy/index.ts';
import style from './set-up.module.css';

export function Done({ done }: { readonly done: SetupDone }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const file = useTextFile(done.recoveryCodes);
  const link = done.next === null ? undefined : new URL(done.next.path, location.origin).href;
  // Warns before leaving, because the codes are shown only once.
  useEffect(() => {
    if (saved) return;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', hold);
    return () => globalThis.removeEventListener('beforeunload', hold);
  }, [saved]);
  return (
    <SignInFrame
      title={<Trans>Save these now</Trans>}
      lead={<Trans>You are set up and logged in. This page is shown once.</Trans>}
    >
      <Pane title={<Trans>Recovery codes</Trans>} padded>
        <p className="v-13 v-ink-2">
          <Trans>
            Each works for one sign-in instead of the authenticator’s code. Keep them away from the authenticator.
          </Trans>
        </p>
        <ul className={style['codes']} data-testid="recovery-codes" aria-label={t`Recovery codes`}>
          {done.recoveryCodes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="v-row v-wrap">
          <Copy text={done.recoveryCodes.join('\n')} label={<Trans>Copy the codes</Trans>} />
          <a
            className={buttonClass({ size: 'small' })}
            href="#main"
            ref={file}
            download="vitrine-desk-recovery-codes.txt"
          >
            <IconDownload className="v-i-14" stroke={1.75} aria-hidden="true" />
            <Trans>Save as a file</Trans>
          </a>
        </div>
      </Pane>
      {link === undefined || done.next === null ? null : (
        <Pane title={<Trans>For the second approver</Trans>} padded>
          <p className="v-13 v-ink-2">
            <Trans>
              Decisions require two people. Give this link to the second one, and to nobody else. It works once, until{' '}
              <Time at={done.next.expires} as="full" />.
            </Trans>
          </p>
          <p className={style['link']} data-testid="second-link">
            {link}
          </p>
          <Copy text={link} label={<Trans>Copy the link</Trans>} />
        </Pane>
      )}
      <div>
        <CheckField checked={saved} onChange={setSaved}>
          {link === undefined ? (
            <Trans>I have saved the codes</Trans>
          ) : (
            <Trans>I have saved the codes and the link</Trans>
          )}
        </CheckField>
        <div className={style['go']}>
          <Button
            tone="main"
            size="large"
            wide
            aria-disabled={!saved}
            data-testid="codes-kept"
            onClick={() => {
              if (saved) void navigate({ to: '/', replace: true });
            }}
          >
            <Trans>Go to the desk</Trans>
          </Button>
          {saved ? null : (
            <WhyLine need>
              <Trans>Not yet: save them first. They cannot be shown again.</Trans>
            </WhyLine>
          )}
        </div>
      </div>
      {link === undefined ? null : (
        <Note>
          <Trans>If the link is lost, starting the exchange again prints a new one.</Trans>
        </Note>
      )}
    </SignInFrame>
  );
}

/** Links to the codes as a file in memory. */
function useTextFile(lines: readonly string[]): RefCallback<HTMLAnchorElement> {
  return useCallback(
    (link: HTMLAnchorElement) => {
      const made = URL.createObjectURL(new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }));
      link.href = made;
      return () => URL.revokeObjectURL(made);
    },
    [lines],
  );
}
