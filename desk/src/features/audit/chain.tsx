// Verifies the hash chain: recomputes each row's hash from the previous row. Its head can be written down and compared.
import { useMutation } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, JournalMark, Note, NumCount, Pane } from '@vitrine/ui';
import { request } from '../../api/index.ts';
import { Fault } from '../../case/index.ts';
import style from './audit.module.css';

export function Chain() {
  const { t } = useLingui();
  const check = useMutation({ mutationFn: () => request('desk.audit.check', {}) });
  const result = check.data;
  return (
    <Pane
      title={<Trans>Chain of hashes</Trans>}
      aside={
        <Button size="small" busy={check.isPending} data-testid="check-chain" onClick={() => check.mutate()}>
          <Trans>Check the chain</Trans>
        </Button>
      }
      padded
    >
      <p className="v-13 v-ink-2">
        <Trans>
          Each row holds a hash over itself and the row before. A row changed or removed later breaks the chain.
        </Trans>
      </p>
      <div className={style['result']} aria-live="polite">
        <Fault error={check.error} />
        {result === undefined ? null : result.whole ? (
          <>
            <Note tone="done" icon={<IconCircleCheck stroke={1.75} aria-hidden="true" />} testId="chain-whole">
              <Trans>
                Intact: all <NumCount value={result.rows} /> rows follow from one another.
              </Trans>
            </Note>
            <div className={style['head']}>
              <JournalMark hash={result.head} />
              <p className="v-12 v-ink-3" aria-label={t`Hash of the last row`}>
                {result.head}
              </p>
            </div>
          </>
        ) : (
          <Note tone="warn" icon={<IconAlertTriangle stroke={1.75} aria-hidden="true" />} testId="chain-broken">
            <Trans comment="row: number of a row of the log">
              Broken: row {{ row: result.broken ?? '–' }} does not follow from the one before. Rows before it are
              intact.
            </Trans>
          </Note>
        )}
      </div>
    </Pane>
  );
}
