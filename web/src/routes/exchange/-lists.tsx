// The terminal's market lists: the switcher within the site; in full screen the navigation with its filtered list.
import { useLingui } from '@lingui/react/macro';
import { Trans } from '@lingui/react/macro';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { iconButtonClass, Segmented } from '@vitrine/ui';
import { useState } from 'react';
import {
  everyMarket,
  FullNav,
  type MarketFilter,
  MarketList,
  MarketSwitcher,
  type Product,
  type SpotMarket,
  type TerminalParts,
} from '../../features/terminal/index.ts';
import { type Favourites, type Market, useMarketPrices } from '../../market/index.ts';
import { type TradePage, useGo } from './-go.ts';
import style from './exchange.module.css';

export interface ListsProps {
  readonly product: Product;
  /** The current market, `BTC_USDT`. */
  readonly route: string;
  readonly spot: readonly SpotMarket[] | undefined;
  /** The markets of the product, for the full-screen list. */
  readonly own: readonly Market[] | undefined;
  readonly favourites: Favourites;
  readonly full: boolean;
  /** For the simpler trade page: its own navigation to another market. */
  readonly trade?: TradePage | undefined;
}

export function useLists(props: ListsProps): Pick<TerminalParts, 'markets' | 'nav' | 'fullScreen'> {
  const { product, route, spot, own, favourites, full, trade } = props;
  const { t } = useLingui();
  const site = useGo(full);
  const go = trade?.go ?? site;
  const [filter, setFilter] = useState<MarketFilter>(everyMarket);
  if (!full) {
    return {
      markets: (onChosen) => (
        <MarketSwitcher
          spot={spot}
          favourites={favourites}
          product={product}
          chosen={route}
          onChoose={(choice) => {
            go(choice);
            onChosen();
          }}
        />
      ),
      fullScreen: (
        <Link
          {...(product === 'spot'
            ? { to: '/exchange/full-screen/$type' as const, params: { type: route } }
            : {
                to: '/exchange/full-contract/$type' as const,
                params: { type: route },
                search: product === 'coin' ? { type: product } : {},
              })}
          className={`${iconButtonClass} v-no-phone`}
          aria-label={t`Full screen`}
          title={t`Full screen`}
        >
          <IconArrowsMaximize stroke={1.75} aria-hidden="true" />
        </Link>
      ),
    };
  }
  return {
    nav: (wanted, onKey) => (
      <FullNav
        product={product}
        route={route}
        markets={own}
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          wanted();
        }}
        onKey={onKey}
      />
    ),
    markets: (onChosen) => (
      <FullList
        {...props}
        filter={filter}
        onChosen={() => {
          setFilter((now) => ({ ...now, search: '' }));
          onChosen();
        }}
      />
    ),
  };
}

/** The list filtered by the navigation; for contracts with a choice of the settle coin. */
function FullList({
  product,
  route,
  own,
  favourites,
  filter,
  onChosen,
}: ListsProps & { readonly filter: MarketFilter; readonly onChosen: () => void }) {
  const { t } = useLingui();
  const go = useGo(true);
  const prices = useMarketPrices();
  return (
    <div className={style['fullList']}>
      {product === 'spot' ? null : (
        <Segmented
          label={t({ message: 'Margin coin', comment: 'What contracts are settled in' })}
          value={product}
          choices={[
            { key: 'u', label: <Trans comment="Contracts settled in USDT">USDT-margined</Trans> },
            { key: 'coin', label: <Trans comment="Contracts settled in their own coin">Coin-margined</Trans> },
          ]}
          onChange={(next) => go({ product: next, route })}
        />
      )}
      <MarketList
        markets={own}
        filter={filter}
        favourites={favourites}
        prices={prices}
        chosen={route}
        onChoose={(market) => {
          go({ product, route: market.route });
          onChosen();
        }}
      />
    </div>
  );
}
