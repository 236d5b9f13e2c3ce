// A decision about a submission: exactly the ticked fields, each with why; and how its pictures are looked at.
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { describe, expect, it } from 'vitest';
import { KYC_REASON, deskCalls } from '@vitrine/contract';
import {
  changedSince,
  fieldsOf,
  isMasked,
  lackOf,
  noDraft,
  reduceDraft,
  refusalOf,
  type Draft,
  type DraftAction,
} from '../src/features/verification/draft.ts';
import { mostZoom, panOf, stepView, transformOf, wholeView, type ViewStep } from '../src/picture/index.ts';

const { rounds } = randomTests(import.meta.url);

const after = (...actions: readonly DraftAction[]): Draft => actions.reduce(reduceDraft, noDraft);

describe('passing', () => {
  it('wants a reason that says something', () => {
    expect(lackOf(after({ kind: 'begin', step: 'pass' }))).toEqual({ what: 'reason' });
    expect(lackOf(after({ kind: 'begin', step: 'pass' }, { kind: 'reason', reason: '  ' }))).toEqual({
      what: 'reason',
    });
    expect(lackOf(after({ kind: 'begin', step: 'pass' }, { kind: 'reason', reason: 'Agrees' }))).toBeUndefined();
  });
});

describe('refusing', () => {
  const begin: DraftAction = { kind: 'begin', step: 'refuse' };
  const tick = (field: string, on = true): DraftAction => ({ kind: 'tick', field, on });

  it('tells the first thing that lacks: a field, why, a note for "something else"', () => {
    expect(lackOf(after(begin))).toEqual({ what: 'field' });
    expect(lackOf(after(begin, tick('name')))).toEqual({ what: 'why', field: 'name' });
    const other = after(begin, tick('name'), { kind: 'field', field: 'name', change: { reason: 'other' } });
    expect(lackOf(other)).toEqual({ what: 'note', field: 'name' });
    expect(lackOf(reduceDraft(other, { kind: 'field', field: 'name', change: { note: 'Nickname' } }))).toBeUndefined();
  });

  it('sends exactly the ticked fields, in the order of the stage', () => {
    const draft = after(
      begin,
      tick('documentNo'),
      tick('name'),
      tick('country'),
      { kind: 'field', field: 'documentNo', change: { reason: 'mismatch', note: ' one digit ' } },
      { kind: 'field', field: 'name', change: { reason: 'incomplete' } },
      tick('country', false),
    );
    expect(refusalOf('12', 1, draft)).toEqual({
      id: '12',
      refused: [
        { field: 'name', reason: 'incomplete', note: null },
        { field: 'documentNo', reason: 'mismatch', note: 'one digit' },
      ],
    });
  });

  it('is always something the agreement takes, whatever was done before (calls of the desk)', () => {
    const action = fc.oneof<fc.Arbitrary<DraftAction>[]>(
      fc.record({ kind: fc.constant('begin' as const), step: fc.constantFrom('pass' as const, 'refuse' as const) }),
      fc.constant({ kind: 'leave' as const }),
      fc.record({ kind: fc.constant('reason' as const), reason: fc.string({ maxLength: 20 }) }),
      fc.record({ kind: fc.constant('tick' as const), field: fc.constantFrom(...fieldsOf(2)), on: fc.boolean() }),
      fc.record({
        kind: fc.constant('field' as const),
        field: fc.constantFrom(...fieldsOf(2)),
        change: fc.record({ reason: fc.constantFrom(...KYC_REASON), note: fc.stringMatching(/^[a-z ]{0,20}$/) }),
      }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const input = refusalOf('12', 2, actions.reduce(reduceDraft, noDraft));
        if (input === undefined) return;
        expect(deskCalls['desk.kyc.refuse'].input.safeParse(input).success).toBe(true);
      }),
      rounds(100),
    );
  });
});

describe('a case that changed while it was open', () => {
  const open = { state: 1, proposal: null };

  it('shows by its state or by a proposal', () => {
    expect(changedSince({ state: 1, proposal: null }, open)).toBe(false);
    expect(changedSince({ state: 1, proposal: '7' }, open)).toBe(true);
    expect(changedSince({ state: 3, proposal: null }, open)).toBe(true);
    expect(changedSince({ state: 1, proposal: '7' }, { state: 1, proposal: { id: '7', state: 'open' } })).toBe(false);
    // Refused since: no proposal stands in the list, and none stands in the case.
    expect(changedSince({ state: 1, proposal: null }, { state: 1, proposal: { id: '7', state: 'refused' } })).toBe(
      false,
    );
  });

  it('is not guessed where the case is not in the list', () => {
    expect(changedSince(undefined, open)).toBe(false);
  });
});

describe('masked facts', () => {
  it('are recognised by their stars', () => {
    expect(isMasked('C0****12')).toBe(true);
    expect(isMasked('DE')).toBe(false);
  });
});

describe('looking at a picture', () => {
  const steps = fc.array(
    fc.oneof<fc.Arbitrary<ViewStep>[]>(
      fc.record({ kind: fc.constant('zoom' as const), by: fc.constantFrom(1 as const, -1 as const) }),
      fc.record({ kind: fc.constant('turn' as const), by: fc.constantFrom(90 as const, -90 as const) }),
      fc.record({
        kind: fc.constant('pan' as const),
        x: fc.double({ min: -1, max: 1, noNaN: true }),
        y: fc.double({ min: -1, max: 1, noNaN: true }),
      }),
    ),
    { maxLength: 60 },
  );

  it('never loses it: some of the picture stays in the frame, and the way back is one key', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const view = list.reduce(stepView, wholeView);
        expect(view.zoom).toBeGreaterThanOrEqual(1);
        expect(view.zoom).toBeLessThanOrEqual(mostZoom);
        expect(Math.abs(view.x)).toBeLessThan(view.zoom / 2 + 0.5);
        expect([0, 90, 180, 270]).toContain(view.turn);
        expect(stepView(view, { kind: 'whole' })).toEqual(wholeView);
      }),
      rounds(100),
    );
  });

  it('moves by arrows only when it is larger', () => {
    const right = panOf('ArrowRight')!;
    expect(stepView(wholeView, right)).toMatchObject({ x: 0, y: 0 });
    expect(stepView({ ...wholeView, zoom: 2 }, right).x).toBeLessThan(0);
    expect(panOf('a')).toBeUndefined();
  });

  it('is drawn by one transform', () => {
    expect(transformOf({ zoom: 1.5, turn: 90, x: -0.12, y: 0 })).toBe(
      'translate(-12.00%, 0.00%) scale(1.500) rotate(90deg)',
    );
  });
});
