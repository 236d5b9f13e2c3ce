// Every command of the exchange: kind, sender, fields. Kind numbers and fields are frozen once journalled: a changed
// record is a new kind.

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
 * Who may submit a command to the sequencer. `setup`: the sequencer until the first user is opened; afterwards only
 * inside a proposal of two operators (`desk.grant`: until two administrators exist who could agree). `desk`: one
 * operator of the desk, named by `operator`.
 */
export type Sender = 'sequencer' | 'markets' | 'identity' | 'user' | 'custody' | 'desk' | 'setup';

export interface CommandShape {
  readonly kind: number;
  readonly sender: Sender;
  readonly fields: Fields;
}

/** Most price levels in one quote command. */
export const MAX_QUOTE_LEVELS = 512;
/** Most instruments of one slot. */
export const MAX_INSTRUMENTS = 256;
/** Most sources of one slot, all instruments together. */
export const MAX_SOURCE_QUOTES = 4_096;
/** Most sessions in one calendar command. */
export const MAX_SESSIONS = 2_000;

const marketRow = {
  market,
  /** 1 spot, 2 USDT perpetual, 3 coin-margined perpetual. */
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
  /** Minimum and maximum value of one order in quote atoms. */
  minValue: word('atoms', 0, MAX_ORDER_ATOMS),
  maxValue: word('atoms', 1, MAX_ORDER_ATOMS),
} as const;

export const commands = {
  // ── sequencer ──
  /** The first command of every journal: listings, fees, and (practice only) opening balances. */
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
      /** Spot fee tiers by 30-day turnover; the first begins at 0. */
      tiers: list(16, { volume: word('whole'), maker: word('ppm', 0, 100_000), taker: word('ppm', 0, 100_000) }),
      /** Shares of every fee, in millionths: safety fund and referrers of generations 1 to 3. */
      safetyShare: word('ppm', 0, 1_000_000),
      firstShare: word('ppm', 0, 1_000_000),
      secondShare: word('ppm', 0, 1_000_000),
      thirdShare: word('ppm', 0, 1_000_000),
      /** Opening balances, from outside:practice. `class` as in `ledger/accounts.ts`. Empty in live mode. */
      funds: list(4_096, { class: word('code', 1, 99), asset: word('asset', 1, 65_535), amount: word('atoms', 1) }),
      /** Amount up to which a claim of practice money tops an account up. */
      practice: list(64, { asset: word('asset', 1, 65_535), amount: word('atoms', 1) }),
      /** SHA-256 of the simulator's seed in words of 32 bits; empty without a simulator. */
      seedHash: list(8, { word: word('bits', 0, 2 ** 32 - 1) }),
    },
  },
  /** A new writer takes over. A writer of an older epoch may never write again. */
  epoch: { kind: 2, sender: 'sequencer', fields: { epoch: word('code', 1) } },
  /** Puts the next version of the rules in force from this command on. */
  'rules.activate': { kind: 3, sender: 'sequencer', fields: { version: word('code', 1) } },
  /**
   * Allows a version of the rules to be activated from `at` on, at least a day from now. May be repeated with another
   * time.
   */
  'rules.announce': { kind: 5, sender: 'sequencer', fields: { version: word('code', 1), at: word('ms', 1) } },
  seal: { kind: 4, sender: 'sequencer', fields: { digest: list(8, { word: word('bits', 0, 2 ** 32 - 1) }) } },

  // ── markets ──
  /** All instruments of one slot, with the sources of each index (their price as a difference to the index). */
  ticks: {
    kind: 10,
    sender: 'markets',
    fields: {
      ticks: list(MAX_INSTRUMENTS, {
        instrument: word('instrument', 1, 65_535),
        price: word('cents', 1),
        /** Maximum minus minimum of the sources used. */
        spread: word('cents'),
        used: word('code', 0, 64),
        total: word('code', 1, 64),
      }),
      quotes: list(MAX_SOURCE_QUOTES, {
        instrument: word('instrument', 1, 65_535),
        source: word('code', 1, 255),
        /** Source's mid price minus index. */
        offset: word('cents', -(2 ** 52)),
        /** Age at the time of the tick. */
        age: word('ms'),
        /** 1 used; not used: 2 too old, 3 too far, 4 not a price. */
        state: word('code', 1, 4),
      }),
    },
  },
  /** Changes the market maker's levels of one market: lots 0 removes a level, unchanged levels keep their orders. */
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
  /**
   * Sessions of a calendar in absolute time. Replaces the calendar's sessions from the first new session's start on.
   */
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
  /** Opens a user. The answer is the id. `referrer` is an earlier user or 0. */
  'user.open': { kind: 20, sender: 'identity', fields: { referrer: word('user') } },
  /** Verification stage and locks (bits: 1 frozen, 2 withdrawals locked). */
  'user.set': {
    kind: 21,
    sender: 'identity',
    fields: { user, stage: word('code', 0, 2), locks: word('code', 0, 255) },
  },
  /** Voids a key that has not run, so that it can never run. */
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
      /** Limit price; 0 for market types. */
      price: word('ticks', 0, MAX_TICKS),
      /** 0 for a market buy by amount. */
      lots: word('lots', 0, MAX_ORDER_ATOMS),
      /** Quote atoms to spend, with the fee taken from what is received. Only for a market buy without lots. */
      amount: word('atoms', 0, MAX_ORDER_ATOMS),
      /** 0: none. */
      trigger: word('ticks', 0, MAX_TICKS),
      /** 1 mark (index on spot), 2 last. */
      triggerBy: word('code', 1, 2),
      /** 1 expire taker, 2 expire maker, 3 expire both. */
      selfTrade: word('code', 1, 3),
    },
  },
  /** New price and total quantity; 0 keeps the old value. A lower quantity at the same price keeps its priority. */
  'order.amend': {
    kind: 31,
    sender: 'user',
    fields: { user, ...key, order, price: word('ticks', 0, MAX_TICKS), lots: word('lots', 0, MAX_ORDER_ATOMS) },
  },
  'order.cancel': { kind: 32, sender: 'user', fields: { user, ...key, order } },
  /** Cancels all open orders of the user, in one market or (0) in all. The answer is how many. */
  'order.cancelAll': { kind: 33, sender: 'user', fields: { user, ...key, market: word('market', 0, 65_535) } },
  /**
   * Cancels all open orders of the user in one wallet, and in one market or (0) in all. Take-profit and stop-loss
   * orders of a position stay, because they protect it. `reason`: 2 by the user, 3 cancel-after (dead man's switch).
   * The answer is how many.
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
      /** Set for wallet 5, else 0. */
      market: word('market', 0, 65_535),
    },
  },
  /** Tops the spot wallet up to the practice amounts, once per UTC day. Practice journals only. */
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

/** A command as an object: its name and fields. */
export type CommandOf<N extends CommandName> = { readonly name: N } & ValueOf<(typeof commands)[N]['fields']>;
export type Command = { [N in CommandName]: CommandOf<N> }[CommandName];
