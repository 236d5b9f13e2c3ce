// Vocabulary of OTC (money §9): commands 70–78, 313, 314, events 220–223.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, row, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** The currency's price of one whole coin, in hundredths of that currency. */
const price = word('code', 1, 2 ** 48);

export const otcCommands = {
  /**
   * side: 1 the merchant buys, 2 the merchant sells. `min`, `max` of one deal. `payments`: bits of the ways to pay. The
   * answer is the offer's id.
   */
  'offer.open': {
    kind: 70,
    sender: 'user',
    fields: {
      ...{ user, ...key, side: word('code', 1, 2), asset, currency: word('text', 1), price },
      ...{ amount, min: amount, max: amount, payments: word('code', 1, 65_535) },
    },
  },
  'offer.close': { kind: 71, sender: 'user', fields: { user, ...key, offer: row } },
  /** At the price shown; another is refused. The answer is the deal's id. */
  'deal.open': { kind: 72, sender: 'user', fields: { user, ...key, offer: row, amount, price } },
  'deal.paid': { kind: 73, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.release': { kind: 74, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.cancel': { kind: 75, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.appeal': { kind: 76, sender: 'user', fields: { user, ...key, deal: row } },
  'bond.lock': { kind: 77, sender: 'user', fields: { user, ...key, amount } },
  'bond.free': { kind: 78, sender: 'user', fields: { user, ...key, amount } },
  /** Ends an appeal: decision 1 to the buyer, 2 back to the seller. Inside a proposal only. */
  'deal.rule': { kind: 313, sender: 'setup', fields: { deal: row, decision: word('code', 1, 2) } },
  /** Fee of what is sold, bond and its asset, time to pay, open deals a customer, how long a bond stays afterwards. */
  'otc.set': {
    kind: 314,
    sender: 'setup',
    fields: {
      ...{ fee: word('ppm', 0, 100_000), asset, bond: amount, payMs: word('ms', 1, 86_400_000) },
      ...{ deals: word('code', 1, 100), cooling: word('ms', 0) },
    },
  },
} as const;

export const otcEvents = {
  /** state: 1 open, 2 closed. `left`: not yet in deals; `fee`: atoms locked for the fees of deals to come (side 2). */
  'offer.changed': {
    kind: 220,
    fields: {
      ...{ offer: row, user, side: word('code', 1, 2), asset, currency: word('text', 1), price, left: word('atoms') },
      ...{ fee: word('atoms'), rate: word('ppm'), min: amount, max: amount, payments: word('code') },
      state: word('code', 1, 2),
    },
  },
  /** state: 0 to pay, 1 paid, 2 released, 3 cancelled, 4 appealed. `side` of its offer: 1 the buyer is the merchant, 2 the seller. */
  'deal.changed': {
    kind: 221,
    fields: {
      ...{ deal: row, offer: row, side: word('code', 1, 2), buyer: user, seller: user, asset, amount },
      ...{ fee: word('atoms'), price, state: word('code', 0, 4), payUntil: word('ms') },
    },
  },
  /** A merchant's bond now. `freeFrom`: since when it may be freed, where no offer or deal of his is open. */
  'bond.changed': { kind: 222, fields: { user, asset, bond: word('atoms'), freeFrom: word('ms') } },
  'otc.changed': {
    kind: 223,
    fields: {
      ...{ fee: word('ppm'), asset, bond: amount, payMs: word('ms'), deals: word('code'), cooling: word('ms') },
      version: word('code', 1),
    },
  },
} as const;
