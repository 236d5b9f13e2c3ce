// Server messages: numbered frames, snapshot and delta, and the data of each stream.

import * as z from 'zod/mini';
import { INTERVALS, LOCK_KIND, WALLET_TYPES } from '../enumeration.ts';
import {
  alert,
  balance,
  candle,
  depthLevel,
  fill,
  fundsNews,
  order,
  position,
  price,
  publicTrade,
  second,
  tick,
} from '../shape/index.ts';
import { decimal, id, seq, time } from '../text.ts';
import { feedKind, PUBLIC_CHANNELS, USER_CHANNELS } from './channel.ts';

export const detailData = price;
/** Candles in their current state, oldest first. */
export const klineData = z.array(z.extend(candle, { closed: z.boolean() }));
export type KlineData = z.output<typeof klineData>;
export const tradeData = z.array(publicTrade);
/** [price, quantity, the market maker's part]; in a delta quantity "0" removes the level. */
export const depthData = z.object({ bids: z.array(depthLevel), asks: z.array(depthLevel), checksum: z.int() });
export type DepthData = z.output<typeof depthData>;
/** Index ticks, oldest first. A tick is identified by symbol and `seq`, the number of its command. */
export const tickData = z.array(tick);
export type TickData = z.output<typeof tickData>;

/**
 * status: 1 normal, 2 frozen, 3 signed out elsewhere. `until` of a lock: null if its end is unknown. kyc: 0 none, 1
 * under review, 2 passed, 3 failed, for the stage that counts (`verificationOf`).
 */
export const userStatusData = z.object({
  status: z.literal([1, 2, 3]),
  locks: z.array(z.object({ kind: z.enum(LOCK_KIND), until: z.nullable(time) })),
  kyc: z.literal([0, 1, 2, 3]),
});
export type UserStatusData = z.output<typeof userStatusData>;
/** Automatic closes. */
export const settlementData = z.array(
  z.object({
    kind: z.enum(['second', 'funding', 'liquidation', 'interest', 'staking', 'finance', 'reduction']),
    id,
    symbolName: z.nullable(z.string()),
    amount: decimal,
    result: z.nullable(z.int()),
    /** For a second contract: its current state, from generating to settled. */
    second: z.nullable(second),
    seq,
  }),
);
export type SettlementData = z.output<typeof settlementData>;
/** Positions in their current state; openInterest "0": closed. A snapshot contains all open ones. */
export const positionData = z.array(position);
export type PositionData = z.output<typeof positionData>;
/** Orders in their current state, each with its new fills; a snapshot contains all open ones. */
export const orderData = z.array(z.extend(order, { fills: z.array(fill) }));
export type OrderData = z.output<typeof orderData>;
/** Current balances with the cause of the change. */
export const ownCoinData = z.array(
  z.object({
    walletType: z.enum(WALLET_TYPES),
    symbolName: z.nullable(z.string()),
    balance,
    causeKind: z.string(),
    causeId: id,
  }),
);
export type OwnCoinData = z.output<typeof ownCoinData>;

/**
 * Our own channel: alerts that were just reached, in their new state. Its snapshot is empty; earlier ones are in the
 * list.
 */
export const alertData = z.array(alert);
export type AlertData = z.output<typeof alertData>;

/** Our own channel: deposits and withdrawals in their current state, at each change. Its snapshot is empty. */
export const fundsData = fundsNews;
export type FundsData = z.output<typeof fundsData>;

/** The data of each channel. */
export const feedData = {
  DETAIL: detailData,
  KLINE: klineData,
  TRADE: tradeData,
  DEPTH: depthData,
  TICK: tickData,
  USER_STATUS: userStatusData,
  SETTLEMENT: settlementData,
  POSITION: positionData,
  ORDER: orderData,
  OWNCOIN: ownCoinData,
  ALERT: alertData,
  FUNDS: fundsData,
} as const;
export type FeedChannel = keyof typeof feedData;
export type FeedDataOf<C extends FeedChannel> = z.output<(typeof feedData)[C]>;

/**
 * A numbered frame. `prev` is the previous seq of the same stream; after a gap subscribe again with `since`.
 * `feedData[channel]` validates the data.
 */
export const frame = z.object({
  channel: z.enum([...PUBLIC_CHANNELS, ...USER_CHANNELS]),
  symbol: z.optional(z.string()),
  kind: z.optional(feedKind),
  interval: z.optional(z.enum(INTERVALS)),
  type: z.enum(['snapshot', 'delta']),
  seq,
  prev: seq,
  time,
  data: z.unknown(),
});
/** A frame of one channel with its data type. */
export type Frame<C extends FeedChannel = FeedChannel> = {
  [K in C]: Omit<z.output<typeof frame>, 'channel' | 'data'> & { readonly channel: K; readonly data: FeedDataOf<K> };
}[C];

export const heartbeat = z.object({ channel: z.literal('HEARTBEAT'), time });
export type Heartbeat = z.output<typeof heartbeat>;

/** Answer to a subscribe or unsubscribe: the code of each entry, in order. */
export const subscribed = z.object({
  channel: z.enum(['subscribe', 'unsubscribe']),
  id: z.union([z.string(), z.int()]),
  data: z.array(z.object({ channel: z.string(), symbol: z.string(), code: z.int(), key: z.string() })),
});
export type Subscribed = z.output<typeof subscribed>;

/** Error for an unreadable message: its code and message key. */
export const feedError = z.object({
  channel: z.literal('error'),
  id: z.nullable(z.union([z.string(), z.int()])),
  code: z.int(),
  key: z.string(),
});
export type FeedError = z.output<typeof feedError>;

/** MQTT `all_symbol_detail`. */
export const allDetailMessage = z.array(price);
/** MQTT `refresh_{id}`: read again. */
export const refreshMessage = z.object({
  kind: z.enum(['balance', 'order', 'position', 'recharge', 'withdrawal', 'kyc', 'loan', 'notice', 'otc']),
  id,
  seq,
});
export type RefreshMessage = z.output<typeof refreshMessage>;
/** MQTT chat key topic. */
export const chatMessage = z.object({
  id,
  content: z.string(),
  content_type: z.int(),
  blade_user_id: z.string(),
  create_time: time,
});
export type ChatMessage = z.output<typeof chatMessage>;
