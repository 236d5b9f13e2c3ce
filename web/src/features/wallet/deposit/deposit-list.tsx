// The user's last deposits beside the address: each with its confirmations, state and, if refused, the reason.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Recharge } from '@vitrine/contract';
import { Empty, ErrorBlock, NumMoney, Pane, SkeletonRows, Time } from '@vitrine/ui';
import { isUnderWay } from './deposit-form.ts';
import { useDeposits } from '../funds-data.ts';
import { Confirmations, CopiedShort } from '../funds-parts.tsx';
import { DepositStageTag, DepositStageText, ReasonLine, useNetworkName } from '../funds-words.tsx';
import { WalletLink } from '../place.tsx';
import style from '../funds.module.css';

const SHOWN = 5;

export function DepositList() {
  const list = useDeposits({ current: 1, size: SHOWN });
  return (
    <Pane
      title={<Trans>Your deposits</Trans>}
      aside={
        <WalletLink search={{ key: 'records', part: 'deposits' }} className="v-link v-13">
          <Trans context="list" comment="Link to the whole list">
            All
          </Trans>
        </WalletLink>
      }
    >
      {list.rows === undefined ? (
        list.failed ? (
          <ErrorBlock title={<Trans>Couldn’t load your deposits</Trans>} onRetry={list.retry} />
        ) : (
          <div className={style['block']}>
            <SkeletonRows rows={3} />
          </div>
        )
      ) : list.rows.length === 0 ? (
        <Empty title={<Trans>No deposits yet</Trans>}>
          <Trans>Deposits to your address appear here automatically.</Trans>
        </Empty>
      ) : (
        <ol className={style['records']}>
          {list.rows.slice(0, SHOWN).map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ol>
      )}
      <Announced row={list.rows?.find(isUnderWay) ?? list.rows?.[0]} />
    </Pane>
  );
}

function Row({ row }: { readonly row: Recharge }) {
  const nameOf = useNetworkName();
  return (
    <li data-testid="deposit">
      <div className={style['record']}>
        <NumMoney className="v-strong" value={row.amount} asset={row.coin} showAsset />
        <DepositStageTag stage={row.stage} />
      </div>
      {row.stage === 'seen' || row.stage === 'confirming' || row.stage === 'doubted' ? (
        <Confirmations count={row.confirmations} needed={row.needed} />
      ) : null}
      <div className="v-12 v-ink-2" data-testid="deposit-meaning" data-stage={row.stage}>
        <DepositStageText stage={row.stage} />
        <ReasonLine reason={row.reason} note={row.note} />
      </div>
      <div className={style['recordMore']}>
        <span>
          {nameOf(row.network)} · <Time at={row.time} />
        </span>
        {row.txid === null ? null : <CopiedShort text={row.txid} />}
      </div>
    </li>
  );
}

/** Announces the state of the deposit in progress to screen readers. */
function Announced({ row }: { readonly row: Recharge | undefined }) {
  const { t } = useLingui();
  if (!row) return null;
  const { amount, coin, confirmations: count, needed } = row;
  const text =
    row.stage === 'credited'
      ? t({ message: `${amount} ${coin} credited`, comment: 'Announced to screen readers' })
      : row.stage === 'confirming'
        ? t({
            message: `${amount} ${coin}: ${count} of ${needed} confirmations`,
            comment: 'Announced to screen readers',
          })
        : '';
  return (
    <output className="v-hidden" aria-live="polite">
      {text}
    </output>
  );
}
