// Amends an open order: price and quantity, with the new hold. A smaller quantity keeps its place in the queue.

import { Trans } from '@lingui/react/macro';
import type { Order } from '@vitrine/contract';
import { Dialog, NumberField, NumMoney, toast, ValueChange, WhyLine } from '@vitrine/ui';
import { useState } from 'react';
import { useUserFeed } from '../live/index.ts';
import { RefusedWords, seqOf, ticketStyle, toText, toUnits, UnknownLine, useWrite } from '../ticket/index.ts';
import type { Held, OrderMarket } from './columns.tsx';

export interface AmendDialogProps {
  readonly order: Order | undefined;
  readonly rules: OrderMarket | undefined;
  /** The hold of an order; undefined if it does not follow from the order alone. */
  readonly aside: (order: Order) => Held | undefined;
  readonly onClose: () => void;
}

export function AmendDialog({ order, rules, aside, onClose }: AmendDialogProps) {
  // Only another order resets the fields: fills of this one must not change typed text.
  return order && rules ? (
    <AmendForm key={order.id} order={order} rules={rules} aside={aside} onClose={onClose} />
  ) : null;
}

interface AmendFormProps extends AmendDialogProps {
  readonly order: Order;
  readonly rules: OrderMarket;
}

function AmendForm({ order, rules, aside, onClose }: AmendFormProps) {
  const user = useUserFeed();
  const [price, setPrice] = useState<string>(order.entrustPrice ?? '');
  const [quantity, setQuantity] = useState<string>(order.entrustQuantity ?? '');
  const { state, run } = useWrite();

  const ticks = order.entrustPrice === null ? undefined : toUnits(price, rules.tickDecimals);
  const lots = toUnits(quantity, rules.lotDecimals);
  const dealt = toUnits(order.dealtQuantity, rules.lotDecimals) ?? 0n;
  const before = {
    ticks: toUnits(order.entrustPrice ?? undefined, rules.tickDecimals),
    lots: toUnits(order.entrustQuantity ?? undefined, rules.lotDecimals),
  };
  const changed = ticks !== before.ticks || lots !== before.lots;
  const keepsPlace = ticks === before.ticks && lots !== undefined && before.lots !== undefined && lots < before.lots;
  const fine =
    (order.entrustPrice === null || (ticks !== undefined && ticks > 0n)) && lots !== undefined && lots > dealt;
  const after: Order = {
    ...order,
    entrustPrice:
      ticks === undefined ? order.entrustPrice : (toText(ticks, rules.tickDecimals) as Order['entrustPrice']),
    entrustQuantity:
      lots === undefined ? order.entrustQuantity : (toText(lots, rules.lotDecimals) as Order['entrustQuantity']),
  };
  const busy = state.step === 'sending' || state.step === 'unknown';
  const held = aside(order);
  const then = fine ? aside(after) : undefined;

  const send = async (): Promise<void> => {
    if (!fine || !changed || lots === undefined) return;
    const settled = await run('entrust.amend', {
      id: order.id,
      ...(ticks !== undefined && ticks !== before.ticks && { price: toText(ticks, rules.tickDecimals) }),
      ...(lots !== before.lots && { quantity: toText(lots, rules.lotDecimals) }),
    });
    user?.resync(settled && seqOf(settled));
    if (!settled) return;
    toast({ kind: 'done', title: <Trans>Order changed</Trans> });
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Amend the order?</Trans>}
      safe={<Trans>Keep as it is</Trans>}
      act={{ label: <Trans>Amend</Trans>, onClick: () => void send(), busy, disabled: !fine || !changed }}
    >
      <div className={ticketStyle['transfer']}>
        {order.entrustPrice === null ? null : (
          <NumberField
            label={<Trans>Price</Trans>}
            value={price}
            onChange={setPrice}
            decimals={rules.tickDecimals}
            unit={rules.quote}
          />
        )}
        <NumberField
          label={<Trans>Amount, including what is filled</Trans>}
          value={quantity}
          onChange={setQuantity}
          decimals={rules.lotDecimals}
          unit={rules.base}
        />
        {held ? (
          <ValueChange
            small
            rows={[
              {
                key: 'held',
                label: <Trans>Reserved</Trans>,
                now: <NumMoney value={held.amount} asset={held.coin} />,
                after: <NumMoney value={then?.amount} asset={held.coin} showAsset />,
              },
            ]}
          />
        ) : null}
        {state.step === 'unknown' ? (
          <UnknownLine />
        ) : (
          <WhyLine need={!fine || state.step === 'refused'}>
            {state.step === 'refused' ? (
              <RefusedWords state={state} />
            ) : !fine ? (
              <Trans>The amount must be more than the filled part.</Trans>
            ) : !changed ? (
              <Trans>Change the price or the amount.</Trans>
            ) : keepsPlace ? (
              <Trans>The order keeps its place in the book.</Trans>
            ) : (
              <Trans>The order moves to the end of the queue at its price.</Trans>
            )}
          </WhyLine>
        )}
      </div>
    </Dialog>
  );
}
