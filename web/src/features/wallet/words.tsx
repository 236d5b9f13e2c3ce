// Texts of wallets and balance changes.
import { useLingui } from '@lingui/react/macro';

/** Names of the wallets by their type (calls §9); unknown ones of a newer server show as a dash. */
export function useWalletName(): (type: string) => string {
  const { t } = useLingui();
  return (type) => {
    switch (type) {
      case '1':
        return t({ message: 'Spot', comment: 'Wallet' });
      case '2':
        return t({ message: 'USDT perpetuals', comment: 'Wallet: USDT-margined contracts' });
      case '3':
        return t({ message: 'Coin-margined perpetuals', comment: 'Wallet' });
      case '4':
        return t({ message: 'Cross margin', comment: 'Wallet' });
      case '5':
        return t({ message: 'Isolated margin', comment: 'Wallet' });
      case '6':
        return t({ message: 'Second contracts', comment: 'Wallet' });
      case '7':
        return t({ message: 'Finance', comment: 'Wallet' });
      case '8':
        return t({ message: 'Merchant', comment: 'Wallet' });
      default:
        return '–';
    }
  };
}

/** The name of a transaction's kind. */
export function useBillKind(): (kind: string) => string {
  const { t } = useLingui();
  return (kind) => {
    switch (kind) {
      case 'trade':
        return t({ message: 'Trade', context: 'balance change', comment: 'Kind of a balance change' });
      case 'fee':
        return t({ message: 'Fee', comment: 'Kind of a balance change' });
      case 'rebate':
        return t({ message: 'Referral share', comment: 'Kind of a balance change' });
      case 'transfer':
        return t({ message: 'Transfer', comment: 'Kind of a balance change' });
      case 'practice':
        return t({ message: 'Practice money', comment: 'Kind of a balance change' });
      case 'deposit':
        return t({ message: 'Deposit', comment: 'Kind of a balance change' });
      case 'withdrawal':
        return t({ message: 'Withdrawal', comment: 'Kind of a balance change' });
      case 'funding':
        return t({ message: 'Funding', comment: 'Kind of a balance change: paid between longs and shorts' });
      case 'liquidation':
        return t({ message: 'Liquidation', comment: 'Kind of a balance change' });
      case 'swap':
        return t({ message: 'Swap', comment: 'Part of the wallet: one coin for another at a quoted rate' });
      case 'borrow':
        return t({ message: 'Borrowed', comment: 'Kind of a balance change' });
      case 'repay':
        return t({ message: 'Repaid', comment: 'Kind of a balance change' });
      case 'interest':
        return t({ message: 'Interest', comment: 'Kind of a balance change' });
      case 'second':
        return t({ message: 'Second contract', comment: 'Kind of a balance change' });
      case 'stake':
        return t({ message: 'Staking', comment: 'Kind of a balance change' });
      case 'finance':
        return t({ message: 'Finance', comment: 'Wallet' });
      case 'loan':
        return t({ message: 'Loan', comment: 'Kind of a balance change' });
      case 'otc':
        return t({ message: 'OTC deal', comment: 'Kind of a balance change: trade between two customers' });
      case 'reward':
        return t({ message: 'Reward', comment: 'Kind of a balance change' });
      case 'correction':
        return t({ message: 'Correction', comment: 'Kind of a balance change' });
      default:
        return kind;
    }
  };
}
