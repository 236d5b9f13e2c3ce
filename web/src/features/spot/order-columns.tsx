// The columns of order and fill tables, shared by the terminal and the account's order pages.

import { STOP_HOLD } from '@vitrine/core/formula';
import { Trans } from '@lingui/react/macro';
import type { Fill, Order } from '@vitrine/contract';
import {
  type Column,
  Directed,
  NumAmount,
  NumCount,
  NumExact,
  NumMoney,
  NumPercent,
  NumPrice,
  Time,
} from '@vitrine/ui';
import type { ReactNode } from 'react';
import type { MarketRules } from './reckon.ts';
import { divideUp, toText, toUnits, valueOf } from './reckon.ts';
import { ReasonWord, SideWords, StatusWord } from './words.tsx';

/** Rules of a market by its name; undefined for one that is not listed any more. */
export type RulesOf = (symbolName: string) => MarketRules | undefined;

const side = (order: Order): ReactNode => (
  <Directed direction={order.direction === 1 ? 'up' : 'down'}>
    <span>
      <SideWords direction={order.direction} type={order.type} />
    </span>
  </Directed>
);

/** Part of the order that is filled, whole percent, rounded down. */
export function filledPercent(order: Order, rules: MarketRules | undefined): string | undefined {
  if (!rules) return undefined;
  const whole = toUnits(order.entrustQuantity ?? undefined, rules.lotDecimals);
  const dealt = toUnits(order.dealtQuantity, rules.lotDecimals);
  if (whole === undefined || whole === 0n || dealt === undefined) return undefined;
  return String((dealt * 100n) / whole);
}

/** What an open order still sets aside; undefined where it cannot be told from the order alone. */
export function setAside(
  order: Order,
  rules: MarketRules | undefined,
): { readonly amount: string; readonly coin: string } | undefined {
  if (!rules) return undefined;
  const whole = toUnits(order.entrustQuantity ?? undefined, rules.lotDecimals);
  const dealt = toUnits(order.dealtQuantity, rules.lotDecimals) ?? 0n;
  if (whole === undefined) return undefined;
  const left = whole - dealt;
  if (order.direction === 2) return { amount: toText(left, rules.lotDecimals), coin: rules.base };
  const price = toUnits(order.entrustPrice ?? undefined, rules.tickDecimals);
  const trigger = toUnits(order.triggerPrice ?? undefined, rules.tickDecimals);
  const atoms =
    price !== undefined
      ? valueOf(price, left, rules)
      : trigger === undefined
        ? undefined
        : divideUp(valueOf(trigger, left, rules) * BigInt(STOP_HOLD), 100n);
  return atoms === undefined ? undefined : { amount: toText(atoms, rules.quoteScale), coin: rules.quote };
}

/** The trigger in words: last ≥ 110,000.0. */
function TriggerWords({ order, rules }: { order: Order; rules: MarketRules | undefined }) {
  if (order.triggerPrice === null) return <span className="v-ink-3">–</span>;
  const stop = order.type === 3 || order.type === 4;
  const above = stop === (order.direction === 1);
  const price = <NumPrice value={order.triggerPrice} decimals={rules?.tickDecimals} />;
  const relation = above ? '≥' : '≤';
  return order.triggerBy === 'mark' ? (
    <Trans comment="Trigger of an order: index ≥ 110,000.0">
      index {relation} {price}
    </Trans>
  ) : (
    <Trans comment="Trigger of an order: last ≥ 110,000.0">
      last {relation} {price}
    </Trans>
  );
}

const price = (rulesOf: RulesOf) => (order: Order) =>
  order.entrustPrice === null ? (
    <Trans comment="In the price column: at market">market</Trans>
  ) : (
    <NumPrice value={order.entrustPrice} decimals={rulesOf(order.symbolName)?.tickDecimals} />
  );
const amount = (rulesOf: RulesOf) => (order: Order) =>
  order.entrustQuantity === null ? (
    <NumExact value={order.entrustValue} unit={rulesOf(order.symbolName)?.quote} />
  ) : (
    <NumAmount value={order.entrustQuantity} decimals={rulesOf(order.symbolName)?.lotDecimals ?? 8} />
  );

/** Open orders; `actions` draws the last cell, `amend` what the phone has in the opened row in place of it. */
export function openColumns(
  rulesOf: RulesOf,
  actions: (order: Order) => ReactNode,
  amend: (order: Order) => ReactNode,
  actionsName: string,
): readonly Column<Order>[] {
  return [
    {
      key: 'time',
      head: <Trans comment="Column: when an order was placed">Placed</Trans>,
      cell: (order) => <Time at={order.createTime} className="v-ink-2" />,
    },
    {
      key: 'market',
      head: <Trans>Market</Trans>,
      cell: (order) => <span className="v-strong">{order.symbolName}</span>,
    },
    { key: 'side', head: <Trans>Side</Trans>, cell: side, phone: 'keep' },
    { key: 'price', head: <Trans>Price</Trans>, cell: price(rulesOf), right: true, phone: 'keep' },
    { key: 'amount', head: <Trans>Amount</Trans>, cell: amount(rulesOf), right: true, phone: 'keep' },
    {
      key: 'filled',
      head: <Trans comment="Column: part of an order that is filled">Filled</Trans>,
      cell: (order) => (
        <NumPercent className="v-ink-2" value={filledPercent(order, rulesOf(order.symbolName))} decimals={0} />
      ),
      right: true,
    },
    {
      key: 'aside',
      head: <Trans comment="Column: money an order holds">Sets aside</Trans>,
      cell: (order) => {
        const held = setAside(order, rulesOf(order.symbolName));
        return <NumMoney value={held?.amount} asset={held?.coin ?? ''} showAsset />;
      },
      right: true,
    },
    {
      key: 'stop',
      head: <Trans comment="Column: the price that triggers an order">Stop</Trans>,
      cell: (order) => <TriggerWords order={order} rules={rulesOf(order.symbolName)} />,
    },
    {
      key: 'number',
      head: <Trans comment="Column: number of an order">Number</Trans>,
      cell: (order) => <OrderNumber id={order.id} />,
    },
    { key: 'amend', head: '', label: actionsName, cell: amend, phone: 'only' },
    { key: 'actions', head: '', label: actionsName, cell: actions, right: true, phone: 'keep' },
  ];
}

