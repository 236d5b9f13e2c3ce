// Issue 18, part 2: a hint is inside the window and never over the field being typed in.
import fc from 'fast-check';
import { randomTests } from '@vitrine/core/test';
import { expect, it } from 'vitest';
import { type Box, placeCard, type Size } from '../../src/hint/place.ts';

const { rounds } = randomTests(import.meta.url);

const view: Box = { left: 0, top: 0, width: 1280, height: 860 };
const card: Size = { width: 300, height: 120 };
const meet = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

it('is below its word where there is space (issue 18, part 2)', () => {
  expect(placeCard({ left: 100, top: 100, width: 60, height: 16 }, card, view, undefined)).toEqual({
    left: 100,
    top: 122,
  });
});

it('is above its word at the bottom of the window (issue 18, part 2)', () => {
  const { top } = placeCard({ left: 100, top: 830, width: 60, height: 16 }, card, view, undefined);
  expect(top + card.height).toBeLessThanOrEqual(830);
});

it('moves away from the field being typed in (issue 18, part 2)', () => {
  const word: Box = { left: 900, top: 300, width: 60, height: 16 };
  const field: Box = { left: 880, top: 330, width: 300, height: 36 };
  expect(meet({ ...placeCard(word, card, view, field), ...card }, field)).toBe(false);
});

it('covers no field wherever word and field are, and stays in the window (issue 18, part 2)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 330 }),
      fc.integer({ min: 0, max: 820 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: 820 }),
      (left, top, fieldLeft, fieldTop) => {
        const phone: Box = { left: 0, top: 0, width: 390, height: 844 };
        const word: Box = { left, top, width: 60, height: 16 };
        const field: Box = { left: fieldLeft, top: fieldTop, width: 300, height: 24 };
        const placed = { ...placeCard(word, card, phone, field), ...card };
        expect(meet(placed, field)).toBe(false);
        expect(placed.left).toBeGreaterThanOrEqual(0);
        expect(placed.top).toBeGreaterThanOrEqual(0);
        expect(placed.left + placed.width).toBeLessThanOrEqual(phone.width);
        expect(placed.top + placed.height).toBeLessThanOrEqual(phone.height);
      },
    ),
    rounds(300),
  );
});
