// Shapes of orders: Order, Fill, Ack, and the ticket.

import * as z from 'zod/mini';
import {
  ACCOUNT,
  CANCEL_REASON,
  CONTRACT_TYPE,
  MARGIN_MODE,
  SELF_TRADE,
  TIME_IN_FORCE,
  TRIGGER_BY,
} from '../enumeration.ts';
import { decimal, id, oneOf, positive, seq, symbolInput, time } from '../text.ts';
import { contractPreview } from './contract.ts';

export const order = z.object({
  id,
  orderNo: z.string(),
  symbolName: z.string(),
  /** Null for contracts. */
  account: z.nullable(z.enum(ACCOUNT)),
  /** Null for spot and margin. */
  contractType: z.nullable(z.enum(CONTRACT_TYPE)),
  /** Spot: 1 buy, 2 sell. Contracts: 1 open long, 2 open short, 3 close long, 4 close short. */
  direction: z.int(),
  type: z.int(),
  timeInForce: z.enum(TIME_IN_FORCE),
  /** Null for market types. */
  entrustPrice: z.nullable(decimal),
  /** Null for a market buy by amount. */
  entrustQuantity: z.nullable(decimal),
  /** In the quote coin; for a market order by quantity the filled value. */
  entrustValue: z.nullable(decimal),
  triggerPrice: z.nullable(decimal),
  triggerBy: z.nullable(z.enum(TRIGGER_BY)),
  status: z.int(),
  /** Null before the first fill. */
  dealAveragePrice: z.nullable(decimal),
  dealtQuantity: decimal,
  dealtValue: decimal,
  serviceCharge: decimal,
  serviceChargeCoin: z.string(),
  leverageRadio: z.nullable(z.int()),
  marginMode: z.nullable(z.enum(MARGIN_MODE)),
  /** For the position that an opening order opens; null: none, or not a contract. */
  stopProfitPrice: z.nullable(decimal),
  stopLossPrice: z.nullable(decimal),
  /** The position that a closing order reduces. */
  positionId: z.nullable(id),
  cancelReason: z.nullable(z.enum(CANCEL_REASON)),
  createTime: time,
  updateTime: time,
});
export type Order = z.output<typeof order>;

export const fill = z.object({
  id,
  orderId: id,
  symbolName: z.string(),
  /** The user's own side: 1 buy, 2 sell; for contracts the order's 1 to 4. */
  direction: z.int(),
  price: decimal,
  quantity: decimal,
  /** In the quote coin. */
  amount: decimal,
  fee: decimal,
  feeCoin: z.string(),
  maker: z.boolean(),
  house: z.boolean(),
  time,
  seq,
});
export type Fill = z.output<typeof fill>;

/** Answer of a write: the item created or changed, its status, and its sequence number in the journal. */
export const ack = z.object({ id, status: z.int(), seq });
export type Ack = z.output<typeof ack>;

/** Answer of a multi-cancel: for each id its Ack or its code. */
export const ackOrCode = z.object({
  id,
  code: z.int(),
  key: z.string(),
  status: z.nullable(z.int()),
  seq: z.nullable(seq),
});
export type AckOrCode = z.output<typeof ackOrCode>;

/** Fields of a spot (or margin) ticket. `checkTicket` defines which fields a type needs. */
export const ticket = {
  symbol: symbolInput,
  direction: oneOf([1, 2]),
  type: oneOf([1, 2, 3, 4, 5, 6]),
  price: z.optional(positive),
  quantity: z.optional(positive),
  amount: z.optional(positive),
  timeInForce: z.optional(z.enum(TIME_IN_FORCE)),
  triggerPrice: z.optional(positive),
  triggerBy: z.optional(z.enum(TRIGGER_BY)),
  selfTrade: z.optional(z.enum(SELF_TRADE)),
};

/** The numbers of a dry run, each before and after. `code` 200: it would be accepted. */
export const preview = z.object({
  code: z.int(),
  key: z.string(),
  args: z.record(z.string(), z.string()),
  /** Coin spent, and the held amount. */
  coin: z.string(),
  held: decimal,
  availableBefore: decimal,
  availableAfter: decimal,
  /** Expected average price, quantity, value in the quote coin; null if nothing would fill at once. */
  averagePrice: z.nullable(decimal),
  quantity: decimal,
  value: decimal,
  /** Quantity that would fill at once, and that would rest. */
  fillsQuantity: decimal,
  restsQuantity: decimal,
  fee: decimal,
  feeCoin: z.string(),
  makerRate: decimal,
  takerRate: decimal,
  margin: z.nullable(decimal),
  liquidationPrice: z.nullable(decimal),
  /** Null for spot and margin. */
  contract: z.nullable(contractPreview),
});
export type Preview = z.output<typeof preview>;
