// Schema of second contracts (money §5): commands 65 and 306, events 195–199.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, market, row, user } from './words.ts';

/** Largest stake a market may allow: with a win of ten stakes it stays below 2^52. */
export const MAX_SECOND_STAKE = 2 ** 48;
/** Most periods of a market. */
export const MAX_PERIODS = 32;

/** 1 up, 2 down. */
const direction = word('code', 1, 2);
const cents = word('cents');
const stake = word('atoms', 1, MAX_ORDER_ATOMS);
const seconds = word('code', 1, 86_400);

const periodRow = {
  seconds,
  /** Profit on the stake, millionths. */
  odds: word('ppm', 1, 10_000_000),
  min: word('atoms', 1, MAX_SECOND_STAKE),
  max: word('atoms', 1, MAX_SECOND_STAKE),
} as const;

export const secondCommands = {
  /** `terms`: profit on the stake as shown, millionths; other terms are refused. The answer is the contract's id. */
  'second.open': {
    kind: 65,
    sender: 'user',
    fields: { user, ...key, market, direction, seconds, amount: stake, terms: word('ppm', 1, 10_000_000) },
  },
  /**
   * Lists a market of second contracts (id 300 + instrument), or sells it on other terms from now on. Without periods:
   * not on sale.
   */
  'second.set': {
    kind: 306,
    sender: 'setup',
    fields: {
      ...{ market, instrument: word('instrument', 1, 65_535), asset },
      periods: list(MAX_PERIODS, periodRow),
      /** Ms an order waits at least, and ms after that within which a tick must come. */
      ...{ delay: word('ms', 1, 60_000), patience: word('ms', 1, 60_000) },
      /** Largest sum of one user's open stakes in this asset. */
      most: word('atoms', 1, MAX_ORDER_ATOMS),
    },
  },
} as const;

export const secondEvents = {
  /** An order waits for its tick, at `opensFrom` or later. Entries: stake and possible win move to escrow. */
  'second.waiting': {
    kind: 195,
    fields: {
      ...{ second: row, user, market, asset, direction, seconds, amount: stake },
      ...{ odds: word('ppm', 1), win: word('atoms'), version: word('code', 1), opensFrom: word('ms') },
    },
  },
  /** `tick` counts the instrument's ticks; `time`: when it was sequenced. */
  'second.opened': {
    kind: 196,
    fields: {
      ...{ second: row, user, market, tick: word('seq', 1), price: cents, time: word('ms', 1) },
      matures: word('ms', 1),
    },
  },
  /**
   * result: 1 won, 2 lost, 3 tied; with the settling tick's number, price and time. `paid`: stake and win to the user.
   */
  'second.settled': {
    kind: 197,
    fields: {
      ...{ second: row, user, market, result: word('code', 1, 3), tick: word('seq', 1), price: cents },
      ...{ time: word('ms', 1), paid: word('atoms') },
    },
  },
  /** Stake returned. reason: 1 no tick to open at, 2 no valid tick at maturity, 3 the market closed before either. */
  'second.void': { kind: 198, fields: { second: row, user, market, reason: word('code', 1, 3), paid: stake } },
  /** state: 1 trading, 2 and 3 no new contracts. */
  'second.changed': {
    kind: 199,
    fields: {
      ...{ market, instrument: word('instrument', 1, 65_535), asset, version: word('code', 1) },
      ...{ state: word('code', 1, 3), delay: word('ms'), patience: word('ms'), most: word('atoms') },
      periods: list(MAX_PERIODS, periodRow),
    },
  },
} as const;
