// The desk's access to the exchange: what two staff members agree on goes through the journal with both their numbers.

import {
  type Atoms,
  type Command,
  decodeEvents,
  DONE,
  encodeCommand,
  type MarketId,
  type Millionths,
  type RowId,
  type UserId,
  rejects,
} from '@vitrine/core';
import { announcedClosingRate } from '../projection/handlers/index.ts';
import type { Live } from '../projection/live/index.ts';
import type { ExchangeLink, Outcome } from '../engine/sequencer/index.ts';

/** How long an answer waits for this process's projection, ms. */
const FOLD_WAIT = 1_000;

/** An open proposal in the exchange. */
export interface StandingProposal {
  readonly id: number;
  readonly by: number;
  readonly words: readonly number[];
}

/** The exchange's committed state of staff roles and customers' locks. */
export interface ExchangeState {
  /** Role bits by operator. */
  readonly roles: ReadonlyMap<number, number>;
  readonly proposals: readonly StandingProposal[];
  /** Lock bits by customer. */
  readonly locks: ReadonlyMap<number, number>;
  /** Customers whose accounts are linked. */
  readonly linked: ReadonlySet<number>;
  /** Closing rates by market: current and announced. */
  readonly closingRates: ReadonlyMap<number, readonly number[]>;
  /** Status of withdrawals in progress, by their number. */
  readonly withdrawals: ReadonlyMap<number, number>;
}

export interface DeskExchange {
  state(): Promise<ExchangeState>;
  /** @throws IntakeError if nothing was done, or the outcome is unknown. */
  grant(operator: number, roles: number): Promise<Outcome>;
  freeze(operator: number, user: number, locks: number): Promise<Outcome>;
  /** Proposes a command for the second person. Rejects first an equal open proposal that the desk no longer knows. */
  propose(operator: number, command: Command): Promise<Outcome>;
  approve(operator: number, proposal: number): Promise<Outcome>;
  refuse(operator: number, proposal: number): Promise<Outcome>;
}

/** The words of a command as a list, as stored in a proposal. */
export function wordsOf(command: Command): readonly number[] {
  return [...encodeCommand(command)];
}

/** Whether two commands are the same, word for word. */
export function sameWords(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

export function grantCommand(operator: number, roles: number): Command {
  return { name: 'desk.grant', operator, roles };
}

export function unfreezeCommand(user: number, locks: number): Command {
  return { name: 'user.unfreeze', user: user as UserId, locks };
}

/** Pays the harmed party of a deal from its merchant's bond, atoms. */
export function bondPayCommand(deal: number, user: number, atoms: number): Command {
  return { name: 'bond.pay', deal: deal as RowId, user: user as UserId, amount: atoms as Atoms };
}

/** Approves a withdrawal after two approvals: with operator number 0. */
export function approveCommand(withdrawal: number): Command {
  return { name: 'withdrawal.approve', operator: 0, withdrawal: withdrawal as RowId, decision: 1 };
}

export function linkCommand(user: number, other: number): Command {
  return { name: 'account.link', user: user as UserId, other: other as UserId };
}

export function unlinkCommand(user: number): Command {
  return { name: 'account.unlink', user: user as UserId };
}

/** The closing rate of a market, millionths of a position’s value. */
export function closingRateCommand(market: number, rate: number): Command {
  return { name: 'contract.closingRate', market: market as MarketId, rate: rate as Millionths };
}

export function createDeskExchange(link: ExchangeLink, live: Pick<Live, 'waitFor'>): DeskExchange {
  /** Submits, and waits until this process has followed the result, so that the next read includes it. */
  async function submit(command: Command): Promise<Outcome> {
    const outcome = await link.submit(command);
    if (outcome.code === DONE) await live.waitFor(outcome.seq, FOLD_WAIT);
    return outcome;
  }

  const refuse = (operator: number, proposal: number) =>
    submit({ name: 'proposal.refuse', operator, proposal: proposal as RowId });

  async function state(): Promise<ExchangeState> {
    const roles = new Map<number, number>();
    const locks = new Map<number, number>();
    const withdrawals = new Map<number, number>();
    const linked = new Set<number>();
    const closingRates = new Map<number, readonly number[]>();
    const proposals: StandingProposal[] = [];
    for (const event of decodeEvents((await link.seed()).events)) {
      if (event.name === 'desk.changed') roles.set(event.operator, event.roles);
      else if (event.name === 'user.changed') locks.set(event.user, event.locks);
      else if (event.name === 'withdrawal.changed') withdrawals.set(event.withdrawal, event.status);
      else if (event.name === 'link.changed') linked.add(event.user);
      else if (event.name === 'contract.closingRate') addRate(closingRates, event.market, event.rate);
      else if (event.name === 'parameters.changed') {
        const waits = announcedClosingRate(event);
        if (waits !== undefined) addRate(closingRates, waits.market, waits.rate);
      } else if (event.name === 'proposal.changed')
        proposals.push({ id: event.proposal, by: event.by, words: event.words.map(({ word }) => word) });
    }
    return { roles, proposals, locks, withdrawals, linked, closingRates };
  }

  return {
    state,
    grant: (operator, roles) => submit(grantCommand(operator, roles)),
    freeze: (operator, user, locks) => submit({ name: 'user.freeze', operator, user: user as UserId, locks }),

    async propose(operator, command) {
      const words = wordsOf(command);
      const make: Command = { name: 'proposal.make', operator, words: words.map((word) => ({ word })) };
      const first = await submit(make);
      if (first.code !== rejects['request.invalid']) return first;
      // An equal proposal exists: it lapsed here slightly earlier than in the exchange, or was never recorded. Or the
      // command is invalid.
      const same = (await state()).proposals.find((one) => sameWords(one.words, words));
      if (same === undefined) return first;
      const cleared = await refuse(operator, same.id);
      return cleared.code === DONE ? submit(make) : first;
    },

    approve: (operator, proposal) => submit({ name: 'proposal.approve', operator, proposal: proposal as RowId }),
    refuse,
  };
}

function addRate(to: Map<number, readonly number[]>, market: number, rate: number): void {
  to.set(market, [...(to.get(market) ?? []), rate]);
}
