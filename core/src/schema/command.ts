// Every command the exchange knows: kind, who may send it, fields. Kind numbers and fields are frozen
// once journalled: a changed record is a new kind.

import { contractCommands } from './contract.ts';
import { custodyCommands } from './custody.ts';
import { deskCommands } from './desk.ts';
import { earnCommands } from './earn.ts';
import { type Fields, list, MAX_ORDER_ATOMS, MAX_TICKS, type ValueOf, word } from './field.ts';
import { loanCommands } from './loan.ts';
import { marginCommands } from './margin.ts';
import { otcCommands } from './otc.ts';
import { secondCommands } from './second.ts';
import { swapCommands } from './swap.ts';
import { key, market, order, user } from './words.ts';

/**
 * Who may put a command before the sequencer.
 * `setup`: the sequencer's until the first customer is opened, afterwards only inside a proposal of two persons
 * (`desk.grant`: until there are two administrators who could agree).
 * `desk`: one person of the desk, named by `operator`.
 */
export type Sender = 'sequencer' | 'markets' | 'identity' | 'user' | 'custody' | 'desk' | 'setup';

export interface CommandShape {
  readonly kind: number;
  readonly sender: Sender;
  readonly fields: Fields;
}

/** The most price levels one ladder difference carries. */
export const MAX_QUOTE_LEVELS = 512;
/** The most instruments of one slot. */
export const MAX_INSTRUMENTS = 256;
/** The most sources of one slot, all instruments together. */
export const MAX_SOURCE_QUOTES = 4_096;
/** The most sessions one calendar command carries. */
export const MAX_SESSIONS = 2_000;

const marketRow = {
  market,
  /** 1 spot, 2 U contract, 3 coin contract. */
  type: word('code', 1, 3),
  instrument: word('instrument', 1, 65_535),
  base: word('asset', 1, 65_535),
  quote: word('asset', 1, 65_535),
  /** Decimals of one tick: price = ticks ÷ 10^tickDecimals. */
  tickDecimals: word('code', 0, 12),
  /** Decimals of one lot: quantity = lots ÷ 10^lotDecimals. */
  lotDecimals: word('code', 0, 12),
  /** Quote atoms that one lot costs at one tick (K). */
  atomsPerTickLot: word('atoms', 1, MAX_ORDER_ATOMS),
  /** Base atoms in one lot. */
  baseAtomsPerLot: word('atoms', 1, MAX_ORDER_ATOMS),
  /** Least and greatest value of one order in quote atoms. */
  minValue: word('atoms', 0, MAX_ORDER_ATOMS),
  maxValue: word('atoms', 1, MAX_ORDER_ATOMS),
} as const;

