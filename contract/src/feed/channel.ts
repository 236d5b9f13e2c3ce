// The streams: their channels, what a client may say, where they are.

import * as z from 'zod/mini';
import { INTERVALS } from '../enumeration.ts';
import { symbolInput } from '../text.ts';

/** Channels of the public socket that are subscribed. */
export const PUBLIC_CHANNELS = ['DETAIL', 'KLINE', 'TRADE', 'DEPTH', 'TICK'] as const;
export type PublicChannel = (typeof PUBLIC_CHANNELS)[number];
/** Channels of the user socket; they come without subscribing. */
export const USER_CHANNELS = ['USER_STATUS', 'SETTLEMENT', 'POSITION', 'ORDER', 'OWNCOIN', 'ALERT', 'FUNDS'] as const;
export type UserChannel = (typeof USER_CHANNELS)[number];

/** Entries of one subscribe or unsubscribe at most. */
export const MAX_SUBSCRIPTIONS = 200;
/** Both sockets beat this often, ms. */
export const HEARTBEAT_EVERY = 5_000;
/** The user socket is cut when its client was silent for this long, ms. */
export const SILENCE_LIMIT = 15_000;
/** Longest client message, bytes. */
export const MAX_CLIENT_MESSAGE = 32_768;

/** Id of a public socket's client, made by the page. */
export const clientId = z.string().check(z.regex(/^[0-9A-Za-z-]{8,64}$/));

/** 1 spot, 2 U contracts, 3 coin contracts. */
export const feedKind = z.literal([1, 2, 3]);
export type FeedKind = z.output<typeof feedKind>;

/** One stream asked for. `since`: the last seq held; deltas follow from there if they are still kept. */
export const feedEntry = z.object({
  channel: z.enum(PUBLIC_CHANNELS),
  symbol: symbolInput,
  kind: z.optional(feedKind),
  interval: z.optional(z.enum(INTERVALS)),
  since: z.optional(z.int().check(z.gte(0))),
});
export type FeedEntry = z.output<typeof feedEntry>;

export const subscribeMessage = z.object({
  channel: z.enum(['subscribe', 'unsubscribe']),
  id: z.union([z.string().check(z.maxLength(64)), z.int()]),
  data: z.array(feedEntry).check(z.minLength(1), z.maxLength(MAX_SUBSCRIPTIONS)),
});
export type SubscribeMessage = z.output<typeof subscribeMessage>;

/** The outer form of a subscribe: its entries are checked one by one, so that one wrong entry refuses only itself. */
export const subscribeEnvelope = z.object({
  channel: z.enum(['subscribe', 'unsubscribe']),
  id: z.union([z.string().check(z.maxLength(64)), z.int()]),
  data: z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_SUBSCRIPTIONS)),
});

/** Answers a heartbeat. */
export const pingMessage = z.object({ channel: z.literal('ping'), time: z.optional(z.number()) });
export type PingMessage = z.output<typeof pingMessage>;

/** All that a client may say. */
export const clientMessage = z.union([subscribeMessage, pingMessage]);
export type ClientMessage = z.output<typeof clientMessage>;

/** Where the public socket of a client is. */
export function publicSocketPath(client: string): string {
  return `/ws/${client}`;
}
/** Where the socket of a user is. */
export function userSocketPath(userId: string): string {
  return `/ws/coin/${userId}`;
}
/** Where MQTT 3.1.1 over WebSocket is. */
export const MQTT_PATH = '/mqtt';
/** Keepalive of MQTT, seconds. */
export const MQTT_KEEPALIVE = 5;

/** The topic of all prices: anyone may read it. */
export const ALL_DETAIL_TOPIC = 'all_symbol_detail';
/** The topic that tells a user, or a merchant, to read again: only its owner may. */
export function refreshTopic(id: string): string {
  return `refresh_${id}`;
}
