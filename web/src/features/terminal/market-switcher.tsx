// The market switcher: the tabs "favourites, options, spot coins, U contracts" (§2), search, and the list.

import { Trans, useLingui } from '@lingui/react/macro';
import { IconStar } from '@tabler/icons-react';
import { SearchField, Segmented, Tabs } from '@vitrine/ui';
import { useState } from 'react';
import { type Favourites, type Market, useContractMarkets, useMarketPrices, useMarkets } from '../../market/index.ts';
import { ALL, baseCoinsOf, FAVOURITES, type MarketFilter } from './market-filter.ts';
import { MarketList, walkMarkets } from './market-list.tsx';
import type { Product } from './product.ts';
import type { SpotMarket } from './spot-markets.ts';
import style from './terminal.module.css';

/** The market tabs, named as in the spec. */
type MarketTab = 'favourites' | 'options' | 'spot' | 'contracts';

/** The initial tab of a product. */
const firstTab: Readonly<Record<Product | 'second', MarketTab>> = {
  second: 'options',
  spot: 'spot',
  u: 'contracts',
  coin: 'contracts',
};

export interface MarketSwitcherProps {
  readonly spot: readonly SpotMarket[] | undefined;
  readonly favourites: Favourites;
  /** The product of the page. */
  readonly product: Product | 'second';
  /** The market shown, `BTC_USDT`. */
  readonly chosen: string;
  readonly onChoose: (choice: { readonly product: Product | 'second'; readonly route: string }) => void;
}

export function MarketSwitcher({ spot, favourites, product, chosen, onChoose }: MarketSwitcherProps) {
  const { t } = useLingui();
  const [tab, setTab] = useState<MarketTab>(firstTab[product]);
  const [kind, setKind] = useState<'u' | 'coin'>(product === 'coin' ? 'coin' : 'u');
  const [search, setSearch] = useState('');
  const [baseCoin, setBaseCoin] = useState<string>();
  const contracts = tab === 'contracts';
  const options = useMarkets();
  const prices = useMarketPrices();
  const markets: readonly Market[] | undefined = tab === 'options' ? options.markets : spot;
  const bases = markets && tab === 'spot' ? baseCoinsOf(markets) : [];
  const filter: MarketFilter = {
    tab: tab === 'favourites' ? FAVOURITES : ALL,
    baseCoin: tab === 'spot' ? baseCoin : undefined,
    search,
  };
  const choose = (of: Product | 'second') => (market: Market) => onChoose({ product: of, route: market.route });
  const list = { filter, favourites, prices };
  return (
    <div className={style['markets']} onKeyDown={walkMarkets} role="presentation">
      <SearchField label={t`Search markets`} value={search} onChange={setSearch} className={style['search']} />
      <Tabs
        label={t({
          message: 'Market tabs',
          comment: 'Name of the tabs: favourites, options, spot coins, USDT perpetuals',
        })}
        className={style['plates']}
        value={tab}
        choices={[
          {
            key: 'favourites',
            label: <IconStar className="v-i-14" stroke={1.75} role="img" aria-label={t`Favourites`} />,
          },
          { key: 'options', label: <Trans>Second contracts</Trans> },
          { key: 'spot', label: <Trans comment="Market tab">Spot coins</Trans> },
          { key: 'contracts', label: <Trans comment="Market tab: USDT-margined contracts">USDT perpetuals</Trans> },
        ]}
        onChange={setTab}
      />
      {contracts ? (
        <Segmented
          className={style['filterRow']}
          label={t({ message: 'Margin coin', comment: 'What contracts are settled in' })}
          value={kind}
          choices={[
            { key: 'u', label: <Trans comment="Contracts settled in USDT">USDT-margined</Trans> },
            { key: 'coin', label: <Trans comment="Contracts settled in their own coin">Coin-margined</Trans> },
          ]}
          onChange={setKind}
        />
      ) : bases.length > 1 ? (
        <Segmented
          className={style['filterRow']}
          label={t({ message: 'Base coin', comment: 'Filter of markets by the coin they are priced in' })}
          value={baseCoin ?? ALL}
          choices={[
            { key: ALL, label: t({ message: 'All', context: 'list', comment: 'Group of markets: all of them' }) },
            ...bases.map((one) => ({ key: one, label: one })),
          ]}
          onChange={(one) => setBaseCoin(one === ALL ? undefined : one)}
        />
      ) : null}
      {contracts ? (
        <ContractList
          {...list}
          kind={kind}
          chosen={product === kind ? chosen : undefined}
          onChoose={choose(kind)}
          key={kind}
        />
      ) : (
        <MarketList
          {...list}
          markets={markets}
          chosen={product === (tab === 'options' ? 'second' : 'spot') ? chosen : undefined}
          onChoose={choose(tab === 'options' ? 'second' : 'spot')}
          key={tab}
        />
      )}
    </div>
  );
}

/** Contracts of a kind; loaded only while their tab is open. */
function ContractList({
  kind,
  ...rest
}: Omit<Parameters<typeof MarketList>[0], 'markets'> & { readonly kind: 'u' | 'coin' }) {
  const { markets } = useContractMarkets(kind);
  return <MarketList {...rest} markets={markets} />;
}
