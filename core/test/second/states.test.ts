// The table of states of a second contract, cell by cell: what each input does in each state, and that nothing else
// happens (money §5).
import { describe, expect, it } from 'vitest';
import { TIMER } from '../../src/clock/index.ts';
import { SECOND_STATUS } from '../../src/enum/index.ts';
import type { Parts } from '../../src/parts.ts';
import { INPUT, NEXT, NONE } from '../../src/second/index.ts';
import { ANNA } from '../kit/world.ts';
import { DELAY, POOL, SecondWorld, STAKES } from './kit.ts';

const PRICE = 10_000;

/** The state of a contract by its events. */
function stateOf(world: SecondWorld, id: number, last: number): number {
  const contract = world.contract(id);
  if (contract !== undefined) return contract.opened === undefined ? SECOND_STATUS.generating : SECOND_STATUS.countdown;
  if (world.settled(id) !== undefined) return SECOND_STATUS.settled;
  return world.voided(id) !== undefined ? SECOND_STATUS.void : last;
}

/** A world with a contract in that state; a valid tick has just come. */
function worldIn(state: number): { world: SecondWorld; id: number } {
  const world = new SecondWorld();
  const id = world.stake(ANNA);
  if (state === SECOND_STATUS.generating) {
    world.tickAt(world.time + DELAY - 1, PRICE);
    world.time += 1;
  }
  if (state === SECOND_STATUS.countdown || state === SECOND_STATUS.settled) world.tickAt(world.time + DELAY, PRICE);
  if (state === SECOND_STATUS.settled) {
    world.tickAt(world.contract(id)!.opened!.matures, PRICE + 1);
    world.wait(1);
  }
  if (state === SECOND_STATUS.void) {
    world.wait(5_000);
    world.tick();
  }
  return { world, id };
}

/** An input, brought about: by ticks and time where it can come, else by firing the timer all the same. */
function apply(world: SecondWorld, id: number, input: number): void {
  const { second } = (world.exchange as unknown as { parts: Parts }).parts;
  if (input === INPUT.tick) return world.tickAt(world.time, PRICE);
  const matures = world.contract(id)?.opened?.matures;
  if (matures !== undefined && input !== INPUT.late) {
    if (input === INPUT.priced) world.tickAt(matures, PRICE + 1);
    return world.wait(matures + 1 - world.time);
  }
  if (input === INPUT.late) second.fire(TIMER.secondOpen, id, world.time);
  // Of a contract that has no maturity: with a tick that is fresh, and ten seconds after it.
  if (input === INPUT.priced) second.fire(TIMER.secondMature, id, world.time);
  if (input === INPUT.unpriced) second.fire(TIMER.secondMature, id, world.time + 10_000);
  world.batch([]);
}

describe('money §5 the states of a second contract', () => {
  it('the table has a cell for each state and input, no more', () => {
    expect(NEXT).toHaveLength(Object.keys(SECOND_STATUS).length);
    for (const row of NEXT) expect(row).toHaveLength(Object.keys(INPUT).length);
  });

  const rules: Readonly<Record<string, readonly number[]>> = {
    generating: [SECOND_STATUS.countdown, SECOND_STATUS.void, NONE, NONE],
    countdown: [NONE, NONE, SECOND_STATUS.settled, SECOND_STATUS.void],
    settled: [NONE, NONE, NONE, NONE],
    void: [NONE, NONE, NONE, NONE],
  };
  for (const [name, state] of Object.entries(SECOND_STATUS))
    for (const [what, input] of Object.entries(INPUT)) {
      const next = rules[name]![input]!;
      it(`${name}, ${what}: ${next === NONE ? 'nothing' : Object.keys(SECOND_STATUS)[next]}`, () => {
        expect(NEXT[state]![input]).toBe(next);
        const { world, id } = worldIn(state);
        expect(stateOf(world, id, state)).toBe(state);
        const contractWallet = world.contractWallet(ANNA);
        apply(world, id, input);
        expect(stateOf(world, id, state)).toBe(next === NONE ? state : next);
        if (next === NONE)
          expect([world.contractWallet(ANNA), world.emitted('second.settled'), world.emitted('second.void')]).toEqual([
            contractWallet,
            [],
            [],
          ]);
        if (next === SECOND_STATUS.void)
          expect([world.contractWallet(ANNA), world.pool, world.escrow]).toEqual([STAKES, POOL, 0]);
        world.exchange.audit();
      });
    }
});
