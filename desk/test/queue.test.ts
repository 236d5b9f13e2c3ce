// Moving through queues, the order of proposals, and what an address may say.
import { describe, expect, it } from 'vitest';
import type { Proposal } from '@vitrine/contract';
import { afterDecision, neighbour, readQueueSearch } from '../src/case/index.ts';
import { inWorkingOrder, standingOf } from '../src/proposal/index.ts';
import { proposal } from './world.ts';

describe('one case at a time (look §9)', () => {
  const ids = ['4', '7', '9'];

  it('moves to the neighbour and stops at the ends', () => {
    expect(neighbour(ids, '4', 1)).toBe('7');
    expect(neighbour(ids, '7', -1)).toBe('4');
    expect(neighbour(ids, '9', 1)).toBeUndefined();
    expect(neighbour(ids, '4', -1)).toBeUndefined();
  });

  it('begins with the first when none is open, or the open one has left the list', () => {
    expect(neighbour(ids, undefined, 1)).toBe('4');
    expect(neighbour(ids, '5', -1)).toBe('4');
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });

  it('opens the next after a decision, at the end the one before, alone none', () => {
    expect(afterDecision(ids, '4')).toBe('7');
    expect(afterDecision(ids, '9')).toBe('7');
    expect(afterDecision(['4'], '4')).toBeUndefined();
  });
});

describe('the order of proposals', () => {
  it('puts first what waits for the reader, then what lapses soonest, then the past, newest first', () => {
    const list: readonly Proposal[] = [
      proposal({ id: 'old', state: 'done', decided: 10 }),
      proposal({ id: 'watch', expires: 50, mayApprove: false }),
      proposal({ id: 'late', expires: 90 }),
      proposal({ id: 'new', state: 'refused', decided: 20 }),
      proposal({ id: 'soon', expires: 60 }),
    ];
    expect(inWorkingOrder(list).map((one) => one.id)).toEqual(['soon', 'late', 'watch', 'new', 'old']);
  });
});

describe('how one stands to a proposal (four eyes)', () => {
  const expires = 1_000;

  it('one’s own is never one’s to decide, whatever the answer says', () => {
    expect(standingOf(proposal({ by: { id: '1', name: 'Ada' }, mayApprove: true }), '1', 0, expires)).toBe('own');
  });

  it('another’s is decided by whoever may, and watched by the rest', () => {
    expect(standingOf(proposal({}), '2', 0, expires)).toBe('decide');
    expect(standingOf(proposal({ mayApprove: false }), '2', 0, expires)).toBe('refuse');
    expect(standingOf(proposal({ mayApprove: false, mayRefuse: false }), '2', 0, expires)).toBe('watch');
  });

  it('what lapsed or was decided is past', () => {
    expect(standingOf(proposal({}), '2', expires, expires)).toBe('past');
    for (const state of ['approved', 'done', 'refused', 'lapsed', 'failed'] as const)
      expect(standingOf(proposal({ state }), '2', 0, expires)).toBe('past');
  });
});

describe('the address of a queue', () => {
  it('keeps state, page and case, digits read as numbers too', () => {
    expect(readQueueSearch({ state: 'belowMinimum' })).toEqual({ state: 'belowMinimum' });
    expect(readQueueSearch({ state: 2, page: 3, case: 12 })).toEqual({ state: '2', page: 3, case: '12' });
  });

  it('drops everything else', () => {
    expect(readQueueSearch({ state: 'Open!', page: -1, case: '../1', other: 1 })).toEqual({});
    expect(readQueueSearch({ page: 1, case: { id: 1 } })).toEqual({});
  });
});
