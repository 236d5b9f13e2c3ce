// The rules of options: second contracts.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Rules } from '@vitrine/contract';
import {
  formatAge,
  NumExact,
  NumMoney,
  NumOdds,
  NumRate,
  SelectField,
  separatorsOf,
  Table,
  useFormat,
} from '@vitrine/ui';
import { useState } from 'react';
import { Facts, RuleSection } from './parts.tsx';

type Market = Rules['seconds']['markets'][number];

export function OptionRules({ rules }: { readonly rules: Rules }) {
  const { t } = useLingui();
  const { tag } = useFormat();
  const [symbol, setSymbol] = useState<string>();
  const { markets, delay, patience } = rules.seconds;
  const market = markets.find((one) => one.symbolName === symbol) ?? markets[0];
  const point = separatorsOf(tag).decimal;
  const waits = formatAge(delay, point);
  const within = formatAge(patience, point);
  return (
    <>
      <RuleSection id="what" title={<Trans>What a second contract is</Trans>}>
        <p>
          <Trans>
            You stake on whether the index will be above or below its opening price after a fixed time. If you are
            right, you get the stake and the profit at the odds shown; if wrong, you lose the stake; if exactly equal,
            the stake is returned.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="open" title={<Trans comment="Section on second contracts">How it opens</Trans>}>
        <p>
          <Trans comment="waits, within: lengths of time such as 1 s">
            It opens at the first valid index tick sequenced at least {waits} after your order: a tick nobody could know
            when you ordered. If none comes within {within} after that, it is void and your stake is returned.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="settle" title={<Trans comment="Section on second contracts">How it settles</Trans>}>
        <p>
          <Trans>
            Maturity is the opening tick's time plus the period. It settles at the last valid tick at or before
            maturity, at most two seconds old then; a tick stamped exactly at maturity counts. Without such a tick it is
            void. There is no other input, and with your receipt you can calculate it yourself.
          </Trans>
        </p>
        <p>
          <Trans>
            The whole possible profit is reserved from the pool when you order. If the pool does not have it, the order
            is rejected.
          </Trans>
        </p>
      </RuleSection>
      <RuleSection id="odds" title={<Trans>Odds and limits</Trans>}>
        {market ? (
          <>
            <SelectField
              label={t`Market`}
              value={market.symbolName}
              onChange={setSymbol}
              options={markets.map(({ symbolName }) => ({ key: symbolName, label: symbolName }))}
            />
            <PeriodTable market={market} />
            <Facts
              rows={[
                {
                  key: 'most',
                  label: <Trans>Maximum total of all your open stakes</Trans>,
                  value: <NumMoney value={market.most} asset={market.coin} showAsset />,
                },
                {
                  key: 'version',
                  label: <Trans>Version of these terms</Trans>,
                  value: <NumExact value={String(market.version)} />,
                },
              ]}
            />
          </>
        ) : (
          <p>
            <Trans>Second contracts are unavailable.</Trans>
          </p>
        )}
      </RuleSection>
    </>
  );
}

function PeriodTable({ market }: { readonly market: Market }) {
  const { t } = useLingui();
  return (
    <Table
      label={t`Odds and limits`}
      rows={market.periods}
      rowKey={({ id }) => id}
      empty={<Trans>Second contracts are unavailable on this market.</Trans>}
      columns={[
        {
          key: 'period',
          head: <Trans comment="Column: length of a second contract in seconds">Seconds</Trans>,
          phone: 'keep',
          cell: ({ seconds }) => <NumExact value={String(seconds)} />,
        },
        {
          key: 'odds',
          head: <Trans comment="Column: profit on the stake">Odds</Trans>,
          right: true,
          phone: 'keep',
          cell: ({ odds }) => <NumOdds value={odds} />,
        },
        {
          key: 'even',
          head: <Trans>Break-even</Trans>,
          right: true,
          phone: 'keep',
          cell: ({ breakEven }) => <NumRate value={breakEven} />,
        },
        {
          key: 'min',
          head: <Trans comment="Of a second contract">Minimum stake</Trans>,
          right: true,
          cell: ({ min, coin }) => <NumMoney value={min} asset={coin} showAsset />,
        },
        {
          key: 'max',
          head: <Trans comment="Of a second contract">Maximum stake</Trans>,
          right: true,
          cell: ({ max, coin }) => <NumMoney value={max} asset={coin} showAsset />,
        },
      ]}
    />
  );
}
