// Rules `closableEmitted` (issue 13, money §3): a liquidation that ends closing orders emits what can be closed again, also where it then
// takes nothing of the position.
import { describe, expect, it } from 'vitest';
import { activations, decodeEvents, RULE } from '../../src/index.ts';
import { USDT } from '../kit/genesis.ts';
import { ANNA, BEN } from '../kit/world.ts';
import { CLOSE_LONG, CROSS, ISOLATED, LONG, OPEN_LONG, OPEN_SHORT, U_WALLET } from '../perpetual/kit.ts';
import { riskWorld, type RiskWorld } from './kit.ts';

const BEFORE = RULE.closableEmitted - 1;
const LOTS = 20;

/** Anna's long of 2,000 at ten times, of which a resting order closes 15 lots. */
function world(marginMode: number, rules: number): RiskWorld {
  const made = riskWorld(10_000, {}, { rules });
  // A cross position has its initial margin of 200 and little else.
  const spare = made.free(ANNA, USDT, U_WALLET) - 250;
  if (marginMode === CROSS) made.transfer(ANNA, U_WALLET, 1, USDT, spare);
  made.go(BEN, OPEN_SHORT, LOTS, 100, { marginMode: ISOLATED, leverage: 2 });
  made.go(ANNA, OPEN_LONG, LOTS, 100, { marginMode, leverage: 10 });
  made.go(ANNA, CLOSE_LONG, 15, 104, { marginMode });
  expect(made.position(ANNA, LONG)).toMatchObject({ lots: LOTS, canClose: LOTS - 15 });
  return made;
}

/** What a projection that starts now receives of Anna's long. */
function seeded(made: RiskWorld): unknown {
  const all = [...decodeEvents(made.exchange.seed())];
  return all.find((event) => event.name === 'position.changed' && event.user === ANNA);
}

/** The index, cents, at which equity is above 0 and at or below maintenance. Nobody bids. */
const ENDANGERED = { [ISOLATED]: 9_060, [CROSS]: 8_840 } as const;

describe('money §3: a liquidation that ends closing orders and finds no bid', () => {
  for (const [name, mode] of [
    ['isolated', ISOLATED],
    ['cross', CROSS],
  ] as const) {
    it(`emits that all lots can be closed again (${name})`, () => {
      const made = world(mode, RULE.closableEmitted);
      made.index(ENDANGERED[mode]);
      expect(made.steps()[0]).toMatchObject({ user: ANNA, step: 1 });
      expect(made.emitted('fill')).toEqual([]);
      expect(made.emitted('position.changed')).toMatchObject([{ user: ANNA, lots: LOTS, canClose: LOTS }]);
      expect(made.position(ANNA, LONG)).toEqual(seeded(made));
    });

    it(`said nothing before, and a view of the events differed from the state (${name})`, () => {
      const made = world(mode, BEFORE);
      made.index(ENDANGERED[mode]);
      expect(made.steps()[0]).toMatchObject({ user: ANNA, step: 1 });
      expect(made.emitted('position.changed')).toEqual([]);
      expect(made.position(ANNA, LONG)).toMatchObject({ canClose: LOTS - 15 });
      expect(seeded(made)).toMatchObject({ lots: LOTS, canClose: LOTS });
      // Nothing is converted; the next change of the position says it.
      made.batch(activations(BEFORE, RULE.closableEmitted));
      made.index(ENDANGERED[mode]);
      expect(made.position(ANNA, LONG)).toMatchObject({ canClose: LOTS - 15 });
      made.indexFor(10_000, 1);
      made.go(ANNA, CLOSE_LONG, 1, 104, { marginMode: mode });
      expect(made.position(ANNA, LONG)).toMatchObject({ canClose: LOTS - 1 });
    });
  }

  it('emits nothing where no closing order was open', () => {
    const made = world(ISOLATED, RULE.closableEmitted);
    made.index(ENDANGERED[ISOLATED]);
    made.index(ENDANGERED[ISOLATED]);
    expect(made.emitted('position.changed')).toEqual([]);
  });
});