export const commands = {
  // ── sequencer ──
  /** The first command of every journal: what is listed, what it costs, and (practice only) what the house starts with. */
  genesis: {
    kind: 1,
    sender: 'sequencer',
    fields: {
      /** 1 practice, 2 live. */
      mode: word('code', 1, 2),
      assets: list(1_024, { asset: word('asset', 1, 65_535), code: word('text', 1), scale: word('code', 0, 8) }),
      instruments: list(MAX_INSTRUMENTS, {
        instrument: word('instrument', 1, 65_535),
        base: word('text', 1),
        quote: word('text', 1),
        /** 1 crypto, 2 forex, 3 commodities, 4 stock index, 5 gold. */
        category: word('code', 1, 5),
        /** 0: always open. */
        calendar: word('calendar', 0, 255),
        /** Index price = cents ÷ 10^(tickDecimals + 2). */
        tickDecimals: word('code', 0, 12),
      }),
      markets: list(1_024, marketRow),
      /** Fee tiers, spot, by 30-day turnover; the first begins at 0. */
      tiers: list(16, { volume: word('whole'), maker: word('ppm', 0, 100_000), taker: word('ppm', 0, 100_000) }),
      /** Shares of every fee, in millionths: safety fund and referrers of generations 1 to 3. */
      safetyShare: word('ppm', 0, 1_000_000),
      firstShare: word('ppm', 0, 1_000_000),
      secondShare: word('ppm', 0, 1_000_000),
      thirdShare: word('ppm', 0, 1_000_000),
      /** What the house starts with, from outside:practice. `class` as in `ledger/accounts.ts`. Empty in live mode. */
      funds: list(4_096, { class: word('code', 1, 99), asset: word('asset', 1, 65_535), amount: word('atoms', 1) }),
      /** To what a claim of practice money tops an account up. */
      practice: list(64, { asset: word('asset', 1, 65_535), amount: word('atoms', 1) }),
      /** SHA-256 of the simulator's seed in words of 32 bits; empty without a simulator. */
      seedHash: list(8, { word: word('bits', 0, 2 ** 32 - 1) }),
    },
  },
  /** A writer takes over. An older epoch never writes again. */
  epoch: { kind: 2, sender: 'sequencer', fields: { epoch: word('code', 1) } },
  /** The next version of the rules is in force from this command on. */
  'rules.activate': { kind: 3, sender: 'sequencer', fields: { version: word('code', 1) } },
  /** A version of the rules may be activated from `at` on, a day from now at the earliest. Again: at another time. */
  'rules.announce': { kind: 5, sender: 'sequencer', fields: { version: word('code', 1), at: word('ms', 1) } },
  seal: { kind: 4, sender: 'sequencer', fields: { digest: list(8, { word: word('bits', 0, 2 ** 32 - 1) }) } },

  // ── markets ──
  /** All instruments of one slot, with the sources each index was made of (price as difference to the index). */
  ticks: {
    kind: 10,
    sender: 'markets',
    fields: {
      ticks: list(MAX_INSTRUMENTS, {
        instrument: word('instrument', 1, 65_535),
        price: word('cents', 1),
        /** Greatest minus least of the sources used. */
        spread: word('cents'),
        used: word('code', 0, 64),
        total: word('code', 1, 64),
      }),
      quotes: list(MAX_SOURCE_QUOTES, {
        instrument: word('instrument', 1, 65_535),
        source: word('code', 1, 255),
        /** Source's middle minus index. */
        offset: word('cents', -(2 ** 52)),
        /** Age at the time of the tick. */
        age: word('ms'),
        /** 1 used; 0 and why not: 2 too old, 3 too far, 4 not a price. */
        state: word('code', 1, 4),
      }),
    },
  },
  /** The market maker's ladder of one market as a difference: lots 0 removes a level, unchanged levels keep their orders. */
  'maker.quote': {
    kind: 11,
    sender: 'markets',
    fields: {
      market,
      levels: list(MAX_QUOTE_LEVELS, {
        side: word('code', 1, 2),
        price: word('ticks', 1, MAX_TICKS),
        lots: word('lots', 0, MAX_ORDER_ATOMS),
      }),
    },
  },
  /** Sessions of a calendar in absolute time; replaces what the calendar held from the first session's start on. */
  'hours.set': {
    kind: 12,
    sender: 'markets',
    fields: {
      calendar: word('calendar', 1, 255),
      sessions: list(MAX_SESSIONS, { opens: word('ms', 1), closes: word('ms', 1) }),
    },
  },
  /** The quotes of this slot are in: what its ticks cause is worked off now. Sent directly behind them, in the same batch. */
  'slot.end': { kind: 14, sender: 'markets', fields: {} },

  // ── identity ──
  /** Opens a user; the answer is the id. `referrer` is an earlier user or 0. */
  'user.open': { kind: 20, sender: 'identity', fields: { referrer: word('user') } },
  /** Verification stage and locks (bits: 1 frozen, 2 withdrawals locked). */
  'user.set': {
    kind: 21,
    sender: 'identity',
    fields: { user, stage: word('code', 0, 2), locks: word('code', 0, 255) },
  },
  /** Voids a key that has not run, so that it never will. */
  'key.void': { kind: 22, sender: 'identity', fields: { user, ...key } },

  // ── user: orders ──
  'order.place': {
    kind: 30,
    sender: 'user',
    fields: {
      user,
      ...key,
      market,
      /** Wallet: 1 spot (4, 5 margin, later). */
      wallet: word('code', 1, 8),
      /** 1 buy, 2 sell. */
      side: word('code', 1, 2),
      /** 1 limit, 2 market, 3 stop limit, 4 stop market, 5 take-profit limit, 6 take-profit market. */
      type: word('code', 1, 6),
      /** 1 GTC, 2 IOC, 3 FOK, 4 POST_ONLY. */
      timeInForce: word('code', 1, 4),
      /** Limit; 0 for market types. */
      price: word('ticks', 0, MAX_TICKS),
      /** 0 for a market buy by amount. */
      lots: word('lots', 0, MAX_ORDER_ATOMS),
      /** Quote atoms to spend, fee taken from what is received; only a market buy without lots. */
      amount: word('atoms', 0, MAX_ORDER_ATOMS),
      /** 0: none. */
      trigger: word('ticks', 0, MAX_TICKS),
      /** 1 mark (index on spot), 2 last. */
      triggerBy: word('code', 1, 2),
      /** 1 expire taker, 2 expire maker, 3 expire both. */
      selfTrade: word('code', 1, 3),
    },
  },
  /** New price and total quantity; 0 keeps the old. Less quantity at the same price keeps its place. */
  'order.amend': {
    kind: 31,
    sender: 'user',
    fields: { user, ...key, order, price: word('ticks', 0, MAX_TICKS), lots: word('lots', 0, MAX_ORDER_ATOMS) },
  },
  'order.cancel': { kind: 32, sender: 'user', fields: { user, ...key, order } },
  /** All open orders of the user, of one market or (0) of every. The answer is how many. */
  'order.cancelAll': { kind: 33, sender: 'user', fields: { user, ...key, market: word('market', 0, 65_535) } },
  /**
   * All open orders of the user, of one wallet and one market or (0) of every; a position's stop-profit and stop-loss
   * stay, because they guard it. `reason`: 2 the user said so, 3 the user is gone. The answer is how many.
   */
  'order.clear': {
    kind: 34,
    sender: 'user',
    fields: {
      ...{ user, ...key, wallet: word('code', 0, 8), market: word('market', 0, 65_535) },
      reason: word('code', 2, 3),
    },
  },

  // ── user: wallet ──
  'wallet.transfer': {
    kind: 50,
    sender: 'user',
    fields: {
      user,
      ...key,
      from: word('code', 1, 8),
      to: word('code', 1, 8),
      asset: word('asset', 1, 65_535),
      amount: word('atoms', 1),
      /** Of wallet 5, else 0. */
      market: word('market', 0, 65_535),
    },
  },
  /** Tops the spot wallet up to the practice amounts, once a UTC day; practice journals only. */
  'practice.claim': { kind: 51, sender: 'user', fields: { user, ...key } },

  ...contractCommands,
  ...marginCommands,
  ...secondCommands,
  ...earnCommands,
  ...loanCommands,
  ...swapCommands,
  ...custodyCommands,
  ...otcCommands,
  ...deskCommands,
} as const satisfies Record<string, CommandShape>;

export type CommandName = keyof typeof commands;

/** A command at the faces: its name and fields. */
export type CommandOf<N extends CommandName> = { readonly name: N } & ValueOf<(typeof commands)[N]['fields']>;
export type Command = { [N in CommandName]: CommandOf<N> }[CommandName];
