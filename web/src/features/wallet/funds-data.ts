// What the pages of deposit and withdrawal read: lists with what the socket told since, the spot balance, who may what.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { WALLET, type InputOf, type Recharge, type Withdrawal } from '@vitrine/contract';
import { useCallback } from 'react';
import { queryOf } from '../../api/index.ts';
import { type FundsStore, type ToldRecords, useSelected, useUserFeed, withTold } from '../../live/index.ts';
import { isUnderWay as isDepositUnderWay } from './deposit/deposit-form.ts';
import { isUnderWay as isWithdrawalUnderWay } from './withdraw/withdraw-form.ts';

/** How often a list is read again, ms: while something is under way, and else. The socket is quicker; this mends it. */
const BUSY_MS = 10_000;
const QUIET_MS = 60_000;

const noRecharges: ToldRecords<Recharge> = new Map();
const noWithdrawals: ToldRecords<Withdrawal> = new Map();
const rechargesOf = (store: FundsStore): ToldRecords<Recharge> => store.recharges;
const withdrawalsOf = (store: FundsStore): ToldRecords<Withdrawal> => store.withdrawals;

export interface FundsList<T> {
  readonly rows: readonly T[] | undefined;
  readonly total: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Deposits as they are now. A record that is new since the read joins the first page where it fits the filter. */
export function useDeposits(input: InputOf<'assets.getRechargeLog'>): FundsList<Recharge> {
  const told = useSelected(useUserFeed()?.funds, rechargesOf, noRecharges);
  const read = useQuery({
    ...queryOf('assets.getRechargeLog', input, 'lazy'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isDepositUnderWay) === true ? BUSY_MS : QUIET_MS),
  });
  return {
    rows: read.data && withTold(read.data.records, told, read.dataUpdatedAt, (row) => fits(row, input)),
    total: read.data?.total ?? 0,
    failed: read.isError && read.data === undefined,
    retry: () => void read.refetch(),
  };
}

/** Withdrawals as they are now, the same way. */
export function useWithdrawals(input: InputOf<'assets.getWithdrawalLog'>): FundsList<Withdrawal> {
  const told = useSelected(useUserFeed()?.funds, withdrawalsOf, noWithdrawals);
  const read = useQuery({
    ...queryOf('assets.getWithdrawalLog', input, 'lazy'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isWithdrawalUnderWay) === true ? BUSY_MS : QUIET_MS),
  });
  return {
    rows: read.data && withTold(read.data.records, told, read.dataUpdatedAt, (row) => fits(row, input)),
    total: read.data?.total ?? 0,
    failed: read.isError && read.data === undefined,
    retry: () => void read.refetch(),
  };
}

interface Filter {
  readonly current?: unknown;
  readonly coin?: string | undefined;
  readonly status?: unknown;
  readonly startTime?: unknown;
  readonly endTime?: unknown;
}

/** Whether a record told meanwhile belongs in front of a list: its first page, its coin, its status, no past days. */
function fits(row: { readonly coin: string; readonly status: number }, filter: Filter): boolean {
  return (
    (filter.current ?? 1) === 1 &&
    filter.endTime === undefined &&
    (filter.coin === undefined || filter.coin === row.coin) &&
    (filter.status === undefined || filter.status === row.status)
  );
}

/** Reads everything again that a deposit or withdrawal changes. */
export function useFundsChanged(): () => void {
  const queries = useQueryClient();
  return useCallback(
    () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => /^(assets|userCoin|wallet)\./.test(String(queryKey[0])),
      }),
    [queries],
  );
}

/** What is available of a coin in the spot wallet, decimal; undefined while unknown. */
export function useSpotBalance(coin: string | undefined): string | undefined {
  const read = useQuery({
    ...queryOf('assets.getCurrencyAccount', { type: WALLET.spot, ...(coin === undefined ? {} : { coin }) }, 'lazy'),
    enabled: coin !== undefined,
    refetchInterval: BUSY_MS,
  });
  if (!read.data) return undefined;
  return read.data.find((balance) => balance.coin === coin)?.available ?? '0';
}

export function useCurrencies() {
  return useQuery(queryOf('assets.getRechargeCurrency', {}, 'lazy'));
}

/** Reads the address book, and what was said of addresses, again. */
export function useBookChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('assets.address.') }),
    [queries],
  );
}
