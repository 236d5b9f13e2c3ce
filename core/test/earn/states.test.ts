// The table of states of a stake, cell by cell: for each way a product pays, what each input does in each state
// (money §6).
import { describe, expect, it } from 'vitest';
import { TIMER } from '../../src/clock/index.ts';
import { INPUT, NEXT, NONE, PLAN, STATE } from '../../src/earn/index.ts';
import type { Parts } from '../../src/parts.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { DAY, EarnWorld, FLEXIBLE, OPENABLE, STAKING } from './kit.ts';

const PRODUCT = [STAKING, OPENABLE, FLEXIBLE] as const;
const PRINCIPAL = 1_000;
/** What a redemption of that plan gives. */
const PRICE = [990, 1_000, 1_000] as const;
const DAYS = [7, 14, 1] as const;

/** A world with a stake in that state. */
function worldIn(plan: number, state: number): { world: EarnWorld; id: number } {
  // Of flexible finance: enough for three days.
  const world = new EarnWorld({}, {}, plan === PLAN.renewing ? 3 : 5_000);
  const id = world.stake(ANNA, PRODUCT[plan]!, PRINCIPAL);
  if (state === STATE.redeemed) world.redeem(ANNA, id, PRICE[plan]!);
  if (state === STATE.completed) end(world, plan);
  return { world, id };
}

/** Brings a stake to its end: the last day over; flexible: no treasury for the next. */
function end(world: EarnWorld, plan: number): void {
  // Ben's whole yield (7 % of what he stakes) takes what the next day would need.
  if (plan === PLAN.renewing) world.stake(BEN, STAKING, Math.ceil((world.treasury * 100) / 7));
  world.wait(DAYS[plan]! * DAY + 1);
}

function apply(world: EarnWorld, plan: number, id: number, input: number): void {
  if (input === INPUT.redeem) {
    world.redeem(ANNA, id, PRICE[plan]!);
    return;
  }
  const running = world.running(id);
  if (input === INPUT.day && running !== undefined) return world.wait(DAY + 1);
  if (running !== undefined) return end(world, plan);
  const { earn } = (world.exchange as unknown as { parts: Parts }).parts;
  earn.fire(input === INPUT.day ? TIMER.earnDay : TIMER.earnEnd, id, world.time);
  world.batch([]);
}

describe('money §6 the states of a stake', () => {
  it('the table has a cell for each plan, state and input, no more', () => {
    expect(NEXT).toHaveLength(Object.keys(PLAN).length);
    for (const states of NEXT) {
      expect(states).toHaveLength(Object.keys(STATE).length);
      for (const row of states) expect(row).toHaveLength(Object.keys(INPUT).length);
    }
  });

  const running: Readonly<Record<string, readonly number[]>> = {
    daily: [STATE.running, STATE.completed, STATE.redeemed],
    atEnd: [NONE, STATE.completed, STATE.redeemed],
    renewing: [STATE.running, STATE.completed, STATE.redeemed],
  };
  for (const [how, plan] of Object.entries(PLAN))
    for (const [name, state] of Object.entries(STATE))
      for (const [what, input] of Object.entries(INPUT)) {
        const next = state === STATE.running ? running[how]![input]! : NONE;
        it(`${how}, ${name}, ${what}: ${next === NONE ? 'nothing' : Object.keys(STATE)[next]}`, () => {
          expect(NEXT[plan]![state]![input]).toBe(next);
          const { world, id } = worldIn(plan, state);
          expect(world.running(id) === undefined).toBe(state !== STATE.running);
          const before = world.principal(ANNA);
          apply(world, plan, id, input);
          const closed = world.emitted('earn.closed').filter(({ stake }) => stake === id);
          const paid = world.emitted('earn.paid').filter(({ stake }) => stake === id);
          if (next === NONE) expect([closed, paid, world.principal(ANNA)]).toEqual([[], [], before]);
          else if (next === STATE.running) {
            expect(paid).toMatchObject([{ day: 1 }]);
            expect(world.principal(ANNA)).toBe(PRINCIPAL);
          } else {
            expect(closed).toMatchObject([{ reason: next === STATE.completed ? 1 : 2 }]);
            expect(world.principal(ANNA)).toBe(0);
          }
        });
      }
});
