// One-click actions on a position: quick close; and the refresh afterwards.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useUserFeed } from '../../live/index.ts';
import { useWrite, type Write } from '../../ticket/index.ts';

/** Lists about contracts that a position change makes stale. */
const OLD = /^(contract\.|entrust\.|wallet\.contract)/;

/** Reads positions, orders, balances and lists again, including at least `seq` of the journal. */
export function useReread(): (seq: number | undefined) => void {
  const user = useUserFeed();
  const queries = useQueryClient();
  return useCallback(
    (seq) => {
      user?.resync(seq);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => OLD.test(String(queryKey[0])) });
    },
    [user, queries],
  );
}

export interface QuickClose {
  readonly write: Write;
  /** Closes a whole position at the market, reduce-only. Returns whether the order was accepted. */
  readonly close: (id: string) => Promise<boolean>;
}

export function useQuickClose(): QuickClose {
  const write = useWrite();
  const reread = useReread();
  const { run } = write;
  const close = useCallback(
    async (id: string): Promise<boolean> => {
      const done = await run('contract.position.stopOrder', { id });
      reread(done && (done.how === 'answered' ? done.data.seq : done.seq));
      return done !== undefined;
    },
    [run, reread],
  );
  return { write, close };
}
