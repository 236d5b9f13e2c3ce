// Receives the user feed on every page and shows notices for events that the user did not cause by a click: fills,
// closed orders, liquidations, second contracts, deposits, withdrawals, verification (§4).

import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { Second } from '@vitrine/contract';
import { useEffect, useRef } from 'react';
import { queryOf, useSession } from '../../api/index.ts';
import { askForReceipt } from '../../pending-action/index.ts';
import { readSettled, type UserNotice, useUserFeed } from '../../live/index.ts';
import { showFunds } from './funds.tsx';
import { marketIn, type NoticeMarket } from './market.ts';
import { showLiquidation, showOrder, showReduction } from './order.tsx';
import { showSecond } from './second.tsx';
import { locksAsText, showLocks } from './locks.tsx';
import { showVerification } from './verification.tsx';

/** Delay of the refresh after the first of several changes, ms. */
const REREAD_MS = 500;
/** The lists that an order, position or liquidation makes stale, by the first word of their call. */
const OLD = /^(contract|currency|entrust|wallet)\./;

/** Renders nothing. */
export function NoticeHost() {
  const user = useUserFeed();
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (!user) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Lists loaded since the page opened already include earlier events.
    let isReplay = true;
    const readAgain = (): void => {
      if (isReplay) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ predicate: ({ queryKey }) => OLD.test(String(queryKey[0])) });
      }, REREAD_MS);
    };
    const openReceipt = ({ id, symbolName }: Second): void => {
      askForReceipt(id);
      const [base = ''] = symbolName.split('/');
      void navigate({ to: '/trade/index', search: { type: 'sec', symbol: base.toLowerCase() } });
    };
    // The market comes from the coin list, which most pages have; without it the notice shows raw numbers.
    const marketOf = (notice: Extract<UserNotice, { kind: 'order' }>): Promise<NoticeMarket | undefined> =>
      queries.ensureQueryData(queryOf('common.getCoinList', {}, 'constant')).then(
        (list) => marketIn(list, notice.order),
        () => undefined,
      );
    const show = (notice: Extract<UserNotice, { kind: 'order' }>): void =>
      void marketOf(notice).then((market) => showOrder(notice.order, notice.fills, market));
    const off = user.onAll((notice) => {
      switch (notice.kind) {
        case 'order':
          show(notice);
          readAgain();
          return;
        case 'position':
          readAgain();
          return;
        case 'settlement': {
          const second = readSettled(notice.data);
          if (second !== undefined && second.status > 1) showSecond(second, () => openReceipt(second));
          if (notice.settlement.kind === 'liquidation') showLiquidation(notice.settlement);
          else if (notice.settlement.kind === 'reduction') showReduction(notice.settlement);
          else return;
          readAgain();
          return;
        }
        case 'funds':
          showFunds(notice.news);
          return;
        default:
      }
    });
    isReplay = false;
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [user, queries, navigate]);
  useVerification();
  useLocks();
  return null;
}

/** Shows a notice when a refreshed profile has other locks. */
function useLocks(): void {
  const { user } = useSession();
  const userId = user?.user.userId;
  const locks = user?.locks;
  const before = useRef<{ userId: string | undefined; text: string }>(undefined);
  useEffect(() => {
    const last = before.current;
    const text = locksAsText(locks ?? []);
    before.current = { userId, text };
    if (last === undefined || userId === undefined || last.userId !== userId || last.text === text) return;
    showLocks(locks ?? []);
  }, [userId, locks]);
}

/** Shows a notice when a refreshed profile has another verification state. */
function useVerification(): void {
  const { user } = useSession();
  const userId = user?.user.userId;
  const certified = user?.kyc.certified;
  const advanced = user?.kyc.advanced;
  const before = useRef<{ userId: string | undefined; states: readonly (number | undefined)[] }>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = { userId, states: [certified, advanced] };
    if (last === undefined || userId === undefined || last.userId !== userId) return;
    for (const [at, state] of [certified, advanced].entries())
      if (state !== undefined && state !== last.states[at]) showVerification(at + 1, state);
  }, [userId, certified, advanced]);
}
