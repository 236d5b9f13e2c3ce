// The parts of `npm run mutate`: the code of each part, and the tests that must detect a change of it.
// A part may have several pieces, each with the nearest tests. `runs`: the factor on the usual random runs of each
// property (VITRINE_TEST_RUNS).
export const parts = {
  number: [{ code: ['core/src/number/*.ts'], tests: ['core/test/number/**/*.test.ts'] }],
  ledger: [{ code: ['core/src/ledger/*.ts'], tests: ['core/test/ledger/**/*.test.ts'] }],
  matching: [
    {
      code: ['core/src/book/match.ts', 'core/src/book/book.ts'],
      tests: ['core/test/book/{books,fast,match,orders}.test.ts'],
      runs: 0.2,
    },
    {
      code: ['core/src/spot/place.ts', 'core/src/spot/take.ts', 'core/src/spot/settle.ts'],
      tests: [
        'core/test/exchange/{orders,fees,changes,prices,named,properties}.test.ts',
        'core/test/spot/**/*.test.ts',
        'core/test/desk/markets.test.ts',
      ],
      runs: 0.2,
    },
  ],
  seconds: [
    {
      code: ['core/src/formula/second.ts'],
      tests: ['core/test/formula/{rounded,vectors}.test.ts', 'core/test/second/**/*.test.ts'],
    },
    { code: ['core/src/second/*.ts'], tests: ['core/test/second/**/*.test.ts'] },
  ],
  perpetual: [
    {
      code: [
        'core/src/formula/contract.ts',
        'core/src/formula/fraction.ts',
        'core/src/formula/funding.ts',
        'core/src/formula/inverse.ts',
        'core/src/formula/linear.ts',
        'core/src/formula/liquidation.ts',
        'core/src/formula/tiers.ts',
      ],
      tests: ['core/test/formula/**/*.test.ts'],
      runs: 0.2,
    },
    {
      code: ['core/src/perpetual/funding/*.ts', 'core/src/perpetual/insurance/*.ts'],
      tests: [
        'core/test/perpetual-risk/funding/*.test.ts',
        'core/test/perpetual-risk/{fund-takes-over,fund-unwinds,insurance-parts}.test.ts',
        'core/test/perpetual-risk/{bounds,deleverage/fair,deleverage/crowd,emitted,liquidation,prices,solvent-waits}.test.ts',
      ],
      runs: 0.2,
    },
    {
      code: ['core/src/perpetual/risk/*.ts'],
      tests: ['core/test/perpetual-risk/**/*.test.ts', 'core/test/exchange/sweep-budget.test.ts'],
      runs: 0.2,
    },
    {
      code: [
        'core/src/perpetual/*.ts',
        'core/src/perpetual/closing-hours/*.ts',
        'core/src/perpetual/order/*.ts',
        'core/src/perpetual/position/*.ts',
      ],
      tests: ['core/test/perpetual/*.test.ts', 'core/test/perpetual-risk/**/*.test.ts'],
      runs: 0.2,
    },
  ],
  margin: [
    {
      code: ['core/src/formula/margin.ts'],
      tests: ['core/test/margin/formula.test.ts', 'core/test/formula/vectors.test.ts'],
    },
    {
      code: ['core/src/margin/*.ts', 'core/src/ledger/fund-days.ts'],
      tests: ['core/test/margin/*.test.ts'],
      runs: 0.2,
    },
  ],
  loan: [
    {
      code: ['core/src/loan/*.ts'],
      tests: ['core/test/loan/**/*.test.ts', 'core/test/golden/**/*.test.ts'],
      runs: 0.2,
    },
  ],
  earn: [{ code: ['core/src/earn/*.ts'], tests: ['core/test/earn/**/*.test.ts'], runs: 0.2 }],
  otc: [{ code: ['core/src/otc/*.ts'], tests: ['core/test/otc/**/*.test.ts'], runs: 0.2 }],
  wallet: [
    { code: ['core/src/wallet/*.ts'], tests: ['core/test/wallet/**/*.test.ts'], runs: 0.2 },
    {
      code: ['core/src/wallet/withdrawal/*.ts'],
      tests: [
        'core/test/wallet/{allowance*,queue*,withdrawal*}.test.ts',
        'core/test/desk/{links,linked-debts}.test.ts',
      ],
      runs: 0.2,
    },
  ],
};
