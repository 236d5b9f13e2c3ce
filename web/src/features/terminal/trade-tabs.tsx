// Below chart and book: positions, open orders, triggers, history, own trades and assets of the product.

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Order } from '@vitrine/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { CheckField, Empty, Menu, Tabs, tabId } from '@vitrine/ui';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../api/index.ts';
import { type OrderProduct, useOpenOrdersOf } from '../../live/index.ts';
import {
  CancelAll,
  FillsTable,
  type Held,
  HistoryTable,
  type MarketOf,
  OpenOrders,
  openPart,
} from '../../order/index.ts';
import { PaneBoundary } from '../../page/index.ts';
import { LoginLink } from '../../ticket/index.ts';
import { AssetsList, useWallet, walletOf } from './assets-list.tsx';
import style from './terminal.module.css';

type Tab = 'positions' | 'open' | 'trigger' | 'history' | 'fills' | 'assets';

export interface TradeTabsProps {
  /** The contract kind, or the accounts whose orders can be shown here (spot and margin). */
  readonly products: readonly [OrderProduct, ...OrderProduct[]];
  /** The market shown, `BTC/USDT`. */
  readonly symbolName: string;
  readonly rulesOf: MarketOf;
  /** The hold of an open order; undefined if it does not follow from the order alone. */
  readonly aside: (order: Order) => Held | undefined;
  /** Replaces the wallet's list for a margin account. */
  readonly assets?: ((product: OrderProduct) => ReactNode) | undefined;
  /** The end of the tab bar: the dead man's switch. */
  readonly extra?: ReactNode;
  /**
   * Positions, where the product has them: count and list; `symbolName` limits them to this market. `tools` is the
   * container for actions on all of them.
   */
  readonly positions?:
    | {
        readonly count: number;
        readonly list: (symbolName: string | undefined, tools: HTMLElement | null) => ReactNode;
      }
    | undefined;
}

export function TradeTabs({ products, symbolName, rulesOf, aside, positions, assets, extra }: TradeTabsProps) {
  const { t } = useLingui();
  const panel = useId();
  const { state } = useSession();
  const [tab, setTab] = useState<Tab>(positions ? 'positions' : 'open');
  const [chosen, setChosen] = useState<OrderProduct>(products[0]);
  const product = products.includes(chosen) ? chosen : products[0];
  const [only, setOnly] = useState(false);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const { orders } = useOpenOrdersOf(product);
  const { balances } = useWallet(walletOf[product]);
  const signedIn = state === 'user';
  const symbol = only ? symbolName : undefined;
  const inBook = openPart(orders, 'book', symbol);
  const waiting = openPart(orders, 'trigger', symbol);
  const all = { product, rulesOf, symbol: symbol?.replace('/', '_') ?? 'all' };
  return (
    <div className={style['tradeTabs']}>
      <div className={style['tradeHead']}>
        <Tabs
          label={positions ? t`Positions, orders and assets` : t`Orders and assets`}
          panel={panel}
          className={style['tradeList']}
          value={tab}
          choices={[
            ...(positions
              ? [
                  {
                    key: 'positions' as const,
                    label: <Trans comment="Tab: open positions">Positions</Trans>,
                    ...(signedIn && { count: positions.count }),
                  },
                ]
              : []),
            {
              key: 'open',
              label: <Trans comment="Orders not yet filled or cancelled">Open orders</Trans>,
              ...(signedIn && { count: inBook.length }),
            },
            {
              key: 'trigger',
              label: <Trans comment="Tab: orders that wait for a trigger price">Triggers</Trans>,
              ...(signedIn && { count: waiting.length }),
            },
            { key: 'history', label: <Trans comment="Filled and cancelled orders">Order history</Trans> },
            { key: 'fills', label: <Trans comment="Tab: one's own trades">Trades</Trans> },
            {
              key: 'assets',
              label: <Trans comment="Tab: balances of the wallet">Assets</Trans>,
              ...(signedIn && { count: balances.length }),
            },
          ]}
          onChange={setTab}
        />
        <div className={style['tradeEnd']}>
          {extra}
          {products.length > 1 && signedIn ? (
            <AccountMenu products={products} product={product} onChoose={setChosen} />
          ) : null}
          {tab === 'positions' ? <span className={style['tools']} ref={setTools} /> : null}
          {tab === 'open' && orders.length > 0 ? <CancelAll product={product} count={orders.length} /> : null}
          {tab === 'assets' ? null : (
            <CheckField className={style['only']} checked={only} onChange={setOnly}>
              <Trans comment="Only rows of the market shown, e.g. Only BTC/USDT">Only {symbolName}</Trans>
            </CheckField>
          )}
        </div>
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={tabId(panel, tab)} className={style['tradeBody']}>
        <PaneBoundary of={`${product}|${tab}`}>
          {!signedIn ? (
            <Empty
              title={
                positions ? (
                  <Trans>Log in to see your positions and orders</Trans>
                ) : (
                  <Trans>Log in to see your orders</Trans>
                )
              }
            >
              <LoginLink className="v-link" />
            </Empty>
          ) : tab === 'positions' ? (
            positions?.list(symbol, tools)
          ) : tab === 'open' || tab === 'trigger' ? (
            <OpenOrders
              key={tab}
              product={product}
              rulesOf={rulesOf}
              part={tab === 'open' ? 'book' : 'trigger'}
              symbol={symbol}
              aside={aside}
            />
          ) : tab === 'history' ? (
            <HistoryTable {...all} />
          ) : tab === 'fills' ? (
            <FillsTable {...all} />
          ) : assets && (product === 'all' || product === 'fixed') ? (
            assets(product)
          ) : (
            <AssetsList
              walletType={walletOf[product]}
              empty={
                <Link to="/assets/index" search={{ key: 'transfer' }} className="v-link">
                  <Trans>Transfer from another wallet</Trans>
                </Link>
              }
            />
          )}
        </PaneBoundary>
      </div>
    </div>
  );
}

/** The account of the listed orders: spot, or a margin account. */
function AccountMenu({
  products,
  product,
  onChoose,
}: {
  readonly products: readonly OrderProduct[];
  readonly product: OrderProduct;
  readonly onChoose: (product: OrderProduct) => void;
}) {
  const { t } = useLingui();
  return (
    <Menu
      label={t({ message: 'Account', comment: 'Whose orders are listed: spot, cross margin, isolated margin' })}
      width={180}
      target={
        <button type="button" className={style['account']}>
          <AccountWord product={product} /> <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
        </button>
      }
      items={products.map((key) => ({
        key,
        label: <AccountWord product={key} />,
        chosen: key === product,
        onClick: () => onChoose(key),
      }))}
    />
  );
}

function AccountWord({ product }: { readonly product: OrderProduct }) {
  switch (product) {
    case 'spot':
      return <Trans comment="An account">Spot</Trans>;
    case 'all':
      return <Trans comment="An account">Cross margin</Trans>;
    case 'fixed':
      return <Trans comment="An account">Isolated margin</Trans>;
    case 'u':
      return <Trans comment="Contracts settled in USDT">USDT-margined</Trans>;
    case 'coin':
      return <Trans comment="Contracts settled in their own coin">Coin-margined</Trans>;
  }
}
