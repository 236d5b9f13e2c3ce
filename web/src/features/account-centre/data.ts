// What the account's pages read, and how they read it again after a change.
import { useCallback } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@vitrine/contract';
import { enterSession, queryOf, request } from '../../api/index.ts';

export function useSecurity() {
  return useQuery(queryOf('user.security', {}, 'lazy'));
}

export function useKyc() {
  return useQuery(queryOf('member.getMemberOtherData', { x: 'yhrzxx' }, 'lazy'));
}

/** After a change: reads the profile, the security facts and the named calls again. Waits for none that fails. */
export function useChanged(): (...names: readonly CallName[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (...names) => {
      await Promise.allSettled([
        request('user.getInfo', {}, { quiet: true }).then(enterSession),
        ...(['user.security', ...names] as const).map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ]);
    },
    [queries],
  );
}
