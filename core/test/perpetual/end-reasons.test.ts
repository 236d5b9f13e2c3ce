// Why an order ends, as its event tells it since rules `endReasons` (spec §4, the cancel reason): what ends with its position, and
// a market order that found nothing more, no longer have the number of the dead man's switch.

import { describe, expect, it } from 'vitest';
import { CLOSE_REASON, ORDER_STATUS } from '../../src/enum/index.ts';
import { RULE } from '../../src/index.ts';
import { command, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, CARL, NO_KEY, World } from '../kit/world.ts';
import { riskWorld } from '../perpetual-risk/kit.ts';
import { CLOSE_LONG, CLOSE_SHORT, ContractWorld, LONG, OPEN_LONG, OPEN_SHORT, SHORT, U_WALLET } from './kit.ts';

describe.each([
  [RULE.endReasons - 1, CLOSE_REASON.gone, CLOSE_REASON.gone],
  [RULE.endReasons, CLOSE_REASON.ended, CLOSE_REASON.expired],
])('under rules %i', (rules, ended, dry) => {
  it('stops end with their position', () => {
    const world = new ContractWorld({ rules });
    world.pair(ANNA, BEN, 50, 100);
    const { position } = world.position(ANNA, LONG)!;
    world.guard(ANNA, position, { stopProfit: 120, stopLoss: 90 });
    const guards = world.emitted('contract.opened').map(({ order }) => order);
    world.go(CARL, OPEN_LONG, 50, 99);
    world.go(ANNA, CLOSE_LONG, 50, 0);
    expect(world.position(ANNA, LONG)).toBeUndefined();
    expect(guards).toHaveLength(2);
    for (const order of guards) expect(world.closed(order)).toEqual([ORDER_STATUS.cancelled, ended]);
  });

  it('a closing order ends with a position that is deleveraged', () => {
    const world = riskWorld(0, {}, { rules });
    world.go(BEN, OPEN_SHORT, 100, 100, { leverage: 2 });
    world.go(ANNA, OPEN_LONG, 100, 100, { leverage: 20 });
    world.transfer(ANNA, U_WALLET, 1, USDT, world.free(ANNA, USDT, U_WALLET) - 1_000);
    const closing = world.go(BEN, CLOSE_SHORT, 100, 80);
    world.indexFor(10_000, 2);
    world.indexFor(8_500, 1);
    expect(world.position(BEN, SHORT)).toBeUndefined();
    expect(world.closed(closing)).toEqual([ORDER_STATUS.cancelled, ended]);
  });

  it('a market order of contracts that took all there was', () => {
    const world = new ContractWorld({ rules });
    world.go(BEN, OPEN_SHORT, 10, 100);
    const order = world.go(ANNA, OPEN_LONG, 20, 0);
    expect(world.closed(order)).toEqual([ORDER_STATUS.cancelled, dry]);
  });

  it('a market order of the spot book that took all there was', () => {
    const world = new World({ rules });
    world.sell(BEN, 10, 100);
    const reply = world.place(ANNA, { side: BUY, type: 2, timeInForce: 2, price: 0, lots: 20 });
    expect(world.closed(reply.result)).toEqual([ORDER_STATUS.cancelled, dry]);
  });

  it('what the dead man’s switch cancels keeps its number', () => {
    const world = new ContractWorld({ rules });
    const order = world.go(ANNA, OPEN_LONG, 10, 90);
    world.must(command('order.clear', { user: ANNA, ...NO_KEY, wallet: 0, market: 0, reason: CLOSE_REASON.gone }));
    expect(world.closed(order)).toEqual([ORDER_STATUS.cancelled, CLOSE_REASON.gone]);
  });
});
