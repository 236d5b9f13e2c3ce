// The phone's menu: every page of the top bar and the footer, available wherever there is a top bar.
import { useNavigate } from '@tanstack/react-router';
import {
  IconArrowsExchange,
  IconBook2,
  IconChartCandle,
  IconCoins,
  IconCoin,
  IconDownload,
  IconHourglass,
  IconInfinity,
  IconMenu2,
  IconPercentage,
  IconStack2,
  IconReceipt,
  IconScale,
  IconUpload,
  IconWallet,
} from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { Menu, classes, iconButtonClass, type MenuItem } from '@vitrine/ui';
import style from './shell.module.css';

const icon = { size: 16, stroke: 1.75 } as const;

export function PhoneMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const items: readonly MenuItem[] = [
    {
      key: 'quotes',
      label: t({ message: 'Markets', comment: 'Menu entry: all markets with their prices' }),
      icon: <IconChartCandle {...icon} />,
      onClick: () => void navigate({ to: '/quotes/index' }),
    },
    {
      key: 'spot',
      label: t`Spot trading`,
      icon: <IconArrowsExchange {...icon} />,
      onClick: () => void navigate({ to: '/exchange/index' }),
    },
    {
      key: 'contracts',
      label: t`USDT perpetuals`,
      icon: <IconInfinity {...icon} />,
      onClick: () => void navigate({ to: '/trade/index', search: { type: 'usta' } }),
    },
    {
      key: 'coin-contracts',
      label: t`Coin-margined perpetuals`,
      icon: <IconCoin {...icon} />,
      onClick: () => void navigate({ to: '/exchange/index', search: { symbol: 'BTC_USDT', type: 'coin' } }),
    },
    {
      key: 'seconds',
      label: t`Second contracts`,
      icon: <IconHourglass {...icon} />,
      onClick: () => void navigate({ to: '/trade/index', search: { type: 'sec' } }),
    },
    {
      key: 'pledge',
      label: t({ message: 'Staking', comment: 'Menu entry' }),
      icon: <IconStack2 {...icon} />,
      onClick: () => void navigate({ to: '/pledge/index' }),
    },
    {
      key: 'finance',
      label: t({ message: 'Finance', comment: 'Menu entry: fixed-term products' }),
      icon: <IconCoins {...icon} />,
      onClick: () => void navigate({ to: '/finance/investment' }),
    },
    {
      key: 'assets',
      label: t({ message: 'Assets', comment: 'Menu entry: the wallet' }),
      icon: <IconWallet {...icon} />,
      onClick: () => void navigate({ to: '/assets/index' }),
    },
    {
      key: 'recharge',
      label: t`Deposit`,
      icon: <IconDownload {...icon} />,
      onClick: () => void navigate({ to: '/assets/index', search: { key: 'recharge' } }),
    },
    {
      key: 'withdraw',
      label: t({ message: 'Withdraw', comment: 'Part of the wallet: taking money out' }),
      icon: <IconUpload {...icon} />,
      onClick: () => void navigate({ to: '/assets/index', search: { key: 'withdraw' } }),
    },
    {
      key: 'orders',
      label: t`Orders`,
      icon: <IconReceipt {...icon} />,
      onClick: () => void navigate({ to: '/account/entrust/spot' }),
    },
    {
      key: 'margin',
      label: t`Margin orders`,
      icon: <IconScale {...icon} />,
      onClick: () => void navigate({ to: '/account/entrust/margin-all' }),
    },
    {
      key: 'rules',
      label: t({ message: 'Rules', comment: 'Menu entry: the rules of trading' }),
      icon: <IconBook2 {...icon} />,
      onClick: () => void navigate({ to: '/rule/index' }),
    },
    {
      key: 'rates',
      label: t({ message: 'Rates', comment: 'Menu entry: fees and rates' }),
      icon: <IconPercentage {...icon} />,
      onClick: () => void navigate({ to: '/rate/index' }),
    },
  ];
  const label = t({ message: 'Menu', comment: 'Button that opens the menu of pages on the phone' });
  return (
    <Menu
      label={label}
      items={items}
      target={
        <button
          type="button"
          className={classes(iconButtonClass, style['menu'])}
          data-testid="phone-menu"
          aria-label={label}
        >
          <IconMenu2 stroke={1.75} aria-hidden="true" />
        </button>
      }
    />
  );
}
