// Issue 18, part 2: a first step is done by what really happened, and by nothing else.
import { afterEach, describe, expect, it } from 'vitest';
import { firstSteps, nextStep, type StepFacts } from '../../src/features/guide/steps.ts';
import { stepFrom, tourKeys } from '../../src/features/guide/tour-steps.ts';
import { accountMemory, noteAccount, noteTour, tourMemory } from '../../src/guide-memory/index.ts';

const nothing: StepFacts = {
  spotFills: 0,
  contractFills: 0,
  recalculated: false,
  security: { google: { bound: false, time: null, recoveryLeft: 0 }, passkeys: 0 },
  withdrawals: [],
  practice: true,
};
const doneOf = (facts: Partial<StepFacts>): readonly string[] =>
  firstSteps({ ...nothing, ...facts }).flatMap(({ key, done }) => (done === true ? key : []));

describe('first steps (issue 18, part 2)', () => {
  it('are all open for a new account', () => {
    expect(firstSteps(nothing).map(({ done }) => done)).toEqual([false, false, false, false, false]);
    expect(nextStep(firstSteps(nothing))).toBe('trade');
  });

  it('are done by fills, a recalculated receipt, a second factor and a withdrawal that was sent', () => {
    expect(doneOf({ spotFills: 1 })).toEqual(['trade']);
    expect(doneOf({ contractFills: 3 })).toEqual(['contract']);
    expect(doneOf({ recalculated: true })).toEqual(['receipt']);
    expect(doneOf({ security: { google: { bound: true, time: 1, recoveryLeft: 8 }, passkeys: 0 } })).toEqual([
      'secure',
    ]);
    expect(doneOf({ security: { google: { bound: false, time: null, recoveryLeft: 0 }, passkeys: 2 } })).toEqual([
      'secure',
    ]);
    expect(doneOf({ withdrawals: [{ stage: 'refused' }, { stage: 'confirmed' }] })).toEqual(['withdraw']);
  });

  it.each(['review', 'approved', 'signed', 'refused', 'failed', 'cancelled'] as const)(
    'do not count a withdrawal that is %s',
    (stage) => expect(doneOf({ withdrawals: [{ stage }] })).toEqual([]),
  );

  it('claim nothing while the account’s data is unknown', () => {
    const unknown = { spotFills: undefined, contractFills: undefined, security: undefined, withdrawals: undefined };
    const steps = firstSteps({ ...nothing, ...unknown });
    expect(steps.map(({ done }) => done)).toEqual([undefined, undefined, false, undefined, undefined]);
    expect(nextStep(steps)).toBe('receipt');
  });

  it('do not send real money out for practice', () => {
    expect(firstSteps({ ...nothing, practice: false }).map(({ key }) => key)).not.toContain('withdraw');
  });
});

describe('what the guide remembers (issue 18, part 2)', () => {
  afterEach(() => localStorage.clear());

  it('is of each account', () => {
    noteAccount('1', { recalculated: true });
    noteAccount('1', { hidden: true });
    expect(accountMemory('1')).toEqual({ hidden: true, recalculated: true });
    expect(accountMemory('2')).toEqual({ hidden: false, recalculated: false });
  });

  it('is where the tour was left; nothing before it was offered', () => {
    expect(tourMemory()).toBeUndefined();
    noteTour({ step: 2, over: false });
    expect(tourMemory()).toEqual({ step: 2, over: false });
  });

  it.each(['nonsense', '7', '{"step":-4}', '{"step":1.5,"over":"yes"}'])('is the start if %s is stored', (text) => {
    localStorage.setItem('vitrine-guide:tour', text);
    expect(tourMemory() ?? { step: 0, over: false }).toEqual({ step: 0, over: false });
  });
});

describe('the tour (issue 18, part 2)', () => {
  it('has five steps, and goes past a pane that is hidden', () => {
    expect(tourKeys).toHaveLength(5);
    const withoutBook = (key: string): boolean => key !== 'book';
    expect(stepFrom(1, 1, withoutBook)).toBe(3);
    expect(stepFrom(3, -1, withoutBook)).toBe(1);
    expect(stepFrom(4, 1, withoutBook)).toBeUndefined();
    expect(stepFrom(0, -1, withoutBook)).toBeUndefined();
  });
});
