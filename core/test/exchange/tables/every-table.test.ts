// Issue 13 A.1: every kind of command with every table full that it takes rows of: refused whole, or done without the row.
// Commit never throws. Which tables a kind takes rows of is observed, so a new table or kind is walked without being named.

import { describe, expect, it } from 'vitest';
import { LISTED_TIMERS } from '../../../src/clock/index.ts';
import { type CommandName, commands, type Exchange, openExchange, restoreExchange } from '../../../src/index.ts';
import { MAX_PROPOSED_WORDS } from '../../../src/schema/index.ts';
import { Everything } from '../../kit/everything.ts';
import { leaveRows, tableOf, takenBy } from '../../kit/full.ts';
import { soundCommands } from '../../kit/sound-commands.ts';

/** Tables that are long enough by their arithmetic: no decide needs to ask. */
const LONG_ENOUGH = ['stored'];
/** What ends or guards something that is open: the rows for it are kept since it was opened. */
const ENDS: readonly CommandName[] = [
  ...(['order.cancel', 'order.cancelAll', 'position.close', 'position.closeProven', 'position.closeMany'] as const),
  ...(['position.guard', 'position.guardSide', 'position.margin', 'debt.repay', 'earn.redeem', 'loan.repay'] as const),
  ...(['deal.paid', 'deal.release', 'deal.cancel', 'deal.appeal', 'offer.close', 'withdrawal.cancel'] as const),
  ...(['withdrawal.step', 'withdrawal.failProven', 'deposit.restore'] as const),
];
/** The first command of all finds empty tables; what it lists is bounded below their lengths. */
const FIRST_OF_ALL: CommandName = 'genesis';
/** Timers that there is one of: the day, the hour of debts, proposals, changes, the announcement of rules. */
const OTHERS = 10;

describe('issue 13 A.1 every kind with every table full', () => {
  const world = new Everything();
  const sounds = soundCommands(world);
  const states = { young: world.young, busy: world.exchange.save() };

  function start(on: 'fresh' | 'young' | 'busy'): Exchange {
    if (on === 'fresh') {
      const exchange = openExchange();
      exchange.advance(world.time);
      return exchange;
    }
    const exchange = restoreExchange(structuredClone(states[on]));
    exchange.advance(exchange.time);
    return exchange;
  }

  const most = (name: string): number => tableOf(world.exchange, name).most;
  const walked = new Map<string, string[]>();

  it.each(Object.keys(commands) as CommandName[])('%s', (name) => {
    const { on, words, code } = sounds[name];
    const first = start(on);
    const tables = takenBy(first, () => {
      expect(first.apply(words, 0), `${first.expected}, ${first.got}`).toBe(code);
    });
    walked.set(name, tables);
    for (const table of name === FIRST_OF_ALL ? [] : tables) {
      if (LONG_ENOUGH.includes(table)) continue;
      for (const left of ['none', 'kept'] as const) {
        if (left === 'none' && table === 'timers') continue;
        const exchange = start(on);
        leaveRows(exchange, table, left);
        const before = exchange.digest();
        const answer = exchange.apply(words, 0);
        if (answer === code) exchange.audit();
        else expect(exchange.digest(), `${table}: refused with ${answer}, nothing changed`).toBe(before);
        if (left === 'kept' && ENDS.includes(name))
          expect(answer, `${name} ends something, with ${table} full`).toBe(code);
      }
    }
  });

  it('every table that rows are taken of is met, by every kind that opens something', () => {
    const met = new Set([...walked.values()].flat());
    for (const name of ['accounts', 'orders', 'positions', 'holdings', 'sessions', 'users', 'seconds', 'secondSums'])
      expect(met, name).toContain(name);
    for (const name of ['stakes', 'buyers', 'margin.wallets', 'loan.loans', 'swap.waiting', 'claims', 'withdrawals'])
      expect(met, name).toContain(name);
    for (const name of ['deposits', 'reversals', 'rails', 'offers', 'deals', 'proposals', 'stored', 'terms', 'timers'])
      expect(met, name).toContain(name);
  });

  it('words that wait have more rows than all proposals and all changes together', () => {
    expect(most('stored')).toBeGreaterThanOrEqual((most('proposals') + most('changes')) * MAX_PROPOSED_WORDS);
  });

  it('timers have more rows than all rows together that have one', () => {
    // Loans may have three: an instalment, a day overdue, a collection. Debts share one by the hour.
    const rows = [
      ...[most('seconds') * 2, most('stakes'), most('loan.loans') * 3, most('deals'), most('withdrawals')],
      most('ended_deals'),
      ...[most('swap.waiting'), most('instruments'), most('calendars'), most('contracts') * 2, most('assets')],
      ...[most('campaigns'), OTHERS],
    ];
    expect(most('timers')).toBeGreaterThanOrEqual(rows.reduce((sum, one) => sum + one, 0));
    const listed = [
      ...[most('instruments'), most('calendars') * 2, most('contracts') * 2, most('assets'), most('campaigns')],
      OTHERS,
    ];
    expect(LISTED_TIMERS).toBeGreaterThanOrEqual(listed.reduce((sum, one) => sum + one, 0));
  });
});
