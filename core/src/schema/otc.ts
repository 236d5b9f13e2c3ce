// Schema of OTC (money §9): commands 70–78, 118, 313, 314, events 220–223, 369, 370.

import { MAX_ORDER_ATOMS, word } from './field.ts';
import { asset, key, row, user } from './words.ts';

const amount = word('atoms', 1, MAX_ORDER_ATOMS);
/** The price of one whole coin, in hundredths of the currency. */
const price = word('code', 1, 2 ** 48);

export const otcCommands = {
  /**
   * side: 1 the merchant buys, 2 the merchant sells. `min`, `max` of one deal. `payments`: bits of the payment methods.
   * The answer is the offer's id.
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
  /** At the price shown; another price is refused. The answer is the deal's id. */
  'deal.open': { kind: 72, sender: 'user', fields: { user, ...key, offer: row, amount, price } },
  'deal.paid': { kind: 73, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.release': { kind: 74, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.cancel': { kind: 75, sender: 'user', fields: { user, ...key, deal: row } },
  'deal.appeal': { kind: 76, sender: 'user', fields: { user, ...key, deal: row } },
  'bond.lock': { kind: 77, sender: 'user', fields: { user, ...key, amount } },
  'bond.free': { kind: 78, sender: 'user', fields: { user, ...key, amount } },
  /** Ends an appeal: decision 1 to the buyer, 2 back to the seller. Inside a proposal only. */
  'deal.rule': { kind: 313, sender: 'setup', fields: { deal: row, decision: word('code', 1, 2) } },
  /**
   * Compensates the harmed party of an ended deal (`user`) from its merchant's bond. Inside a proposal only, which no
   * one may approve before the merchant has had seven days' notice.
   */
  'bond.pay': { kind: 118, sender: 'setup', fields: { deal: row, user, amount } },
  /** Fee of sales, bond and its asset, payment window, open deals per user, cooling time of a bond. */
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
  /** state: 1 open, 2 closed. `left`: not yet in deals; `fee`: atoms locked for the fees of future deals (side 2). */
  'offer.changed': {
    kind: 220,
    fields: {
      ...{ offer: row, user, side: word('code', 1, 2), asset, currency: word('text', 1), price, left: word('atoms') },
      ...{ fee: word('atoms'), rate: word('ppm'), min: amount, max: amount, payments: word('code') },
      state: word('code', 1, 2),
    },
  },
  /**
   * state: 0 to pay, 1 paid, 2 released, 3 cancelled, 4 appealed. `side` of its offer: 1 the merchant buys, 2 the
   * merchant sells.
   */
  'deal.changed': {
    kind: 221,
    fields: {
      ...{ deal: row, offer: row, side: word('code', 1, 2), buyer: user, seller: user, asset, amount },
      ...{ fee: word('atoms'), price, state: word('code', 0, 4), payUntil: word('ms') },
    },
  },
  /** A merchant's present bond. `freeFrom`: earliest time it may be freed, if they have no open offer or deal. */
  'bond.changed': { kind: 222, fields: { user, asset, bond: word('atoms'), freeFrom: word('ms') } },
  /**
   * A claim on a merchant's bond for an ended deal; its id is the proposal's. state: 1 notice, 2 paid, 3 refused, 4
   * lapsed. It can be approved from `from` on, until `until`.
   */
  'claim.changed': {
    kind: 369,
    fields: {
      ...{ claim: row, deal: row, merchant: user, user, asset, amount, state: word('code', 1, 4) },
      ...{ from: word('ms'), until: word('ms') },
    },
  },
  /**
   * A deal ended and can be claimed for until then. `value`: value of its coin in the asset of the merchant's bond;
   * `paid`: what the bond has paid of it (0 when it ends).
   */
  'deal.ended': {
    kind: 370,
    fields: {
      ...{ deal: row, merchant: user, user, asset, value: word('atoms'), paid: word('atoms'), until: word('ms') },
    },
  },
  'otc.changed': {
    kind: 223,
    fields: {
      ...{ fee: word('ppm'), asset, bond: amount, payMs: word('ms'), deals: word('code'), cooling: word('ms') },
      version: word('code', 1),
    },
  },
} as const;
