// Stories of loans: random commands of three customers and the desk, over weeks.

import { expect } from 'vitest';
import { type Command, encodeCommand } from '../../src/index.ts';
import { random } from '../exchange/small-world.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, NO_KEY } from '../kit/world.ts';
import { DAY, LoanWorld } from './kit.ts';

type Pick = (below: number) => number;

function any(pick: Pick, ids: readonly number[], stages: boolean): Command {
  const user = ANNA + pick(3);
  const id = ids.length === 0 ? 1 : ids[pick(ids.length)]!;
  switch (pick(9)) {
    case 0:
    case 1:
      return command('loan.apply', {
        ...{ user, ...NO_KEY, product: 1, amount: 90 + pick(3_000), days: [7, 15, 30, 60, 8][pick(5)]! },
        repayType: 1 + pick(2),
      });
    case 2:
    case 3:
      return command('loan.decide', { operator: 1, loan: id, decision: pick(6) === 0 ? 2 : 1 });
    case 4:
    case 5:
      return command('loan.repay', { user, ...NO_KEY, loan: id, amount: pick(3) * pick(900) });
    case 6:
      return stages && pick(5) === 0
        ? command('user.set', { user, stage: pick(3), locks: 0 })
        : command('wallet.transfer', {
            ...{ user, ...NO_KEY, from: 1, to: 6, asset: USDT, amount: 1 + pick(20_000), market: 0 },
          });
    default:
      return command('wallet.transfer', {
        ...{ user, ...NO_KEY, from: pick(3) === 0 ? 1 : 6, to: pick(3) === 0 ? 6 : 1, asset: USDT, market: 0 },
        amount: 1 + pick(4_000),
      });
  }
}

/** The world of a seed: how much there is to lend, which rate. */
export function begun(pick: Pick, Of = LoanWorld): LoanWorld {
  const world = new Of({ lending: 1_000 + pick(3) * 9_000 }, { rate: [10_000_000, 333_333_333, 1][pick(3)]! });
  for (let user = ANNA; user < ANNA + 3; user += 1) world.empty(user, pick(2_000));
  return world;
}

export function drive(
  from: number,
  count: number,
  Of = LoanWorld,
): { world: LoanWorld; steps: { time: number; words: Float64Array }[] } {
  const pick = random(from);
  const world = begun(pick, Of);
  const ids: number[] = [];
  const steps: { time: number; words: Float64Array }[] = [];
  for (let step = 0; step < count; step += 1) {
    if (pick(2) === 0) world.time += pick(3) === 0 ? pick(4) * DAY + pick(3) : pick(DAY);
    world.exchange.advance(world.time);
    const advanced = world.exchange.digest();
    world.audit.fold(world.exchange.takeEvents(), world.time);
    world.exchange.audit();
    const one = any(pick, ids, true);
    const reply = world.send(one);
    steps.push({ time: world.time, words: encodeCommand(one) });
    if (reply.code === 200 && one.name === 'loan.apply') ids.push(reply.result);
    if (reply.code !== 200) expect(world.exchange.digest(), `${one.name}: ${reply.code}`).toBe(advanced);
  }
  return { world, steps };
}
