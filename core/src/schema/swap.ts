// Vocabulary of swaps, rewards, the maker's own transfers (money §8, §10): commands 13, 52, 55, 309, 310, events 212–215.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** A tick of an instrument, by its count; 0 for USDT, which has none. */
const tick = word('seq', 0);

export const swapCommands = {
  /** The house maker's own money between its wallets 1, 2, 3 (and 4). */
  'maker.transfer': {
    kind: 13,
    sender: 'markets',
    fields: { from: word('code', 1, 4), to: word('code', 1, 4), asset, amount },
  },
  /**
   * Executes exactly the quote it repeats: made at these ticks, at most 10 s ago, for `receive` atoms. Refused when
   * the index has since moved by more than half the spread, either way. `receive` 0 only asks: the refusal's `expected`
   * is what these ticks give.
   */
  'swap.execute': {
    kind: 52,
    sender: 'user',
    fields: {
      ...{ user, ...key, from: asset, to: asset, amount },
      ...{ receive: word('atoms', 0, MAX_ORDER_ATOMS), fromTick: tick, toTick: tick },
    },
  },
  'reward.claim': { kind: 55, sender: 'user', fields: { user, ...key, campaign: word('code', 1, 65_535) } },
  /**
   * All assets one may swap, those not named are taken off: the instrument of each (0 USDT) and its spread, of which a
   * swap into or out of it pays half.
   */
  'swap.set': {
    kind: 309,
    sender: 'setup',
    fields: {
      assets: list(256, { asset, instrument: word('instrument', 0, 65_535), spread: word('ppm', 0, 100_000) }),
    },
  },
  /** Funds a campaign from `rewards` before it opens: `each` to every customer of `stage` who claims in time. */
  'campaign.fund': {
    kind: 310,
    sender: 'setup',
    fields: {
      ...{ campaign: word('code', 1, 65_535), asset, each: amount, total: amount },
      ...{ opens: word('ms', 1), closes: word('ms', 1), stage: word('code', 0, 2) },
    },
  },
} as const;

export const swapEvents = {
  /** Prices in cents of the ticks it was made at; 0 and 0 of USDT. Both legs' entries follow. */
  swapped: {
    kind: 212,
    fields: {
      ...{ user, from: asset, to: asset, amount, receive: amount, fromTick: tick, toTick: tick },
      ...{ fromPrice: word('cents'), toPrice: word('cents') },
    },
  },
  rewarded: { kind: 213, fields: { user, campaign: word('code', 1, 65_535), asset, amount } },
  'campaign.changed': {
    kind: 214,
    fields: {
      ...{ campaign: word('code', 1, 65_535), asset, each: amount, left: word('atoms') },
      ...{ opens: word('ms', 1), closes: word('ms', 1), stage: word('code', 0, 2) },
    },
  },
  'swap.changed': {
    kind: 215,
    fields: {
      ...{ asset, instrument: word('instrument', 0, 65_535), spread: word('ppm'), open: word('code', 0, 1) },
      version: word('code', 1),
    },
  },
} as const;
