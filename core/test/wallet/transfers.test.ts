// Which asset a wallet takes in, once its product is listed; what came before may always leave (money §8).
import { describe, expect, it } from 'vitest';
import { MARKET_MAKER } from '../../src/enum/index.ts';
import { BTC, command, ETH, USDT } from '../kit/genesis.ts';
import { ANNA, World } from '../kit/world.ts';
import { setOf as marginSet } from '../margin/kit.ts';
import { coinListOf, FEES, listOf } from '../perpetual/kit.ts';
import { people } from '../desk/kit.ts';
import { setOf as secondSet } from '../second/kit.ts';

/** Nothing is listed but spot; customers hold every coin in every wallet they may have. */
function world(...setup: Parameters<World['must']>[0][]): World {
  const one = new World({}, 0);
  for (const command_ of setup) one.must(command_);
  people(one);
  one.tick();
  return one;
}

describe('money §8 transfers by what is listed', () => {
  it('a house that lists no contracts, margin or seconds takes any coin into any wallet, as it always did', () => {
    const one = world();
    for (const to of [2, 3, 4, 6])
      for (const asset of [BTC, ETH, USDT]) expect(one.transfer(ANNA, 1, to, asset, 10).code).toBe(200);
    for (const asset of [BTC, USDT]) expect(one.transfer(ANNA, 1, 5, asset, 10, 1).code).toBe(200);
  });

  const listed = [
    command('contract.fees', { tiers: FEES }),
    listOf(),
    coinListOf(),
    marginSet({ markets: [{ market: 1, leverage: 5 }] }),
    secondSet(),
  ];
  const takes: readonly (readonly [wallet: number, market: number, asset: number, code: number])[] = [
    [2, 0, USDT, 200],
    [2, 0, BTC, 3003],
    [2, 0, ETH, 3003],
    [3, 0, BTC, 200],
    [3, 0, USDT, 3003],
    [3, 0, ETH, 3003],
    [4, 0, ETH, 200],
    [5, 1, USDT, 200],
    [5, 1, BTC, 200],
    [5, 1, ETH, 3003],
    [5, 2, USDT, 3003],
    [6, 0, USDT, 200],
    [6, 0, BTC, 3003],
    [7, 0, USDT, 3003],
    [8, 0, USDT, 3003],
  ];
  it.each(takes)('wallet %i (market %i) and asset %i: %i', (wallet, market, asset, code) => {
    const one = world(...listed);
    const digest = one.exchange.digest();
    expect(one.transfer(ANNA, 1, wallet, asset, 10, market).code).toBe(code);
    if (code !== 200) expect(one.exchange.digest()).toBe(digest);
    else expect(one.transfer(ANNA, wallet, 1, asset, 10, market).code, 'and back').toBe(200);
  });

  it('the house maker’s transfers keep to the same', () => {
    const one = world(...listed);
    const move = (from: number, to: number, asset: number): number =>
      one.send(command('maker.transfer', { from, to, asset, amount: 100 })).code;
    expect([move(1, 2, USDT), move(1, 2, BTC), move(1, 3, BTC), move(1, 3, USDT), move(2, 3, USDT)]).toEqual([
      200, 3003, 200, 3003, 3003,
    ]);
    expect(one.free(MARKET_MAKER, BTC, 3)).toBe(100);
  });
});
