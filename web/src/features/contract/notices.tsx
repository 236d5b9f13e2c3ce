// Tells of one's own contract orders as they fill or end by themselves, and of liquidations: each until it is clicked.

import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Fill, Order } from '@vitrine/contract';
import { NumAmount, NumExact, NumPrice, toast } from '@vitrine/ui';
import { useEffect } from 'react';
import { type Settlement, useUserFeed } from '../../live/index.ts';
import { DirectionWord, type MarketOf, ReasonWord, SideWords } from '../../order/index.ts';

/** Lists are read again this long after the last of a burst of changes begins, ms. */
const REREAD_MS = 500;
const CANCELLED = 2;
const REFUSED = 5;
const OLD = /^(contract|entrust|wallet)\./;

/** Notices of one kind of contracts, while its terminal is shown. */
export function useContractNotices(contractType: 'u' | 'coin', marketOf: MarketOf): void {
  const user = useUserFeed();
  const queries = useQueryClient();
  useEffect(() => {
    if (!user) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = user.on((notice) => {
      if (notice.kind === 'order' && notice.order.contractType === contractType)
        tellOrder(notice.order, notice.fills, marketOf);
      else if (notice.kind === 'settlement' && notice.settlement.kind === 'liquidation')
        tellLiquidation(notice.settlement);
      else if (notice.kind === 'settlement' && notice.settlement.kind === 'reduction') tellReduction(notice.settlement);
      else if (notice.kind !== 'position') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ predicate: ({ queryKey }) => OLD.test(String(queryKey[0])) });
      }, REREAD_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [user, queries, contractType, marketOf]);
}

function tellOrder(order: Order, fills: readonly Fill[], marketOf: MarketOf): void {
  const market = marketOf(order.symbolName);
  const word = <DirectionWord direction={order.direction} contract />;
  if (fills.length > 0 && market) {
    const amount = <NumAmount value={order.dealtQuantity} decimals={market.lotDecimals} unit={market.base} />;
    const price = <NumPrice value={order.dealAveragePrice} decimals={market.tickDecimals} />;
    const fee = <NumExact value={order.serviceCharge} unit={order.serviceChargeCoin} />;
    toast({
      // Fills of one order tell their sum in one notice.
      id: `order-${order.id}`,
      kind: 'done',
      state: 'filled',
      title: (
        <Trans comment="Notice: Open long: 0.01000 BTC filled">
          {word}: {amount} filled
        </Trans>
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
    (order.status === CANCELLED &&
      order.cancelReason !== 'user' &&
      order.cancelReason !== 'all' &&
      order.cancelReason !== 'gone');
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

function tellReduction({ id, symbolName }: Settlement): void {
  toast({
    id: `reduction-${id}`,
    kind: 'warn',
    title: <Trans>Position in {symbolName} reduced</Trans>,
    text: (
      <Trans>
        The market closes in ten minutes, and margin and profit did not cover all of it. The excess was closed at the
        index, without a fee.
      </Trans>
    ),
  });
}

function tellLiquidation({ id, symbolName }: Settlement): void {
  toast({
    id: `liquidation-${id}`,
    kind: 'warn',
    title: <Trans>Liquidation in {symbolName}</Trans>,
    text: <Trans>“What happened”, beside the position or among the closed ones, explains it step by step.</Trans>,
  });
}
