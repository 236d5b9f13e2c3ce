// The tables of accounts and ledger lines, column by column; `tables.ts` joins them with the others.

import type { TableSpec } from './table-spec.ts';

export const ledgerTables = {
  /**
   * Every account of every class with its current balance. `came`: total credits of its ledger lines, without debits.
   */
  balances: {
    columns: {
      account: 'int8',
      class: 'int2',
      user_id: 'int8',
      wallet: 'int2',
      asset: 'int4',
      market: 'int4',
      available: 'int8',
      held: 'int8',
      came: 'numeric',
    },
    key: ['account'],
    merge: 'replace',
  },
  /** Ledger lines of customers. `line` counts them from 1; `came`: total credits of its account's lines up to it. */
  bills: {
    columns: {
      line: 'int8',
      account: 'int8',
      user_id: 'int8',
      wallet: 'int2',
      asset: 'int4',
      market: 'int4',
      kind: 'int2',
      amount: 'int8',
      balance: 'int8',
      came: 'numeric',
      cause_kind: 'int2',
      cause_id: 'int8',
      time: 'int8',
      seq: 'int8',
    },
    key: ['line'],
    merge: 'insert',
  },
  /** Customers' accounts at the end of each UTC day (its start, ms) on which they had ledger lines. */
  account_days: {
    columns: { account: 'int8', day: 'int8', balance: 'int8', came: 'numeric' },
    key: ['account', 'day'],
    merge: 'replace',
  },
  /** Sums of the ledger lines of a UTC day. */
  bill_days: {
    columns: {
      user_id: 'int8',
      day: 'int8',
      wallet: 'int2',
      asset: 'int4',
      kind: 'int2',
      cause_kind: 'int2',
      net: 'numeric',
    },
    key: ['user_id', 'day', 'wallet', 'asset', 'kind', 'cause_kind'],
    merge: 'add',
    added: ['net'],
  },
} as const satisfies Record<string, TableSpec>;
