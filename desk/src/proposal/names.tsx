// The names of both staff members below each decision: who proposed, who decided, when and why.
import { Trans } from '@lingui/react/macro';
import type { DeskPersonLine, Proposal } from '@vitrine/contract';
import { Time } from '@vitrine/ui';
import { useMe } from '../api/index.ts';
import style from './proposal.module.css';

function Name({ person }: { readonly person: DeskPersonLine }) {
  const me = useMe();
  return (
    <strong>
      {person.name}
      {person.id === me.person.id ? (
        <>
          {' '}
          <span className={style['you']}>
            <Trans comment="Behind one's own name">you</Trans>
          </span>
        </>
      ) : null}
    </strong>
  );
}

/** Both names in order; the second is open until somebody decides. */
export function Names({ proposal }: { readonly proposal: Proposal }) {
  const { by, made, reason, second, decided, refusal, state } = proposal;
  return (
    <ol className={style['names']}>
      <li>
        <span className={style['step']}>
          <Trans comment="First person under a decision">Proposed</Trans>
        </span>
        <span>
          <Name person={by} />
          <span className={style['when']}>
            <Time at={made} as="full" />
          </span>
        </span>
        <q className={style['reason']}>{reason}</q>
      </li>
      <li>
        <span className={style['step']}>
          {state === 'open' ? (
            <Trans comment="Second person under a decision that is still open">Second</Trans>
          ) : state === 'refused' ? (
            <Trans comment="Second person under a decision">Rejected</Trans>
          ) : (
            <Trans comment="Second person under a decision">Approved</Trans>
          )}
        </span>
        {second === null ? (
          <span className="v-ink-3">
            {state === 'open' ? (
              <Trans>waits for another person</Trans>
            ) : state === 'refused' ? (
              <Trans comment="A proposal taken back by whoever made it">by the proposer</Trans>
            ) : (
              <Trans comment="A proposal that nobody decided in time">no decision in time</Trans>
            )}
          </span>
        ) : (
          <span>
            <Name person={second} />
            <span className={style['when']}>
              <Time at={decided} as="full" />
            </span>
          </span>
        )}
        {refusal === null ? null : <q className={style['reason']}>{refusal}</q>}
      </li>
    </ol>
  );
}

/** Who refused a case: a refusal needs one staff member only. */
export function RefusedBy({ person, at }: { readonly person: DeskPersonLine | null; readonly at: number | null }) {
  if (person === null) return null;
  return (
    <ol className={style['names']}>
      <li>
        <span className={style['step']}>
          <Trans comment="The person under a decision">Rejected</Trans>
        </span>
        <span>
          <Name person={person} />
          {at === null ? null : (
            <span className={style['when']}>
              <Time at={at} as="full" />
            </span>
          )}
        </span>
      </li>
    </ol>
  );
}
