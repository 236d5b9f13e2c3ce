// Data of the deposit and withdrawal pages: lists with socket updates, the spot balance, permissions.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { WALLET, type InputOf, type Recharge, type Withdrawal } from '@vitrine/contract';
import { useCallback } from 'react';
import { queryOf } from '../../api/index.ts';
import { type FundsStore, type LiveRecords, useSelected, useUserFeed, withLive } from '../../live/index.ts';
import { isUnderWay as isDepositUnderWay } from './deposit/deposit-form.ts';
import { isUnderWay as isWithdrawalUnderWay } from './withdraw/withdraw-form.ts';

/** Polling intervals of a list, ms: while something is in progress, and otherwise. A fallback for the faster socket. */
const BUSY_MS = 10_000;
const QUIET_MS = 60_000;

const noRecharges: LiveRecords<Recharge> = new Map();
const noWithdrawals: LiveRecords<Withdrawal> = new Map();
const rechargesOf = (store: FundsStore): LiveRecords<Recharge> => store.recharges;
const withdrawalsOf = (store: FundsStore): LiveRecords<Withdrawal> => store.withdrawals;

export interface FundsList<T> {
  readonly rows: readonly T[] | undefined;
  readonly total: number;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Current deposits. A record newer than the read is added to the first page if it matches the filter. */
export function useDeposits(input: InputOf<'assets.getRechargeLog'>): FundsList<Recharge> {
  const live = useSelected(useUserFeed()?.funds, rechargesOf, noRecharges);
  const read = useQuery({
    ...queryOf('assets.getRechargeLog', input, 'lazy'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isDepositUnderWay) === true ? BUSY_MS : QUIET_MS),
  });
  return {
    rows: read.data && withLive(read.data.records, live, read.dataUpdatedAt, (row) => fits(row, input)),
    total: read.data?.total ?? 0,
    failed: read.isError && read.data === undefined,
    retry: () => void read.refetch(),
  };
}

/** Current withdrawals, in the same way. */
export function useWithdrawals(input: InputOf<'assets.getWithdrawalLog'>): FundsList<Withdrawal> {
  const live = useSelected(useUserFeed()?.funds, withdrawalsOf, noWithdrawals);
  const read = useQuery({
    ...queryOf('assets.getWithdrawalLog', input, 'lazy'),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some(isWithdrawalUnderWay) === true ? BUSY_MS : QUIET_MS),
  });
  return {
    rows: read.data && withLive(read.data.records, live, read.dataUpdatedAt, (row) => fits(row, input)),
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

/** Whether a newer record belongs at the front of a list: first page, its coin, its status, no past days. */
function fits(row: { readonly coin: string; readonly status: number }, filter: Filter): boolean {
  return (
    (filter.current ?? 1) === 1 &&
    filter.endTime === undefined &&
    (filter.coin === undefined || filter.coin === row.coin) &&
    (filter.status === undefined || filter.status === row.status)
  );
}

/** Refreshes everything that a deposit or withdrawal changes. */
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

/** The available spot balance of a coin, decimal; undefined while unknown. */
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

/** Refreshes the address book and the checks of addresses. */
export function useBookChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('assets.address.') }),
    [queries],
  );
}
