// Linked accounts share the position steps (issue 13 A.11): what they leave bounds Max, the ticket and a raised leverage.

import { describe, expect, it } from 'vitest';
import { leverageChange } from '../../src/features/contract/ticket/leverage.ts';
import { mostLots, mostOffered } from '../../src/features/contract/ticket/most.ts';
import { summariseTicket } from '../../src/features/contract/positions/summary.ts';
import { validateTicket } from '../../src/features/contract/ticket/validate.ts';
import { edit, facts, run } from './kit.ts';

const conditions = { signedIn: true, known: true, trading: 'open', reduceOnly: false, opensAt: null } as const;
const group = { long: 1_000, short: undefined, mostLeverage: 50 };
const linked = { ...facts, group };

describe('Max of an opening', () => {
  it('is what linked accounts leave, where that is less', () => {
    const state = run([{ type: 'kind', kind: 'market' }], linked);
    expect(mostLots(state, facts)).toBeGreaterThan(1_000);
    expect(mostLots(state, linked)).toBe(1_000);
    expect(mostOffered(state, linked)).toBe(1_000);
    expect(mostLots(state, { ...linked, group: { ...group, long: 0 } })).toBe(0);
  });

  it('is one’s own of a side that they do not bound', () => {
    const state = run([{ type: 'side', side: 'short' }], linked);
    expect(mostLots(state, linked)).toBe(mostLots(state, facts));
  });
});

describe('a ticket', () => {
  it('of more says how much they leave', () => {
    const problemOf = (amount: string) => {
      const state = run([{ type: 'kind', kind: 'market' }, edit('amount', amount)], linked);
      return validateTicket(state, linked, summariseTicket(state, linked), conditions);
    };
    expect(problemOf('0.01')).toBeUndefined();
    expect(problemOf('0.01001')).toEqual({ kind: 'group', most: '0.01000', field: 'amount' });
  });

  it('bounds the leverage to raise to', () => {
    expect(leverageChange(facts, 'fixed', 20)?.most).toBe(125);
    expect(leverageChange(linked, 'fixed', 20)?.most).toBe(50);
  });
});
