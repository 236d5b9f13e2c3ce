// Bounds on the rows that commands, timers and pending work may take (issue 13 A.1, core §10). `decide` checks that
// enough rows are free, so `commit` cannot fail. Each domain checks its own tables in its `decide`. A test measures
// every kind of command, timer and pending work.

import { LISTED_TIMERS, TIMER } from './clock/index.ts';
import { ENDING_ACCOUNTS } from './ledger/index.ts';
import type { Parts } from './parts.ts';
import { type CommandName, commands, KINDS } from './schema/index.ts';
import type { TableBase } from './state/index.ts';

/** The most accounts and timers that a command may open. Kinds not listed open none, or check themselves. */
interface Needs {
  readonly accounts?: number;
  readonly timers?: number;
}

/** Commands that open something new. They may not use rows reserved for endings. */
const OPENING: Partial<Readonly<Record<CommandName, Needs>>> = {
  'practice.claim': { accounts: 64 },
  'debt.borrow': { accounts: 6, timers: 1 },
  'second.open': { accounts: 3, timers: 1 },
  'earn.buy': { accounts: 4, timers: 1 },
  'loan.decide': { accounts: 4, timers: 2 },
  'swap.place': { accounts: 1, timers: 1 },
  'reward.claim': { accounts: 3 },
  'deposit.credit': { accounts: 2 },
  'withdrawal.request': { accounts: 2, timers: 2 },
  'offer.open': { accounts: 2 },
  'deal.open': { accounts: 2, timers: 1 },
  'bond.lock': { accounts: 2 },
  'contract.list': { accounts: 3 },
  'asset.list': { accounts: 3 },
  'campaign.fund': { accounts: 2 },
  'treasury.move': { accounts: 2 },
  correction: { accounts: 2 },
};

/** Commands that end or correct something. */
const ENDING: Partial<Readonly<Record<CommandName, Needs>>> = {
  'deposit.restore': { accounts: 5 },
  'deposit.reverse': { accounts: 5 },
  'bond.pay': { accounts: 1 },
  'withdrawal.step': { accounts: 4 },
  'withdrawal.failProven': { accounts: 1 },
  'withdrawal.replan': { timers: 2 },
  'withdrawal.cancel': { accounts: 1 },
  'withdrawal.approve': { accounts: 1 },
  'earn.redeem': { accounts: 3 },
  'loan.repay': { accounts: 4 },
  'debt.repay': { accounts: 4 },
  'deal.release': { accounts: 3 },
  'deal.rule': { accounts: 3 },
  'deal.cancel': { accounts: 1 },
  'offer.close': { accounts: 1 },
  'bond.free': { accounts: 1 },
};

/** Kinds that check the exact accounts they open. Where a fee has no recipient they open none. */
export const ASKS_ITSELF: readonly CommandName[] = [
  ...(['genesis', 'order.place', 'order.amend', 'contract.place', 'leverage.set', 'wallet.transfer'] as const),
  ...([
    'maker.quote',
    'maker.transfer',
    'ticks',
    'slot.end',
    'position.close',
    'position.closeMany',
    'position.closeProven',
  ] as const),
  ...(['proposal.approve', 'rules.activate'] as const),
];

const KNOWN = Object.entries({ ...OPENING, ...ENDING });
const accounts = new Int32Array(KINDS);
const timers = new Int32Array(KINDS);
const ends = new Uint8Array(KINDS);
const asks = new Uint8Array(KINDS);
for (const name of ASKS_ITSELF) asks[commands[name].kind] = 1;
for (const [name, needs] of KNOWN) {
  const { kind } = commands[name as CommandName];
  accounts[kind] = needs.accounts ?? 0;
  timers[kind] = needs.timers ?? 0;
  ends[kind] = name in ENDING ? 1 : 0;
}

/** The most accounts that a command of a kind may open. */
export function accountsOf(kind: number): number {
  return accounts[kind] as number;
}

/** The most timers that a command of a kind may set. */
export function timersOf(kind: number): number {
  return timers[kind] as number;
}

/** Whether a kind checks the accounts it opens itself. */
export function asksItself(kind: number): boolean {
  return asks[kind] === 1;
}

/** Whether a kind ends something, and so may use the rows reserved for endings. */
export function isEnding(kind: number): boolean {
  return ends[kind] === 1;
}

/**
 * Tables from which a firing timer may take rows. A timer cannot be refused, so it takes no more timer rows than it
 * freed, and only reserved rows of the other tables.
 */
export const TIMER_ROWS: Readonly<Record<keyof typeof TIMER, readonly string[]>> = {
  instrument: ['timers'],
  calendar: ['timers'],
  day: ['timers'],
  secondOpen: ['secondEnds'],
  secondMature: ['secondEnds'],
  funding: ['timers', 'fundingClaims'],
  premium: ['timers'],
  interest: ['timers'],
  earnDay: ['timers'],
  earnEnd: [],
  loanDue: ['timers'],
  loanDay: ['timers'],
  deal: ['timers', 'ended_deals'],
  proposal: ['timers'],
  change: ['timers'],
  campaign: [],
  loanCollect: ['timers'],
  withdrawalTurn: ['timers'],
  withdrawalMinute: ['timers'],
  swap: ['timers', 'accounts'],
  closing: ['timers'],
  unwind: ['timers', 'orders', 'fundingClaims', 'accounts'],
  claimable: ['timers'],
  noticed: ['timers'],
  withdrawalHour: ['timers'],
  secondEnd: [],
};

/** Tables from which pending work may take rows, by domain. These rows are reserved for what is open. */
export const WORK_ROWS: Readonly<Record<string, readonly string[]>> = {
  Second: [],
  FrozenOrders: [],
  StaleQuotes: [],
  MarketChanges: [],
  Risk: ['orders', 'fundingClaims', 'accounts', 'deleverageOrders', 'timers'],
  BeforeClose: ['orders', 'fundingClaims', 'accounts'],
  Margin: ['orders', 'seats', 'accounts', 'margin.bounds'],
  OrderCommands: ['orders', 'positions', 'fundingClaims', 'accounts'],
  Deposits: [],
  Withdrawals: ['timers'],
};

/** Rows of a table that new business may not take. */
export function keptRows({ ledger, perpetual, margin }: Parts, table: TableBase): number {
  if (table.name === 'timers') return LISTED_TIMERS;
  // Reserved by count, not by row: a wallet's bounds are recomputed whenever it changes.
  if (table.name === 'margin.bounds') return margin.context.kept.boundsKept();
  if (table.name === 'fundingClaims') {
    const { rows } = perpetual.context.positions;
    return rows.rowsUsed() + rows.keptRows;
  }
  return table.keptRows + (table === ledger.accounts ? ENDING_ACCOUNTS : 0);
}