function OrderNumber({ id }: { id: string }) {
  const number = /^\d{1,15}$/.test(id) ? Number.parseInt(id, 10) : undefined;
  return number === undefined ? (
    <span className="v-ink-3">{id}</span>
  ) : (
    <NumCount className="v-ink-3" value={number} prefix="#" />
  );
}

/** Past orders. */
export function historyColumns(rulesOf: RulesOf): readonly Column<Order>[] {
  return [
    {
      key: 'time',
      head: <Trans comment="Column: when an order was placed">Placed</Trans>,
      cell: (order) => <Time at={order.createTime} as="full" className="v-ink-2" />,
    },
    {
      key: 'market',
      head: <Trans>Market</Trans>,
      cell: (order) => <span className="v-strong">{order.symbolName}</span>,
      phone: 'keep',
    },
    { key: 'side', head: <Trans>Side</Trans>, cell: side, phone: 'keep' },
    { key: 'price', head: <Trans>Price</Trans>, cell: price(rulesOf), right: true },
    { key: 'amount', head: <Trans>Amount</Trans>, cell: amount(rulesOf), right: true },
    {
      key: 'average',
      head: <Trans comment="Column: average price of the fills">Average</Trans>,
      cell: (order) => <NumPrice value={order.dealAveragePrice} decimals={rulesOf(order.symbolName)?.tickDecimals} />,
      right: true,
    },
    {
      key: 'dealt',
      head: <Trans comment="Column: quantity filled">Filled</Trans>,
      cell: (order) => <NumAmount value={order.dealtQuantity} decimals={rulesOf(order.symbolName)?.lotDecimals ?? 8} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'fee',
      head: <Trans>Fee</Trans>,
      cell: (order) => <NumExact value={order.serviceCharge} unit={order.serviceChargeCoin} />,
      right: true,
    },
    {
      key: 'status',
      head: <Trans comment="Column: state of an order">State</Trans>,
      cell: (order) => (
        <span className="v-ink-2">
          <StatusWord status={order.status} /> <ReasonWord reason={order.cancelReason} />
        </span>
      ),
    },
    {
      key: 'number',
      head: <Trans comment="Column: number of an order">Number</Trans>,
      cell: (order) => <OrderNumber id={order.id} />,
    },
  ];
}

/** Own fills. */
export function fillColumns(rulesOf: RulesOf): readonly Column<Fill>[] {
  return [
    { key: 'time', head: <Trans>Time</Trans>, cell: (fill) => <Time at={fill.time} as="full" className="v-ink-2" /> },
    {
      key: 'market',
      head: <Trans>Market</Trans>,
      cell: (fill) => <span className="v-strong">{fill.symbolName}</span>,
      phone: 'keep',
    },
    {
      key: 'side',
      head: <Trans>Side</Trans>,
      cell: (fill) => (
        <Directed direction={fill.direction === 1 ? 'up' : 'down'}>
          {fill.direction === 1 ? <Trans>Buy</Trans> : <Trans>Sell</Trans>}
        </Directed>
      ),
      phone: 'keep',
    },
    {
      key: 'price',
      head: <Trans>Price</Trans>,
      cell: (fill) => <NumPrice value={fill.price} decimals={rulesOf(fill.symbolName)?.tickDecimals} />,
      right: true,
    },
    {
      key: 'quantity',
      head: <Trans>Amount</Trans>,
      cell: (fill) => <NumAmount value={fill.quantity} decimals={rulesOf(fill.symbolName)?.lotDecimals ?? 8} />,
      right: true,
      phone: 'keep',
    },
    {
      key: 'value',
      head: <Trans comment="Column: price times amount">Value</Trans>,
      cell: (fill) => <NumMoney value={fill.amount} asset={rulesOf(fill.symbolName)?.quote ?? 'USDT'} showAsset />,
      right: true,
    },
    {
      key: 'fee',
      head: <Trans>Fee</Trans>,
      cell: (fill) => <NumExact value={fill.fee} unit={fill.feeCoin} />,
      right: true,
    },
    {
      key: 'role',
      head: <Trans comment="Column: maker or taker">Role</Trans>,
      cell: (fill) => <span className="v-ink-2">{fill.maker ? <Trans>maker</Trans> : <Trans>taker</Trans>}</span>,
    },
    { key: 'order', head: <Trans>Order</Trans>, cell: (fill) => <OrderNumber id={fill.orderId} /> },
  ];
}
