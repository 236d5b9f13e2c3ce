// order.clear over contracts (calls §3): orders of a wallet go, what guards a position stays; and its golden journal.
import { describe, expect, it } from 'vitest';
import { CLOSE_REASON } from '../../src/enum/index.ts';
import { type Command, encodeCommand } from '../../src/index.ts';
import { command } from '../kit/genesis.ts';
import { compareGolden, goldens } from '../kit/golden.ts';
import { ANNA, BEN, CARL, NO_KEY } from '../kit/world.ts';
import { replayed } from '../second/steps.ts';
import { CLOSE_LONG, COIN, COIN_WALLET, ContractWorld, LONG, OPEN_LONG, U_WALLET } from './kit.ts';
import { PlainObserver, Run } from './random.ts';

const MARKETS = [0, 101, 102, 201];

function clear(user: number, wallet: number, market: number, reason: number): Command {
  return command('order.clear', { user, ...NO_KEY, wallet, market, reason });
}

describe('order.clear of contracts', () => {
  it('takes opening and closing orders, and leaves the stop-profit and stop-loss of what is open', () => {
    const world = new ContractWorld();
    world.pair(ANNA, BEN, 50, 100);
    const position = world.position(ANNA, LONG)!.position;
    world.guard(ANNA, position, { stopProfit: 120, stopLoss: 90 });
    const closing = world.go(ANNA, CLOSE_LONG, 20, 103);
    const opening = world.go(ANNA, OPEN_LONG, 30, 98);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50, canClose: 30 });
    expect(world.send(clear(ANNA, U_WALLET, 0, CLOSE_REASON.gone))).toMatchObject({ code: 200, result: 2 });
    expect([world.closed(closing), world.closed(opening)]).toEqual([
      [2, CLOSE_REASON.gone],
      [2, CLOSE_REASON.gone],
    ]);
    expect(world.position(ANNA, LONG)).toMatchObject({ lots: 50, canClose: 50 });
    // The guards still do what they are for.
    world.order2(CARL, OPEN_LONG, 100, 88);
    world.tick(88);
    world.wait(1);
    expect(world.position(ANNA, LONG)?.lots ?? 0).toBe(0);
  });

  it('of one wallet leaves those of the other', () => {
    const world = new ContractWorld();
    const linear = world.go(ANNA, OPEN_LONG, 30, 98);
    const inverse = world.go(ANNA, OPEN_LONG, 2, 98, { market: COIN });
    expect(world.send(clear(ANNA, COIN_WALLET, 0, CLOSE_REASON.all)).result).toBe(1);
    expect([world.closed(linear), world.closed(inverse)]).toEqual([undefined, [2, CLOSE_REASON.all]]);
    expect(world.send(clear(ANNA, 0, 0, CLOSE_REASON.gone)).result).toBe(1);
    expect(world.closed(linear)).toEqual([2, CLOSE_REASON.gone]);
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

/** A story that never changes: orders of contracts, every sixth command a clear. */
function record(): Float64Array {
  const world = new Recorded({}, { money: 3_000 });
  const eyes = new PlainObserver();
  const run = new Run(world, 20_261_122, false, eyes);
  let cleared = 0;
  for (let step = 0; step < 900; step += 1) {
    world.time += run.pick(900);
    const chosen = run.pick(6) === 0;
    const one = chosen
      ? clear(2 + run.pick(3), run.pick(4), MARKETS[run.pick(MARKETS.length)] ?? 0, CLOSE_REASON.all + run.pick(2))
      : run.any();
    const words = encodeCommand(one);
    stream.push(world.time, 1, ...words);
    world.exchange.advance(world.time);
    const code = world.exchange.apply(words, 0);
    if (code === 200 && one.name === 'contract.place') run.orders.push(world.exchange.result);
    if (code === 200 && chosen) cleared += world.exchange.result;
    eyes.read(world.exchange.takeEvents());
  }
  expect(cleared).toBeGreaterThan(10);
  return Float64Array.from(stream);
}

describe('core §7 the golden journal of order.clear', () => {
  it.each(goldens('clear'))('%s replays to its recorded hashes and digest', (stem) => {
    const { now, recorded } = compareGolden(stem, record, replayed);
    expect(now).toEqual(recorded);
  });
});
