// The user's spot orders as chart lines: those in the book can be moved to another price, all can be cancelled.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '@vitrine/contract';
import { formatAmount, NumMoney, useFormat } from '@vitrine/ui';
import { useMemo } from 'react';
import { ApiFault, NoAnswer } from '../../api/index.ts';
import type { ChartLine, ChartLineAnswer, ChartLineHandlers } from '../../features/chart/index.ts';
import { setAside } from '../../features/spot/index.ts';
import { useUserFeed } from '../../live/index.ts';
import { cancelOrder, isBuy, openPart } from '../../order/index.ts';
import { faultWords, seqOf, settleAloud } from '../../ticket/index.ts';

type Rules = Parameters<typeof setAside>[1];

export interface SpotLines {
  readonly lines: readonly ChartLine[];
  readonly handlers: ChartLineHandlers;
}

/** Lines of one market's open orders; a waiting trigger order is at its trigger price and cannot be moved. */
export function useSpotLines(orders: readonly Order[], rules: NonNullable<Rules>): SpotLines {
  const { t } = useLingui();
  const { tag } = useFormat();
  const user = useUserFeed();
  const lines = useMemo(() => {
    const line = (order: Order, kind: 'order' | 'trigger', price: string | null): ChartLine[] => {
      if (price === null) return [];
      const amount = formatAmount(order.entrustQuantity ?? '0', rules.lotDecimals, { tag });
      const buys = isBuy(order);
      return [
        {
          id: order.id,
          kind,
          price,
          side: buys ? 'buy' : 'sell',
          label: buys
            ? t({ message: `Buy ${amount}`, comment: 'Label of an own order on the chart' })
            : t({ message: `Sell ${amount}`, comment: 'Label of an own order on the chart' }),
          draggable: kind === 'order',
          removable: true,
        },
      ];
    };
    return [
      ...openPart(orders, 'book').flatMap((order) => line(order, 'order', order.entrustPrice)),
      ...openPart(orders, 'trigger').flatMap((order) => line(order, 'trigger', order.triggerPrice)),
    ];
  }, [orders, rules.lotDecimals, tag, t]);
  const handlers = useMemo<ChartLineHandlers>(() => {
    const orderOf = ({ id }: ChartLine): Order | undefined => orders.find((order) => order.id === id);
    return {
      describe: (moved, price) => {
        const order = orderOf(moved);
        const aside = order && setAside({ ...order, entrustPrice: price as Order['entrustPrice'] }, rules);
        return aside === undefined ? null : (
          <Trans comment="Beside an order's line that is moved on the chart: what the order would reserve">
            reserves <NumMoney value={aside.amount} asset={aside.coin} showAsset />
          </Trans>
        );
      },
      onDrag: async (moved, price): Promise<ChartLineAnswer> => {
        const order = orderOf(moved);
        if (!order) return { sent: false, why: <Trans>This order is no longer open.</Trans> };
        try {
          user?.resync(
            price === null
              ? await cancelOrder(order)
              : seqOf(await settleAloud('entrust.amend', { id: order.id, price }, `amend-${order.id}`)),
          );
          return { sent: true };
        } catch (error) {
          if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
          user?.resync();
          return { sent: false, why: faultWords(error) };
        }
      },
    };
  }, [orders, rules, user]);
  return { lines, handlers };
}
