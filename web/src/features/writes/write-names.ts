// The names of writes in notices.
import { useCallback } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { KeyedName } from '../../api/index.ts';

type Kind =
  | 'account'
  | 'address'
  | 'alert'
  | 'apiKey'
  | 'article'
  | 'borrow'
  | 'card'
  | 'deposit'
  | 'device'
  | 'finance'
  | 'fundPassword'
  | 'leverage'
  | 'margin'
  | 'order'
  | 'passkey'
  | 'payment'
  | 'repay'
  | 'second'
  | 'stops'
  | 'swap'
  | 'transfer'
  | 'verification'
  | 'withdrawal';

/** Writes by their names. */
const KINDS: Readonly<Record<KeyedName, Kind>> = {
  'alert.del': 'alert',
  'alert.save': 'alert',
  'article.helpful': 'article',
  'assets.address.del': 'address',
  'assets.address.save': 'address',
  'assets.withdrawal': 'withdrawal',
  'assets.withdrawal.cancel': 'withdrawal',
  'blade-user.update-password': 'account',
  'bondClaim.answer': 'account',
  'buy.sendChatRecord': 'account',
  'contract.loss.cancel': 'stops',
  'contract.loss.sett': 'stops',
  'contract.order.canCelOrder': 'order',
  'contract.order.submit': 'order',
  'contract.position.adjustAmount': 'margin',
  'contract.position.stopOrder': 'order',
  'currency.order.cancelOrder': 'order',
  'currency.order.submit': 'order',
  'entrust.amend': 'order',
  'entrust.cancel.all': 'order',
  'entrust.contract.close': 'order',
  'entrust.contract.close.onekey': 'order',
  'entrust.contract.open': 'order',
  'entrust.exchange': 'order',
  'finance.redeem': 'finance',
  'finance.submit': 'finance',
  'member.accountVerificationBinding': 'account',
  'member.antiCode': 'account',
  'member.api': 'apiKey',
  'member.api.del': 'apiKey',
  'member.deleteDevice': 'device',
  'member.googleVerificationBinding': 'account',
  'member.googleVerificationBindingOrReset': 'account',
  'member.payment': 'payment',
  'member.payment.del': 'payment',
  'member.tradePwd': 'fundPassword',
  'member.updateDevice': 'device',
  'member.verified': 'verification',
  'pledge.redeem': 'finance',
  'pledge.submit': 'finance',
  'practice.claim': 'deposit',
  'practice.send': 'deposit',
  'secondContractOrder.createSecondContractOrder': 'second',
  'user.acceptTerms': 'account',
  'user.avatar': 'account',
  'user.bindEmail': 'account',
  'user.freeze': 'account',
  'user.fundCase': 'fundPassword',
  'user.linkAppeal': 'account',
  'user.passkey.del': 'passkey',
  'user.passkey.save': 'passkey',
  'user.tardPwdSet': 'fundPassword',
  'user.updatePwd': 'fundPassword',
  'user.updateUserLoginPwd': 'account',
  'user.uploadKYC': 'verification',
  'userBank.save': 'card',
  'userCoin.recharge': 'deposit',
  'userCoin.swap': 'swap',
  'userCoin.transfer': 'transfer',
  'userCoin.withdraw': 'withdrawal',
  'wallet.borrow': 'borrow',
  'wallet.contract.updateBond': 'margin',
  'wallet.contract.updateLeverageRadio': 'leverage',
  'wallet.fixed.updateLeverageRadio': 'leverage',
  'wallet.still': 'repay',
  'wallet.trans': 'transfer',
};

/** The name of a call in the user's language. */
export function useWriteNames(): (call: KeyedName) => string {
  const { t } = useLingui();
  return useCallback(
    (call) => {
      switch (KINDS[call]) {
        case 'address':
          return t`Address book`;
        case 'alert':
          return t`Alert`;
        case 'article':
          return t({
            message: 'Answer about an article',
            comment: 'Names what was sent: whether a help article was helpful',
          });
        case 'apiKey':
          return t`API keys`;
        case 'borrow':
          return t`Borrow`;
        case 'card':
          return t`Bank card`;
        case 'deposit':
          return t`Deposit`;
        case 'device':
          return t`Devices`;
        case 'finance':
          return t({ message: 'Finance', comment: 'Wallet' });
        case 'fundPassword':
          return t`Fund password`;
        case 'leverage':
          return t`Leverage`;
        case 'margin':
          return t`Margin`;
        case 'order':
          return t({ message: 'Order', comment: 'An order to buy or sell' });
        case 'passkey':
          return t`Passkeys`;
        case 'payment':
          return t`Payment methods`;
        case 'repay':
          return t`Repay`;
        case 'second':
          return t`Second contract`;
        case 'stops':
          return t`TP / SL`;
        case 'swap':
          return t`Swap`;
        case 'transfer':
          return t`Transfer`;
        case 'verification':
          return t`Verification`;
        case 'withdrawal':
          return t`Withdrawal`;
        case 'account':
          return t`Account centre`;
      }
    },
    [t],
  );
}
