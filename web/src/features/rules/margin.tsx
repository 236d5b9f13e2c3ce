// The rules of borrowing on margin.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import { NumExact, NumRate, Table } from '@vitrine/ui';
import { lendingColumns } from './lending.tsx';
import { Facts, RuleSection } from './parts.tsx';

export function MarginRules({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  const { margin } = rules;
  return (
    <>
      <RuleSection id="level" title={<Trans>The margin level</Trans>}>
        <p>
          <Trans>
            The level is what you have divided by what you owe. Cross counts all coins of one wallet at the index and
            their factor; isolated counts the two coins of one market in full. A wallet with debts and a coin whose
            price is not valid can neither borrow nor transfer out, and trades only to lower its risk, within 1 % of the
            index; that coin counts at its last valid price, and the others may be liquidated. A forced order goes at
            most 2 % from the index, and not below what is owed while anything is left.
          </Trans>
        </p>
        <Facts
          rows={[
            {
              key: 'cross',
              label: <Trans>Leverage of the cross wallet</Trans>,
              value: <NumExact value={String(margin.crossLeverage)} unit="×" />,
            },
            {
              key: 'out',
              label: <Trans>Level from which you may transfer out</Trans>,
              value: <NumExact value={margin.transferOut} />,
            },
          ]}
        />
        <Table
          label={t`Levels`}
          rows={margin.levels}
          rowKey={({ leverage }) => String(leverage)}
          empty={null}
          columns={[
            {
              key: 'leverage',
              head: <Trans>Leverage</Trans>,
              phone: 'keep',
              cell: ({ leverage }) => <NumExact value={String(leverage)} unit="×" />,
            },
            {
              key: 'borrow',
              head: <Trans comment="Column: least level after borrowing">After borrowing</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ borrow }) => <NumExact value={borrow} />,
            },
            {
              key: 'call',
              head: <Trans comment="Column: level at which one is warned">Call</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ call }) => <NumExact value={call} />,
            },
            {
              key: 'liquidation',
              head: <Trans>Liquidation</Trans>,
              right: true,
              phone: 'keep',
              cell: ({ liquidation }) => <NumExact value={liquidation} />,
            },
          ]}
        />
      </RuleSection>
      <RuleSection id="interest" title={<Trans>Interest</Trans>}>
        <p>
          <Trans>
            Interest is simple, on the principal: the hour of borrowing counts, then each clock hour begun. It is exact
            and rounded up once, when it is paid. Repaying pays interest first. Coins are lent from a fund that cannot
            go below zero.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="coins" title={<Trans>Coins</Trans>}>
        <Table
          label={t`Coins`}
          rows={margin.coins}
          rowKey={({ coin }) => coin}
          empty={<Trans>Nothing is lent at present.</Trans>}
          columns={[
            ...lendingColumns,
            {
              key: 'factor',
              head: <Trans comment="Column: what a coin counts as collateral">Counts as collateral</Trans>,
              right: true,
              cell: ({ factor }) => <NumRate value={factor} decimals={0} />,
            },
            {
              key: 'limit',
              head: <Trans comment="Column: the most one may owe of a coin">Most you may owe</Trans>,
              right: true,
              cell: ({ limit }) => <NumExact value={limit} />,
            },
          ]}
        />
      </RuleSection>
    </>
  );
}
