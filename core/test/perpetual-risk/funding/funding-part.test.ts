// Funding over several batches (money §3): a payer whose turn has not come changes a part of its position.

import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../../src/index.ts';
import { command, USDT } from '../../kit/genesis.ts';
import { NO_KEY } from '../../kit/world.ts';
import { U_WALLET } from '../../perpetual/kit.ts';
import { PAYER, settled, unsettled } from './unsettled.ts';

describe('a payer whose turn has not come', () => {
  it('pays once, by all it had, when it closes a part', () => {
    const own = settled(unsettled(), PAYER);
    expect(own).toBeLessThan(0);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 1, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays once, by all it had, when it opens more', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 1, 5, 105);
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('pays by all it had when it closes all but one lot in one fill: what it closes does not take the margin along', () => {
    const own = settled(unsettled(), PAYER);
    const crowd = unsettled();
    crowd.place(PAYER, 3, 99, 104, { timeInForce: 2 });
    expect(settled(crowd, PAYER)).toBe(own);
  });

  it('and moves nothing out of the wallet before: what it closed pays, whatever it asks for', () => {
    const own = settled(unsettled(), PAYER);
    for (const closed of [99, 100]) {
      const crowd = unsettled();
      crowd.place(PAYER, 3, closed, 104, { timeInForce: 2 });
      for (const amount of [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 1]) {
        const asked = { user: PAYER, ...NO_KEY, from: U_WALLET, to: 1, asset: USDT, amount, market: 0 };
        crowd.exchange.apply(encodeCommand(command('wallet.transfer', asked)), 0);
      }
      expect(settled(crowd, PAYER), `${closed} of 100 lots closed`).toBe(own);
    }
  });
});
