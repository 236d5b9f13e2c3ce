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
            The level is your assets divided by your debt. Cross counts all coins of one wallet at the index times their
            collateral ratio; isolated counts the two coins of one market in full.
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
          label={t({ message: 'Levels', comment: 'Table of margin levels by leverage' })}
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
      <RuleSection id="forced" title={<Trans>Liquidation</Trans>}>
        <p>
          <Trans comment="Liquidation of a margin wallet, the levels stand in the table above">
            Below its liquidation level a wallet’s orders are cancelled and its coins are sold, or what it owes is
            bought: no further than 2% from the index and, while any equity is left, not beyond the price at which
            equity would be zero. What finds no counterparty waits. Nothing is sold or bought at the first price after a
            gap in prices.
          </Trans>
        </p>
        <p>
          <Trans comment="What the insurance fund pays for margin wallets">
            When nothing is left, the insurance fund pays the remaining debt: at most 2% of its balance of a coin in an
            hour, and with its other losses at most 10% in a day. The rest stays owed.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="stale-coins" title={<Trans>While a price is stale or disputed</Trans>}>
        <p>
          <Trans comment="A margin wallet with debts, beside a coin whose price is stale or disputed">
            A coin whose price is stale or disputed counts at its last valid index. The wallet can be liquidated by
            that; its other coins are sold. Until the price is valid again, a wallet with debts neither borrows nor
            transfers out, trades nothing in markets of that coin, and elsewhere only gives what it has for what it
            owes, within <NumRate value={rules.contracts.frozenReach} decimals={0} /> of the index.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="interest" title={<Trans>Interest</Trans>}>
        <p>
          <Trans>
            Interest is simple, on the principal: the hour of borrowing counts, then each clock hour begun. It is exact
            and rounded up once, when it is paid. A repayment pays interest first. Coins are lent from a fund that
            cannot go below zero.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="coins" title={<Trans comment="Cryptocurrencies">Coins</Trans>}>
        <Table
          label={t`Coins`}
          rows={margin.coins}
          rowKey={({ coin }) => coin}
          empty={<Trans>Borrowing is unavailable</Trans>}
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
              head: <Trans comment="Column: the most one may owe of a coin">Maximum you may owe</Trans>,
              right: true,
              cell: ({ limit }) => <NumExact value={limit} />,
            },
          ]}
        />
      </RuleSection>
    </>
  );
}
