// The parts of the wallet with name and icon, for the wallet's menu and the top bar.
import {
  type Icon,
  IconArrowsLeftRight,
  IconChartCandle,
  IconDownload,
  IconHistory,
  IconLayoutDashboard,
  IconListDetails,
  IconPigMoney,
  IconTransfer,
  IconUpload,
} from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import type { WalletKey } from './keys.ts';

export interface WalletPartEntry {
  readonly label: string;
  readonly icon: Icon;
}

/** Name and icon of each part, in the user's language. */
export function useWalletParts(): Readonly<Record<WalletKey, WalletPartEntry>> {
  const { t } = useLingui();
  return {
    overview: { label: t({ message: 'Overview', comment: 'Part of the wallet' }), icon: IconLayoutDashboard },
    finance: { label: t({ message: 'Finance', comment: 'Wallet' }), icon: IconPigMoney },
    agreement: {
      label: t({ message: 'Contracts', comment: 'Part of the wallet: the contract wallets' }),
      icon: IconChartCandle,
    },
    recharge: {
      label: t({ message: 'Deposit', comment: 'Part of the wallet: bringing money in' }),
      icon: IconDownload,
    },
    withdraw: {
      label: t({ message: 'Withdraw', comment: 'Part of the wallet: taking money out' }),
      icon: IconUpload,
    },
    swap: {
      label: t({ message: 'Swap', comment: 'Part of the wallet: one coin for another at a quoted rate' }),
      icon: IconArrowsLeftRight,
    },
    transfer: {
      label: t({ message: 'Transfer', comment: "Moving money between one's own wallets" }),
      icon: IconTransfer,
    },
    tradeOrder: {
      label: t({ message: 'Orders', comment: 'Part of the wallet: orders of all accounts' }),
      icon: IconListDetails,
    },
    records: {
      label: t({ message: 'Records', comment: 'Part of the wallet: what changed the balances' }),
      icon: IconHistory,
    },
  };
}
