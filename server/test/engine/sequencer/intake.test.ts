// What waits: 8,192 in all, 32 a user, served round-robin, an eighth kept for cancels (design §2 threads).

import { expect, test } from 'vitest';
import {
  Intake,
  PLACES,
  PLACES_FOR_CANCELS,
  PLACES_OF_A_USER,
  PLACES_OF_THE_HOUSE,
  type Ticket,
} from '../../../src/engine/sequencer/intake.ts';
import { IntakeError } from '../../../src/engine/sequencer/link.ts';

const PLACE = 30;
const CANCEL = 32;

function ticket(user: number, kind = PLACE, count = 1): Ticket & { failed: IntakeError[] } {
  const failed: IntakeError[] = [];
  return {
    user,
    words: Float64Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? kind : 2)),
    from: 0,
    to: count * 2,
    count,
    settle: () => undefined,
    fail: (error) => void failed.push(error),
    failed,
  };
}

/** Code and message of the refusal of a ticket. */
function refusal(intake: Intake, one: Ticket): number {
  try {
    intake.add(one);
    return 200;
  } catch (error) {
    if (error instanceof IntakeError) return error.code;
    throw error;
  }
}

test("a user's 33rd is 429 until one of his is answered; others are not touched (design §2)", () => {
  const intake = new Intake();
  const own = Array.from({ length: PLACES_OF_A_USER }, () => ticket(7));
  for (const one of own) intake.add(one);
  expect(refusal(intake, ticket(7))).toBe(429);
  expect(refusal(intake, ticket(8))).toBe(200);
  // Execution frees nothing: the place is free once the outcome is sent.
  const first = intake.next()!;
  expect(refusal(intake, ticket(7))).toBe(429);
  intake.release(first);
  expect(refusal(intake, ticket(7))).toBe(200);
});

test('full is 503, an eighth is kept for cancels, the house has places of its own (design §2)', () => {
  const intake = new Intake();
  for (let n = 0; n < PLACES - PLACES_FOR_CANCELS; n += 1) intake.add(ticket(1 + Math.trunc(n / PLACES_OF_A_USER)));
  expect(refusal(intake, ticket(9_000))).toBe(503);
  for (let n = 0; n < PLACES_FOR_CANCELS; n += 1) expect(refusal(intake, ticket(10_000 + n, CANCEL))).toBe(200);
  expect(refusal(intake, ticket(20_000, CANCEL))).toBe(503);
  expect(refusal(intake, ticket(0, PLACE, PLACES_OF_THE_HOUSE))).toBe(200);
  expect(refusal(intake, ticket(0))).toBe(503);
});

test('users are served in turn, the house first, a run of the house together (design §2)', () => {
  const intake = new Intake();
  for (const user of [1, 1, 1, 2, 3, 3]) intake.add(ticket(user));
  intake.add(ticket(0, PLACE, 3));
  const served: number[] = [];
  for (let one = intake.next(); one !== undefined; one = intake.next()) served.push(one.user, one.count);
  expect(served).toEqual([0, 3, 1, 1, 2, 1, 3, 1, 1, 1, 3, 1, 1, 1]);
  expect(intake.isEmpty).toBe(true);
});

test('refusing all tells each that nothing was done and frees the places (design §2)', () => {
  const intake = new Intake();
  const waiting = [ticket(1), ticket(2), ticket(0)];
  for (const one of waiting) intake.add(one);
  intake.refuseAll('the disk is full');
  for (const { failed } of waiting) {
    expect(failed[0]!.code).toBe(503);
    expect(failed[0]!.message).toBe('the disk is full; nothing was done');
  }
  for (let n = 0; n < PLACES_OF_A_USER; n += 1) expect(refusal(intake, ticket(1))).toBe(200);
});
