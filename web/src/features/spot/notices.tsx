// Tells of one's own orders as they fill or end by themselves: at most four notices, each until it is clicked.

import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Fill, Order } from '@vitrine/contract';
import { NumAmount, NumExact, NumPrice, toast } from '@vitrine/ui';
import { useEffect } from 'react';
import { useUserFeed } from '../../live/index.ts';
import { type MarketOf, ReasonWord, SideWords } from '../../order/index.ts';

/** Lists of history are read again this long after the last of a burst of changes begins, ms. */
const REREAD_MS = 500;
const CANCELLED = 2;
const REFUSED = 5;

export function useOrderNotices(rulesOf: MarketOf): void {
  const user = useUserFeed();
  const queries = useQueryClient();
  useEffect(() => {
    if (!user) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = user.on((notice) => {
      if (notice.kind !== 'order' || notice.order.contractType !== null) return;
      tell(notice.order, notice.fills, rulesOf);
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({
          predicate: ({ queryKey }) => /^(currency|entrust)\./.test(String(queryKey[0])),
        });
      }, REREAD_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [user, queries, rulesOf]);
}

function tell(order: Order, fills: readonly Fill[], rulesOf: MarketOf): void {
  const rules = rulesOf(order.symbolName);
  if (fills.length > 0 && rules) {
    const amount = <NumAmount value={order.dealtQuantity} decimals={rules.lotDecimals} unit={rules.base} />;
    const price = <NumPrice value={order.dealAveragePrice} decimals={rules.tickDecimals} />;
    const fee = <NumExact value={order.serviceCharge} unit={order.serviceChargeCoin} />;
    toast({
      // Fills of one order tell their sum in one notice.
      id: `order-${order.id}`,
      kind: 'done',
      state: 'filled',
      title:
        order.direction === 1 ? (
          <Trans comment="Notice: Bought 0.01000 BTC">Bought {amount}</Trans>
        ) : (
          <Trans comment="Notice: Sold 0.01000 BTC">Sold {amount}</Trans>
        ),
      text: (
        <Trans comment="Notice: average price and fee of a filled order">
          at {price}, fee {fee}
        </Trans>
      ),
    });
    return;
  }
  const byItself =
    order.status === REFUSED ||
    (order.status === CANCELLED && order.cancelReason !== 'user' && order.cancelReason !== 'all');
  if (!byItself) return;
  toast({
    id: `order-${order.id}`,
    kind: 'warn',
    title: <Trans>Order ended</Trans>,
    text: (
      <>
        <SideWords order={order} /> {order.symbolName}: <ReasonWord reason={order.cancelReason} />
      </>
    ),
  });
}
