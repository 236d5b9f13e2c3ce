// The rules of loans.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import { NumExact, NumMoney, NumRate, Table } from '@vitrine/ui';
import { RuleSection } from './parts.tsx';

export function LoanRules({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  return (
    <>
      <RuleSection id="who" title={<Trans>Who may borrow, and how much</Trans>}>
        <p>
          <Trans>
            A loan needs both stages of verification. What you may owe follows your credit score: 30 days in time with
            at least a quarter of the limit borrowed raise it by a point, becoming overdue and each overdue day lower
            it. Above 100 points the limit is at most 1.5 times the largest loan you repaid. A person reviews every
            loan; larger ones two.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="interest" title={<Trans>Interest and repaying</Trans>}>
        <p>
          <Trans>
            Interest is simple, for each day begun. You repay everything at the end or in equal instalments, and earlier
            whenever you like at no cost. When due, an instalment is taken from your spot wallet in full or not at all;
            after that, once a day, whatever is available is taken, interest first. While a loan is overdue it costs
            more, and withdrawals and new loans are blocked.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="terms" title={<Trans comment="Conditions of a product">Terms</Trans>}>
        <Table
          label={t`Terms`}
          rows={rules.loans}
          rowKey={({ coin, version }) => `${coin} ${version}`}
          empty={<Trans>Loans are unavailable</Trans>}
          columns={[
            { key: 'coin', head: <Trans>Coin</Trans>, phone: 'keep', cell: ({ coin }) => coin },
            {
              key: 'amount',
              head: <Trans context="money">Amount</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ min, max, coin }) => (
                <>
                  <NumMoney value={min} asset={coin} /> – <NumMoney value={max} asset={coin} />
                </>
              ),
            },
            {
              key: 'rate',
              head: <Trans comment="Column: interest a day">A day</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ dayRate }) => <NumRate value={dayRate} decimals={3} />,
            },
            {
              key: 'overdue',
              head: <Trans comment="Column: the rate is multiplied by it when overdue">Overdue</Trans>,
              right: true,
              cell: ({ overdue }) => <NumExact value={overdue} unit="×" />,
            },
            {
              key: 'days',
              head: <Trans comment="Column: lengths of a loan in days">Days</Trans>,
              right: true,
              cell: ({ days }) => days.join(', '),
            },
            {
              key: 'point',
              head: <Trans comment="Column: limit for each point of the credit score">Limit per point</Trans>,
              right: true,
              cell: ({ perPoint, coin }) => <NumMoney value={perPoint} asset={coin} />,
            },
            {
              key: 'least',
              head: <Trans comment="Column: least credit score">Minimum score</Trans>,
              right: true,
              cell: ({ leastScore }) => <NumExact value={String(leastScore)} />,
            },
            {
              key: 'threshold',
              head: <Trans comment="Column: from this amount on two people approve">Two reviewers from</Trans>,
              right: true,
              cell: ({ threshold, coin }) => <NumMoney value={threshold} asset={coin} />,
            },
          ]}
        />
      </RuleSection>
    </>
  );
}
