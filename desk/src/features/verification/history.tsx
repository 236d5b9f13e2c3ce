// The user's earlier submissions of this stage: the time, and exactly what was refused.
import { Trans } from '@lingui/react/macro';
import type { DeskKycCase } from '@vitrine/contract';
import { Tag, Time } from '@vitrine/ui';
import { fieldText, kycReasonWords, kycStateText, wordOf } from '../../words/index.ts';
import style from './verification.module.css';

export function KycHistory({ history }: Pick<DeskKycCase, 'history'>) {
  if (history.length === 0)
    return (
      <p className={style['first']}>
        <Trans>This is the first submission for this stage.</Trans>
      </p>
    );
  return (
    <ol className={style['history']}>
      {history.map((one) => (
        <li key={one.id}>
          <div className="v-row v-between">
            <Time at={one.sent} as="full" />
            <Tag tone={one.state === 3 ? 'warn' : 'plain'}>{kycStateText(one.state)}</Tag>
          </div>
          <Refused refused={one.refused} />
        </li>
      ))}
    </ol>
  );
}

/** Refused fields with their reasons and notes. */
export function Refused({ refused }: { readonly refused: DeskKycCase['refused'] }) {
  if (refused.length === 0) return null;
  return (
    <ul className={style['refused']}>
      {refused.map((one) => (
        <li key={one.field}>
          <span className="v-strong">{fieldText(one.field)}</span>: {wordOf(kycReasonWords, one.reason)}
          {one.note === null ? null : <q>{one.note}</q>}
        </li>
      ))}
    </ul>
  );
}
