// Below a decision that needs one staff member: who and when, or that it passed automatically.
import { Trans } from '@lingui/react/macro';
import type { DeskPersonLine } from '@vitrine/contract';
import { Time } from '@vitrine/ui';
import style from './funds.module.css';

export function ApprovedBy({
  person,
  at,
}: {
  readonly person: DeskPersonLine | null;
  readonly at: number | undefined;
}) {
  const name = person?.name;
  return (
    <p className={style['by']}>
      {person === null ? (
        <Trans>Approved automatically: small, and no check failed.</Trans>
      ) : (
        <Trans comment="name: of a person of the desk">
          Approved by <strong>{name}</strong> alone, below the threshold of two.
        </Trans>
      )}{' '}
      {at === undefined ? null : <Time at={at} as="full" />}
    </p>
  );
}

/** The reason of a refusal as the user reads it. */
export function RefusedWhy({ reason, note }: { readonly reason: string; readonly note: string | null }) {
  return (
    <p className={style['by']}>
      <span className="v-strong">{reason}</span>
      {note === null ? null : <q>{note}</q>}
    </p>
  );
}
