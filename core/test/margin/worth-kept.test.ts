// money §4, §12.15, rules `worthKept`: a wallet that a tick took below its level, and that nobody looked at yet, sells nothing to an
// accomplice far below the index. Found with hundreds of wallets that the same tick reached first.

import { expect, it } from 'vitest';
import { type Command, encodeCommand, RULE } from '../../src/index.ts';
import { run } from '../kit/crowd.ts';
import { partsOf } from '../kit/full.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, BEN, BUY, IOC, NO_KEY, SELL } from '../kit/world.ts';
import { CROSS, INSURANCE, MarginWorld } from './kit.ts';

const FUND = 100_000;
/** Wallets in front of Anna's: more than a batch looks at. */
const OTHERS = 1_200;
/** A fall of ETH from 50 to 32: its factor is 0.8. */
const BELOW_FACTOR = 26;

/** Anna owes 15,150 beside 484 ETH; ETH's feed is silent, then falls with the tick that reaches all others first. */
function fallen(rules: number, price: number): { readonly world: MarginWorld; readonly code: number } {
  const world = new MarginWorld({ rules, insurance: FUND, lending: 9_000_000 });
  const { exchange } = world;
  world.put(ANNA, CROSS, ETH, 200);
  world.must(world.borrowOf(ANNA, CROSS, USDT, 15_000));
  world.place(BEN, { market: 2, side: SELL, lots: 29, price: 50 });
  world.place(ANNA, { wallet: CROSS, market: 2, side: BUY, lots: 29, price: 50 });
  for (let user = 5; user < 5 + OTHERS; user += 1) {
    const asset = { from: 1, to: CROSS, asset: BTC, amount: 10, market: 0 };
    for (const one of [
      command('user.open', { referrer: 0 }),
      command('practice.claim', { user, ...NO_KEY }),
      command('wallet.transfer', { user, ...NO_KEY, ...asset }),
      world.borrowOf(user, CROSS, USDT, 1_750),
    ])
      expect(run(world, one)).toBe(200);
  }
  const send = (milliseconds: number, ...all: readonly Command[]): number => {
    world.time += milliseconds;
    exchange.advance(world.time);
    let code = 0;
    for (const one of all) code = exchange.apply(encodeCommand(one), 0);
    exchange.takeEvents();
    return code;
  };
  const btc = { instrument: 1, price: 10_000, spread: 0, used: 3, total: 3 };
  send(11_000, command('ticks', { ticks: [btc], quotes: [] }));
  send(250, world.order(BEN, { market: 2, side: BUY, lots: 48, price }));
  const sale = world.order(ANNA, { wallet: CROSS, market: 2, side: SELL, lots: 48, price, timeInForce: IOC });
  const code = send(250, world.ticks([5_000, 3_200]), sale);
  for (let tick = 0; tick < 6; tick += 1) send(1_000, world.ticks([5_000, 3_200]));
  exchange.audit();
  return { world, code };
}

const fund = ({ exchange }: MarginWorld): number => {
  const { ledger } = partsOf(exchange);
  return ledger.accounts.available[ledger.find(INSURANCE, 0, 0, USDT, 0)] as number;
};

it('below its level nothing is sold 19 % below the index, whatever the factor of the coin; before the fund paid', () => {
  const before = fallen(RULE.worthKept - 1, BELOW_FACTOR);
  expect([before.code, fund(before.world)]).toEqual([200, FUND - 2_000]);
  const { world, code } = fallen(RULE.worthKept, BELOW_FACTOR);
  expect([code, fund(world)]).toEqual([2303, FUND]);
});

it('near the index it may sell, and owes less', () => {
  const { world, code } = fallen(RULE.worthKept, 32);
  expect([code, fund(world)]).toEqual([200, FUND]);
});
