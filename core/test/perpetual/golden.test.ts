// Golden journal of contracts: recorded commands replay to the recorded hashes. A difference here
// means that old journals would replay to another state (docs/operate/upgrades.md).
import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../src/index.ts';
import { compareGolden, goldens } from '../kit/golden.ts';
import { replayed } from '../second/steps.ts';
import { ContractWorld } from './kit.ts';
import { PlainObserver, Run } from './random.ts';
import { applyWithSlotEnd, withSlotEnd } from '../kit/slots.ts';

/** What the recorded world was sent, from its first command on: time, how many commands (0, 1), the command. */
const stream: number[] = [];

class Recorded extends ContractWorld {
  override batch(commands: Parameters<ContractWorld['batch']>[0]): ReturnType<ContractWorld['batch']> {
    for (const one of withSlotEnd(commands)) stream.push(this.time, 1, ...encodeCommand(one));
    if (commands.length === 0) stream.push(this.time, 0);
    return super.batch(commands);
  }
}

/** A story that never changes: every command of contracts, liquidations and funding among them. */
function record(): Float64Array {
  const world = new Recorded({}, { money: 3_000 });
  const eyes = new PlainObserver();
  const run = new Run(world, 20_261_125, false, eyes);
  for (let step = 0; step < 700; step += 1) {
    world.time += run.pick(60) === 0 ? 3_600_000 * run.pick(9) : run.pick(900);
    const one = run.any();
    for (const each of withSlotEnd([one])) stream.push(world.time, 1, ...encodeCommand(each));
    world.exchange.advance(world.time);
    const code = applyWithSlotEnd(world.exchange, one);
    if (code === 200 && one.name === 'contract.place') run.orders.push(world.exchange.result);
    eyes.read(world.exchange.takeEvents());
  }
  for (const name of ['fill', 'liquidation.step', 'funding.rate', 'order.triggered', 'leverage.changed'])
    expect(eyes.names.get(name) ?? 0, name).toBeGreaterThan(0);
  return Float64Array.from(stream);
}

describe('core §7 the golden journal of contracts', () => {
  it.each(goldens('perpetual'))('%s replays to its recorded hashes and digest', (stem) => {
    const { now, recorded } = compareGolden(stem, record, replayed);
    expect(now).toEqual(recorded);
  });
});
