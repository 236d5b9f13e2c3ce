// Signed withdrawals that were included in a block but paid nothing. Each opens as a case with its proof.
import { Link } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import type { DeskAnswerOf } from '@vitrine/contract';
import { Note, Pane, Time } from '@vitrine/ui';
import { networkWords, wordOf } from '../../words/index.ts';
import style from './treasury.module.css';

type Rows = DeskAnswerOf<'desk.treasury.get'>['stuck'];

export function StuckPayments({ rows }: { readonly rows: Rows }) {
  return (
    <Pane title={<Trans>Stuck withdrawals</Trans>} padded>
      <div className={style['tool']} data-testid="stuck-payments">
        <Note tone="warn">
          <Trans>
            Their transactions paid nothing, or another one replaced them. Two treasurers let each fail or pay it again.
          </Trans>
        </Note>
        <ul className={style['tool']}>
          {rows.map(({ id, network, coin, since }) => (
            <li key={id}>
              <Link to="/withdrawals" search={{ case: id, state: 'broadcast' }} className="v-link">
                <Trans comment="id: number of a withdrawal">Withdrawal W{id}</Trans>
              </Link>{' '}
              {coin}, {wordOf(networkWords, network)}, <Time at={since} as="full" />
            </li>
          ))}
        </ul>
      </div>
    </Pane>
  );
}
