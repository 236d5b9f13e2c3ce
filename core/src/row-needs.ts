// The most accounts that a command may open, by its kind (issue 13 A.1): decide checks that there is room for so many, and
// commit finds it. Of its own tables each domain's decide asks itself. Kinds that are not named open none, or ask
// themselves (orders, transfers, leverage).

import { type CommandName, commands, KINDS } from './schema/index.ts';

/** What opens something new: rows that endings need are not for it. */
const OPENING: Partial<Readonly<Record<CommandName, number>>> = {
  'practice.claim': 64,
  'debt.borrow': 6,
  'second.open': 3,
  'earn.buy': 4,
  'loan.decide': 4,
  'swap.place': 1,
  'reward.claim': 3,
  'deposit.credit': 2,
  'withdrawal.request': 2,
  'offer.open': 2,
  'deal.open': 2,
  'bond.lock': 2,
  'contract.list': 3,
  'asset.list': 3,
  'campaign.fund': 2,
  'treasury.move': 2,
  correction: 2,
};

/** What ends or corrects something. */
const ENDING: Partial<Readonly<Record<CommandName, number>>> = {
  'deposit.restore': 5,
  'deposit.reverse': 5,
  'bond.pay': 1,
};

const needs = new Int32Array(KINDS);
const ends = new Uint8Array(KINDS);
for (const [name, rows] of Object.entries(OPENING)) needs[commands[name as CommandName].kind] = rows;
for (const [name, rows] of Object.entries(ENDING)) {
  needs[commands[name as CommandName].kind] = rows;
  ends[commands[name as CommandName].kind] = 1;
}

/** Accounts that a command of a kind may open at most. */
export function accountsOf(kind: number): number {
  return needs[kind] as number;
}

/** Whether a kind ends something: it may use the rows that are kept for endings. */
export function isEnding(kind: number): boolean {
  return ends[kind] === 1;
}
