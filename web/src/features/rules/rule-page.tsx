// The rules pages: options, spot, USDT perpetuals, margin, loans, deposits and withdrawals; each from the current
// parameters.

import { Trans, useLingui } from '@lingui/react/macro';
import { Tabs, tabId } from '@vitrine/ui';
import { useId } from 'react';
import { useTitle } from '../../page/index.ts';
import { ContractRules } from './contracts.tsx';
import { FundsRules } from './funds.tsx';
import { LoanRules } from './loans.tsx';
import { MarginRules } from './margin.tsx';
import { OptionRules } from './options.tsx';
import { WithRules } from './parts.tsx';
import type { RuleKey } from './search.ts';
import { SpotRules } from './spot.tsx';
import style from './rules.module.css';

const bodies = {
  options: OptionRules,
  spot: SpotRules,
  contracts: ContractRules,
  margin: MarginRules,
  loans: LoanRules,
  funds: FundsRules,
} as const;

export function RulePage({ shown, onShow }: { readonly shown: RuleKey; readonly onShow: (key: RuleKey) => void }) {
  const { t } = useLingui();
  const panel = useId();
  useTitle(t`Rules`);
  const Body = bodies[shown];
  return (
    <main className={`v-max ${style['page']}`}>
      <h1>
        <Trans comment="Title of the pages of rules">Rules</Trans>
      </h1>
      <p className={style['lead']}>
        <Trans>
          Every figure here is read from the exchange when you open the page: these are the values in force.
        </Trans>
      </p>
      <Tabs
        label={t`Rules`}
        panel={panel}
        value={shown}
        choices={[
          { key: 'options', label: <Trans>Second contracts</Trans> },
          { key: 'spot', label: <Trans>Spot</Trans> },
          { key: 'contracts', label: <Trans>USDT perpetuals</Trans> },
          {
            key: 'margin',
            label: (
              <Trans context="borrowing" comment="Borrowing to trade">
                Margin
              </Trans>
            ),
          },
          { key: 'loans', label: <Trans>Loans</Trans> },
          { key: 'funds', label: <Trans>Deposits and withdrawals</Trans> },
        ]}
        onChange={onShow}
      />
      <article id={panel} role="tabpanel" aria-labelledby={tabId(panel, shown)} className={style['article']}>
        <WithRules>{(rules) => <Body rules={rules} />}</WithRules>
      </article>
    </main>
  );
}
