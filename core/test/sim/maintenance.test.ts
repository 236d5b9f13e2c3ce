// The simulator's auditor counts maintenance by itself: of contracts settled in coin as the core does, to the atom (money §3).

import { expect, it } from 'vitest';
import { Books } from '../../sim/auditor/books.ts';
import { type Contract, Positions } from '../../sim/auditor/contract/positions.ts';
import { MARKET_TYPE } from '../../src/enum/index.ts';
import { inverseMaintenance } from '../../src/formula/index.ts';

/** A contract settled in BTC, 100 USD a lot, at an index of so many cents. */
function coinContract(cents: number): Contract {
  return {
    ...{
      market: 1,
      type: MARKET_TYPE.inverse,
      instrument: 1,
      settle: 2,
      perLot: 10_000_000_000,
      face: 100,
      hours: 8,
      impact: 0,
    },
    tiers: [
      { cap: 20_000, rate: 4_044, leverage: 125, amount: 0 },
      { cap: 100_000, rate: 5_044, leverage: 100, amount: 20 },
    ],
    ...{ state: 1, trades: 0, last: 0, mark: cents, basis: 0, markedAt: 0 },
    ...{ lots: [0, 0], cost: [0, 0], round: undefined },
  };
}

it.each([
  [1, 0],
  [3, 0],
  [200, 0],
  [201, 1],
  [1_000, 1],
])('%i lots', (lots, row) => {
  const contract = coinContract(6_543_210);
  const { rate = 0, amount = 0 } = contract.tiers[row] ?? {};
  const book = new Positions(new Books().auditor);
  const exact = inverseMaintenance(lots, 6_543_210, contract.perLot, contract.face, rate, amount);
  const counted = book.maintenance(contract, { lots });
  expect(counted - exact).toBeGreaterThanOrEqual(0);
  expect(counted - exact, 'its value is rounded up before').toBeLessThanOrEqual(1);
});
