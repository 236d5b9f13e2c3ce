// The tables of accounts and ledger lines, column for column; `tables.ts` joins them to the others.

import type { TableSpec } from './table-spec.ts';

export const ledgerTables = {
  /** Every account of every class with its present balance. `came`: all that its ledger lines brought, without what they took. */
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
  /** Ledger lines of customers. `line` counts them from 1; `came`: all that its account's lines brought up to it. */
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
  /** Customers' accounts as each UTC day (its start, ms) left them, of the days on which they had ledger lines. */
  account_days: {
    columns: { account: 'int8', day: 'int8', balance: 'int8', came: 'numeric' },
    key: ['account', 'day'],
    merge: 'replace',
  },
  /** What the ledger lines of a UTC day add up to. */
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
