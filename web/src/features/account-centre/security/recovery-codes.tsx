// Recovery codes, shown only once: to copy, save as a file or print. The page continues once they are saved.
import { useState } from 'react';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CheckField, Note } from '@vitrine/ui';
import { houseName } from '../../../page/index.ts';
import { CopyButton } from '../../../media/index.ts';
import style from '../account-centre.module.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

function save(codes: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Prints the codes only: while the attribute is set, the style sheet hides everything else. */
function print(): void {
  const root = document.documentElement;
  root.dataset['print'] = 'codes';
  globalThis.print();
  delete root.dataset['print'];
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui();
  const [kept, setKept] = useState(false);
  return (
    <div className={style['form']}>
      <Note tone="warn">
        <Trans>
          These codes are shown only now. Each opens your account once if you lose your second factor. Keep them away
          from your phone.
        </Trans>
      </Note>
      <ol className={style['codes']} data-testid="recovery-codes" aria-label={t`Recovery codes`}>
        {codes.map((code, index) => (
          <li key={code}>
            <span aria-hidden="true">{index + 1}</span>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={style['actions']}>
        <CopyButton text={codes.join('\n')} label={<Trans>Copy all</Trans>} />
        <Button size="small" onClick={() => save(codes, `${houseName.toLowerCase()}-recovery-codes.txt`)}>
          <IconDownload className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans>Save as a file</Trans>
        </Button>
        <Button size="small" onClick={print}>
          <IconPrinter className="v-i-14" stroke={1.75} aria-hidden="true" />
          <Trans comment="Button: print on paper">Print</Trans>
        </Button>
      </div>
      <CheckField checked={kept} onChange={setKept}>
        <Trans>I kept them in a safe place</Trans>
      </CheckField>
      <div>
        <Button tone="main" size="large" disabled={!kept} data-testid="codes-kept" onClick={onKept}>
          <Trans comment="Button: the recovery codes are kept, go on">Done</Trans>
        </Button>
      </div>
    </div>
  );
}
