// The account's page of margin: the account at a glance, its orders, its records.

import { Trans, useLingui } from '@lingui/react/macro';
import { Pane, SelectField } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTitle } from '../../page/index.ts';
import type { MarginAccount } from './data.ts';
import { MarginPanel } from './panel.tsx';
import { BorrowRecords } from './records.tsx';
import style from './margin.module.css';

export interface MarginPageProps {
  readonly account: 'all' | 'fixed';
  /** Isolated: markets to choose from, as `BTC_USDT`, and the one shown. */
  readonly markets: readonly string[];
  readonly symbol: string | undefined;
  readonly onSymbol: (symbol: string) => void;
  /** One's orders of the account. */
  readonly orders: ReactNode;
}

export function MarginPage({ account, markets, symbol, onSymbol, orders }: MarginPageProps) {
  const { t } = useLingui();
  const title = account === 'all' ? t`Cross margin` : t`Isolated margin`;
  useTitle(title);
  const shown = symbol !== undefined && markets.includes(symbol) ? symbol : markets[0];
  const of: MarginAccount | undefined =
    account === 'all' ? { account } : shown === undefined ? undefined : { account, symbol: shown };
  return (
    <main className={`v-max ${style['page']}`} data-testid={`margin-${account}`}>
      <div className="v-row v-between v-wrap">
        <h1>{title}</h1>
        {account === 'fixed' && shown !== undefined ? (
          <SelectField
            label={<Trans>Market</Trans>}
            name="margin-market"
            value={shown}
            options={markets.map((key) => ({ key, label: key.replace('_', '/') }))}
            onChange={onSymbol}
          />
        ) : null}
      </div>
      <Pane>{of === undefined ? null : <MarginPanel key={shown ?? 'all'} of={of} />}</Pane>
      {orders}
      <Pane>
        <BorrowRecords account={account} />
      </Pane>
    </main>
  );
}
