// Favourites: a star beside a market, for its spot row or else its contract's. Guests are redirected to login; repeated
// clicks are throttled (§5).
import { useEffect, useRef } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { symbolKey } from '@vitrine/contract';
import { closeToast, isStaleChunk, toast } from '@vitrine/ui';
import { mayBeDone, queryKey, queryOf, request, useSession } from '../api/index.ts';

/** Clicks within this time of the last one do nothing, ms. */
const throttle = 500;
/**
 * A change without an answer is unknown after this, ms. Defined here, because the code that settles writes is not part
 * of the first route.
 */
const UNKNOWN_AFTER = 5_000;

const readBackPart = async () => (await import('./read-back.ts')).readBack;

const NOTICE = 'favourite';
const say = (title: string) => toast({ id: NOTICE, kind: 'warn', title });

export interface Favourites {
  /** Symbol keys of the favourites. */
  readonly symbols: ReadonlySet<string>;
  /** Whether a market can be a favourite at all. */
  readonly has: (symbol: string) => boolean;
  readonly toggle: (symbol: string) => void;
}

export function useFavourites(): Favourites {
  const { t } = useLingui();
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const spot = useQuery(queryOf('open.getSpotGoods', {}, 'constant')).data;
  const contracts = useQuery(queryOf('open.getContract', {}, 'constant')).data;
  const rowOf = (symbol: string) => {
    const key = symbolKey(symbol);
    return [...(spot ?? []), ...(contracts ?? [])].find((row) => symbolKey(row.symbol_name) === key);
  };
  // Another tab may have changed them, so they are refreshed when this tab becomes visible.
  const own = useQuery({
    ...queryOf('quotes.getOptional', {}, 'lazy'),
    enabled: session.state === 'user',
    refetchOnWindowFocus: 'always',
  });
  const isLoaded = own.data !== undefined;
  useEffect(() => {
    if (isLoaded)
      readBackPart().catch((failure: unknown) => {
        // A chunk that could not be loaded fails again where it is used.
        if (!isStaleChunk(failure)) throw failure;
      });
  }, [isLoaded]);
  const last = useRef(0);
  /** The outcome of a change is being read back: another change would make it unknowable. */
  const isAsked = useRef(false);
  const key = queryKey('quotes.getOptional', {});
  const change = useMutation({
    mutationFn: async ({ id, add }: { readonly id: string; readonly add: boolean }) => {
      const call = add ? 'quotes.addOptional' : 'quotes.cancelOptional';
      try {
        await request(call, { a: id, b: '1' }, { quiet: true, timeout: UNKNOWN_AFTER });
      } catch (error) {
        if (!mayBeDone(error)) throw error;
        isAsked.current = true;
        toast({ id: NOTICE, kind: 'waiting', state: 'unknown', title: t`Checking the result with the exchange` });
        let rows;
        try {
          rows = await (await readBackPart())(id, add);
        } catch (failure) {
          // Without the chunk that queries it, the outcome stays unknown: the code below says so.
          if (!isStaleChunk(failure)) throw failure;
        } finally {
          isAsked.current = false;
          closeToast(NOTICE);
        }
        if (rows) queries.setQueryData(key, rows);
        else say(t`No response arrived, so it may have been done. Check before you try again.`);
      }
    },
    onMutate: ({ id, add }) => {
      const before = own.data ?? [];
      const row = [...(spot ?? []), ...(contracts ?? [])].find((other) => other.id === id);
      queries.setQueryData(
        key,
        add && row ? [...before, { ...row, collect: true }] : before.filter((other) => other.id !== id),
      );
      return { before };
    },
    // A refusal restores the star (§8).
    onError: (_error, _variables, context) => {
      if (context) queries.setQueryData(key, context.before);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['quotes.getOptional'] }),
  });
  const symbols = new Set((session.state === 'user' ? (own.data ?? []) : []).map((row) => symbolKey(row.symbol_name)));
  return {
    symbols,
    has: (symbol) => rowOf(symbol) !== undefined,
    toggle: (symbol) => {
      if (session.state === 'guest') {
        void navigate({ to: '/user/login', search: { back: location.pathname + location.search } });
        return;
      }
      if (own.data === undefined) {
        say(t`Your favourites are not loaded yet. Try again in a moment.`);
        return;
      }
      const now = Date.now();
      const row = rowOf(symbol);
      if (!row || isAsked.current || now - last.current < throttle) return;
      last.current = now;
      change.mutate({ id: row.id, add: !symbols.has(symbolKey(symbol)) });
    },
  };
}
