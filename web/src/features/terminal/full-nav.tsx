// The navigation of the full-screen exchange (§2): tabs (favourites and coin plates), theme dropdown, base coin filter,
// search box.

import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArrowsMinimize,
  IconChevronDown,
  IconMoon,
  IconReceipt,
  IconStar,
  IconSun,
  IconWallet,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { buttonClass, iconButtonClass, Logo, Menu, SearchField, Tabs } from '@vitrine/ui';
import type { KeyboardEvent } from 'react';
import { useSession } from '../../api/index.ts';
import type { Market } from '../../market/index.ts';
import { houseName } from '../../page/index.ts';
import { prefer, usePreferences } from '../../preference/index.ts';
import { ALL, baseCoinsOf, FAVOURITES, type MarketFilter } from './market-filter.ts';
import { platesOf } from './plates.ts';
import type { Product } from './product.ts';
import style from './terminal.module.css';

export interface FullNavProps {
  readonly product: Product;
  /** The market shown, `BTC_USDT`. */
  readonly route: string;
  readonly markets: readonly Market[] | undefined;
  readonly filter: MarketFilter;
  /** Called when the filter or search changed: shows the list. */
  readonly onFilter: (filter: MarketFilter) => void;
  /** Down moves from the search box into the list; Enter takes its first entry. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

export function FullNav({ product, route, markets, filter, onFilter, onKey }: FullNavProps) {
  const { t, i18n } = useLingui();
  const plates = platesOf(markets ?? []);
  return (
    <header className={style['fullNav']}>
      <Link to="/home/index" aria-label={houseName} className={style['fullLogo']}>
        <Logo name={houseName} />
      </Link>
      <nav className={style['fullTabs']} aria-label={t`Groups of markets`}>
        <Tabs
          label={t`Groups of markets`}
          value={filter.tab}
          choices={[
            {
              key: FAVOURITES,
              label: (
                <span className={style['starTab']}>
                  <IconStar className="v-i-14" stroke={1.75} aria-hidden="true" /> <Trans>Favourites</Trans>
                </span>
              ),
            },
            { key: ALL, label: t({ message: 'All', context: 'list', comment: 'Group of markets: all of them' }) },
            ...plates.map(({ plate, label }) => ({ key: String(plate), label: i18n._(label) })),
          ]}
          onChange={(tab) => onFilter({ ...filter, tab, search: '' })}
        />
      </nav>
      <div className={style['fullBase']}>
        <BaseCoinMenu markets={markets ?? []} filter={filter} onFilter={onFilter} />
      </div>
      <div className={style['fullEnd']}>
        <div className={style['fullSearch']} onKeyDown={onKey} role="presentation">
          <SearchField
            label={t`Search markets`}
            value={filter.search}
            onChange={(search) => onFilter({ ...filter, search })}
          />
        </div>
        <ThemeMenu />
        <OwnLinks product={product} route={route} />
      </div>
    </header>
  );
}

function BaseCoinMenu({
  markets,
  filter,
  onFilter,
}: Pick<FullNavProps, 'filter' | 'onFilter'> & { readonly markets: readonly Market[] }) {
  const { t } = useLingui();
  const all = t({ message: 'All base coins', comment: 'Filter of markets by the coin they are priced in' });
  const name = t({ message: 'Base coin', comment: 'Filter of markets by the coin they are priced in' });
  const shown = filter.baseCoin ?? all;
  return (
    <Menu
      label={name}
      width={180}
      position="bottom-end"
      target={
        <button
          type="button"
          className={buttonClass({ tone: 'quiet', size: 'small' })}
          data-testid="base-coin"
          aria-label={`${name}: ${shown}`}
        >
          {shown} <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
        </button>
      }
      items={[undefined, ...baseCoinsOf(markets)].map((coin) => ({
        key: coin ?? ALL,
        label: coin ?? all,
        chosen: coin === filter.baseCoin,
        onClick: () => onFilter({ ...filter, baseCoin: coin, search: '' }),
      }))}
    />
  );
}

function ThemeMenu() {
  const { t } = useLingui();
  const { theme } = usePreferences();
  const night = theme === 'theme-night';
  const name = t({ message: 'Theme', comment: 'Light or dark' });
  const light = t({ message: 'Light', comment: 'Theme of the page' });
  const dark = t({ message: 'Dark', comment: 'Theme of the page' });
  return (
    <Menu
      label={name}
      width={160}
      position="bottom-end"
      target={
        <button
          type="button"
          className={buttonClass({ tone: 'quiet', size: 'small' })}
          data-testid="theme"
          aria-label={`${name}: ${night ? dark : light}`}
        >
          {night ? (
            <IconMoon className="v-i" stroke={1.75} aria-hidden="true" />
          ) : (
            <IconSun className="v-i" stroke={1.75} aria-hidden="true" />
          )}
          <IconChevronDown className="v-i-14" stroke={1.75} aria-hidden="true" />
        </button>
      }
      items={[
        { key: 'light', label: light, chosen: !night, onClick: () => prefer({ theme: 'theme-daytime' }) },
        { key: 'dark', label: dark, chosen: night, onClick: () => prefer({ theme: 'theme-night' }) },
      ]}
    />
  );
}

/** Links to assets and orders, or to the sign-in; and the link back to the normal page. */
function OwnLinks({ product, route }: { readonly product: Product; readonly route: string }) {
  const { t } = useLingui();
  const { state } = useSession();
  return (
    <>
      {state === 'user' ? (
        <>
          <Link to="/assets/index" className={iconButtonClass} aria-label={t`Assets`} title={t`Assets`}>
            <IconWallet stroke={1.75} aria-hidden="true" />
          </Link>
          <Link
            to="/account/entrust/spot"
            className={`${iconButtonClass} v-no-phone`}
            aria-label={t`Orders`}
            title={t`Orders`}
          >
            <IconReceipt stroke={1.75} aria-hidden="true" />
          </Link>
        </>
      ) : state === 'guest' ? (
        <Link to="/user/login" className={buttonClass({ tone: 'quiet', size: 'small' })}>
          <Trans>Log in</Trans>
        </Link>
      ) : null}
      <Link
        to="/exchange/index"
        search={{ symbol: route, ...(product !== 'spot' && { type: product }) }}
        className={iconButtonClass}
        aria-label={t`Leave full screen`}
        title={t`Leave full screen`}
      >
        <IconArrowsMinimize stroke={1.75} aria-hidden="true" />
      </Link>
    </>
  );
}
