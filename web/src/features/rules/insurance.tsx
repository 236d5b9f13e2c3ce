// Positions taken over by the insurance fund: its limits, what it holds now, and the last it closed.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { InsuranceFund } from '@vitrine/contract';
import { ErrorBlock, NumExact, Table, Time } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';
import { RuleSection } from './parts.tsx';

type Named = Pick<InsuranceFund['slices'][number], 'symbolName' | 'contractType' | 'settleCoin'>;

/** Names a contract; one margined in its coin is marked as such. */
export function useContractName(): (one: Pick<Named, 'symbolName' | 'contractType'>) => string {
  const { t } = useLingui();
  return ({ contractType, symbolName: symbol }) =>
    contractType === 'coin'
      ? t({
          message: `${symbol}, coin-margined perpetual`,
          comment: 'Name of a coin-margined contract',
        })
      : symbol;
}

export function InsuranceRules() {
  const { t } = useLingui();
  const fund = useQuery(queryOf('open.getInsuranceFund', {}, 'lazy'));
  const nameOf = useContractName();
  return (
    <RuleSection id="insurance" title={<Trans>Positions of the insurance fund</Trans>}>
      <p>
        <Trans>
          The fund holds at most 10% of its balance in one market and 50% in all. Its losses from takeovers, unwinding
          and funding are at most 2% of its balance in one market and hour, and 10% on one day in all markets. It takes
          over nothing from the market maker, and no part whose other side the same customer holds.
        </Trans>
      </p>
      <p>
        <Trans>
          Long and short of one market are set off at the index. The rest is unwound in slices, one a minute, at a
          moment drawn from the last hash of the journal: at most 5% of the position and 10% of the orders within 0.2%
          of the index. Each slice is published here afterwards.
        </Trans>
      </p>
      {fund.isError ? (
        <ErrorBlock title={<Trans>Couldn’t load the parameters</Trans>} onRetry={() => void fund.refetch()} />
      ) : (
        <>
          <Table
            label={t`Held by the insurance fund`}
            rows={fund.data?.markets.filter(({ side }) => side !== null)}
            rowKey={({ contractType, symbolName }) => `${contractType} ${symbolName}`}
            empty={<Trans>The insurance fund holds no position now.</Trans>}
            columns={[
              { key: 'market', head: <Trans>Market</Trans>, phone: 'keep', cell: nameOf },
              {
                key: 'quantity',
                head: <Trans context="money">Amount</Trans>,
                right: true,
                phone: 'keep',
                cell: ({ side, quantity }) => (
                  <>
                    {side === 'long' ? (
                      <Trans comment="Side of a position">Long</Trans>
                    ) : (
                      <Trans comment="Side of a position">Short</Trans>
                    )}{' '}
                    <NumExact value={quantity} />
                  </>
                ),
              },
              {
                key: 'price',
                head: <Trans comment="Of all fills of an order">Average price</Trans>,
                right: true,
                cell: ({ averagePrice }) => <NumExact value={averagePrice} />,
              },
              {
                key: 'hour',
                head: (
                  <Trans comment="Column: what the insurance fund lost in a market, of what it may lose">
                    This hour
                  </Trans>
                ),
                right: true,
                cell: ({ hourUsed, hourMost, settleCoin }) => (
                  <>
                    <NumExact value={hourUsed} /> / <NumExact value={hourMost} unit={settleCoin} />
                  </>
                ),
              },
              {
                key: 'day',
                head: (
                  <Trans comment="Column: what the insurance fund lost in all markets, of what it may lose">
                    Today
                  </Trans>
                ),
                right: true,
                cell: ({ dayUsed, dayMost, settleCoin }) => (
                  <>
                    <NumExact value={dayUsed} /> / <NumExact value={dayMost} unit={settleCoin} />
                  </>
                ),
              },
            ]}
          />
          <Table
            label={t`Slices the insurance fund unwound last`}
            rows={fund.data?.slices}
            rowKey={({ time, symbolName, contractType }) => `${String(time)} ${contractType} ${symbolName}`}
            empty={<Trans>No position has been unwound yet.</Trans>}
            columns={[
              {
                key: 'time',
                head: <Trans comment="Column head">Time</Trans>,
                phone: 'keep',
                cell: ({ moment }) => <Time at={moment} as="full" />,
              },
              { key: 'market', head: <Trans>Market</Trans>, phone: 'keep', cell: nameOf },
              {
                key: 'quantity',
                head: <Trans context="money">Amount</Trans>,
                right: true,
                phone: 'keep',
                cell: ({ quantity }) => <NumExact value={quantity} />,
              },
              {
                key: 'price',
                head: <Trans>Price</Trans>,
                right: true,
                phone: 'keep',
                cell: ({ price }) => <NumExact value={price} />,
              },
              {
                key: 'index',
                head: <Trans>Index</Trans>,
                right: true,
                cell: ({ indexPrice }) => <NumExact value={indexPrice} />,
              },
              {
                key: 'profit',
                head: <Trans>Profit</Trans>,
                right: true,
                cell: ({ profit, settleCoin }) => <NumExact value={profit} unit={settleCoin} />,
              },
            ]}
          />
        </>
      )}
    </RuleSection>
  );
}
