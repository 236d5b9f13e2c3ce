// The attacks of issue 15 A.1 to A.4, in the order they are run.

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

/** Accounts that ask for their own history as often as they may: `bench/src/history.ts`. */
export const HISTORY_ATTACKS = ['2 accounts read', '8 accounts read'] as const;

export type AttackName = (typeof ATTACKS)[number] | (typeof HISTORY_ATTACKS)[number];

/** MQTT topic of all prices. */
export { ALL_DETAIL_TOPIC as allDetail } from '@vitrine/contract';
