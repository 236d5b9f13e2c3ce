// The account of a spot order: spot, or a margin account, which can borrow what is missing.

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { addDecimals, CheckField, Segmented } from '@vitrine/ui';
import { queryOf, useSession } from '../../api/index.ts';
import { ticketStyle as style } from '../../ticket/index.ts';
import type { MarketRules } from './calculate.ts';

/** The API's values: spot, cross margin, isolated margin. */
export type SpotAccount = 'spot' | 'all' | 'fixed';

export interface AccountChoice {
  readonly account: SpotAccount;
  /** Borrows the missing amount before the order is placed. */
  readonly borrow: boolean;
  /** Repays debt from what the order receives. */
  readonly repay: boolean;
}

export const ownMoney: AccountChoice = { account: 'spot', borrow: false, repay: false };

/** Wallets of the accounts (calls §9). */
export const accountWallet = { spot: '1', all: '4', fixed: '5' } as const;

/** Polling interval of the borrowing limit, ms: it changes with prices. */
const REREAD_MS = 5_000;

/** The accounts available for a market, by the current rules. */
export function useAccounts(rules: MarketRules): readonly SpotAccount[] {
  const signedIn = useSession().state === 'user';
  const answer = useQuery({ ...queryOf('common.getRules', {}, 'constant'), enabled: signedIn }).data?.margin;
  if (answer === undefined) return ['spot'];
  const name = `${rules.base}/${rules.quote}`;
  const lent = new Set(answer.coins.map(({ coin }) => coin));
  return [
    'spot',
    ...(lent.has(rules.base) && lent.has(rules.quote) ? (['all'] as const) : []),
    ...(answer.markets.some(({ symbolName, leverage }) => symbolName === name && leverage > 1)
      ? (['fixed'] as const)
      : []),
  ];
}

/** The borrowing limit of a coin, decimal; undefined if borrowing is off, or while loading. */
export function useBorrowable(choice: AccountChoice, rules: MarketRules, coin: string): string | undefined {
  const { account, borrow } = choice;
  const margin = account !== 'spot';
  const answer = useQuery({
    ...queryOf(
      'wallet.getCanborrow',
      { account: margin ? account : 'all', coin, ...(account === 'fixed' && { symbol: rules.symbol }) },
      'lazy',
    ),
    enabled: margin && borrow,
    refetchInterval: REREAD_MS,
  }).data;
  return margin && borrow && answer?.coin === coin ? answer.canBorrow : undefined;
}

/** What an order may spend: the balance plus the borrowing limit. */
export function spendable(available: string | undefined, borrowable: string | undefined): string | undefined {
  return available === undefined || borrowable === undefined ? available : addDecimals(available, borrowable);
}

/** The choice in the ticket: the account, and for margin the automatic borrowing and repayment. */
export function AccountFields({
  accounts,
  choice,
  onChange,
}: {
  readonly accounts: readonly SpotAccount[];
  readonly choice: AccountChoice;
  readonly onChange: (choice: AccountChoice) => void;
}) {
  const { t } = useLingui();
  const words: Record<SpotAccount, string> = {
    spot: t({ message: 'Spot', comment: 'Account a spot order spends from' }),
    all: t({ message: 'Cross', comment: 'Account a spot order spends from: cross margin' }),
    fixed: t({ message: 'Isolated', comment: 'Account a spot order spends from: isolated margin' }),
  };
  if (accounts.length < 2) return null;
  return (
    <>
      <Segmented
        label={t`Account`}
        value={choice.account}
        choices={accounts.map((key) => ({ key, label: words[key] }))}
        onChange={(account) => onChange(account === 'spot' ? ownMoney : { ...choice, account })}
      />
      {choice.account === 'spot' ? null : (
        <div className={style['line']}>
          <CheckField name="borrow" checked={choice.borrow} onChange={(borrow) => onChange({ ...choice, borrow })}>
            <Trans comment="Option of a margin order: what is missing is lent before it is placed">
              Borrow the rest
            </Trans>
          </CheckField>
          <CheckField checked={choice.repay} onChange={(repay) => onChange({ ...choice, repay })}>
            <Trans comment="Option of a margin order: what it receives pays back what is owed">Repay after</Trans>
          </CheckField>
        </div>
      )}
    </>
  );
}
