// The reads of the account pages, and their refresh after a change.
import { useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KYC_STATE, type CallName } from '@vitrine/contract';
import { changeUser, queryOf, request } from '../../api/index.ts';

export function useSecurity() {
  return useQuery(queryOf('user.security', {}, 'lazy'));
}

export function useLinked() {
  return useQuery(queryOf('user.linked', {}, 'lazy'));
}

/** Polling interval while staff review a request, ms. */
const reviewCheck = 15_000;

export function useKyc() {
  return useQuery({
    ...queryOf('member.getMemberOtherData', { x: 'yhrzxx' }, 'lazy'),
    refetchInterval: ({ state }) =>
      state.data?.stages.some((stage) => stage.state === KYC_STATE.underReview) === true ? reviewCheck : false,
  });
}

async function readProfile(): Promise<void> {
  const { satoken: _, ...user } = await request('user.getInfo', {}, { quiet: true });
  changeUser(user);
}

/** After a change: reads the profile, the security facts and the named calls again. Does not wait for failed ones. */
export function useChanged(): (...names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (...names) => {
      await Promise.allSettled([
        readProfile(),
        ...(['user.security', ...names] as const).map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ]);
    },
    [queries],
  );
}
