// What trading costs and how a fee is split, from the exchange's own parameters.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AllSetting } from '@vitrine/contract';
import {
  ErrorBlock,
  NumMoney,
  NumRate,
  NumVolume,
  Pane,
  SkeletonRows,
  Table,
  addDecimals,
  multiplyDecimals,
  type Column,
} from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import style from './home.module.css';

type FeeTier = AllSetting['fees']['tiers'][number];

/** The parts of a fee of one: safety fund, all referrers, the remainder. Exact decimal text. */
export function feeParts(
  safetyShare: string,
  referralShares: readonly string[],
): { readonly safety: string; readonly referral: string; readonly house: string; readonly alone: string } {
  const referral = addDecimals('0', ...referralShares) ?? '0';
  const house = addDecimals('1', `-${safetyShare}`, `-${referral}`) ?? '0';
  const alone = addDecimals('1', `-${safetyShare}`) ?? '0';
  return { safety: safetyShare, referral, house, alone };
}

export function Costs() {
  const { t } = useLingui();
  const settings = useQuery(queryOf('common.getAllSetting', {}, 'constant'));
  const fees = settings.data?.fees;
  const columns: readonly Column<FeeTier>[] = [
    {
      key: 'tier',
      head: t({ message: 'Level', comment: 'Fee level of a user' }),
      phone: 'keep',
      cell: (tier) => (tier.tier === 0 ? <Trans comment="Fee level">Normal</Trans> : `VIP ${tier.tier}`),
    },
    {
      key: 'volume',
      head: t({ message: '30-day volume, USDT', comment: 'Column head' }),
      right: true,
      phone: 'drop',
      cell: (tier) => <NumVolume value={tier.volume} className="v-ink-2" />,
    },
    {
      key: 'maker',
      head: t({ message: 'Maker', comment: 'Fee of an order that waits in the book' }),
      right: true,
      phone: 'keep',
      cell: (tier) => <NumRate value={tier.spotMaker} />,
    },
    {
      key: 'taker',
      head: t({ message: 'Taker', comment: 'Fee of an order that takes from the book' }),
      right: true,
      phone: 'keep',
      cell: (tier) => <NumRate value={tier.spotTaker} />,
    },
    {
      key: 'thousand',
      head: t({ message: 'Per 1,000', comment: 'Column head: the taker fee for a trade of 1,000 USDT' }),
      right: true,
      phone: 'keep',
      cell: (tier) => <NumMoney className="v-strong" asset="USDT" value={multiplyDecimals(tier.spotTaker, '1000')} />,
    },
  ];
  return (
    <div className={style['costs']}>
      <section>
        <h2 className={style['heading']}>
          <Trans>What spot trading costs</Trans>
        </h2>
        <Pane>
          <Table
            label={t`What spot trading costs`}
            columns={columns}
            rows={fees?.tiers}
            rowKey={(tier) => String(tier.tier)}
            empty={null}
            skeletonRows={5}
            error={
              settings.isError ? (
                <ErrorBlock title={<Trans>Couldn’t load the fees</Trans>} onRetry={() => void settings.refetch()} />
              ) : undefined
            }
          />
        </Pane>
      </section>
      <section>
        <h2 className={style['heading']}>
          <Trans>Where a 1.00 USDT fee goes</Trans>
        </h2>
        <Pane padded>
          {fees ? (
            <FeeSplit safetyShare={fees.safetyShare} referralShares={fees.referralShares} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </Pane>
      </section>
    </div>
  );
}

function FeeSplit({
  safetyShare,
  referralShares,
}: {
  readonly safetyShare: string;
  readonly referralShares: readonly string[];
}) {
  const parts = feeParts(safetyShare, referralShares);
  const bar = [
    { key: 'safety', value: parts.safety },
    { key: 'referral', value: parts.referral },
    { key: 'house', value: parts.house },
  ] as const;
  return (
    <>
      <div className={style['split']} aria-hidden="true">
        {bar.map((part) => (
          <span key={part.key} data-part={part.key} style={{ flexGrow: Number.parseFloat(part.value) }}>
            <NumMoney asset="USDT" value={part.value} />
          </span>
        ))}
      </div>
      <dl className={style['shares']}>
        <dt>
          <NumMoney asset="USDT" value={parts.safety} />
        </dt>
        <dd>
          <Trans>the safety fund, visible to all</Trans>
        </dd>
        <dt>
          <NumMoney asset="USDT" value={parts.referral} />
        </dt>
        <dd>
          <Trans>your referrers, by generation:</Trans>{' '}
          {referralShares.map((share, index) => (
            <span key={index}>
              {index === 0 ? null : ', '}
              <NumMoney asset="USDT" value={share} />
            </span>
          ))}
        </dd>
        <dt>
          <NumMoney asset="USDT" value={parts.house} />
        </dt>
        <dd>
          <Trans comment="What the exchange keeps of a fee; without referrers it keeps more">
            Vitrine. Without referrers: <NumMoney asset="USDT" value={parts.alone} />
          </Trans>
        </dd>
      </dl>
    </>
  );
}
