// The attacks in the order they run: those of issue 15 A.1 to A.4 first.

export const ATTACKS = [
  'pipelined burst',
  'heavy reads',
  'documentation',
  'waits for a command',
  'unfinished uploads',
  'picture bomb',
  'verification storm',
  'equal subscriptions',
  'MQTT flood',
  'frozen MQTT readers',
] as const;

/** Accounts that read their own history as often as they may: `bench/src/history.ts`. */
export const HISTORY_ATTACKS = ['2 accounts read', '8 accounts read'] as const;

/** Many connections, keys, guesses and orders: `bench/src/attacks/floods.ts`. */
export const FLOOD_ATTACKS = [
  'idle connections',
  'refused upgrades',
  'slow heads',
  'slow orders',
  'outcomes of keys',
  'one key',
  'writes with keys',
  'refused orders',
  'cancels of nothing',
  'files of history',
  'guesses',
  'candles of far times',
  'answers nobody reads',
  'idle connections of 200 addresses',
  'connections opened',
  'sockets opened',
  'dear subscriptions',
  'deep pages',
  'account data',
  'socket tickets',
  'control frames',
  'wrong tickets',
] as const;

export type FloodName = (typeof FLOOD_ATTACKS)[number];
export type AttackName = (typeof ATTACKS)[number] | (typeof HISTORY_ATTACKS)[number] | FloodName;

/** MQTT topic of all prices. */
export { ALL_DETAIL_TOPIC as allDetail } from '@vitrine/contract';
