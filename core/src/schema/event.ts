// Every event the exchange emits. Only `entry` changes a balance. It directly follows the event that caused it; a
// projection needs nothing else. Kind numbers and fields are frozen once journalled.

import { contractEvents } from './contract.ts';
import { custodyEvents } from './custody.ts';
import { deskEvents } from './desk.ts';
import { earnEvents } from './earn.ts';
import { type Fields, list, type ValueOf, word } from './field.ts';
import { loanEvents } from './loan.ts';
import { marginEvents } from './margin.ts';
import { otcEvents } from './otc.ts';
import { secondEvents } from './second.ts';
import { swapEvents } from './swap.ts';

export interface EventShape {
  readonly kind: number;
  readonly fields: Fields;
}

const user = word('user');
const market = word('market', 0, 65_535);
const signed = word('atoms', -(2 ** 52));

export const events = {
  // ── frame of a command ──
  /** Begins the events of one command (or a batch's advance: command 0). */
  begin: { kind: 100, fields: { seq: word('seq'), command: word('code'), user } },
  /**
   * The command was applied. `result`: the id it made, or a count; else 0. `repeated`: 1 when the key had run before;
   * `first` is then that command's seq.
   */
  done: {
    kind: 101,
    fields: { seq: word('seq'), user, result: word('bits'), repeated: word('code', 0, 1), first: word('seq') },
  },
  /** The command changed nothing except its key. `expected`, `got`: the numbers behind the code, in the code's unit. */
  refused: {
    kind: 102,
    fields: {
      seq: word('seq'),
      user,
      code: word('code'),
      expected: word('bits', -(2 ** 52)),
      got: word('bits', -(2 ** 52)),
      repeated: word('code', 0, 1),
      first: word('seq'),
    },
  },

  // ── ledger ──
  'account.opened': {
    kind: 110,
    fields: {
      account: word('account', 1),
      class: word('code', 1, 99),
      user,
      /** Wallet type; for debt and receivable accounts the kind of debt: 4, 5 margin, 9 loan, 10 reversed deposit. */
      wallet: word('code', 0, 15),
      asset: word('asset', 1, 65_535),
      market,
    },
  },
  entry: { kind: 111, fields: { account: word('account', 1), available: signed, held: signed } },

  // ── prices ──
  /**
   * `number` counts the instrument's ticks. state: 1 valid, 2 aging (or sources disagree), 3 stale (or too few
   * sources), 4 closed.
   */
  tick: {
    kind: 120,
    fields: {
      instrument: word('instrument', 1, 65_535),
      number: word('seq', 1),
      price: word('cents', 1),
      spread: word('cents'),
      used: word('code', 0, 64),
      total: word('code', 1, 64),
      state: word('code', 1, 4),
    },
  },
  /** One source of the preceding tick. */
  'tick.source': {
    kind: 121,
    fields: {
      instrument: word('instrument', 1, 65_535),
      source: word('code', 1, 255),
      offset: word('cents', -(2 ** 52)),
      age: word('ms'),
      state: word('code', 1, 4),
    },
  },
  /** An instrument's state changed without a tick (it aged, went stale, opened or closed). */
  'price.state': {
    kind: 122,
    fields: {
      instrument: word('instrument', 1, 65_535),
      state: word('code', 1, 4),
      opensAt: word('ms'),
      closesAt: word('ms'),
    },
  },

  // ── orders ──
  /** status: 0 waiting to be filled, 4 waiting for its trigger. `reserved` atoms are held in `holdAccount`. */
  'order.opened': {
    kind: 130,
    fields: {
      order: word('order', 1),
      user,
      market,
      wallet: word('code', 1, 8),
      side: word('code', 1, 2),
      type: word('code', 1, 6),
      timeInForce: word('code', 1, 4),
      price: word('ticks'),
      lots: word('lots'),
      amount: word('atoms'),
      trigger: word('ticks'),
      triggerBy: word('code', 0, 2),
      status: word('code', 0, 5),
      makerRate: word('ppm'),
      takerRate: word('ppm'),
    },
  },
  /** An order's state after a fill, an amend or a decrement. `resting`: lots in the book. */
  'order.changed': {
    kind: 131,
    fields: {
      order: word('order', 1),
      price: word('ticks'),
      lots: word('lots'),
      dealtLots: word('lots'),
      dealtValue: word('atoms'),
      fee: word('atoms'),
      resting: word('lots'),
      status: word('code', 0, 5),
    },
  },
  'order.triggered': { kind: 132, fields: { order: word('order', 1) } },
  /**
   * status 1 filled, 2 cancelled, 5 refused. reason: 0 none, then in the order of calls.md: 1 user … 12 void, 13 more
   * orders than one command may match, 14 its position ended.
   */
  'order.closed': {
    kind: 133,
    fields: { order: word('order', 1), status: word('code', 1, 5), reason: word('code', 0, 14) },
  },
  /**
   * One trade. Each fee is in the asset that the side receives. `trade` counts the market's trades. Postings follow as
   * entries.
   */
  fill: {
    kind: 134,
    fields: {
      market,
      trade: word('seq', 1),
      takerOrder: word('order', 1),
      makerOrder: word('order', 1),
      taker: user,
      maker: user,
      takerSide: word('code', 1, 2),
      price: word('ticks', 1),
      lots: word('lots', 1),
      value: word('atoms', 1),
      takerFee: word('atoms'),
      makerFee: word('atoms'),
      /** 1 when the market maker was on one side. */
      house: word('code', 0, 1),
    },
  },
  /** A referrer's share of a fee, naming its trade; the entry follows. */
  rebate: {
    kind: 135,
    fields: {
      market,
      trade: word('seq', 1),
      from: user,
      to: user,
      generation: word('code', 1, 3),
      asset: word('asset', 1, 65_535),
      amount: word('atoms', 1),
    },
  },
  /** The market maker's levels changed: its present lots at each level named (0: none). */
  quote: {
    kind: 136,
    fields: {
      market,
      levels: list(1_024, { side: word('code', 1, 2), price: word('ticks', 1), lots: word('lots') }),
    },
  },

  // ── wallet ──
  transferred: {
    kind: 150,
    fields: {
      user,
      from: word('code', 1, 8),
      to: word('code', 1, 8),
      asset: word('asset', 1, 65_535),
      amount: word('atoms', 1),
      market,
    },
  },
  practice: { kind: 151, fields: { user, asset: word('asset', 1, 65_535), amount: word('atoms', 1) } },
  funded: {
    kind: 152,
    fields: { class: word('code', 1, 99), asset: word('asset', 1, 65_535), amount: word('atoms', 1) },
  },

  // ── users, listings, rules ──
  'user.changed': {
    kind: 160,
    fields: {
      user,
      referrer: user,
      stage: word('code', 0, 2),
      locks: word('code', 0, 255),
      /** Fee tier, 0 normal. */
      tier: word('code', 0, 15),
      /** 1: the market maker. */
      house: word('code', 0, 1),
    },
  },
  'asset.changed': {
    kind: 161,
    fields: { asset: word('asset', 1, 65_535), code: word('text', 1), scale: word('code', 0, 8) },
  },
  'instrument.changed': {
    kind: 162,
    fields: {
      instrument: word('instrument', 1, 65_535),
      base: word('text', 1),
      quote: word('text', 1),
      category: word('code', 1, 5),
      calendar: word('calendar', 0, 255),
      tickDecimals: word('code', 0, 12),
    },
  },
  /** state: 1 trading, 2 cancel-only, 3 suspended. */
  'market.changed': {
    kind: 163,
    fields: {
      market,
      type: word('code', 1, 3),
      instrument: word('instrument', 1, 65_535),
      base: word('asset', 1, 65_535),
      quote: word('asset', 1, 65_535),
      tickDecimals: word('code', 0, 12),
      lotDecimals: word('code', 0, 12),
      atomsPerTickLot: word('atoms', 1),
      baseAtomsPerLot: word('atoms', 1),
      minValue: word('atoms'),
      maxValue: word('atoms', 1),
      state: word('code', 1, 3),
    },
  },
  /** One fee tier of the parameters in force. */
  'tier.changed': {
    kind: 164,
    fields: {
      tier: word('code', 0, 15),
      volume: word('whole'),
      maker: word('ppm'),
      taker: word('ppm'),
      version: word('code', 1),
    },
  },
  epoch: { kind: 170, fields: { epoch: word('code', 1) } },
  rules: { kind: 171, fields: { version: word('code', 1) } },
  'rules.announced': { kind: 173, fields: { version: word('code', 1), at: word('ms', 1) } },
  seal: { kind: 172, fields: { digest: list(8, { word: word('bits') }) } },

  ...contractEvents,
  ...marginEvents,
  ...secondEvents,
  ...earnEvents,
  ...loanEvents,
  ...swapEvents,
  ...custodyEvents,
  ...otcEvents,
  ...deskEvents,
} as const satisfies Record<string, EventShape>;

export type EventName = keyof typeof events;

/** An event as an object: its name and fields. */
export type EventOf<N extends EventName> = { readonly name: N } & ValueOf<(typeof events)[N]['fields']>;
export type ExchangeEvent = { [N in EventName]: EventOf<N> }[EventName];
