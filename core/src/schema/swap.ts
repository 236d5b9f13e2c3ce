// Schema of swaps, rewards and the market maker's transfers (money §8, §10): commands 13, 52, 55, 56, 309, 310, events
// 212–215, 234, 235.

import { list, MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, row, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** A tick of an instrument, by its number; 0 for USDT, which has none. */
const tick = word('seq', 0);

export const swapCommands = {
  /** Moves the market maker's own money between its wallets 1, 2, 3 (and 4). */
  'maker.transfer': {
    kind: 13,
    sender: 'markets',
    fields: { from: word('code', 1, 4), to: word('code', 1, 4), asset, amount },
  },
  /**
   * Executes exactly the quote it repeats: made at these ticks, at most 10 s ago, for `receive` atoms. Refused when the
   * index has since moved by more than half the spread, either way. `receive` 0 only asks: the refusal's `expected` is
   * the result at these ticks.
   */
  'swap.execute': {
    kind: 52,
    sender: 'user',
    fields: {
      ...{ user, ...key, from: asset, to: asset, amount },
      ...{ receive: word('atoms', 0, MAX_ORDER_ATOMS), fromTick: tick, toTick: tick },
    },
  },
  /**
   * Orders a swap of `amount`, held until it ends. It executes at the first valid ticks at least 500 ms later, or is
   * refused there when it would bring less than `least`.
   */
  'swap.place': {
    kind: 56,
    sender: 'user',
    fields: { user, ...key, from: asset, to: asset, amount, least: amount },
  },
  'reward.claim': { kind: 55, sender: 'user', fields: { user, ...key, campaign: word('code', 1, 65_535) } },
  /**
   * All swappable assets; those not named are removed. Each has its instrument (0 USDT) and its spread, of which a swap
   * into or out of it pays half.
   */
  'swap.set': {
    kind: 309,
    sender: 'setup',
    fields: {
      assets: list(256, { asset, instrument: word('instrument', 0, 65_535), spread: word('ppm', 0, 100_000) }),
    },
  },
  /** Funds a campaign from `rewards` before it opens: `each` to every user of `stage` who claims in time. */
  'campaign.fund': {
    kind: 310,
    sender: 'setup',
    fields: {
      ...{ campaign: word('code', 1, 65_535), asset, each: amount, total: amount },
      ...{ opens: word('ms', 1), closes: word('ms', 1), stage: word('code', 0, 2) },
    },
  },
} as const;

/** One leg of a swap, as `from` and `to`: everything its price is computed from. */
const leg = {
  tick,
  /** The index at that tick; 0 for a coin fixed at 1 USDT. */
  price: word('cents'),
  /** Net flow of the coin into the treasury in the last minute, this swap included, millionths of a USDT. */
  flow: word('ppm', -(2 ** 52)),
  /** (high − low) ÷ low of the index in the last 10 s; the half-spread of the leg. */
  range: word('ppb'),
  half: word('ppb'),
} as const;

export const swapEvents = {
  /** A swap order waits with its amount held. Also used in a seed. */
  'swap.waiting': {
    kind: 236,
    fields: { swap: row, user, from: asset, to: asset, amount, least: amount, time: word('ms') },
  },
  /**
   * A swap order ended. `code` 200: executed at these numbers. Else the refusal's code: its hold is released, and
   * `receive` is what it would have brought (0: never priced).
   */
  'swap.ended': {
    kind: 237,
    fields: {
      ...{ swap: row, user, from: asset, to: asset, amount, least: amount, time: word('ms') },
      ...{ code: word('code', 200), receive: word('atoms'), worth: word('ppm') },
      ...{ fromTick: leg.tick, fromPrice: leg.price, fromFlow: leg.flow, fromRange: leg.range, fromHalf: leg.half },
      ...{ toTick: leg.tick, toPrice: leg.price, toFlow: leg.flow, toRange: leg.range, toHalf: leg.half },
    },
  },
  /** Prices in cents of the ticks used; 0 and 0 for USDT. Both legs' entries follow. */
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
