// The columns of order and fill tables for every product, shared by the terminals and the account's order pages.

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
  multiplyDecimals,
} from '@vitrine/ui';
import type { ReactNode } from 'react';
import { toUnits } from '../ticket/index.ts';
import { Hint } from '../hint/index.ts';
import { DirectionWord, isBuy, ReasonWord, SideWords, StatusWord } from './words.tsx';

/** The market data that order lists need. */
export interface OrderMarket {
  /** Unit of quantities: the base coin, or contracts. */
  readonly base: string;
  /** Unit of prices and of linear values. */
  readonly quote: string;
  /** The unit of fill values. */
  readonly settle?: string | undefined;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** A market by its name; undefined if it is no longer listed. */
export type MarketOf = (symbolName: string) => OrderMarket | undefined;

/** An amount of a coin. */
export interface Held {
  readonly amount: string;
  readonly coin: string;
}

const side = (order: Order): ReactNode => (
  <Directed direction={isBuy(order) ? 'up' : 'down'}>
    <span>
      <SideWords order={order} />
    </span>
  </Directed>
);

/** The filled share of the order, whole percent, rounded down. */
export function filledPercent(order: Order, rules: OrderMarket | undefined): string | undefined {
  if (!rules) return undefined;
  const whole = toUnits(order.entrustQuantity ?? undefined, rules.lotDecimals);
  const dealt = toUnits(order.dealtQuantity, rules.lotDecimals);
  if (whole === undefined || whole === 0n || dealt === undefined) return undefined;
  return String((dealt * 100n) / whole);
}

/** The trigger as text: last ≥ 110,000.0. */
export function TriggerWords({ order, rules }: { order: Order; rules: OrderMarket | undefined }) {
  if (order.triggerPrice === null) return <span className="v-ink-3">–</span>;
  const stop = order.type === 3 || order.type === 4;
  const above = stop === isBuy(order);
  const price = <NumPrice value={order.triggerPrice} decimals={rules?.tickDecimals} />;
  const relation = above ? '≥' : '≤';
  if (order.triggerBy === 'mark' && order.contractType !== null) {
    return (
      <Trans comment="Trigger of an order: mark ≥ 110,000.0">
        mark {relation} {price}
      </Trans>
    );
  }
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

const price = (rulesOf: MarketOf) => (order: Order) =>
  order.entrustPrice === null ? (
    <Trans comment="In the price column: at market">market</Trans>
  ) : (
    <NumPrice value={order.entrustPrice} decimals={rulesOf(order.symbolName)?.tickDecimals} />
  );
const amount = (rulesOf: MarketOf) => (order: Order) =>
  order.entrustQuantity === null ? (
    <NumExact value={order.entrustValue} unit={rulesOf(order.symbolName)?.quote} />
  ) : (
    <NumAmount value={order.entrustQuantity} decimals={rulesOf(order.symbolName)?.lotDecimals ?? 8} />
  );

/**
 * An order's value in the quote coin: as entered, else limit price × quantity; undefined for coin-margined contracts.
 */
export function entrustedValue(order: Order): string | undefined {
  if (order.entrustValue !== null) return order.entrustValue;
  if (order.contractType === 'coin' || order.entrustPrice === null || order.entrustQuantity === null) return undefined;
  return multiplyDecimals(order.entrustPrice, order.entrustQuantity);
}

export interface OpenColumnParts {
  readonly rulesOf: MarketOf;
  /** The hold of an order; undefined if it does not follow from the order alone. */
  readonly aside: (order: Order) => Held | undefined;
  /** The last cell; on the phone it is in the opened row. */
  readonly actions: (order: Order) => ReactNode;
  readonly amend: (order: Order) => ReactNode;
  readonly actionsName: string;
  /** Whether the list covers several markets: then the phone names each order's market too. */
  readonly several: boolean;
}

/** Open orders. */
export function openColumns({
  rulesOf,
  several,
  aside,
  actions,
  amend,
  actionsName,
}: OpenColumnParts): readonly Column<Order>[] {
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
      phone: several ? 'under' : 'open',
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
      head: (
        <Hint of="reserved">
          <Trans comment="Column: money an order holds">Reserved</Trans>
        </Hint>
      ),
      cell: (order) => {
        const held = aside(order);
        return <NumMoney value={held?.amount} asset={held?.coin ?? ''} showAsset />;
      },
      right: true,
    },
    {
      key: 'stop',
      head: (
        <Hint of="trigger">
          <Trans comment="Price at which an order starts">Trigger</Trans>
        </Hint>
      ),
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

export function OrderNumber({ id }: { id: string }) {
  const number = /^\d{1,15}$/.test(id) ? Number.parseInt(id, 10) : undefined;
  return number === undefined ? (
    <span className="v-ink-3">{id}</span>
  ) : (
    <NumCount className="v-ink-3" value={number} prefix="#" />
  );
}

/** Past orders. */
export function historyColumns(rulesOf: MarketOf): readonly Column<Order>[] {
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
    {
      key: 'stop',
      head: (
        <Hint of="trigger">
          <Trans comment="Price at which an order starts">Trigger</Trans>
        </Hint>
      ),
      cell: (order) => <TriggerWords order={order} rules={rulesOf(order.symbolName)} />,
    },
    { key: 'amount', head: <Trans>Amount</Trans>, cell: amount(rulesOf), right: true },
    {
      key: 'value',
      head: <Trans comment="Column: price times amount">Value</Trans>,
      cell: (order) => {
        const quote = rulesOf(order.symbolName)?.quote ?? '';
        return <NumMoney value={entrustedValue(order)} asset={quote} showAsset />;
      },
      right: true,
    },
    {
      key: 'average',
      head: (
        <Hint of="averagePrice">
          <Trans comment="Column: average price of the fills">Average</Trans>
        </Hint>
      ),
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
      head: (
        <Hint of="fee">
          <Trans>Fee</Trans>
        </Hint>
      ),
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
export function fillColumns(rulesOf: MarketOf, contract = false): readonly Column<Fill>[] {
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
        <Directed direction={isBuy(fill, contract) ? 'up' : 'down'}>
          <DirectionWord direction={fill.direction} contract={contract} />
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
      cell: (fill) => {
        const market = rulesOf(fill.symbolName);
        return <NumMoney value={fill.amount} asset={market?.settle ?? market?.quote ?? 'USDT'} showAsset />;
      },
      right: true,
    },
    {
      key: 'fee',
      head: (
        <Hint of="fee">
          <Trans>Fee</Trans>
        </Hint>
      ),
      cell: (fill) => <NumExact value={fill.fee} unit={fill.feeCoin} />,
      right: true,
    },
    {
      key: 'role',
      head: (
        <Hint of={['maker', 'taker']}>
          <Trans comment="Column: maker or taker">Role</Trans>
        </Hint>
      ),
      cell: (fill) => (
        <span className="v-ink-2">
          {fill.maker ? (
            <Trans comment="Of a fill: the order waited in the order book">maker</Trans>
          ) : (
            <Trans comment="Of a fill: the order met one in the order book">taker</Trans>
          )}
        </span>
      ),
    },
    { key: 'order', head: <Trans>Order</Trans>, cell: (fill) => <OrderNumber id={fill.orderId} /> },
  ];
}
