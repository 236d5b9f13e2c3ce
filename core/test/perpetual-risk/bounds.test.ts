// The safe bounds of wallets (money §3): while every price that liquidates stays within them, equity stays above maintenance.

import { describe, expect, it } from 'vitest';
import { restoreExchange } from '../../src/index.ts';
import type { Parts } from '../../src/parts.ts';
import { endangered, statusOfContractWallet } from '../../src/perpetual/risk/margin-check.ts';
import { riskPrice } from '../../src/perpetual/priced.ts';
import { RULE } from '../../src/rules.ts';
import { randomTests, runs } from '../kit/random-tests.ts';
import { BTC } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { COIN, COIN_WALLET, CROSS, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from '../perpetual/kit.ts';
import { Run } from '../perpetual/random.ts';
import { riskWorld } from './kit.ts';

/** Rules under which the fund paid for fills and want of orders led to deleveraging. */
const BEFORE = { rules: RULE.solventWaits - 1 };

const { seed, usual } = randomTests(import.meta.url);

/** The tables behind an exchange: to set marks that no tick would make together. */
function partsOf(exchange: object): Parts {
  return (exchange as unknown as { readonly parts: Parts }).parts;
}

describe('bounds of cross wallets', () => {
  it(`are safe for all prices within them, together, whatever steps they reach (seed ${seed})`, () => {
    let wallets = 0;
    let near = 0;
    for (let run = 0; run < runs(2); run += 1) {
      const world = riskWorld(100_000, { money: 35_000, coins: 600, house: 400_000 });
      const wild = new Run(world, seed + 7 * run);
      for (let step = 0; step < 120; step += 1) {
        wild.step();
        if (step % 10 !== 9) continue;
        // A tick renews the bounds of all wallets that changed.
        world.index(wild.first * 100, wild.second * 100);
        const { registry, perpetual } = partsOf(restoreExchange(structuredClone(world.exchange.save())));
        const { context } = perpetual;
        // Who changed after the tick is examined at the next one, whatever its bounds.
        const queues = registry.tables.find(({ name }) => name === 'examinations')!.column('queue');
        const { rows: p, contractWallets } = context.positions;
        const c = context.contracts.rows;
        const marks = c.mark.slice();
        for (let contractWallet = 1; contractWallet <= contractWallets.top; contractWallet += 1) {
          const waits = (queues[contractWallet] ?? 0) !== 0;
          if (
            contractWallets.crosses[contractWallet] === 0 ||
            waits ||
            endangered(statusOfContractWallet(context, contractWallet))
          )
            continue;
          wallets += 1;
          for (let probe = 0; probe < 16; probe += 1) {
            c.mark.set(marks);
            for (let slot = contractWallets.first[contractWallet]!; slot !== 0; slot = p.next[slot]!) {
              if (p.mode[slot] !== CROSS) continue;
              const market = p.market[slot]!;
              const price = riskPrice(context, market);
              // Strictly within: at the bound itself it is looked at.
              const low = p.boundBelow[slot] === 0 ? 1 : p.boundBelow[slot]! + 1;
              const high = p.boundAbove[slot] === 0 ? price * 20 : p.boundAbove[slot]! - 1;
              const at = [low, high, price, low + wild.pick(high - low + 1)][wild.pick(4)]!;
              if (at === low || at === high) near += 1;
              // The index that liquidates is the mark less its basis.
              c.mark[market] = at + c.basis[market]!;
            }
            expect(
              endangered(statusOfContractWallet(context, contractWallet)),
              `contract wallet ${contractWallet} within its bounds`,
            ).toBe(false);
          }
          c.mark.set(marks);
        }
      }
    }
    if (!usual) return;
    expect(wallets).toBeGreaterThan(50);
    expect(near).toBeGreaterThan(200);
  });

  it('reach a wallet of shorts whose value climbs into a stricter step', () => {
    const world = riskWorld(100_000, { money: 35_000 }, BEFORE);
    world.go(2, 2, 190, 100, { leverage: 20 });
    world.go(3, 1, 190, 100, { leverage: 10 });
    world.transfer(2, 2, 1, 3, world.free(2, 3, 2) - 1_400);
    world.quoteAround(80, 112, 10_000);
    const wallet = world.free(2, 3, 2);
    for (let cents = 10_000; cents < 11_200; cents += 5) {
      const value = 1.9 * cents;
      const need = value > 20_000 ? 0.025 * value - 300 : 0.01 * value;
      world.index(cents);
      expect(world.steps().length > 0, `at ${cents}`).toBe(wallet - value + 19_000 <= need);
      if (world.steps().length > 0) return;
    }
    expect.fail('never found');
  });

  it.each([
    { name: 'long', side: LONG, own: OPEN_LONG, against: OPEN_SHORT, inside: 1 },
    { name: 'short', side: SHORT, own: OPEN_SHORT, against: OPEN_LONG, inside: -1 },
  ])('are exact in an inverse market: a $name stands a cent before and is liquidated there', (one) => {
    const world = riskWorld(100_000);
    world.go(BEN, one.against, 100, 100, { market: COIN, marginMode: ISOLATED, leverage: 4 });
    world.go(ANNA, one.own, 100, 100, { market: COIN, leverage: 10 });
    world.transfer(ANNA, COIN_WALLET, 1, BTC, world.free(ANNA, BTC, COIN_WALLET) - 200);
    world.index(10_000);
    const { rows: p } = partsOf(world.exchange).perpetual.context.positions;
    const slot = p.find(world.position(ANNA, one.side, COIN)!.position);
    const [bound, other] = one.side === LONG ? [p.boundBelow, p.boundAbove] : [p.boundAbove, p.boundBelow];
    const at = bound[slot]!;
    expect([at > 0, other[slot]]).toEqual([true, 0]);
    world.index(at + one.inside);
    expect(world.position(ANNA, one.side, COIN)).toMatchObject({ lots: 100 });
    expect([...world.emitted('liquidation.waits'), ...world.steps()]).toEqual([]);
    world.index(at);
    expect([...world.emitted('liquidation.waits'), ...world.steps()]).not.toEqual([]);
  });
});
