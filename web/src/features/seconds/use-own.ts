// The signed-in user's running contracts, live.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Second } from '@vitrine/contract';
import { SECOND_STATUS } from '@vitrine/core/enum';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFault, NoAnswer, queryOf, request, useSession } from '../../api/index.ts';
import { readSettled, useLive, type UserFeed, useUserFeed } from '../../live/index.ts';
import { lateOf, type Own, takeOwn } from './own.ts';

/** Running contracts per request: the maximum page size. */
const ASKED = 100;
/** Delays of the refreshes after a contract ended, ms: history follows within two seconds. */
const REREAD_MS = [400, 2_500] as const;
/** Check interval for contracts that should have ended, ms. */
const LOOK_MS = 3_000;
const none: Own = new Map();

/** The known contracts, and their account. */
interface Held {
  readonly of: UserFeed | undefined;
  readonly own: Own;
}

/** Ignores the error of a query that is repeated anyway; rethrows any other. */
function passIfAnswerless(error: unknown): void {
  if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
}

export interface OwnSeconds {
  readonly own: Own;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Adds an order that was just accepted. */
  readonly add: (row: Second) => void;
}

export function useOwnSeconds(): OwnSeconds {
  const signedIn = useSession().state === 'user';
  const user = useUserFeed();
  const { clock } = useLive();
  const queries = useQueryClient();
  const [held, setHeld] = useState<Held>({ of: user, own: none });
  const own = held.of === user ? held.own : none;
  const take = useCallback(
    (rows: readonly Second[]) =>
      setHeld((now) => {
        const before = now.of === user ? now.own : none;
        const after = takeOwn(before, rows);
        return after === before && now.of === user ? now : { of: user, own: after };
      }),
    [user],
  );
  const generating = useQuery({
    ...queryOf(
      'secondContractOrder.selectOrderList',
      { status: SECOND_STATUS.generating, current: 1, size: ASKED },
      'lazy',
    ),
    enabled: signedIn,
  });
  const counting = useQuery({
    ...queryOf(
      'secondContractOrder.selectOrderList',
      { status: SECOND_STATUS.countdown, current: 1, size: ASKED },
      'lazy',
    ),
    enabled: signedIn,
  });
  const records = signedIn ? [...(generating.data?.records ?? []), ...(counting.data?.records ?? [])] : [];
  const known = takeOwn(own, records);
  if (known !== own) take(records);
  useEffect(() => {
    if (!user) return undefined;
    // The lists come from history, which follows the socket slightly later: refreshes soon, and once more.
    let timers: readonly ReturnType<typeof setTimeout>[] = [];
    const reread = (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers = REREAD_MS.map((ms) =>
        setTimeout(() => void queries.invalidateQueries({ queryKey: ['secondContractOrder.selectOrderList'] }), ms),
      );
    };
    const off = user.on((notice) => {
      const row = notice.kind === 'settlement' ? readSettled(notice.data) : undefined;
      if (!row) return;
      take([row]);
      if (row.status < 2) return;
      reread();
    });
    return () => {
      off();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [user, queries, take]);
  const overdue = useRef<() => void>(() => undefined);
  useEffect(() => {
    overdue.current = () => {
      const late = lateOf(known, clock.now());
      if (late === undefined) return;
      // Queries what the socket did not send; a failed query is repeated at the next check.
      request('secondContractOrder.receipt', { id: late.id }, { quiet: true }).then(({ order }) => {
        take([order]);
        if (order.status >= 2) void queries.invalidateQueries({ queryKey: ['secondContractOrder.selectOrderList'] });
      }, passIfAnswerless);
    };
  });
  useEffect(() => {
    if (!signedIn) return undefined;
    const timer = setInterval(() => overdue.current(), LOOK_MS);
    return () => clearInterval(timer);
  }, [signedIn]);
  return {
    own: known,
    loading: signedIn && (generating.isPending || counting.isPending),
    failed: (generating.isError || counting.isError) && records.length === 0,
    retry: () => {
      void generating.refetch();
      void counting.refetch();
    },
    add: (row) => take([row]),
  };
}
