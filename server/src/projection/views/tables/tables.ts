// The views' tables, column by column: one list for the migration check, the writer, the comparison and the types.

import { ledgerTables } from './ledger-tables.ts';
import { productTables } from './product-tables.ts';
import type { ColumnType, TableSpec } from './table-spec.ts';

export type { ColumnType, TableSpec } from './table-spec.ts';

const order = {
  order_id: 'int8',
  user_id: 'int8',
  market: 'int4',
  wallet: 'int2',
  side: 'int2',
  type: 'int2',
  time_in_force: 'int2',
  price: 'int4',
  lots: 'int8',
  amount: 'int8',
  trigger: 'int4',
  trigger_by: 'int2',
  status: 'int2',
  reason: 'int2',
  dealt_lots: 'int8',
  dealt_value: 'int8',
  fee: 'int8',
  resting: 'int8',
  maker_rate: 'int4',
  taker_rate: 'int4',
  /** Contracts only; 0 for spot and for the market maker. */
  direction: 'int2',
  margin_mode: 'int2',
  leverage: 'int2',
  stop_profit: 'int4',
  stop_loss: 'int4',
  position: 'int8',
  guard: 'int2',
  /** Take-profit and stop-loss orders only: for the whole position; triggered. */
  whole: 'bool',
  fired: 'bool',
  created: 'int8',
  updated: 'int8',
  seq: 'int8',
  last_seq: 'int8',
  house: 'bool',
} as const;

export const tables = {
  assets: { columns: { asset: 'int4', code: 'text', scale: 'int2' }, key: ['asset'], merge: 'replace' },
  instruments: {
    columns: {
      instrument: 'int4',
      base: 'text',
      quote: 'text',
      category: 'int2',
      calendar: 'int2',
      tick_decimals: 'int2',
    },
    key: ['instrument'],
    merge: 'replace',
  },
  markets: {
    columns: {
      market: 'int4',
      type: 'int2',
      instrument: 'int4',
      base: 'int4',
      quote: 'int4',
      tick_decimals: 'int2',
      lot_decimals: 'int2',
      atoms_per_tick_lot: 'int8',
      base_atoms_per_lot: 'int8',
      min_value: 'int8',
      max_value: 'int8',
      state: 'int2',
    },
    key: ['market'],
    merge: 'replace',
  },
  tiers: {
    columns: { tier: 'int2', volume: 'int8', maker: 'int4', taker: 'int4', version: 'int4' },
    key: ['tier'],
    merge: 'replace',
  },
  users_core: {
    columns: {
      user_id: 'int8',
      referrer: 'int8',
      stage: 'int2',
      locks: 'int2',
      tier: 'int2',
      house: 'bool',
      opened: 'int8',
    },
    key: ['user_id'],
    merge: 'replace',
    kept: ['opened'],
  },
  price_states: {
    columns: { instrument: 'int4', state: 'int2', opens_at: 'int8', closes_at: 'int8' },
    key: ['instrument'],
    merge: 'replace',
  },
  orders: { columns: order, key: ['order_id'], merge: 'replace', kept: ['whole'], lasting: ['fired'] },
  trades: {
    columns: {
      market: 'int4',
      trade: 'int8',
      price: 'int4',
      lots: 'int8',
      value: 'int8',
      side: 'int2',
      taker_order: 'int8',
      maker_order: 'int8',
      taker: 'int8',
      maker: 'int8',
      taker_fee: 'int8',
      maker_fee: 'int8',
      house: 'bool',
      time: 'int8',
      seq: 'int8',
    },
    key: ['market', 'trade'],
    merge: 'insert',
  },
  /** One row per customer's side of a trade. */
  fills: {
    columns: {
      market: 'int4',
      trade: 'int8',
      maker: 'bool',
      order_id: 'int8',
      user_id: 'int8',
      side: 'int2',
      direction: 'int2',
      price: 'int4',
      lots: 'int8',
      value: 'int8',
      fee: 'int8',
      fee_asset: 'int4',
      house: 'bool',
      time: 'int8',
      seq: 'int8',
      /** Wallet of its order. */
      wallet: 'int2',
    },
    key: ['market', 'trade', 'maker'],
    merge: 'insert',
  },
  /**
   * Recipients of each fee. `share`: 1–3 a referrer's generation, 4 the agent, 8 the fee account, 9 the safety fund.
   */
  fee_shares: {
    columns: {
      market: 'int4',
      trade: 'int8',
      maker: 'bool',
      asset: 'int4',
      share: 'int2',
      user_id: 'int8',
      amount: 'int8',
    },
    key: ['market', 'trade', 'maker', 'share'],
    merge: 'insert',
  },
  /** Markets in which customers had orders. */
  order_markets: {
    columns: { user_id: 'int8', wallet: 'int2', market: 'int4' },
    key: ['user_id', 'wallet', 'market'],
    merge: 'once',
  },
  /** `kind` 0 index, 1–3 the market's type, 4 mark; `width` the index in INTERVALS. */
  candles: {
    columns: {
      kind: 'int2',
      subject: 'int4',
      width: 'int2',
      time: 'int8',
      open: 'int8',
      high: 'int8',
      low: 'int8',
      close: 'int8',
      volume: 'int8',
      turnover: 'int8',
      turnover_rest: 'int8',
    },
    key: ['kind', 'subject', 'width', 'time'],
    merge: 'replace',
  },
  tickers: {
    columns: { kind: 'int2', subject: 'int4', last: 'int8', last_time: 'int8', last_seq: 'int8', number: 'int8' },
    key: ['kind', 'subject'],
    merge: 'replace',
  },
  /** `sources`: `source,offset,age,state` joined by `;`. Kept for TICKS_KEPT_MS. */
  ticks: {
    columns: {
      instrument: 'int4',
      number: 'int8',
      seq: 'int8',
      time: 'int8',
      price: 'int8',
      spread: 'int8',
      used: 'int2',
      total: 'int2',
      state: 'int2',
      sources: 'text',
    },
    key: ['instrument', 'number'],
    merge: 'insert',
  },
  ...ledgerTables,
  ...productTables,
} as const satisfies Record<string, TableSpec>;

export type TableName = keyof typeof tables;

interface Values {
  numeric: bigint;
  int8: number;
  int4: number;
  int2: number;
  bool: boolean;
  text: string;
}

/** A row of a table as Kysely reads it. */
export type RowOf<N extends TableName> = {
  -readonly [C in keyof (typeof tables)[N]['columns']]: (typeof tables)[N]['columns'][C] extends ColumnType
    ? Values[(typeof tables)[N]['columns'][C]]
    : never;
};

export interface EventLogRow {
  row: number;
  first_seq: number;
  count: number;
  time: number;
  hash: string;
  row_hash: string;
  events: Uint8Array;
}

export interface ViewsStateRow {
  one: number;
  version: number;
  row: number;
  seq: number;
  time: number;
  row_hash: string;
  bills: number;
}

/** Last row up to which the event log was checked for gaps. */
export interface ViewsCheckedRow {
  one: number;
  row: number;
}

/** From when (ms UTC) the rows of a table are kept; a table without an entry has all. */
export interface ViewsKeptRow {
  name: string;
  since: number;
}

export type ViewsDatabase = { [N in TableName]: RowOf<N> } & {
  event_log: EventLogRow;
  views_state: ViewsStateRow;
  views_checked: ViewsCheckedRow;
  views_kept: ViewsKeptRow;
};
