// Current figures: refreshed while visible, when they become visible again, and at 00:00 UTC.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallName, InputOf } from '@vitrine/contract';
import { useFormat } from '@vitrine/ui';
import { queryOf } from '../../api/index.ts';

/** Polling interval of visible figures, ms. */
export const REREAD_MS = 15_000;
/** After three missed readings the figure is stale, ms. */
export const STALE_AFTER_MS = 3 * REREAD_MS;
const DAY_MS = 86_400_000;
/** Delay after midnight, in which the server closes the previous day, ms. */
const CLOSED_AFTER_MS = 1_000;

/** Reads the current state; pauses while the page is hidden. */
export function usePresent<N extends CallName>(name: N, input: InputOf<N>) {
  return useQuery({ ...queryOf(name, input, 'lazy'), refetchInterval: REREAD_MS, refetchOnWindowFocus: 'always' });
}

/** Refreshes data that counts from midnight UTC when a day begins by the exchange's clock. */
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
