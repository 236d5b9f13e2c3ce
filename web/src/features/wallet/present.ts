// Figures of what one has now: read again while they are looked at, when they come back into view, and at 00:00 UTC.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallName, InputOf } from '@vitrine/contract';
import { useFormat } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';

/** Figures in view are read again this often, ms. */
export const REREAD_MS = 15_000;
/** Three readings missed: the figure is stale, ms. */
export const STALE_AFTER_MS = 3 * REREAD_MS;
const DAY_MS = 86_400_000;
/** After midnight the day before is closed first, ms. */
const CLOSED_AFTER_MS = 1_000;

/** A read of the present state; nothing is read while the page is hidden. */
export function usePresent<N extends CallName>(name: N, input: InputOf<N>) {
  return useQuery({ ...queryOf(name, input, 'lazy'), refetchInterval: REREAD_MS, refetchOnWindowFocus: 'always' });
}

/** Reads anew what counts from midnight UTC, when a day begins by the exchange's clock. */
export function useNewDay(): void {
  const queries = useQueryClient();
  const { now } = useFormat();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(
        () => {
          for (const name of ['assets.getWalletAccount', 'assets.getMyBalance'] satisfies CallName[])
            void queries.invalidateQueries({ queryKey: [name] });
          wait();
        },
        DAY_MS - (now() % DAY_MS) + CLOSED_AFTER_MS,
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [queries, now]);
}
