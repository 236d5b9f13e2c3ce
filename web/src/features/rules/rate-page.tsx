// The rates page: fees by level, funding of each contract, what borrowing costs, and the currencies.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ContractDetail, Rules } from '@vitrine/contract';
import {
  Countdown,
  Empty,
  ErrorBlock,
  NumMoney,
  NumPrice,
  NumRate,
  NumVolume,
  SearchField,
  Table,
  Time,
} from '@vitrine/ui';
import { useState } from 'react';
import { queryOf } from '../../api/index.ts';
import { useNow } from '../../market/index.ts';
import { useTitle } from '../../page/index.ts';
import { lendingColumns } from './lending.tsx';
import { RuleSection, WithRules } from './parts.tsx';
import style from './rules.module.css';

/** Maximum symbols in one request about contracts (calls §3). */
const MOST_ASKED = 200;
const U = 2;

export function RatePage() {
  const { t } = useLingui();
  useTitle(t`Rates`);
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Title of the page of fees and rates">Rates</Trans>
      </h1>
      <p className={style['lead']}>
        <Trans>What trading, holding and borrowing cost right now.</Trans>
      </p>
      <WithRules>
        {(rules) => (
          <div className={style['article']}>
            <Fees rules={rules} />
            <Funding
              symbols={rules.contracts.markets
                .filter(({ contractType }) => contractType === 'u')
                .map(({ symbolName }) => symbolName)}
            />
            <Borrowing rules={rules} />
            <Currencies />
          </div>
        )}
      </WithRules>
    </main>
  );
}

function Fees({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  return (
    <RuleSection id="fees" title={<Trans comment="Title of a page">Trading fees</Trans>}>
      <Table
        label={t`Trading fees`}
        rows={rules.fees.tiers}
        rowKey={({ tier }) => String(tier)}
        empty={null}
        columns={[
          {
            key: 'tier',
            head: t({ message: 'Level', comment: 'Fee level of a user' }),
            phone: 'keep',
            cell: ({ tier }) => (tier === 0 ? <Trans comment="Fee level">Normal</Trans> : `VIP ${tier}`),
          },
          {
            key: 'volume',
            head: t({ message: '30-day volume, USDT', comment: 'Column head' }),
            right: true,
            cell: ({ volume }) => <NumVolume value={volume} />,
          },
          {
            key: 'spotMaker',
            head: <Trans comment="Column: fee of an order that waits in the book">Spot maker</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ spotMaker }) => <NumRate value={spotMaker} decimals={3} />,
          },
          {
            key: 'spotTaker',
            head: <Trans comment="Column: fee of an order that takes from the book">Spot taker</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ spotTaker }) => <NumRate value={spotTaker} decimals={3} />,
          },
          {
            key: 'contractMaker',
            head: <Trans comment="Column: fee of an order that waits in the book">Contract maker</Trans>,
            right: true,
            cell: ({ contractMaker }) => <NumRate value={contractMaker} decimals={3} />,
          },
          {
            key: 'contractTaker',
            head: <Trans comment="Column: fee of an order that takes from the book">Contract taker</Trans>,
            right: true,
            cell: ({ contractTaker }) => <NumRate value={contractTaker} decimals={3} />,
          },
        ]}
      />
    </RuleSection>
  );
}

function Funding({ symbols }: { readonly symbols: readonly string[] }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const now = useNow();
  const detail = useQuery({
    ...queryOf('open.get.contractDetail', { symbolNameList: symbols.slice(0, MOST_ASKED), type: U }, 'lazy'),
    enabled: symbols.length > 0,
  });
  const wanted = search.trim().toUpperCase();
  const rows = detail.data?.filter(({ symbolName }) => symbolName.replace('/', '').includes(wanted.replace('/', '')));
  return (
    <RuleSection id="funding" title={<Trans>Funding of USDT perpetuals</Trans>}>
      <SearchField label={t`Search a market`} value={search} onChange={setSearch} />
      <Table<ContractDetail>
        label={t`Funding of USDT perpetuals`}
        rows={rows}
        rowKey={({ symbolName }) => symbolName}
        error={
          detail.isError && detail.data === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load the funding rates</Trans>} onRetry={() => void detail.refetch()} />
          ) : undefined
        }
        empty={<Empty title={<Trans>No such market</Trans>} />}
        columns={[
          { key: 'name', head: <Trans>Market</Trans>, phone: 'keep', cell: ({ symbolName }) => symbolName },
          {
            key: 'mark',
            head: <Trans comment="Column: mark price">Mark</Trans>,
            right: true,
            cell: ({ markPrice }) => <NumPrice value={markPrice} />,
          },
          {
            key: 'rate',
            head: <Trans comment="Column: funding rate per 8 hours as it stands">Per 8 hours</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ fundingRate }) => <NumRate value={fundingRate} decimals={4} sign="always" />,
          },
          {
            key: 'next',
            head: <Trans comment="Column: time until the next funding">Next in</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ nextFundingTime }) =>
              nextFundingTime === null ? '–' : <Countdown left={Math.max(0, nextFundingTime - now)} />,
          },
          {
            key: 'interest',
            head: <Trans comment="Column: contracts open on one side">Open interest</Trans>,
            right: true,
            cell: ({ openInterest }) => <NumVolume value={openInterest} />,
          },
        ]}
      />
    </RuleSection>
  );
}

function Borrowing({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  return (
    <RuleSection id="borrowing" title={<Trans>Borrowing on margin</Trans>}>
      <Table
        label={t`Borrowing on margin`}
        rows={rules.margin.coins}
        rowKey={({ coin }) => coin}
        empty={<Trans>Borrowing is unavailable</Trans>}
        columns={[
          ...lendingColumns,
          {
            key: 'limit',
            head: <Trans comment="Column: the most one may owe of a coin">Maximum you may owe</Trans>,
            right: true,
            cell: ({ limit, coin }) => <NumMoney value={limit} asset={coin} />,
          },
        ]}
      />
    </RuleSection>
  );
}

function Currencies() {
  const { t } = useLingui();
  const settings = useQuery(queryOf('common.getAllSetting', {}, 'lazy'));
  return (
    <RuleSection id="currencies" title={<Trans>Currencies for display</Trans>}>
      <Table
        label={t`Currencies for display`}
        rows={settings.data?.currencies}
        rowKey={({ exchange_code: code }) => code}
        error={
          settings.isError && settings.data === undefined ? (
            <ErrorBlock title={<Trans>Couldn’t load the currencies</Trans>} onRetry={() => void settings.refetch()} />
          ) : undefined
        }
        empty={null}
        columns={[
          {
            key: 'code',
            head: <Trans comment="Column head of exchange rates">Currency</Trans>,
            phone: 'keep',
            cell: ({ quote_currency: code }) => code,
          },
          {
            key: 'rate',
            head: <Trans comment="Column: units of the currency for one USDT">For 1 USDT</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ rate }) => <NumPrice value={rate} />,
          },
          {
            key: 'time',
            head: <Trans comment="Column: when the rate was last heard">As of</Trans>,
            right: true,
            phone: 'keep',
            cell: ({ time }) => <Time at={time} />,
          },
        ]}
      />
    </RuleSection>
  );
}
