// The user's open orders of a product, live, with their actions.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '@vitrine/contract';
import { ORDER_STATUS } from '@vitrine/core/enum';
import { Button, Dialog, Empty, Table, toast } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { ApiFault, mayBeDone, NoAnswer } from '../api/index.ts';
import { type OrderProduct, useOpenOrdersOf, useUserFeed } from '../live/index.ts';
import { faultWords, seqOf, settleAloud } from '../ticket/index.ts';
import { AmendDialog } from './amend-dialog.tsx';
import { type Held, type MarketOf, openColumns } from './columns.tsx';
import style from './order.module.css';

/** Which open orders: those in the book (or on their way to it), those that wait for a trigger, or both. */
export type OpenPart = 'book' | 'trigger' | 'all';

/** The open orders of one kind, in all markets or one (`BTC/USDT`). */
export function openPart(orders: readonly Order[], part: OpenPart, symbolName?: string): readonly Order[] {
  return orders.filter(
    (order) =>
      (symbolName === undefined || order.symbolName === symbolName) &&
      (part === 'all' || (part === 'trigger') === (order.status === ORDER_STATUS.trigger)),
  );
}

export interface OpenOrdersProps {
  readonly product: OrderProduct;
  readonly rulesOf: MarketOf;
  readonly part?: OpenPart;
  readonly symbol?: string | undefined;
  /** The hold of an order; undefined if it does not follow from the order alone. */
  readonly aside: (order: Order) => Held | undefined;
}

export function OpenOrders({ product, rulesOf, part = 'all', symbol, aside }: OpenOrdersProps) {
  const { t } = useLingui();
  const user = useUserFeed();
  const { orders, loaded } = useOpenOrdersOf(product);
  const [amending, setAmending] = useState<Order>();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const cancel = async (order: Order): Promise<void> => {
    setLeaving((now) => new Set(now).add(order.id));
    try {
      user?.resync(await cancelOrder(order));
    } catch (error) {
      tellCancelFault(error);
      user?.resync();
    } finally {
      setLeaving((now) => new Set([...now].filter((id) => id !== order.id)));
    }
  };
  const amend = (order: Order, className?: string) => (
    <Button
      size="small"
      tone={className === undefined ? 'plain' : 'quiet'}
      className={className}
      disabled={leaving.has(order.id)}
      data-testid="amend"
      onClick={() => setAmending(order)}
    >
      <Trans comment="Change price or amount of an open order">Amend</Trans>
    </Button>
  );
  const actions = (order: Order) => (
    <span className={style['actions']}>
      {amend(order, 'v-no-phone')}
      <Button size="small" busy={leaving.has(order.id)} data-testid="cancel" onClick={() => void cancel(order)}>
        <Trans comment="Cancel an open order">Cancel</Trans>
      </Button>
    </span>
  );
  const trigger = part === 'trigger';
  return (
    <>
      <Table
        dense
        label={trigger ? t`Waiting for a trigger` : t`Open orders`}
        columns={openColumns({
          rulesOf,
          aside,
          actions,
          amend: (order) => amend(order),
          actionsName: t`Actions`,
          several: symbol === undefined,
        })}
        rows={loaded ? openPart(orders, part, symbol) : undefined}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={
          trigger ? (
            <Empty title={<Trans>No waiting triggers</Trans>}>
              <Trans>Stop and take-profit orders wait here until their price is reached.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>No open orders</Trans>}>
              <Trans>Open orders appear here.</Trans>
            </Empty>
          )
        }
      />
      <AmendDialog
        order={amending}
        rules={amending && rulesOf(amending.symbolName)}
        aside={aside}
        onClose={() => setAmending(undefined)}
      />
    </>
  );
}

/** Cancels an open order of any product; resolves with the command's number once the cancellation is certain. */
export async function cancelOrder({
  id,
  contractType,
}: Pick<Order, 'id' | 'contractType'>): Promise<number | undefined> {
  const call = contractType === null ? 'currency.order.cancelOrder' : 'contract.order.canCelOrder';
  return seqOf(await settleAloud(call, { id }, `cancel-${id}`));
}

/** Shows why an order is not cancelled yet; rethrows errors that do not come from the exchange. */
export function tellCancelFault(error: unknown): void {
  if (!(error instanceof ApiFault) && !(error instanceof NoAnswer)) throw error;
  toast({
    id: 'cancel',
    kind: 'warn',
    title: mayBeDone(error) ? (
      <Trans comment="No answer came to a cancel">It is not known whether it is cancelled</Trans>
    ) : (
      <Trans>Not cancelled</Trans>
    ),
    text: faultWords(error),
  });
}

/** Cancels all open orders of a product, after a confirmation. */
export function CancelAll({ product, count }: { readonly product: OrderProduct; readonly count: number }): ReactNode {
  const user = useUserFeed();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const whose = product === 'u' || product === 'coin' ? { contractType: product } : { account: product };
      user?.resync(seqOf(await settleAloud('entrust.cancel.all', whose, 'cancel-all')));
    } catch (error) {
      tellCancelFault(error);
      user?.resync();
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Trans comment="Cancels every open order; the number is how many">Cancel all {count}</Trans>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={<Trans comment="Question of a dialog; the number is how many">Cancel all {count} open orders?</Trans>}
        safe={<Trans>Keep them</Trans>}
        act={{
          label: <Trans comment="Button: cancels all open orders">Cancel all</Trans>,
          onClick: () => void send(),
          busy,
        }}
      >
        <Trans>Their reserved amounts become available again. Fills stay.</Trans>
      </Dialog>
    </>
  );
}
