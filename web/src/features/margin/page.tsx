// The margin page: overview, orders, records.

import { Trans, useLingui } from '@lingui/react/macro';
import { Empty, Pane, SelectField } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTitle } from '../../page/index.ts';
import type { MarginAccount } from './data.ts';
import { MarginPanel } from './panel.tsx';
import { BorrowRecords } from './records.tsx';
import style from './margin.module.css';

export interface MarginPageProps {
  readonly account: 'all' | 'fixed';
  /** Isolated: the markets to choose from, as `BTC_USDT` (empty while loading), and the one in the address. */
  readonly markets: readonly string[];
  readonly symbol: string | undefined;
  readonly onSymbol: (symbol: string) => void;
  /** The user's orders of the account. */
  readonly orders: ReactNode;
}

export function MarginPage({ account, markets, symbol, onSymbol, orders }: MarginPageProps) {
  const { t } = useLingui();
  const title = account === 'all' ? t`Cross margin` : t`Isolated margin`;
  useTitle(title);
  const shown = symbol ?? markets[0];
  const known = shown !== undefined && markets.includes(shown);
  const offered = known || shown === undefined ? markets : [shown, ...markets];
  const name = shown?.replace('_', '/');
  const of: MarginAccount | undefined =
    account === 'all' ? { account } : known ? { account, symbol: shown } : undefined;
  return (
    <main className={`v-max ${style['page']}`} data-testid={`margin-${account}`}>
      <div className="v-row v-between v-wrap">
        <h1>{title}</h1>
        {account === 'fixed' && shown !== undefined && markets.length > 0 ? (
          <SelectField
            label={<Trans>Market</Trans>}
            name="margin-market"
            value={shown}
            options={offered.map((key) => ({ key, label: key.replace('_', '/') }))}
            onChange={onSymbol}
          />
        ) : null}
      </div>
      <Pane>
        {of !== undefined ? (
          <MarginPanel key={shown ?? 'all'} of={of} />
        ) : name !== undefined && markets.length > 0 ? (
          // Never shows another market's account than the one in the address.
          <Empty
            title={<Trans comment="name: a market of the address, e.g. XAU/USDT">There is no market {name} here</Trans>}
          />
        ) : null}
      </Pane>
      {orders}
      <Pane>
        <BorrowRecords account={account} />
      </Pane>
    </main>
  );
}
