// position.guardSide: one side of a position's stop orders alone (calls §2, loss/sett); and its golden journal.
import { describe, expect, it } from 'vitest';
import { TPSL, TRIGGER_BY } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { compareGolden, goldens } from '../kit/golden.ts';
import { ANNA, BEN, NO_KEY, NOON } from '../kit/world.ts';
import { replayed } from '../second/steps.ts';
import { ContractWorld, LONG, U } from './kit.ts';
import { PlainObserver, Run } from './random.ts';

function side(user: number, position: number, guard: number, trigger: number, fields: object = {}): Command {
  return command('position.guardSide', {
    ...{ user, ...NO_KEY, position, guard, trigger, triggerBy: 1, lots: 0, ...fields },
  });
}

describe('one guard of a position alone', () => {
  const open = () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    return { world, position: world.position(ANNA, LONG)!.position };
  };

  it('is set and taken away without touching the other, whatever price and part that one looks at', () => {
    const { world, position } = open();
    world.guard(ANNA, position, { stopProfit: 120, triggerBy: TRIGGER_BY.last, lots: 20 });
    const [profit] = world.emitted('contract.opened');
    expect(world.send(side(ANNA, position, TPSL.loss, 90))).toMatchObject({ code: 200, result: 2 });
    expect(world.emitted('contract.opened')).toMatchObject([{ guard: TPSL.loss, trigger: 90, triggerBy: 1, lots: 50 }]);
    expect(world.closed(profit!.order)).toBeUndefined();
    expect(world.send(side(ANNA, position, TPSL.loss, 0))).toMatchObject({ code: 200, result: 1 });
    expect(world.closed(profit!.order)).toBeUndefined();
    expect(world.send(side(ANNA, position, TPSL.profit, 0))).toMatchObject({ code: 200, result: 0 });
    expect(world.closed(profit!.order)).toEqual([2, 1]);
  });

  it('is refused as both are: another’s position, a price that is hit already, more than is open, out of reach', () => {
    const { world, position } = open();
    expect(world.send(side(BEN, position, TPSL.loss, 90))).toMatchObject({ code: 2201, got: position });
    expect(world.send(side(ANNA, position, TPSL.loss, 101))).toMatchObject({ code: 2206, expected: 101, got: 100 });
    expect(world.send(side(ANNA, position, TPSL.profit, 99))).toMatchObject({ code: 2206, expected: 99, got: 100 });
    expect(world.send(side(ANNA, position, TPSL.loss, 90, { lots: 51 }))).toMatchObject({
      ...{ code: 2202, expected: 50, got: 51 },
    });
    expect(world.send(side(ANNA, position, TPSL.loss, 1))).toMatchObject({ code: 2108 });
  });
});

/** What the recorded world was sent, from its first command on: time, how many commands (0, 1), the command. */
const stream: number[] = [];

class Recorded extends ContractWorld {
  override batch(commands: Parameters<ContractWorld['batch']>[0]): ReturnType<ContractWorld['batch']> {
    for (const one of commands) stream.push(this.time, 1, ...encodeCommand(one));
    if (commands.length === 0) stream.push(this.time, 0);
    return super.batch(commands);
  }
}

/** A story that never changes: orders of contracts, every fourth command one guard. */
function record(): Float64Array {
  const world = new Recorded({}, { money: 3_000 });
  const eyes = new PlainObserver();
  const run = new Run(world, 20_261_123, false, eyes);
  world.time = NOON;
  let set = 0;
  for (let step = 0; step < 500; step += 1) {
    world.time += run.pick(900);
    const own = world.position(2 + run.pick(3), 1 + run.pick(2), U);
    const fields = { triggerBy: 1 + run.pick(2), lots: run.pick(3) === 0 ? 1 + run.pick(3) : 0 };
    const guards = run.pick(4) === 0 && own !== undefined;
    const one = guards
      ? side(own.user, own.position, 1 + run.pick(2), run.pick(4) === 0 ? 0 : 80 + run.pick(40), fields)
      : run.any();
    const words = encodeCommand(one);
    stream.push(world.time, 1, ...words);
    world.exchange.advance(world.time);
    const code = world.exchange.apply(words, 0);
    if (code === 200 && one.name === 'contract.place') run.orders.push(world.exchange.result);
    if (code === 200 && guards) set += 1;
    const events = world.exchange.takeEvents();
    world.audit.fold(events, world.time);
    eyes.read(events);
  }
  expect(set).toBeGreaterThan(10);
  return Float64Array.from(stream);
}

describe('core §7 the golden journal of position.guardSide', () => {
  it.each(goldens('guards'))('%s replays to its recorded hashes and digest', (stem) => {
    const { now, recorded } = compareGolden(stem, record, replayed);
    expect(now).toEqual(recorded);
  });
});
